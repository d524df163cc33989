// SPDX-License-Identifier: MIT

import Checking
import Diagnosis
import ToolSupport

/// The command `layoutfuzz explain`.
enum ExplainCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "explain",
    summary: "show which constraints determine each frame",
    operands: "CASE", operandCount: 1...1,
    options: [
      OptionSyntax("view", value: "ID", "only this view, by id or name")
    ] + ChosenScreen.syntax,
    notes: """
      List the findings of 'check', then the constraints that determine each frame, then unmet
      preferences. CASE is a case file, a storyboard or a xib.

      For each number of each frame, the listed constraints determine it together. All of them hold
      with equality, and none can be omitted. If several sets are possible, required equations have
      precedence over those of the proof of uniqueness. Important constraints have precedence over
      others. Positions are relative to the superview. Unmet preferences are listed with their
      violation, the most important first. A conflict or an ambiguity is reported, and the exit code
      is 0. A document is read on its own device. --device, --direction and --text choose another
      configuration, as named by 'check'. A finding with invented texts counts one severity less, as
      in 'check' with the same options.
      """,
    exits: ExitCode.meanings([.badInput: "", .internalError: ""]),
    examples: [
      "layoutfuzz explain login.case.json",
      "layoutfuzz explain Main.storyboard --scope Ab1-cD-2eF --view Gh3-iJ-4kL",
      "layoutfuzz explain Main.storyboard --scope Login --text doubled",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let screen = try ChosenScreen(arguments)
    let chosen = try arguments.text("view").map { (id) throws(CommandFailure) in
      try screen.view(named: id)
    }
    screen.complainOfUnsupported()
    let report: ExplainReport
    do throws(InternalError) {
      let explanation = try LayoutExplanation(
        of: screen.diagnosed, comparesRecorded: screen.comparesRecorded)
      report = ExplainReport(
        heading: screen.heading, configuration: screen.configuration,
        diagnosed: explanation.diagnosis.diagnosed,
        explanation: explanation,
        chosen: chosen)
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
    try Console(json: false).say(report.text)
    return .nothingFound
  }
}
