// SPDX-License-Identifier: MIT

import CommandLineTable
import Foundation

/// The exit codes of a fictional tool.
enum SampleCode: Int32, ToolExitCode {
  case fine = 0
  case wrong = 9

  static let tool = "sample"
  static let done = SampleCode.fine
  static let badUsage = SampleCode.wrong
  static let brief = "Exit codes: 0 fine, 9 wrong"
  static let meanings = [
    ExitMeaning(0, "Fine."),
    ExitMeaning(
      9, "Wrong, which takes more words than one line has, so that the second line is indented."),
  ]
  static let ofEveryCommand = [fine]
  static let printing = meanings([:])

  var usualMeaning: String { "\(self)" }
}

/// A tool with options of every kind, whose texts have every character that breaks scripts and
/// pages.
enum SampleTool {
  static let draw = CommandSyntax(
    name: "draw", summary: "it's a 'picture' of [one] case: 50 % \\ more", operands: "CASE|DIR...",
    operandCount: 1...Int.max,
    options: [
      OptionSyntax("output", value: "OUT", short: "o", "where it goes; - for \"standard\" output"),
      OptionSyntax(
        "style", value: "S", words: ["plain", "rich"], "'plain': or [rich] \\n $HOME `id`"),
      OptionSyntax(
        "views", value: "A,B", words: ["first", "second", "third"], "only\nthese. All by default"),
      OptionSyntax("mode", value: "fast|slow", "how"),
      OptionSyntax("count", value: "N", "how many"),
      OptionSyntax("tag", value: "T", isRepeatable: true, "a word, more than once"),
      OptionSyntax("into", value: "DIR", "a folder").rare,
      OptionSyntax("an-option-with-a-long-name", value: "N", "help on a line of its own").rare,
      OptionSyntax(
        "quiet", synonyms: ["silent"],
        "print no more than the result, which is otherwise the last of a good many lines"),
    ],
    notes: """
      Draw a case.

      A paragraph of text
      in two lines.
      .that starts with a dot

        literal   line \\ 'quoted'
        .literal too

      The end.
      """,
    exits: [ExitMeaning(0, "drawn"), ExitMeaning(9, "not drawn")],
    examples: ["sample draw a.json --style=rich"])

  static let hidden = CommandSyntax(
    name: "__worker", summary: "work", operands: nil, operandCount: 0...0, options: [],
    isHidden: true)

  static let table = ToolTable<SampleCode>(
    version: "1.2", purpose: "pictures of cases",
    examples: ["sample draw a.json"],
    groups: [
      CommandGroup(
        "Draw",
        [
          Subcommand(syntax: draw) { _ throws(CommandFailure<SampleCode>) in .fine },
          Subcommand(syntax: hidden) { _ throws(CommandFailure<SampleCode>) in .fine },
        ]), CommandGroup("Tools", []),
    ])
}

/// One run of a program of this machine, with a text on its standard input.
struct ProgramRun {
  let status: Int32
  /// The bytes of standard output and standard error.
  let output: String

  /// - Returns: nil if the program is not installed.
  init?(_ program: String, _ arguments: [String], input: String) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let path = folders.map({ "\($0)/\(program)" })
        .first(where: FileManager.default.isExecutableFile(atPath:))
    else { return nil }
    let process = Process()
    let (stdin, stdout) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stdout
    try process.run()
    let writer = stdin.fileHandleForWriting
    try writer.write(contentsOf: Data(input.utf8))
    try writer.close()
    let data = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: data, as: UTF8.self)
  }
}
