// SPDX-License-Identifier: MIT

import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

/// A folder of a campaign, and copies of its state at some moments, as a kill would leave it.
private final class KilledRuns {
  let folder: String
  private let root: String
  private(set) var copyCount = 0

  init() throws {
    root = TestFolder.root.path + "/layoutfuzz-resume-\(UUID().uuidString)"
    folder = root + "/out"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// Copies the folder in its current state.
  func copy() {
    try? FileManager.default.copyItem(atPath: folder, toPath: "\(root)/\(copyCount)")
    copyCount += 1
  }

  /// Restores the state that a kill at the moment of the copy would leave.
  func restore(_ copy: Int) throws {
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.moveItem(atPath: "\(root)/\(copy)", toPath: folder)
  }

  /// Returns every file below the folder with its content.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
    }
    return files
  }
}

@Suite("Resuming a campaign")
struct ResumeTests {
  private static func settings(
    _ folder: String, cases: Int = 24, strategy: String = "simplex.failedPhaseIgnored"
  ) throws -> CampaignSettings {
    var settings = CampaignSettings(
      seed: 2, caseCount: cases, strategies: [try #require(Strategy.named(strategy))],
      canary: Mutant.named("relaxation.singlePrecision"), laws: [])
    settings.outputFolder = folder
    return settings
  }

  private static func file(
    _ settings: CampaignSettings, isFresh: Bool = false
  ) throws -> ProgressFile {
    try ProgressFile(
      in: try #require(settings.outputFolder), settings, nil, build: "test", command: "fuzz",
      isFresh: isFresh, nanosecondsBetween: 0)
  }

  private static func run(
    _ settings: CampaignSettings, isFresh: Bool = false,
    now: @escaping @Sendable () -> UInt64 = { 0 },
    isStopped: @escaping @Sendable () -> Bool = { false },
    onProgress: @escaping (CampaignProgress) -> Void = { _ in }
  ) throws -> CampaignResult {
    let file = try file(settings, isFresh: isFresh)
    return try Campaign(settings, progress: file, now: now, isStopped: isStopped).run(
      onProgress: onProgress)
  }

  @Test("another campaign, a damaged file and a second process are refused; a fresh one is not")
  func refusals() throws {
    let runs = try KilledRuns()
    let settings = try Self.settings(runs.folder)
    _ = try Self.run(settings, isStopped: { true })
    var other = settings
    other.seed = 3
    #expect(throws: ProgressFile.OpenError.other(command: "fuzz")) { try Self.run(other) }
    let path = "\(runs.folder)/\(ProgressFile.name)"
    var bytes = try #require(FileManager.default.contents(atPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: ProgressFile.OpenError.damaged("it does not hash to what it says")) {
      try Self.run(settings)
    }
    var running: ProgressFile? = try ProgressFile(
      in: runs.folder, settings, nil, build: "test", command: "fuzz", isFresh: true)
    #expect(throws: ProgressFile.OpenError.inUse) { try Self.run(settings) }
    #expect(running != nil)
    running = nil
    _ = try Self.run(other, isFresh: true)
  }

  @Test("a campaign killed after any batch resumes to the same result and the same files")
  func kills() throws {
    let runs = try KilledRuns()
    let settings = try Self.settings(runs.folder, cases: 200)
    // How often an examination or a wait reports itself depends on its time.
    var copied = 0
    let unbroken = try Self.run(
      settings,
      onProgress: {
        if $0.examination == nil, $0.cases > copied { runs.copy() }
        copied = max(copied, $0.cases)
      })
    let files = try runs.files()
    #expect(!unbroken.findings.isEmpty, "seed 2")
    #expect(runs.copyCount == 13)
    for copy in TestLength.some(of: Array(0..<runs.copyCount).reversed(), quick: 3) {
      try runs.restore(copy)
      let result = try Self.run(settings)
      #expect(result.json == unbroken.json, "seed 2, after batch \(copy)")
      #expect(try runs.files() == files, "seed 2, after batch \(copy)")
    }
  }

  @Test(
    "a campaign stopped while it minimizes its last finding is unfinished, and resumes", .exhaustive
  )
  func stopsWhileMinimizing() throws {
    let runs = try KilledRuns()
    // One batch: a stop after its cases is a stop during minimization.
    let settings = try Self.settings(
      runs.folder, cases: BatchRunner.casesPerBatch, strategy: "simplex.weightedLevels")
    let asked = Atomic<Int>(0)
    let unbroken = try Self.run(
      settings,
      isStopped: {
        asked.add(1, ordering: .relaxed)
        return false
      })
    let files = try runs.files()
    let last = asked.load(ordering: .relaxed)
    var cutCount = 0
    for stop in stride(from: 1, to: last, by: max(1, last / 4)) {
      try FileManager.default.removeItem(atPath: runs.folder)
      try FileManager.default.createDirectory(
        atPath: runs.folder, withIntermediateDirectories: true)
      asked.store(0, ordering: .relaxed)
      var file: ProgressFile? = try Self.file(settings)
      let stopped = try Campaign(settings, progress: file, now: { 0 }) {
        asked.add(1, ordering: .relaxed).newValue > stop
      }.run()
      let isWhole = stopped.counts.cases == settings.caseCount
      let isCut = stopped.findings.contains { $0.signature == $0.failure.pendingQueue.name }
      if isWhole, isCut {
        cutCount += 1
        #expect(file?.isCampaignDone == false, "seed 2, stop \(stop)")
      }
      file = nil
      #expect(try Self.run(settings).json == unbroken.json, "seed 2, stop \(stop)")
      #expect(try runs.files() == files, "seed 2, stop \(stop)")
    }
    #expect(cutCount > 0, "asked \(last) times whether to stop")
  }

  @Test("noted findings read back unchanged, scripts too")
  func roundTrip() throws {
    let runs = try KilledRuns()
    var settings = try Self.settings(runs.folder)
    let mutant = try #require(
      MutantCatalog.all.first { $0.name.hasPrefix("\(SessionTarget.healthyName).") })
    settings.seed = 3
    settings.profile = .conflicting
    settings.session = try #require(SessionTarget(named: mutant.name))
    settings.scriptFrequency = .always
    settings.minimizes = false
    let service = CaseService(settings)
    var tally = CampaignTally(settings, service, isStopped: { false })
    _ = try tally.fold(service.run(0..<40), elapsed: { 5 })
    #expect(!tally.findings.isEmpty && !tally.scriptFindings.isEmpty)
    var checkpoint = Checkpoint(batches: 2, nanoseconds: 7, tally: tally.state)
    checkpoint.provisional = ["a/b"]
    let bytes = JSONWriter.line(checkpoint.json)
    let read = try Checkpoint<TallyState>(try JSONParser.parse(bytes), of: settings)
    #expect(JSONWriter.line(read.json) == bytes)
    let again = CampaignTally(settings, service, from: read.tally, isStopped: { false })
    #expect(again.counts == tally.counts)
    #expect(again.findings.map(\.smallest) == tally.findings.map(\.smallest))
    #expect(again.findings.map(\.occurrences) == tally.findings.map(\.occurrences))
    #expect(again.scriptFindings.map(\.occurrences) == tally.scriptFindings.map(\.occurrences))
    #expect(again.findings.map(\.members) == tally.findings.map(\.members))
    #expect(again.scriptFindings.map(\.members) == tally.scriptFindings.map(\.members))
    #expect(again.result(nanoseconds: 0).json == tally.result(nanoseconds: 0).json)
    #expect(JSONWriter.line(again.state.json) == JSONWriter.line(tally.state.json))
  }
}
