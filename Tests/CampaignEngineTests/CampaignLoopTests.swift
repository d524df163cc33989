// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import JSON
import TestSupport
import Testing

@testable import CampaignEngine

/// The loop of campaigns with results that only say how much of them counts.
@Suite struct CampaignLoopTests {
  private struct Tally: FoldedTally {
    struct State: ResumableState {
      let casesDone: Int
      var json: JSONValue { .number(casesDone) }

      init(casesDone: Int) { self.casesDone = casesDone }

      init(_ value: JSONValue, of settings: CampaignSettings) throws(JSONError) {
        self.init(casesDone: try value.requiredIndex("a number of cases"))
      }
    }

    let shares: [FoldedShare]
    /// The number of the unit that cannot be stored; nil without one.
    var unwritable: Int?
    private(set) var folded: [Int] = []

    init(_ shares: [FoldedShare], unwritable: Int? = nil) {
      self.shares = shares
      self.unwritable = unwritable
    }

    var state: State { State(casesDone: folded.count) }
    var hasInternalErrors: Bool { false }
    var newFolders: [String] { [] }
    var progress: (cases: Int, findings: Int) { (folded.count, 0) }

    mutating func fold(_ unit: Int, elapsed: () -> UInt64) throws(WriteError) -> FoldedShare {
      if unit == unwritable { throw WriteError(path: "p", code: 28) }
      if shares[unit] != .dropped { folded.append(unit) }
      return shares[unit]
    }
  }

  /// The other work of the thread that folds, which only notes that it was asked for.
  private final class Wait: FoldingWait {
    let examinations = ExaminationProgress(elapsed: { 0 })
    private(set) var settled: [Int] = []

    func storeArrived() {}
    func settle(before index: Int) { settled.append(index) }
    func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value { work() }
  }

  private static func run(
    _ tally: inout Tally, during wait: Wait? = nil, file: ResumeFile<Tally.State>? = nil,
    onProgress: @escaping (CampaignProgress) -> Void = { _ in },
    afterwards: (inout Tally) throws(WriteError) -> Void = { _ in }
  ) throws(WriteError) -> ProgressKeeper<Tally> {
    let loop = CampaignLoop<Tally>(file, limit: nil, now: { 0 }, isStopped: { false })
    return try loop.run(
      into: &tally, jobs: 2, count: tally.shares.count, caseLimit: nil, during: wait,
      onProgress: onProgress, unit: { $0 }, afterwards: afterwards)
  }

  @Test("a dropped unit leaves a gap, and no later one counts")
  func gap() throws {
    var tally = Tally([.clean, .examined, .dropped, .clean])
    _ = try Self.run(&tally)
    #expect(tally.folded == [0, 1])
  }

  @Test("progress ends with the last unit that counts whole")
  func cut() throws {
    let folder = try TestFolder.make().path
    let settings = CampaignSettings(seed: 1, caseCount: 4)
    func file() throws -> ResumeFile<Tally.State> {
      try ResumeFile(
        in: folder, settings, nil, build: "b", command: "c", isFresh: false,
        nanosecondsBetween: 0)
    }
    do {
      var tally = Tally([.clean, .examined, .cut, .clean])
      try Self.run(&tally, file: file()).ended(tally, isDone: false)
    }
    #expect(try file().start?.batches == 2)
    #expect(try file().casesDone == 2)
  }

  @Test("a progress file that names a folder elsewhere removes nothing there")
  func elsewhere() throws {
    let root = try TestFolder.make()
    let (folder, victim) = ("\(root.path)/out", root.appendingPathComponent("findings/a/b"))
    for directory in [URL(fileURLWithPath: folder), victim] {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }
    let kept = victim.appendingPathComponent("finding.json")
    try Data("{}".utf8).write(to: kept)
    var settings = CampaignSettings(seed: 1, caseCount: 4)
    settings.outputFolder = folder
    func file() throws -> ResumeFile<Tally.State> {
      try ResumeFile(in: folder, settings, nil, build: "b", command: "c", isFresh: false)
    }
    do {
      var checkpoint = Checkpoint(batches: 1, nanoseconds: 1, tally: Tally.State(casesDone: 1))
      checkpoint.provisional = ["\(folder)/findings/../../findings/a/b"]
      try file().save(checkpoint)
    }
    #expect(try file().start != nil)
    #expect(FileManager.default.fileExists(atPath: kept.path))
  }

  @Test("a failure is shown while the rounds after all units examine it, and not later")
  func rounds() throws {
    let wait = Wait()
    var shown: [String?] = []
    var tally = Tally([.clean])
    _ = try Self.run(
      &tally, during: wait, onProgress: { shown.append($0.examination?.failure) },
      afterwards: { _ in
        wait.examine(.wrongValue, of: "qt")
        wait.examinations.show()
      })
    wait.examinations.show()
    // Waiting for a unit is shown, too, so often as it takes.
    #expect(shown.first == .some(nil) && shown.last == "qt wrongValue")
    #expect(shown.count { $0 != nil } == 1)
  }

  @Test("after an error of writing all drafts are settled, and nothing follows")
  func error() {
    let wait = Wait()
    var tally = Tally([.clean, .clean], unwritable: 1)
    var isFollowed = false
    #expect(throws: WriteError.self) {
      _ = try Self.run(&tally, during: wait, afterwards: { _ in isFollowed = true })
    }
    #expect(wait.settled == [.max] && !isFollowed && tally.folded == [0])
  }
}
