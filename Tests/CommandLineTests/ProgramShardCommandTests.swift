// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

/// Runs campaigns against programs in shards.
@Suite("Command line: campaigns against programs in shards", .serialized, .timeLimit(.minutes(20)))
struct ProgramShardCommandTests {
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/engines/reference.py").path

  private static func engine(_ name: String, _ fault: String) -> [String] {
    ["--engine", "\(name)=\(Python.command) '\(script)' \(fault)"]
  }

  private static let campaign =
    ["--seed", "5", "--cases", "40"] + engine("good", "") + engine("bad", "--fault message")

  private static func run(_ words: [String], _ folder: URL) throws -> ToolRun {
    try ToolRun(["campaign"] + words + ["--dir", "d"], in: folder)
  }

  /// Returns the output without times.
  private static func untimed(_ run: ToolRun) -> String {
    run.output.replacing(/"(casesPerSecond|seconds)": [0-9.]+/, with: "")
  }

  /// Returns the files of all findings by their paths.
  private static func findings(_ folder: URL) throws -> [String: Data] {
    let root = folder.appendingPathComponent("d/findings").path
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      files[path] = FileManager.default.contents(atPath: "\(root)/\(path)")
    }
    try #require(!files.isEmpty)
    return files
  }

  @Test("shards against two engines merge to the output of the campaign in one piece", .exhaustive)
  func engines() throws {
    let piece = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: piece) }
    let whole = try ToolRun(["fuzz", "--json", "--out", "d"] + Self.campaign, in: piece)
    #expect(whole.status == 1, "\(whole.error)")
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = ["plan", "--shards", "3"] + Self.campaign
    #expect(try Self.run(plan, folder).status == 0)
    #expect(try Self.run(plan, folder).status == 0, "the same plan again")
    let other = try Self.run(plan.dropLast(2) + Self.engine("bad", ""), folder)
    #expect(other.status == 64 && other.error.contains("another plan"))
    #expect(try Self.run(["run", "--index", "1"], folder).status == 0)
    #expect(try Self.run(["missing"], folder).output == "0,2\n")
    #expect(try Self.run(["merge", "--json"], folder).status == 75)
    let words = ["campaign", "run", "--index", "0", "--dir", "d"]
    let twins = try [RunningTool(words, in: folder), RunningTool(words, in: folder)]
    for twin in twins { #expect(try twin.finish().status == 0) }
    #expect(try Self.run(["run", "--index", "all"], folder).status == 0)
    #expect(try Self.run(["status", "--json"], folder).json()["done"]?.int == 3)
    for _ in 0..<2 {
      let merged = try Self.run(["merge", "--json"], folder)
      #expect(merged.status == 1, "\(merged.error)")
      #expect(Self.untimed(merged) == Self.untimed(whole))
      #expect(try Self.findings(folder) == Self.findings(piece))
    }
    let launcher = try Self.run(
      ["launcher", "--scheduler", "kubernetes", "--image", "i"], folder)
    #expect(launcher.status == 0, "\(launcher.error)")
    #expect(launcher.output.contains("--fault message"))
  }

  @Test("a program that is absent or differs on a machine fails the shard with 75, not the plan")
  func absent() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("engine.py")
    let moved = folder.appendingPathComponent("moved.py")
    let scripts = URL(fileURLWithPath: Self.script).deletingLastPathComponent()
    for name in ["protocol.py", "formats.py", "lexicographic.py"] {
      try FileManager.default.copyItem(
        at: scripts.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
    try FileManager.default.copyItem(at: URL(fileURLWithPath: Self.script), to: file)
    let command = "ref=\(Python.command) engine.py"
    let plan = ["plan", "--shards", "2", "--cases", "16", "--engine", command]
    #expect(try Self.run(plan, folder).status == 0)
    #expect(try Self.run(["run", "--index", "0"], folder).status == 0)
    try FileManager.default.moveItem(at: file, to: moved)
    for words in [["run", "--index", "1"], ["merge"]] {
      let run = try Self.run(words, folder)
      #expect(run.status == 75 && run.error.contains("ref: error: "), "\(run.error)")
    }
    let done = try Self.run(["run", "--index", "0"], folder)
    #expect(done.status == 0, "a shard that is done needs no program: \(done.error)")
    #expect(try Self.run(["missing"], folder).output == "1\n")
    let source = try String(contentsOf: moved, encoding: .utf8)
    try source.replacing("\"reference 1\"", with: "\"reference 2\"")
      .write(to: file, atomically: true, encoding: .utf8)
    let differing = try Self.run(["run", "--index", "1"], folder)
    #expect(differing.status == 75, "\(differing.error)")
    #expect(
      differing.error.contains("it is 'reference 2', and 'reference 1' in the plan"),
      "\(differing.error)")
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: moved, to: file)
    #expect(try Self.run(["run", "--index", "all"], folder).status == 0)
    let merged = try Self.run(["merge"], folder)
    #expect(merged.status == 0, "\(merged.error)")
    #expect(merged.output.contains("Nothing found in 16 cases."))
    // A merge has no time of its own.
    #expect(!merged.output.contains("/s)"), "\(merged.output)")
  }

  @Test("a shard that is killed again and again merges to the same output", .exhaustive)
  func killed() throws {
    let cases = ["--seed", "5", "--cases", "120"] + Self.engine("bad", "--fault message")
    let whole = try ToolRun(
      ["fuzz", "--json", "--out", "d"] + cases, in: try TemporaryFolder.make())
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try Self.run(["plan", "--shards", "2"] + cases, folder).status == 0)
    let words = ["campaign", "run", "--index", "all", "--jobs", "1", "--dir", "d"]
    for milliseconds in [300, 900, 1500] {
      let tool = try RunningTool(words, in: folder)
      usleep(UInt32(milliseconds) * 1000)
      tool.send(signal: SIGKILL)
      _ = try tool.finish()
    }
    let last = try Self.run(["run", "--index", "all"], folder)
    #expect(last.status == 0, "\(last.error)")
    let merged = try Self.run(["merge", "--json"], folder)
    #expect(Self.untimed(merged) == Self.untimed(whole))
  }

  @Test("a plan has the known issues of its day, which all shards and the merge use")
  func known() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("known.json")
    let text = """
      {"layoutfuzzKnown": 1, "issues": [{"bucket": "bad-message-*", "until": "2099-01-01",
        "reason": "r", "without": ["WITHOUT"]}]}
      """
    try Data(text.utf8).write(to: file)
    let plan = ["plan", "--shards", "2", "--known", "known.json"] + Self.campaign
    let wrong = try Self.run(plan, folder)
    #expect(wrong.status == 65 && wrong.error.contains("unknown feature"), "\(wrong.error)")
    try Data(text.replacing("WITHOUT", with: "formats").utf8).write(to: file)
    let own = try Self.run(
      ["plan", "--shards", "2", "--cases", "9", "--known", "known.json"], folder)
    #expect(own.status == 64 && own.error.contains("--known needs --engine"), "\(own.error)")
    #expect(try Self.run(plan, folder).status == 0)
    // The plan has the content.
    try FileManager.default.removeItem(at: file)
    #expect(try Self.run(["run", "--index", "all"], folder).status == 0)
    let merged = try Self.run(["merge"], folder)
    #expect(merged.status == 0, "\(merged.output)\(merged.error)")
    #expect(merged.output.contains("known     1 bucket, "), "\(merged.output)")
    #expect(merged.output.contains("bad: formats"), "\(merged.output)")
    let launcher = try Self.run(
      ["launcher", "--scheduler", "kubernetes", "--image", "i"], folder)
    #expect(launcher.status == 0 && launcher.output.contains(#""--known", "known.json""#))
  }

  @Test("options that such a plan does not have are refused")
  func refused() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = ["plan", "--shards", "2"] + Self.campaign
    for words in [["--laws", "none"], ["--external", "true"], ["--case-timeout", "5s"]] {
      let run = try Self.run(plan + words, folder)
      #expect(run.status == 64, "\(words): \(run.error)")
      #expect(run.error.contains("\(words[0]) does not go with --engine"), "\(run.error)")
    }
    #expect(try Self.run(["status"], folder).status == 64, "no plan was written")
    #expect(try Self.run(plan, folder).status == 0)
    let run = try Self.run(["run", "--index", "0", "--in-process"], folder)
    #expect(run.status == 64 && run.error.contains("--in-process does not go with --engine"))
  }
}
