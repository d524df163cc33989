// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks on the command line layouts that are edited in a session.
@Suite("Command line: sessions", .timeLimit(.minutes(30)), .waitsForProcesses)
struct SessionTests {
  @Test("fuzz finds the fault of a session; replay and minimize run its script again")
  func finding() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try ToolRun(
      [
        "fuzz", "--strategies", "session.dependentsUnreported", "--seed", "1", "--cases", "12",
        "--json", "--laws", "none", "--out", folder.path,
      ])
    #expect(run.status == 1, "\(run.error)")
    let json = try run.json()
    #expect(json["scripts"]?["scripts"]?.int == 12)
    #expect((json["scripts"]?["steps"]?.int ?? 0) > 100)
    let first = try #require(json["findings"]?.array?.first)
    #expect(first["strategy"]?.string == "session.dependentsUnreported")
    let script = try #require(first["case"]?.string)
    let replay = try ToolRun(["replay", script])
    #expect(replay.status == 1)
    #expect(replay.output.contains(": still open"), "\(replay.output)")
    #expect(try ToolRun(["replay", folder.path]).status == 1)
    let small = try ToolRun(["minimize", script])
    #expect(small.status == 0, "\(small.error)")
    #expect(small.output == (try String(contentsOfFile: script, encoding: .utf8)))
    // Outside of its finding it is a plain script for the healthy session.
    let copy = folder.appendingPathComponent("copy.script.json")
    try FileManager.default.copyItem(atPath: script, toPath: copy.path)
    let healthy = try ToolRun(["replay", copy.path])
    #expect(healthy.status == 0, "\(healthy.output)")
    #expect(healthy.output.contains("session: pass"), "\(healthy.output)")
    // A named session runs it, too.
    let named = ["--strategies", "session.dependentsUnreported"]
    #expect(try ToolRun(["replay", copy.path] + named).status == 1)
    let again = try ToolRun(
      ["minimize", copy.path, "--strategy", "session.dependentsUnreported"])
    #expect(again.output == small.output, "\(again.error)")
    let other = try ToolRun(["replay", copy.path, "--strategies", "naive"])
    #expect(other.status == 64 && other.error.contains("'naive' is none"), "\(other.error)")
  }

  @Test("the healthy session passes, with the same digest for any number of jobs")
  func healthy() throws {
    let arguments = [
      "fuzz", "--strategies", "session", "--cases", "24", "--laws", "none", "--json", "--out",
      try TemporaryFolder.make().path,
    ]
    let runs = try ["1", "2"].map { try ToolRun(arguments + ["--jobs", $0]) }
    #expect(runs.map(\.status) == [0, 0], "\(runs[0].error)")
    #expect(try runs[0].json()["digest"]?.string == runs[1].json()["digest"]?.string)
    #expect(try ToolRun(["fuzz", "--strategies", "session,session.dragForgotten"]).status == 64)
  }
}
