// SPDX-License-Identifier: MIT

import Checking
import ToolSupport

/// The command `layoutfuzz render`.
enum RenderCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "render",
    summary: "draw a layout and its constraints as SVG",
    operands: "CASE", operandCount: 1...1,
    options: [
      OptionSyntax(
        "output", value: "OUT", short: "o", "write to OUT (*.svg), or to standard output for -"),
      OptionSyntax(
        "strategy", value: "S", words: CommonOptions.strategyNames,
        "also draw the layout of this strategy, where it differs"),
      OptionSyntax("force", "replace an existing OUT"),
    ] + ChosenScreen.syntax,
    notes: """
      Draw the exact layout of a screen or case: views with names, and constraints as dimension
      lines with their numbers. Optional constraints are dashed, conflicts are red.

      One constraint of each conflict is left out of the layout, as in Auto Layout. Standard error
      names it. Sizes of zero are drawn as lines. Constraints of guides, and relations between
      sizes, are not drawn. The file needs no other file. It follows the light or dark setting of
      its viewer.
      """,
    exits: ExitCode.meanings([.badInput: "", .internalError: ""]),
    examples: [
      "layoutfuzz render Main.storyboard --scope Login -o login.svg",
      "layoutfuzz render case.json --strategy naive -o finding.svg",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    guard let output = arguments.text("output") else {
      throw .usage(
        "'render' needs -o OUT; fix: add -o NAME.svg, or -o - for standard output",
        seeHelpOf: "render")
    }
    guard output == "-" || output.ends(with: ".svg") else {
      throw .usage(
        "'\(output)' does not end in .svg; fix: add -o NAME.svg, or -o - for standard output",
        seeHelpOf: "render")
    }
    let place = try CaseOutput(
      output, input: arguments.operands[0], force: arguments.has("force"), command: "render")
    let strategy = try arguments.text("strategy").map { name throws(CommandFailure) in
      try CommonOptions.strategy(named: name, arguments)
    }
    let screen = try ChosenScreen(arguments)
    screen.complainOfUnsupported()
    let drawn = try DrawnCase(
      screen.fitted(keepsStaleFrames: false), label: screen.label, strategy: strategy)
    drawn.complainOfBroken(screen.label)
    try place.write(Array(drawn.drawing.svg.utf8))
    return .nothingFound
  }
}
