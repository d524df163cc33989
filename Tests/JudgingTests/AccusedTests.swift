// SPDX-License-Identifier: MIT

import CorpusStore
import Laws
import Oracles
import Supervision
import Testing

@testable import Judging

/// Checks that names in findings lead back to what they name.
@Suite("Names of accused parts and verdicts")
struct AccusedTests {
  @Test("each accused part is found again by its name and verdict")
  func accused() {
    var kinds: [FailureIdentity] = LawCatalog.all.map { LawCheck($0).failure }
    for mutant in MutantCatalog.all {
      guard let fault = mutant.worldFault else { continue }
      kinds.append(.init(.fault(fault), mutant.seenBy[0]))
    }
    let names = Strategy.healthy.map(\.name) + ["unknown", "lowering", "session", "oracle"]
    kinds += names.map { .init(.strategy($0), .wrongValue) }
    kinds += CasePhase.parts.map { .init(.part($0), .process(.crash)) }
    for kind in kinds {
      #expect(FailureIdentity(name: kind.accused.name, verdict: kind.verdict) == kind)
    }
    let shown = Set(kinds.map { "\($0.accused.name)-\($0.verdict)" })
    #expect(shown.count == Set(kinds).count, "two of them have one name")
  }

  @Test("a session is accused as a stage by a law, and as a part by its end")
  func session() {
    let name = LawStage.session.rawValue
    #expect(Accused(name: name, verdict: .lawBroken("resizeRoot")) == .stage(.session))
    #expect(Accused(name: name, verdict: .process(.hang)) == .part(.session))
    #expect(Accused(name: name, verdict: .wrongValue) == .strategy(name))
  }

  @Test("the kind of subject decides who is accused, and the name is kept")
  func subjects() {
    for name in ["simplex", "session", "oracle", "new"] {
      let all = FindingRecord.Subject.allCases.map {
        Accused(name: name, verdict: .process(.crash), on: $0)
      }
      #expect(all.allSatisfy { $0.name == name && "\($0)" == name })
      #expect(all.suffix(3) == [.solver(name), .engine(name), .check(name)])
    }
  }

  @Test("each kind of verdict is found again by its name")
  func verdicts() {
    let failures: [FailureKind] = [
      .wrongValue, .process(.hang), .lawBroken("mirror"), .slower(.pivots),
      .growsFaster(.pivots), .unknown("new"),
    ]
    for kind in [VerdictKind.pass, .gaveUp, .undecided] + failures.map({ .failure($0) }) {
      #expect(VerdictKind(name: kind.name) == kind)
    }
  }
}
