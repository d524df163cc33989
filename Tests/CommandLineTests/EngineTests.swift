// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks layout engines on the command line, with the reference engine and a planted fault.
@Suite("Command line: layout engines", .serialized, .timeLimit(.minutes(30)), .waitsForProcesses)
struct EngineTests {
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/engines/reference.py").path

  private static func engine(_ options: String = "") -> String {
    "ref=\(Python.command) '\(script)' \(options)"
  }

  @Test("fuzz finds the fault; replay runs its finding again, and reports name it")
  func finding() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let faulty = Self.engine("--fault message")
    let run = try ToolRun(
      ["fuzz", "--engine", faulty, "--cases", "16", "--json", "--out", "o"], in: folder)
    #expect(run.status == 1, "\(run.error)")
    let first = try #require(try run.json()["findings"]?.array?.first)
    #expect(first["engine"]?.string == "ref" && first["verdict"]?.string == "message")
    #expect(first["views"]?.int == 3 && first["steps"]?.int == 1)
    let path = try #require(first["script"]?.string)
    #expect(path.hasSuffix("/case.engine.json"))

    let open = try ToolRun(["replay", "o", "--engine", faulty], in: folder)
    #expect(open.status == 1 && open.output.contains("ref: still open"), "\(open.error)")
    let fixed = try ToolRun(["replay", path, "--engine", Self.engine()], in: folder)
    #expect(fixed.status == 0 && fixed.output.contains("0 still open, 1 fixed"), "\(fixed.error)")
    // Without its engine a finding must not look like one that was replayed.
    for operand in ["o", path] {
      let left = try ToolRun(["replay", operand], in: folder)
      #expect(left.status == 65, "\(left.output)")
      #expect(left.error.contains("about layout engines not replayed"), "\(left.error)")
    }
    let report = try ToolRun(["report", "o", "--format", "json"], in: folder)
    let reported = try #require(try report.json()["findings"]?.array?.first)
    #expect(reported["subject"]?.string == "ref", "\(report.output)")
  }

  @Test("a healthy engine has no finding, and the digest depends on the seed alone")
  func healthy() throws {
    let digests = try [1, 2].map { jobs in
      let run = try ToolRun([
        "fuzz", "--engine", Self.engine(), "--cases", "8", "--json", "--jobs", "\(jobs)",
      ])
      #expect(run.status == 0, "\(run.error)")
      return try run.json()["digest"]?.string
    }
    #expect(digests[0] != nil && digests[0] == digests[1])
  }

  @Test("options of other campaigns, and programs that are no engines, are refused")
  func refused() throws {
    for words in [["--strategies", "simplex"], ["--external", "x"], ["--canary", "x"]] {
      let run = try ToolRun(["fuzz", "--engine", Self.engine()] + words)
      #expect(run.status == 64 && run.error.contains("does not go with --engine"), "\(run.error)")
    }
    let run = try ToolRun(["fuzz", "--engine", "exit 75", "--cases", "1"])
    #expect(run.status == 75, "\(run.error)")
  }
}
