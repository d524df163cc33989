// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks that a file of another kind is named, with the command that takes it.
@Suite("Command line: kinds of files", .serialized, .waitsForProcesses)
struct FileKindTests {
  private static let layout = #"""
    {"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"}]}
    """#
  private static let files = [
    "a.case.json": layout,
    "proof.json": #"{"layoutfuzzCertificate": 1}"#,
    "a.script.json": #"{"layoutfuzzScript": 1, "variables": 1, "steps": [{"op": "solve"}]}"#,
    "named.json": #"{"layoutfuzzScript": 1, "variables": 1, "steps": [{"op": "solve"}]}"#,
    "engine.json": #"{"layoutfuzzEngineScript": 1}"#,
    "plan.json": "0123456789abcdef\n{\"plan\": 1, \"shards\": 2}\n",
    "history.jsonl": "{\"night\": 1, \"date\": \"2026-11-25\", \"seed\": 3}\n",
  ]

  @Test(
    "an error in a JSON file shows its line with a caret, and the fix",
    arguments: [
      (["solve", "f.case.json"], "{\"layoutfuzz\": 1,, \"views\": []}", 18, "remove this comma"),
      (["verify", "f.case.json", "x"], "{\"a\": 1 \"b\": 2}", 9, "insert a comma before it"),
      (
        ["replay", "f.script.json"], "{\"layoutfuzzScript\": 1, \"a\": [1,]}", 33,
        "remove the comma before it"
      ),
    ])
  func excerpt(words: [String], text: String, column: Int, fix: String) throws {
    let name = words[1]
    let folder = try TemporaryFolder.make([name: text])
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try ToolRun(words, in: folder)
    #expect(run.status == 65)
    let lines = run.error.split(separator: "\n").map(String.init)
    try #require(lines.count == 4, "\(run.error)")
    #expect(lines[0].hasPrefix("\(name):1:\(column): error: expected "), "\(run.error)")
    #expect(lines[1] == "  " + text)
    #expect(lines[2] == String(repeating: " ", count: column + 1) + "^", "\(run.error)")
    #expect(lines[3] == "  fix: \(fix)")
  }

  @Test(
    "the message names both kinds, and the fix is a command",
    arguments: [
      (
        ["verify", "a.case.json", "proof.json"], "a.case.json", "a case file; verify needs",
        "layoutfuzz verify proof.json a.case.json"
      ),
      (
        ["verify", "a.case.json", "a.case.json"], "a.case.json", "a case file; verify needs",
        "layoutfuzz solve a.case.json --certificate proof.json"
      ),
      (
        ["verify", "plan.json", "a.case.json"], "plan.json", "the plan of a campaign; verify needs",
        "layoutfuzz campaign run --dir . --index all"
      ),
      (
        ["replay", "proof.json"], "proof.json", "a certificate; a case file is needed",
        "layoutfuzz verify proof.json CASE"
      ),
      (
        ["minimize", "history.jsonl", "-o", "-"], "history.jsonl",
        "the history of nights; a case file is needed", "layoutfuzz report ."
      ),
      (
        ["check", "a.script.json"], "a.script.json",
        "a script for an incremental solver; a case file is needed",
        "layoutfuzz replay a.script.json"
      ),
      (
        ["solve", "named.json"], "named.json", "a script for an incremental solver",
        "rename it to *.script.json, then run 'layoutfuzz replay'"
      ),
      (
        ["explain", "engine.json"], "engine.json", "a script for a layout engine",
        "layoutfuzz replay engine.json --engine NAME=CMD"
      ),
      (
        ["report", "a.case.json"], "a.case.json", "a case file; report needs a folder of results",
        "layoutfuzz report DIR"
      ),
    ])
  func kinds(words: [String], place: String, state: String, fix: String) throws {
    let folder = try TemporaryFolder.make(Self.files)
    let run = try ToolRun(words, in: folder)
    #expect(run.status == 65, "\(run.error)")
    #expect(run.error.contains("\(place): error: this is \(state)"), "\(run.error)")
    #expect(run.error.contains("\n  fix: \(fix)\n"), "\(run.error)")
  }

  @Test("report names the folder of results above a file or a folder")
  func results() throws {
    let folder = try TemporaryFolder.make()
    for (name, text) in [
      ("run/findings/bucket/id/case.json", Self.layout), ("n/plan.json", "0\n{}"),
    ] {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    for path in ["run/findings/bucket/id/case.json", "run/findings"] {
      let run = try ToolRun(["report", path], in: folder)
      #expect(run.status == 65)
      #expect(run.error.contains("\n  fix: layoutfuzz report run\n"), "\(run.error)")
    }
    let plan = try ToolRun(["report", "n"], in: folder)
    #expect(plan.error.contains("\n  fix: layoutfuzz campaign merge --dir n\n"), "\(plan.error)")
  }
}
