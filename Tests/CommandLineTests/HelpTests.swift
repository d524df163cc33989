// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks the size and the parts of all help texts of both tools, and the pages written from them.
@Suite("Command line: help texts", .waitsForProcesses)
struct HelpTests {
  private static let tools = ["layoutfuzz", "layoutbench"]

  /// Returns the standard output of a tool.
  private func output(_ tool: String, _ words: String) throws -> String {
    let path = BuiltTool.executable(tool).path
    try #require(FileManager.default.isExecutableFile(atPath: path), "not built: \(path)")
    let run = try ShellRun("'\(path)' \(words)", in: TemporaryFolder.make())
    #expect(run.status == 0, "\(tool) \(words): \(run.output)")
    return run.output
  }

  /// Returns the subcommands in the help of a tool.
  private func subcommands(_ tool: String) throws -> [String] {
    try output(tool, "--help").components(separatedBy: "Options:\n")[0]
      .matches(of: #/(?m)^  ([a-z]+) /#).map { String($0.1) }
  }

  /// Checks that no line of a help text is wider than 80 columns.
  ///
  /// `rows` is the largest number of lines.
  private func check(_ text: String, of command: String, rows: Int = .max) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= rows, "\(command): \(lines.count) lines")
    for line in lines {
      #expect(line.count <= 80, "\(command): \(line.count) columns: \(line)")
      #expect(line.last != " ", "\(command): \(line)")
    }
  }

  @Test("help texts fit a screen of 80 columns and 50 lines", arguments: tools)
  func size(tool: String) throws {
    let names = try subcommands(tool)
    #expect(names.count > 10)
    check(try output(tool, "--help"), of: "\(tool) --help", rows: 50)
    check(try output(tool, "--help-all"), of: "\(tool) --help-all")
    for name in names {
      check(try output(tool, "\(name) --help"), of: "\(tool) \(name) --help", rows: 50)
      check(try output(tool, "\(name) --help-all"), of: "\(tool) \(name) --help-all")
    }
  }

  @Test(
    "each help text has usage, options, exit codes and at least two examples", arguments: tools)
  func parts(tool: String) throws {
    for name in try subcommands(tool) {
      let common = try output(tool, "\(name) --help")
      let all = try output(tool, "\(name) --help-all")
      for text in [common, all] {
        #expect(text.contains("\n\nUsage: \(tool) \(name)"), "\(name)")
        #expect(
          text.contains("\n\nOptions:\n") && text.contains("\n\nExit codes:\n  0 "), "\(name)")
        let examples = text.components(separatedBy: "\n\nExamples:\n").last ?? ""
        #expect((2...4).contains(examples.split(separator: "\n").count), "\(name): \(examples)")
        #expect(examples.contains(" \(name) ") || examples.contains(" \(name)\n"), "\(name)")
      }
      let options = common.matches(of: /--[a-z-]+/).map { String($0.0) }
      #expect(options.allSatisfy(all.contains), "\(name)")
    }
  }

  @Test(
    "the pages of commands in docs are the output of the tools",
    arguments: [
      ("layoutfuzz", "docs/commands.md"), ("layoutbench", "docs/layoutbench-commands.md"),
    ])
  func pages(tool: String, page: String) throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let stored = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    let written = try output(tool, "man --markdown")
    #expect(stored == written, "\(tool) man --markdown > \(page)")
    let sections = stored.components(separatedBy: "\n### \(tool) ").dropFirst()
    let names = try subcommands(tool)
    #expect(sections.count == names.count)
    for (name, section) in zip(names, sections) {
      #expect(section.hasPrefix("\(name)\n"))
      for option in try output(tool, "\(name) --help-all").matches(of: /(?m)^  (?:-\w, )?(--[^ ]+)/)
      {
        #expect(section.contains(option.1), "\(name) \(option.1)")
      }
    }
  }
}
