// SPDX-License-Identifier: MIT

import Checking
import Diagnosis
import ToolSupport

/// The command `layoutfuzz explain`.
enum ExplainCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "explain",
    summary: "why a layout is as it is: who decides each frame, what is not met, what is open",
    operands: "CASE", operandCount: 1...1,
    options: [
      OptionSyntax("view", value: "ID", "only this view")
    ] + ChosenScreen.syntax,
    notes: """
      CASE is a case file, a storyboard or a xib. First comes what `check` would find. Then, for each
      number of each frame, the constraints that settle it together: all of them hold with equality,
      and none of them can be left out of the sum. Where several sets would do, required equations come
      before what the proof of uniqueness needs, and important constraints before others. Places are
      measured in the superview. Last come the preferences that are not met, the most important first,
      with how much is missing. A conflict or an ambiguity is told, and is no failure here: the exit
      code is 0. A document is looked at as on its own device; --device, --direction and --text choose
      another configuration of those that `check` names with its findings.
      """,
    examples: [
      "layoutfuzz explain login.case.json",
      "layoutfuzz explain Main.storyboard --scope Ab1-cD-2eF --view Gh3-iJ-4kL",
      "layoutfuzz explain Main.storyboard --scope Login --device retina4_0 --text doubled",
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
        label: screen.label, diagnosed: explanation.diagnosis.diagnosed, explanation: explanation,
        chosen: chosen)
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
    try Console(json: false).say(report.text)
    return .nothingFound
  }
}
