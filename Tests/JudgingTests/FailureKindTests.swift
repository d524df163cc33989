// SPDX-License-Identifier: MIT

import LinearModel
import Oracles
import Testing

@testable import Judging

@Suite("Kinds of failures and their names")
struct FailureKindTests {
  /// One kind of each case, with its name in findings on disk.
  private static let named: [(FailureKind, String)] = [
    (.process(.crash), "crash"), (.process(.hang), "hang"), (.process(.memory), "memory"),
    (.process(.garbled), "garbled"), (.nonDeterministic, "nonDeterministic"),
    (.malformed, "malformed"), (.requiredViolated, "requiredViolated"),
    (.worseThanOptimal, "worseThanOptimal"), (.wrongValue, "wrongValue"),
    (.wrongInfeasible, "wrongInfeasible"), (.wrongFeasible, "wrongFeasible"),
    (.wrongConflict, "wrongConflict"), (.wrongHint, "wrongHint"), (.wrongFormat, "wrongFormat"),
    (.differentAnswer, "differentAnswer"), (.differentInNewProcess, "differentInNewProcess"),
    (.message, "message"), (.contradiction, "contradiction"),
    (.promiseBroken(.changesAreReported), "promiseBroken.changesAreReported"),
    (.lawBroken("mirror"), "lawBroken.mirror"), (.slower(.pivots), "slowerByCounter.pivots"),
    (.growsFaster(.pivots), "slowerByCounter.growth.pivots"),
  ]

  @Test("findings on disk keep their names", arguments: named)
  func names(kind: FailureKind, name: String) {
    #expect(kind.name == name)
    #expect(FailureKind(name: name) == kind)
  }

  @Test(
    "an unknown name is kept",
    arguments: [
      "", "wrong", "slowerByCounter.", "slowerByCounter.growth.", "slowerByCounter.laps",
      "slowerByCounter.growth.laps", "promiseBroken.no", "crash\u{301}", "lawBroken\u{301}.mirror",
    ])
  func unknown(name: String) {
    #expect(FailureKind(name: name) == .unknown(name))
    #expect(FailureKind(name: name).name == name)
  }

  @Test("kinds are classified by processes, laws and costs")
  func properties() {
    #expect(Self.named.filter(\.0.endsProcess).map(\.1) == ["crash", "hang", "memory"])
    #expect(Self.named.compactMap(\.0.law) == ["mirror"])
    #expect(Self.named.filter(\.0.isCost).map(\.0.isGrowth) == [false, true])
    #expect(FailureKind(name: "slowerByCounter.laps").isCost)
    #expect(!FailureKind(name: "slower").isCost)
  }

  @Test("each kind has a meaning of its own, one sentence without a full stop")
  func meanings() {
    let meanings = Self.named.map(\.0.meaning)
    #expect(meanings.allSatisfy { $0.first?.isUppercase == true && !$0.hasSuffix(".") })
    // Both kinds of costs have one meaning.
    #expect(Set(meanings).count == Self.named.count - 1)
    #expect(FailureKind.unknown("x\u{1B}[2J").meaning.contains("\u{1B}") == false)
    // Findings of another version belong to a family, too.
    for (name, known) in [
      ("slowerByCounter.laps", FailureKind.slower(.pivots)),
      ("promiseBroken.no", .promiseBroken(.changesAreReported)),
    ] {
      #expect(FailureKind(name: name).meaning == known.meaning)
    }
  }
}
