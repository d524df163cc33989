// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Command line: printed commands", .serialized, .waitsForProcesses)
struct PrintedCommandTests {
  /// Returns the commands in a text, without the markup around them.
  private static func commands(in text: String) -> [String] {
    text.matches(of: /layoutfuzz (?:replay|explain|verify|minimize) [^\n`<"]+/).map {
      var command = String($0.0)
      // The command may end a sentence in Markdown.
      while let last = command.last, ".\\ ".contains(last) { command.removeLast() }
      return command
    }
  }

  /// Returns all texts that the tool prints and writes for files and folders whose names begin with
  /// a dash.
  private static func texts(in folder: URL) throws -> [(source: String, text: String)] {
    let mutant = ["--strategies", "simplex.weightedLevels", "--laws", "none", "--seed", "6"]
    var texts: [(source: String, text: String)] = []
    func run(_ words: [String]) throws {
      let run = try ToolRun(words, in: folder)
      #expect([0, 1].contains(run.status), "\(words): \(run.error)")
      texts.append((words.joined(separator: " "), run.output + "\n" + run.error))
    }
    let conflict =
      #"{"layoutfuzz": 1, "environment": {"size": [9, 9]}, "views": [{"id": "root"}], "constraints": [{"id": "c", "first": "root.width", "relation": "==", "constant": 3}]}"#
    try Data(conflict.utf8).write(to: folder.appendingPathComponent("-a.case.json"))
    try run(["check", "-o", "g.html", "--", "-a.case.json"])
    try run(["fuzz", "--out=-run", "--cases", "20"] + mutant)
    try run(["report", "--format", "markdown", "--", "-run"])
    try run(["report", "--format", "html", "--", "-run"])
    try run(["campaign", "nightly", "--state=-n", "--cases", "20", "--no-costs"] + mutant)
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    for case let name as String in names where name.hasSuffix("report.md") || name == "g.html" {
      let file = folder.appendingPathComponent(name)
      texts.append((name, try String(contentsOf: file, encoding: .utf8)))
      if name == "g.html" { continue }
      let finding = String(name.dropLast("report.md".count))
      try run(["convert", "--to", "lp", "-o", "-", "--", finding + "case.json"])
      try run(["minimize", "-o", "\(finding)-small.case.json", "--", finding + "case.json"])
    }
    return texts
  }

  @Test("every printed command can be pasted if names of files and folders begin with a dash")
  func dashes() throws {
    let folder = try TemporaryFolder.make()
    var count = 0
    for (source, text) in try Self.texts(in: folder) {
      for command in Set(Self.commands(in: text)).sorted() {
        let run = try ShellRun(command, in: folder)
        #expect([0, 1].contains(run.status), "\(source): \(command): \(run.status) \(run.output)")
        count += 1
      }
    }
    #expect(count > 6)
  }
}
