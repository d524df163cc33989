// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks the tool on systems that lack something, and with folders that are links.
@Suite("Command line: unusual systems", .serialized, .timeLimit(.minutes(30)), .waitsForProcesses)
struct SystemTests {
  @Test(
    "without /proc the tool reports it", .linuxOnly("hides /proc"),
    arguments: ["fuzz --cases 16", "--version"])
  func noProc(words: String) throws {
    let folder = try TemporaryFolder.make()
    let hiding = "unshare -m sh -c 'mount -t tmpfs none /proc"
    guard try ShellRun("\(hiding)'", in: folder).status == 0 else {
      try Test.cancel("this user cannot hide /proc")
    }
    let run = try ShellRun("\(hiding) && exec \"$tool\" \(words)'", in: folder)
    #expect(run.status == 75, "\(run.output)")
    #expect(run.output.hasPrefix("layoutfuzz: error: /proc: not mounted"), "\(run.output)")
  }

  @Test("findings in a folder whose name begins with a combining mark are stored and replayed")
  func markedFolder() throws {
    let folder = try TemporaryFolder.make()
    let output = "a/\u{301}'\u{301}\n\u{1B}[0m/o"
    let run = try ToolRun(
      [
        "fuzz", "--strategies", "simplex.weightedLevels", "--laws", "none", "--cases", "32",
        "--no-minimize", "--out", output,
      ], in: folder)
    #expect(run.status == 1, "\(run.error)")
    let commands = run.output.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("layoutfuzz replay ") }
    let words = try #require(commands.first).dropFirst("layoutfuzz".count)
    let replay = try ShellRun("\"$tool\"\(words)", in: folder)
    #expect(replay.status == 1, "\(words): \(replay.output)")
    #expect(replay.output.contains(": still open"), "\(replay.output)")
  }

  @Test("under nohup a closed terminal does not end a campaign")
  func nohup() throws {
    let folder = try TemporaryFolder.make()
    let run = try ShellRun(
      "trap '' HUP; \"$tool\" fuzz --time 3s --json >out & sleep 1; kill -HUP $!; wait $!",
      in: folder)
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("a symbolic link in place of the findings is refused, and its target does not change")
  func links() throws {
    let folder = try TemporaryFolder.make()
    let outside = folder.appendingPathComponent("outside/unfinished/0123456789abcdef")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: outside.appendingPathComponent("original.json"))
    let output = folder.appendingPathComponent("o")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: output.appendingPathComponent("findings").path, withDestinationPath: "../outside")
    let run = try ToolRun(
      [
        "fuzz", "--strategies", "simplex.weightedLevels", "--laws", "none", "--cases", "32",
        "--out", "o",
      ], in: folder)
    #expect(run.status == 74, "\(run.error)")
    #expect(run.error.contains("o/findings: cannot write: it is a symbolic link"), "\(run.error)")
    let left = FileManager.default.enumerator(
      atPath: folder.appendingPathComponent("outside").path)?.compactMap { $0 as? String }
    #expect(
      left?.sorted() == [
        "unfinished", "unfinished/0123456789abcdef", "unfinished/0123456789abcdef/original.json",
      ])
  }
}
