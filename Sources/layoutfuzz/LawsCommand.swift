// SPDX-License-Identifier: MIT

import Display
import JSON
import Laws
import ToolSupport

/// The command `layoutfuzz laws`.
enum LawsCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "laws",
    summary: "list the metamorphic laws",
    operands: "[list]", operandCount: 0...1,
    options: [OptionSyntax("json", "print the result as JSON")],
    notes: """
      List the metamorphic laws with their reasons. A law relates the answers to a case and to a
      changed case. 'fuzz' tries them in turn, and a broken law is a finding.

      Strategies and oracle receive the same linear system. Only laws detect a fault between the
      case and its system.
      """,
    exits: ExitCode.meanings([:]),
    examples: ["layoutfuzz laws list", "layoutfuzz fuzz --laws mirror,transpose"])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if let word = arguments.operands.first, word != "list" {
      throw .usage(
        "'laws' takes list, not '\(word)'" + NearestName.suggestion(for: word, among: ["list"]),
        seeHelpOf: arguments.command)
    }
    if arguments.has("json") {
      let values = LawCatalog.all.map { law -> JSONValue in
        [
          "name": .string(law.name), "statement": .string(law.statement),
          "reason": .string(law.reason), "stage": .string(law.stage.rawValue),
        ]
      }
      try Console.write(JSONText.document(["laws": .array(values)]))
    } else {
      try Console.write(text.map { $0 + "\n" }.joined())
    }
    return .nothingFound
  }

  /// The laws with their reasons, in 80 columns.
  private static var text: [String] {
    var lines = [
      "\(ShownNumber.counted(LawCatalog.all.count, "law")), each about a case and a changed case"
    ]
    for law in LawCatalog.all {
      lines += ["", law.name]
      lines += WrappedText.lines(law.statement, after: "  law     ")
      lines += WrappedText.lines(law.reason, after: "  reason  ")
    }
    return lines
  }
}
