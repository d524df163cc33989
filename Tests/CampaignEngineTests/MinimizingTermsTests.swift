// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import LinearModel
import Oracles
import Scripts
import Synchronization
import Testing

@testable import CampaignEngine

/// The runs that a finding gets when it is found.
@Suite struct MinimizingTermsTests {
  /// An examination that only notes its share of runs.
  private final class Look: FailureExamination {
    struct Diagnosis: DiagnosedFailure {
      let failure: FailureIdentity
      let isUnexamined = false
      let isReducible = true
      let isRare = false
    }

    let verdict: FailureKind
    let index = 0
    let program = "fake"
    let subject = SolverScript(variableCount: 1, steps: [.solve])
    private let noted = Mutex<Int?>(nil)

    init(_ verdict: FailureKind) { self.verdict = verdict }

    var share: Int? { noted.withLock { $0 } }

    func diagnosed(measuringRate: Bool) -> Diagnosis {
      Diagnosis(failure: FailureIdentity(.solver(program), verdict, cause: .alone))
    }

    func examined(
      _ diagnosed: Diagnosis, seed: UInt64?, minimizing: MinimizingTerms?, folder: String?
    ) -> ExaminedFailure<SolverScript> {
      noted.withLock { $0 = minimizing?.share }
      let record = FindingRecord(
        .script, diagnosed.failure, signature: diagnosed.failure.pendingQueue.name, summary: "",
        original: subject.recordSize,
        minimized: subject.recordSize, toolVersion: "")
      return ExaminedFailure(
        smallest: subject,
        files: FindingFiles(record, minimized: subject.fileBytes),
        description: FindingDescription(""))
    }
  }

  /// Returns the runs that a campaign gives to a failure when it is found.
  private static func firstShare(of verdict: FailureKind) throws -> Int {
    let look = Look(verdict)
    var collector = FindingCollector<Look>(
      seed: 1, outputFolder: nil, minimizing: MinimizingTerms(jobs: 1, time: nil),
      hasRounds: true)
    _ = try collector.collect(look) { 0 }
    return try #require(look.share)
  }

  @Test("a hang gets few runs at first, so that other findings do not wait for minutes")
  func hangs() throws {
    let hang = try Self.firstShare(of: .process(.hang))
    // Each takes the whole time limit, 5 s by default.
    #expect(try hang <= 10 && Self.firstShare(of: .process(.crash)) >= 100)
    #expect(MinimizingTerms.laterShares.allSatisfy { $0 ?? .max > hang }, "later rounds go on")
  }
}
