// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Runs every command of the guides in order and compares its output with the guide.
///
/// A block whose first line begins with `$ ` is a session. Lines with `$ ` are commands, and the
/// lines below are their output on both streams. `...` stands for any lines, within a line for any
/// characters. A block with a language and a name is a file of that name. Blocks of `sh` need
/// engines such as Slurm: the tests of `scripts/launchers` run their scripts.
@Suite("Guides", .timeLimit(.minutes(30)))
struct GuideTests {
  static let guides = [
    "plug-in-your-solver", "read-a-verdict", "running-campaigns", "tour-engine", "tour-app",
    "tour-nightly",
  ]

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A command and its output according to the guide.
  private struct Step {
    let command: String
    var printed: [String] = []
  }

  /// Returns the fenced blocks of a guide: the text after the fence in its line, and the lines.
  private static func blocks(_ text: String) -> [(info: String, lines: [String])] {
    var found: [(String, [String])] = []
    var open: (String, [String])?
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let block = open { found.append(block) }
        open = open == nil ? (String(line.dropFirst(3)), []) : nil
      } else {
        open?.1.append(line)
      }
    }
    return found
  }

  private static func steps(_ lines: [String]) -> [Step] {
    var steps: [Step] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if !steps.isEmpty {
        steps[steps.count - 1].printed.append(line)
      }
    }
    return steps
  }

  /// Whether the printed lines match those of a guide, where `...` stands for any number of lines.
  private static func matches(_ printed: ArraySlice<String>, _ told: ArraySlice<String>) -> Bool {
    guard let first = told.first else { return printed.isEmpty }
    if first == "..." {
      return (printed.startIndex...printed.endIndex).contains {
        matches(printed[$0...], told.dropFirst())
      }
    }
    guard let line = printed.first, matches(line, first) else { return false }
    return matches(printed.dropFirst(), told.dropFirst())
  }

  /// Whether a printed line matches that of a guide, where `...` stands for any characters.
  private static func matches(_ printed: String, _ told: String) -> Bool {
    guard let gap = told.range(of: "...") else { return printed == told }
    let (start, end) = (told[..<gap.lowerBound], told[gap.upperBound...])
    return printed.count >= start.count + end.count && printed.hasPrefix(start)
      && printed.hasSuffix(end)
  }

  /// Returns a folder with the content of a checkout, except for files that commands write.
  private static func workplace() throws -> URL {
    let folder = try TemporaryFolder.make()
    for name in ["Corpus", "scripts", "Sources", "Package.swift"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(name),
        withDestinationURL: root.appendingPathComponent(name))
    }
    return folder
  }

  private static func run(_ command: String, in folder: URL) throws -> [String] {
    let run = try ShellRun(command, in: folder, shell: "/bin/bash")
    var lines = run.output.components(separatedBy: "\n")
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  @Test(
    "every command of a guide prints what the guide shows",
    arguments: TestLength.some(of: guides, quick: 1))
  func commands(name: String) throws {
    let text = try String(
      contentsOf: Self.root.appendingPathComponent("docs/\(name).md"), encoding: .utf8)
    let folder = try Self.workplace()
    var count = 0
    for block in Self.blocks(text) {
      let words = block.info.split(separator: " ")
      if words.count == 2 {
        let file = folder.appendingPathComponent(String(words[1]))
        try Data((block.lines.joined(separator: "\n") + "\n").utf8).write(to: file)
      }
      guard block.lines.first?.hasPrefix("$ ") == true else {
        // A command outside of a session would not run.
        #expect(!words.isEmpty, "\(name): a block that nothing runs: \(block.lines.first ?? "")")
        continue
      }
      for step in Self.steps(block.lines) {
        count += 1
        let printed = try Self.run(step.command, in: folder)
        var told = step.printed
        while told.last?.isEmpty == true { told.removeLast() }
        #expect(
          Self.matches(printed[...], told[...]),
          "\(name): $ \(step.command)\n\(printed.joined(separator: "\n"))")
      }
    }
    #expect(count >= 3, "\(name) has hardly any commands")
  }

  /// Pages of `docs` without commands to run.
  private static let others = ["retired-experiments.md"]

  @Test("all existing guides are run")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appendingPathComponent("docs").path)
    #expect(
      files.filter { $0.hasSuffix(".md") }.sorted()
        == (Self.guides.map { "\($0).md" } + Self.others).sorted())
  }
}
