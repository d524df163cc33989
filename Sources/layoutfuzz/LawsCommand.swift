// SPDX-License-Identifier: MIT

import JSON
import Laws
import ToolSupport

/// The command `layoutfuzz laws`.
enum LawsCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "laws",
    summary: "metamorphic laws: list them with their reasons",
    operands: "list", operandCount: 1...1,
    options: [OptionSyntax("json", "the result as JSON on standard output")],
    notes: """
      A law says how the answers to a case and to a changed one relate. Strategies and oracle are
      given the same linear system, so only laws see what goes wrong on the way from the case to the
      system and back. 'fuzz' tries them in turn; a law that is broken is a finding.
      """,
    examples: ["layoutfuzz laws list", "layoutfuzz fuzz --laws mirror,transpose"])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let word = arguments.operands[0]
    guard word == "list" else {
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
      for law in LawCatalog.all {
        try Console.write("\(law.name)\n    \(law.statement):\n    \(law.reason)\n")
      }
    }
    return .nothingFound
  }
}
