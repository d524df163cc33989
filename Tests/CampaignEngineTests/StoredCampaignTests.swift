// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Foundation
import JSON
import Scripts
import Supervision
import Synchronization
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

/// Reads campaigns begun by earlier versions, in `Tests/Stored`; their files have keys of retired
/// features.
@Suite("Stored campaigns of earlier versions")
struct StoredCampaignTests {
  private static let stored = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stored").path

  /// A copy of an unfinished campaign in its own folder.
  private struct Unfinished {
    let settings: CampaignSettings
    let folder: String
    private let limits: WorkerLimits
    private let build: String

    /// Copies a stored campaign to a new folder.
    ///
    /// `retired` are the keys of the settings that this version does not have.
    init(_ name: String, retired: Set<String> = []) throws {
      let value = try SealedFile.read("\(stored)/\(name)/\(ProgressFile.name)")
      let identity = try #require(value["identity"]?.members)
      let place = try TestFolder.make().path
      let moved = identity.map { member in
        member.key == "folder"
          ? JSONValue.Member(key: member.key, value: .string(place)) : member
      }
      let members = try #require(value.members).map { member in
        member.key == "identity"
          ? JSONValue.Member(key: member.key, value: .object(moved)) : member
      }
      try SealedFile.write(.object(members), to: "\(place)/\(ProgressFile.name)")
      let campaign = try #require(value["identity"]?["campaign"]?.members)
      var settings = try CampaignSettings(
        identity: .object(campaign.filter { !retired.contains($0.key) }))
      settings.outputFolder = place
      (self.settings, folder) = (settings, place)
      limits = WorkerLimits(
        caseNanoseconds: UInt64(try #require(value["identity"]?["caseNanoseconds"]?.int)),
        memoryBytes: try #require(value["identity"]?["memoryBytes"]?.int))
      build = try #require(value["identity"]?["build"]?.string)
    }

    func open(isFresh: Bool = false) throws(ProgressFile.OpenError) -> ProgressFile {
      try ProgressFile(
        in: folder, settings, limits, build: build, command: "fuzz", isFresh: isFresh)
    }
  }

  @Test("an unfinished campaign resumes to the digest of an uninterrupted one")
  func resumes() throws {
    let unfinished = try Unfinished("unfinished-run")
    let file = try unfinished.open()
    #expect(file.casesDone == 16)
    let isStopped = Mutex(false)
    var settings = unfinished.settings
    settings.jobs = 1
    let result = try Campaign(
      settings, progress: file, now: { 0 }, isStopped: { isStopped.withLock { $0 } }
    ).run(onProgress: { progress in
      if progress.cases >= 32 { isStopped.withLock { $0 = true } }
    })
    #expect(result.counts.cases == 32)
    #expect(result.findings.count >= 4, "those of the first 16 cases are known")
    settings.caseCount = 32
    settings.minimizes = false
    settings.outputFolder = nil
    let whole = try Campaign(settings, now: { 0 }).run()
    settings.caseCount = 16
    let first = try Campaign(settings, now: { 0 }).run()
    // The counters of the strategies' work are part of a digest. Those of the first 16 cases are an
    // earlier version's.
    var (resumed, expected) = (result.counts.digest, whole.counts.digest)
    resumed += first.counts.digest
    expected += try #require(file.start).tally.batch.counts.digest
    #expect(resumed == expected)
  }

  @Test("a finding about a script that an earlier version noted in its progress is read")
  func scripts() throws {
    let bucket = "\(Self.stored)/external/findings/ones-wrongFeasible-alone-08af46a1"
    let bytes = try Data(
      contentsOf: URL(fileURLWithPath: "\(bucket)/ad6c33e49b97264f/original.json"))
    let script = try SolverScript(decoding: Array(bytes))
    let text = JSONValue.string(String(decoding: bytes, as: UTF8.self))
    let failure: [JSONValue] = ["ones", "wrongFeasible", "alone"]
    let noted: JSONValue = [
      "signature": "ones-wrongFeasible-alone-08af46a1", "failure": .array(failure),
      "summary": "wrong", "firstCase": 3, "original": text, "smallest": text, "path": .null,
      "nanoseconds": 5, "members": 2,
    ]
    let settings = CampaignSettings(seed: 1, caseCount: 16)
    let tally: JSONValue = [
      "cases": BatchRunner(settings).emptyBatch.json, "failingCases": 0, "findings": [],
      "failures": [],
      "scripts": [
        "findings": [noted], "verdicts": [["ones wrongFeasible", 7]],
        "failures": [[.array(failure), 7], [.array(failure + ["exit3", "no words"]), 2]],
      ],
    ]
    let state = try TallyState(tally, of: settings)
    let finding = try #require(state.scripts.list.findings.first)
    #expect(finding.original == script && finding.smallest == script)
    #expect(finding.members == 2 && finding.occurrences == 7 && finding.path == nil)
    #expect(state.scripts.verdicts.json == [["ones wrongFeasible", 7]])
    #expect(state.scripts.list.failures.map(\.failure.ending?.exit) == [nil, "exit3"])
    #expect(try TallyState(state.json, of: settings).json == state.json)
  }

  @Test("an unfinished campaign with feedback is not resumed as one without")
  func feedback() throws {
    let unfinished = try Unfinished("unfinished-feedback", retired: ["feedback"])
    let command =
      "fuzz --feedback --seed 6 --cases 3000 --strategies naive.twinsCollapsed --laws none "
      + "--out unfinished-feedback --jobs 1"
    #expect(throws: ProgressFile.OpenError.other(command: command)) { try unfinished.open() }
    #expect(try unfinished.open(isFresh: true).casesDone == 0)
    #expect(throws: JSONError.self) { try Unfinished("unfinished-feedback") }
  }

  @Test("findings of a campaign with feedback are replayed from their cases alone")
  func findings() throws {
    let folder = "\(Self.stored)/unfinished-feedback/findings"
    let strategy = try #require(Strategy.named("naive.twinsCollapsed"))
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix("/finding.json") }
    #expect(names.count == 2)
    for name in names.sorted() {
      let path = "\(folder)/\(name.dropLast("/finding.json".count))"
      let loaded = try FindingStore.load(path: path)
      let record = try #require(loaded.record)
      #expect(record.seed == nil && record.caseIndex != nil, "\(name)")
      let judged = try CaseRunner(strategies: [strategy]).run(loaded.layoutCase)
      #expect(judged.failures.first?.verdict.failureKind == record.verdict, "\(name)")
    }
  }

  @Test("a plan and the results of its shards are read")
  func plan() throws {
    let plan = try CampaignPlan.load("\(Self.stored)/plan")
    #expect(plan.shards == 3 && plan.settings.caseCount == 64)
    #expect(plan.missing == [2] && plan.contradictedShards.isEmpty)
    for shard in 0..<2 {
      let batch = try #require(plan.result(of: shard))
      let cases = plan.batches(of: shard).count * BatchRunner.casesPerBatch
      #expect(batch.counts.cases == cases, "shard \(shard)")
    }
  }
}
