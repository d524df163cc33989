// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import LinearModel
import Synchronization
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

/// Checks that new findings are stored before another finding is minimized.
@Suite("Findings that wait for minimization", .serialized)
struct EarlyFindingsTests {
  private static func folder() throws -> URL {
    let folder = TestFolder.root.appendingPathComponent(
      "early-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func files(_ folder: URL, named name: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix("/\(name)") }.sorted()
  }

  private static func settings(_ folder: URL?) throws -> CampaignSettings {
    let fault = "session.dependentsUnreported"
    let session = try #require(SessionTarget(named: fault))
    var settings = CampaignSettings(
      seed: 3, caseCount: 64, jobs: 2,
      strategies: try ["simplex.conflictNotMinimal", "relaxation.neverSettles"].map {
        try #require(Strategy.named($0))
      }, profile: .conflicting, laws: [], session: session, scriptFrequency: .always)
    settings.outputFolder = folder?.path
    return settings
  }

  @Test("findings of later batches are on disk while the first finding is minimized")
  func stored() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = try Self.settings(folder)
    let desk = WaitingDesk(CaseService(settings)) {
      // One finding is being minimized; another of its kind, of another kind, or a script is
      // pending.
      Self.files(folder, named: "original.json").count >= 2
    }
    let campaign = Campaign(settings, desk: desk, now: { 0 })
    let result = try campaign.run()
    #expect(desk.hasSeen, "nothing was stored while the first finding was made small")
    #expect(!result.findings.isEmpty && !result.scriptFindings.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/findings/unfinished"))
  }

  @Test(
    "the result of a campaign does not depend on early storing, for any number of jobs",
    .exhaustive)
  func same() throws {
    let nothing = try Campaign(try Self.settings(nil), now: { 0 }).run()
    var trees: [[String]] = []
    for jobs in [1, 2, 5] {
      let folder = try Self.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      var settings = try Self.settings(folder)
      settings.jobs = jobs
      let result = try Campaign(settings, now: { 0 }).run()
      #expect(result.counts.digest == nothing.counts.digest)
      #expect(result.findings.map(\.signature) == nothing.findings.map(\.signature))
      #expect(result.findings.map(\.smallest) == nothing.findings.map(\.smallest))
      #expect(result.findings.map(\.members) == nothing.findings.map(\.members))
      #expect(
        result.scriptFindings.map(\.signature) == nothing.scriptFindings.map(\.signature))
      trees.append(Self.files(folder, named: "original.json"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/findings/unfinished"))
    }
    #expect(!trees[0].isEmpty && trees.allSatisfy { $0 == trees[0] }, "\(trees)")
  }

  @Test("an existing draft is reused; one with other files is replaced")
  func drafts() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FindingStore(output: folder.path)
    let draft = try store.begin(bytes: Array("x".utf8))
    let file = "\(draft.folder)/original.json"
    let before = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
    #expect(try store.begin(bytes: Array("x".utf8)) == draft)
    let after = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
    #expect(before == after)
    try Data("y".utf8).write(to: URL(fileURLWithPath: "\(draft.folder)/case.json"))
    _ = try store.begin(bytes: Array("x".utf8))
    #expect(Self.files(folder, named: "case.json").isEmpty)
  }
}

/// A desk that delays minimizing the first finding until a condition holds, for at most half a
/// minute.
private final class WaitingDesk: CaseDesk, Sendable {
  private let service: CaseService
  private let condition: @Sendable () -> Bool
  private let seen = Mutex<Bool?>(nil)

  init(_ service: CaseService, until condition: @escaping @Sendable () -> Bool) {
    self.service = service
    self.condition = condition
  }

  var hasSeen: Bool { seen.withLock { $0 == true } }

  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome {
    if isMinimizing, seen.withLock({ $0 == nil }) {
      var isMet = false
      for _ in 0..<1500 where !isMet {
        isMet = condition()
        if !isMet { usleep(20_000) }
      }
      seen.withLock { $0 = isMet }
    }
    return service.done(work, isMinimizing: isMinimizing)
  }

  func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch? {
    service.run(cases, isOver: isOver)
  }
}
