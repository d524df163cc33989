// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Runs every command of the guides in order and compares its output with the guide.
///
/// A block is a session (`DocumentedSession`) or a file: its fence has a language and the name of
/// the file. Blocks of `sh` are not run, because they need engines such as Slurm, packages or
/// hours: the tests of `scripts/launchers` run those of engines.
@Suite("Guides", .timeLimit(.minutes(30)), .waitsForProcesses)
struct GuideTests {
  static let guides = [
    "plug-in-your-solver", "read-a-verdict", "running-campaigns", "tour-engine", "tour-app",
    "nightly", "reports", "engines",
  ]

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "every command of a guide prints what the guide shows",
    arguments: TestLength.some(of: guides, quick: 1))
  func commands(name: String) throws {
    let text = try String(
      contentsOf: Self.root.appendingPathComponent("docs/\(name).md"), encoding: .utf8)
    let folder = try DocumentedSession.workplace(of: Self.root)
    var count = 0
    for block in DocumentedSession.blocks(text) {
      let words = block.info.split(separator: " ")
      if words.count == 2 {
        let file = folder.appendingPathComponent(String(words[1]))
        try Data((block.lines.joined(separator: "\n") + "\n").utf8).write(to: file)
      }
      guard let session = block.session else {
        // A command outside of a session would not run.
        #expect(!words.isEmpty, "\(name): a block that nothing runs: \(block.lines.first ?? "")")
        continue
      }
      for step in session.steps {
        count += 1
        let (status, printed) = try step.run(in: folder)
        #expect(
          step.matches(printed), "\(name): $ \(step.command)\n\(printed.joined(separator: "\n"))")
        // A step whose lines are all omitted would match the message of an error.
        #expect(step.comparedCount > 0 || status == 0, "\(name): $ \(step.command): \(status)")
      }
    }
    #expect(count >= 3, "\(name) has hardly any commands")
  }

  /// Pages of `docs` without commands to run.
  private static let others = [
    "README.md", "benchmarks.md", "commands.md", "evaluation.md",
    "layoutbench-commands.md",
    "library.md", "retired-experiments.md", "trophies.md", "verdicts.md",
  ]

  @Test("all existing guides are run")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appendingPathComponent("docs").path)
    #expect(
      files.filter { $0.hasSuffix(".md") }.sorted()
        == (Self.guides.map { "\($0).md" } + Self.others).sorted())
  }
}
