// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import Judging
import LinearModel
import Oracles
import Scripts
import TestSupport
import Testing

@testable import CampaignEngine

/// A stored finding that is examined further.
@Suite struct StoredResumptionTests {
  private static let failure = FailureIdentity(.solver("s"), .wrongValue, cause: .alone)

  private static func script(_ operations: Int) -> SolverScript {
    SolverScript(
      variableCount: 1,
      steps: (0..<operations).map {
        .add(.init(id: $0, [.init(.one, VariableID(0))], .equal, .zero, strength: .required))
      } + [.solve])
  }

  /// An examination with a result that is known before.
  private struct Look: FailureExamination {
    struct Diagnosis: DiagnosedFailure {
      let failure: FailureIdentity
      var isReducible = true
      let isUnexamined = false
      let isRare = false
    }

    let diagnosis: Diagnosis
    let smallest: SolverScript
    var steps = 1
    var isSmallest = true

    var subject: SolverScript { StoredResumptionTests.script(3) }
    var index: Int { 0 }
    var program: String { "s" }
    var verdict: FailureKind { StoredResumptionTests.failure.verdict }

    func diagnosed(measuringRate: Bool) -> Diagnosis { diagnosis }

    func examined(
      _ diagnosed: Diagnosis, seed: UInt64?, minimizing: MinimizingTerms?, folder: String?
    ) -> ExaminedFailure<SolverScript> {
      StoredResumptionTests.examined(
        smallest, diagnosed.failure, isSmallest: isSmallest, calls: 7, steps: steps)
    }
  }

  private static func examined(
    _ script: SolverScript, _ failure: FailureIdentity, isSmallest: Bool, calls: Int, steps: Int
  ) -> ExaminedFailure<SolverScript> {
    var record = FindingRecord(
      .script, failure, signature: script.signature(of: failure, isSmallest: isSmallest),
      summary: "wrong", original: script.recordSize, minimized: script.recordSize,
      toolVersion: "1")
    record.minimization = .init(
      end: isSmallest ? "fixpoint" : "stopped", calls: calls, acceptedSteps: steps)
    return ExaminedFailure(
      smallest: script, files: FindingFiles(record, minimized: script.fileBytes),
      description: .notRepeated)
  }

  /// Stores a pending finding and resumes it.
  ///
  /// - Returns: whether it has a new place, and the records of all findings after that.
  private static func resumed(_ look: Look) throws -> (isMoved: Bool, records: [FindingRecord]) {
    let output = try TestFolder.make().path
    var store = FindingStore(output: output)
    var pending = examined(script(3), failure, isSmallest: false, calls: 5, steps: 2)
    (pending.files.record.seed, pending.files.record.caseIndex) = (9, 4)
    pending.files.record.original = script(8).recordSize
    let draft = try store.begin(bytes: script(8).fileBytes)
    let outcome = try store.finish(draft, pending.files, report: pending.page)
    let folder = try #require(outcome.folder)
    let isMoved = try store.resume(folder, look, minimizing: .init(jobs: 1, time: nil))
    let records = try FindingStore.folders(in: "\(output)/\(FindingStore.folderName)").complete
      .compactMap {
        try FindingStore.record(in: $0)
      }
    return (isMoved, records)
  }

  @Test("a smaller finding moves to its bucket, with the facts of its first examination")
  func moves() throws {
    let look = Look(diagnosis: .init(failure: Self.failure), smallest: Self.script(1))
    let (isMoved, records) = try Self.resumed(look)
    let record = try #require(records.first)
    #expect(isMoved && records.count == 1)
    #expect(record.signature == Self.script(1).bucket(of: Self.failure))
    #expect(record.seed == 9 && record.caseIndex == 4)
    #expect(record.original == Self.script(8).recordSize)
    #expect(record.minimization.calls == 12 && record.minimization.acceptedSteps == 3)
  }

  @Test("a finding that fails in another way, or not at all, or is no smaller stays as it is")
  func stays() throws {
    let other = FailureIdentity(.solver("s"), .process(.crash), cause: .alone)
    for look in [
      Look(diagnosis: .init(failure: other), smallest: Self.script(1)),
      Look(diagnosis: .init(failure: Self.failure, isReducible: false), smallest: Self.script(1)),
      Look(
        diagnosis: .init(failure: Self.failure), smallest: Self.script(3), steps: 0,
        isSmallest: false),
    ] {
      let (isMoved, records) = try Self.resumed(look)
      #expect(!isMoved && records.count == 1)
      #expect(records.first?.signature == Self.failure.pendingQueue.name)
      #expect(records.first?.minimization.calls == 5)
    }
  }
}
