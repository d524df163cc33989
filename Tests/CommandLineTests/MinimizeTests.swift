// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Command line: minimize", .serialized, .waitsForProcesses)
struct MinimizeTests {
  /// Returns the path of a stored original case of a campaign.
  private static func stored(_ mutant: String, in folder: URL) throws -> String {
    let fuzz = try ToolRun(
      [
        "fuzz", "--strategies", mutant, "--cases", "60", "--laws", "none", "--no-costs", "--json",
        "--no-minimize", "--out", "o",
      ], in: folder)
    #expect(fuzz.status == 1, "\(fuzz.error)")
    let finding = try #require(try fuzz.json()["findings"]?.array?.first)
    #expect(finding["signature"]?.string?.hasSuffix("-unminimized") == true)
    return try #require(finding["case"]?.string)
  }

  @Test(
    "any number of jobs gives the same case in as many runs, from the case or its folder",
    arguments: TestLength.some(
      of: ["session.zerosUnreported", "simplex.weightedLevels"], quick: 1))
  func jobs(mutant: String) throws {
    let folder = try TemporaryFolder.make()
    let path = try Self.stored(mutant, in: folder)
    let runs = try TestLength.choose(quick: ["1", "5"], full: ["1", "2", "5"]).map {
      try ToolRun(["minimize", path, "--jobs", $0, "--minimize-time", "10m"], in: folder)
    }
    #expect(runs[0].status == 0, "\(runs[0].error)")
    #expect(runs[0].error.contains("; minimal"), "\(runs[0].error)")
    for run in runs { #expect(run.output == runs[0].output && run.messages == runs[0].messages) }
    let place = path.split(separator: "/").dropLast().joined(separator: "/")
    let ofFolder = try ToolRun(["minimize", place, "--minimize-time", "10m"], in: folder)
    #expect(ofFolder.output == runs[0].output, "\(ofFolder.error)")
    let other = try ToolRun(["minimize", "o"], in: folder)
    #expect(other.status == 65 && other.error.contains("no finding in this folder"))
  }

  @Test("the script that a finding was generated from is run as the finding is")
  func originalScript() throws {
    let folder = try TemporaryFolder.make()
    let fuzz = try ToolRun(
      [
        "fuzz", "--strategies", "session.zerosUnreported", "--cases", "60", "--laws", "none",
        "--json", "--out", "o", "--minimize-time", "10m",
      ], in: folder)
    let path = try #require(try fuzz.json()["findings"]?.array?.first?["case"]?.string)
    let original = path.split(separator: "/").dropLast().joined(separator: "/") + "/original.json"
    let replay = try ToolRun(["replay", original], in: folder)
    #expect(replay.status == 1, "\(replay.error)")
    #expect(replay.output.contains(": still open"), "\(replay.output)")
    let minimized = try ToolRun(["minimize", original, "--minimize-time", "10m"], in: folder)
    #expect(minimized.status == 0, "\(minimized.error)")
    let smallest = try String(
      contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    #expect(minimized.output == smallest)
  }

  @Test("a minimization cut short by time is reported, and resumes to the same case")
  func cutShort() throws {
    let folder = try TemporaryFolder.make()
    let path = try Self.stored("simplex.weightedLevels", in: folder)
    let whole = try ToolRun(["minimize", path, "--minimize-time", "10m"], in: folder)
    let cut = try ToolRun(
      ["minimize", path, "--minimize-time", "1ms", "-o", "cut.case.json"], in: folder)
    #expect(cut.status == 0 && cut.error.contains("; cut short after "), "\(cut.error)")
    #expect(
      cut.error.contains(
        "  layoutfuzz minimize cut.case.json --strategy simplex.weightedLevels\n"))
    let rest = try ToolRun(
      [
        "minimize", "cut.case.json", "--strategy", "simplex.weightedLevels",
        "--minimize-time", "10m",
      ], in: folder)
    #expect(rest.output == whole.output, "\(rest.error)")
  }
}
