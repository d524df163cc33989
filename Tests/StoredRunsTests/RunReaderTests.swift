// SPDX-License-Identifier: MIT

import Foundation
import JSON
import Reporting
import StoredRuns
import TestSupport
import Testing
import ToolSupport

@Suite("Reports of stored runs")
struct RunReaderTests {
  private static let stored = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stored").path

  /// The files of one night that reports `bucket`.
  private struct OneNight: NightFiles {
    var bucket = ""
    let registryName = "registry"
    let nightName = "night"

    func history(decoding bytes: [UInt8]) throws(JSONError) -> BucketHistory {
      _ = try JSONParser.parse(bytes)
      return BucketHistory(night: 1, buckets: [])
    }

    func folder(ofNight number: Int) -> String { "\(number)" }
    func buckets(ofNight bytes: [UInt8]) -> Set<String> { [bucket] }
  }

  private static func report(
    _ path: String, night: Int? = nil, _ nights: OneNight = OneNight()
  ) throws -> Report {
    try RunReader.report(
      [path], ReportScope(night: night, deadline: nil, asStored: [path]), nights: nights)
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
    for (deadline, isSolved) in [(nil, true), (0, false)] as [(UInt64?, Bool)] {
      let scope = ReportScope(night: nil, deadline: deadline, asStored: [])
      let report = try RunReader.report([path], scope, nights: OneNight())
      #expect((report.findings.first?.page != nil) == isSolved)
    }
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
    try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/registry"))
    try Data("{".utf8).write(to: URL(fileURLWithPath: "\(folder)/campaign.json"))
    let report = try Self.report(folder)
    #expect(report.problems.map(\.path) == ["\(folder)/campaign.json"])
    #expect(report.findings.count == 1)
    #expect(report.runs.first?.lastNight == 1)
  }

  @Test("of a night, only the findings of its buckets are reported")
  func night() throws {
    let folder = try Self.copy()
    let bucket = "simplex.weightedLevels-worseThanOptimal-45b4aaf6"
    #expect(throws: CommandFailure.self) { try Self.report(folder, night: 1) }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/1", withIntermediateDirectories: false)
    try Data().write(to: URL(fileURLWithPath: "\(folder)/1/night"))
    #expect(try Self.report(folder, night: 1).findings.isEmpty)
    let report = try Self.report(folder, night: 1, OneNight(bucket: bucket))
    #expect(report.findings.map(\.signature) == [bucket])
    #expect(report.runs.first?.night == 1)
  }

  @Test("a path of --as-stored at which nothing is, is named")
  func missing() throws {
    let folder = try TestFolder.make().path
    let scope = ReportScope(night: nil, deadline: nil, asStored: [folder, "\(folder)/no"])
    #expect(scope.missing.count == 1)
    #expect(scope.missing.first?.hasSuffix("/no") == true)
  }
}
