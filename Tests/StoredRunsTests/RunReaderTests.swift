// SPDX-License-Identifier: MIT

import Foundation
import Nights
import Reporting
import StoredRuns
import TestSupport
import Testing
import ToolSupport

@Suite("Reports of stored runs")
struct RunReaderTests {
  private static let stored = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stored").path

  private static func report(
    _ path: String, night: Int? = nil
  ) throws -> Report {
    try RunReader.report([path], scope(night: night, unsolved: [path]))
  }

  private static func scope(
    night: Int? = nil, deadline: UInt64? = nil, now: UInt64 = 0, unsolved: [String] = []
  ) -> ReportScope {
    ReportScope(night: night, deadline: deadline, now: { now }, unsolved: unsolved)
  }

  /// Returns a copy of the stored run with one finding.
  private static func copy() throws -> String {
    let folder = try TestFolder.make().appendingPathComponent("run").path
    try FileManager.default.copyItem(atPath: "\(stored)/layout-record-2", toPath: folder)
    return folder
  }

  @Test("a run has its campaign, its findings with their frequency, and no problem")
  func run() throws {
    let report = try Self.report("\(Self.stored)/layout-record-2/")
    #expect(report.problems.isEmpty)
    #expect(report.runs.map(\.folder) == ["\(Self.stored)/layout-record-2"])
    #expect(report.runs.first?.campaign != nil)
    #expect(report.runs.first?.lastNight == nil)
    #expect(
      report.findings.map(\.signature) == ["simplex.weightedLevels-worseThanOptimal-45b4aaf6"])
    #expect(report.findings.first?.occurrences != nil)
    #expect(report.findings.first?.page == nil, "not solved again")
    #expect(report.findings.first?.text?.contains("not solved again") == true)
  }

  @Test("a finding whose case is solved again has its page, and one after the deadline has none")
  func solved() throws {
    let path = "\(Self.stored)/layout-record-2"
    for (deadline, isSolved) in [(nil, true), (8, true), (7, false)] as [(UInt64?, Bool)] {
      let report = try RunReader.report([path], Self.scope(deadline: deadline, now: 7))
      #expect((report.findings.first?.page != nil) == isSolved)
    }
  }

  @Test(
    "a folder without results is refused with its content and the command for it",
    arguments: [
      ([], "no results: this folder is empty", "give the folder of 'fuzz --out DIR'"),
      (["plan.json"], "the plan of a campaign", "layoutfuzz campaign merge --dir "),
      (["night.json", "index.html"], "records of nights", "open "),
      (["registry.json.old"], "1 other file", "give the folder of 'fuzz --out DIR'"),
      (["a.xib", "b.storyboard"], "2 layout documents", "layoutfuzz check "),
      (["a.case.json"], "1 case file", "layoutfuzz replay "),
    ])
  func noResults(_ files: [String], _ content: String, _ fix: String) throws {
    let folder = try TestFolder.make().appendingPathComponent("empty")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files { try Data().write(to: folder.appendingPathComponent(file)) }
    let error = #expect(throws: CommandFailure.self) { try Self.report(folder.path) }
    let lines = try #require(error).lines
    #expect(lines.first?.contains(content) == true, "\(lines)")
    #expect(lines.last?.hasPrefix("  fix: \(fix)") == true, "\(lines)")
  }

  @Test("a first night that was killed is named with the command that resumes it")
  func killedFirstNight() throws {
    let path = try Self.copy()
    try FileManager.default.removeItem(atPath: "\(path)/campaign.json")
    let kind = { ConsoleReport(width: 1000).text(try Self.report(path)) }
    #expect(try kind().contains("findings only, no campaign.json"))
    try Data().write(to: URL(fileURLWithPath: "\(path)/night.progress"))
    #expect(try kind().contains("night 1 is unfinished; fix: run the same command again"))
  }

  @Test("unfinished findings are problems, and hide no other")
  func unfinished() throws {
    let report = try Self.report("\(Self.stored)/unfinished-run")
    #expect(report.findings.count == 4)
    #expect(report.problems.count == 18)
    #expect(report.problems.allSatisfy { $0.kind == .unfinished })
  }

  @Test("a finding that the campaign lists and that is gone is a problem")
  func lost() throws {
    let folder = try Self.copy()
    try FileManager.default.removeItem(atPath: "\(folder)/findings")
    let report = try Self.report(folder)
    #expect(report.findings.isEmpty)
    #expect(report.problems.map(\.kind) == [.unreadable])
  }

  @Test("an unreadable record is a problem, and its findings are there")
  func unreadable() throws {
    let folder = try Self.copy()
    for name in ["campaign.json", "registry.json"] {
      try Data("{".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let report = try Self.report(folder)
    #expect(
      Set(report.problems.map(\.path)) == ["\(folder)/campaign.json", "\(folder)/registry.json"])
    #expect(report.findings.count == 1)
  }

  @Test("of a night, only the findings of its buckets are reported")
  func night() throws {
    let nights = "\(Self.stored)/nights"
    let all = try Self.report(nights)
    #expect(all.runs.first?.lastNight == 2)
    #expect(all.findings.allSatisfy { $0.since != nil })
    let second = try Self.report(nights, night: 2)
    #expect(second.runs.first?.night == 2)
    let file = URL(fileURLWithPath: "\(nights)/nights/0002/night.json")
    let night = try Night(decoding: [UInt8](Data(contentsOf: file)))
    let buckets = Set(night.changes.map(\.bucket.signature))
    #expect(
      Set(second.findings.map(\.signature))
        == buckets.intersection(all.findings.map(\.signature)))
    let error = #expect(throws: CommandFailure.self) { try Self.report(nights, night: 3) }
    #expect(error?.messages.first?.contains("nights/0003/night.json") == true)
  }

  @Test("a path of --as-stored at which nothing is, is named")
  func missing() throws {
    let folder = try TestFolder.make().path
    #expect(Self.scope(unsolved: [folder, "\(folder)/no"]).missing == ["\(folder)/no"])
  }
}
