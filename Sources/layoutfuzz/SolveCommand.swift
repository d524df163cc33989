// SPDX-License-Identifier: MIT

import Checking
import Diagnosis
import Judging
import LinearModel
import Lowering
import Oracles
import ToolSupport

/// The command `layoutfuzz solve`.
enum SolveCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "solve",
    summary: "print the exact frames and those of each strategy",
    operands: "CASE", operandCount: 1...1,
    options: [
      OptionSyntax(
        "strategies", value: "A,B", words: CommonOptions.strategyNames,
        "only these: \(CommonOptions.strategyNames.joined(separator: ", ")), or mutants"),
      OptionSyntax("rounded", "round frames to device pixels, edge by edge"),
      OptionSyntax(
        "certificate", value: "FILE", "write the proof of the exact answer, for 'verify'"),
      OptionSyntax("force", "replace an existing FILE of --certificate"),
      OptionSyntax("json", "print the result as JSON"),
    ] + ExternalOptions.syntax.map(\.rare) + ChosenScreen.syntax,
    notes: """
      Print the exact frames of every view, and the answers of the strategies. CASE is a case file,
      a storyboard or a xib.

      A rational solver computes the exact frames, and a separate checker verifies them. If several
      layouts are optimal, one of them is printed and the case is called ambiguous. Frames are in
      points, relative to the superview, to a thousandth of a point. --json has all digits. A wrong
      answer of a strategy is a finding (1). A conflict or an ambiguity of the case is no finding
      here.

      A document is read as by 'check': on its own device unless --device is given. Self-sizing
      cells are as large as their contents request.
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "solved, no wrong answer", .findings: "wrong answer, or no certificate",
        .badInput: "", .internalError: "",
        .unavailable: "try again: the external solver does not start",
      ], isStoppable: true),
    examples: [
      "layoutfuzz solve login.case.json", "layoutfuzz solve Main.storyboard --scope Ab1-cD-2eF",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let strategies = try ExternalOptions.allStrategies(arguments) { () throws(CommandFailure) in
      try CommonOptions.strategies(arguments)
    }
    let place = try certificatePlace(arguments)
    let screen = try ChosenScreen(arguments)
    screen.complainOfUnsupported()
    if let stopped = Interruption.endAtOnce() { return stopped }
    let (record, report) = try solve(screen, strategies, rounded: arguments.has("rounded"))
    try place?.write(certificate(record, label: screen.label))
    if arguments.has("json") {
      try Console.write(JSONText.document(report.json))
    } else {
      let console = Console(json: false)
      try console.say(report.text(Palette(isOn: console.coloured())))
    }
    return record.failures.isEmpty ? .nothingFound : .findings
  }

  /// Returns the place of `--certificate`; checked before the work begins.
  private static func certificatePlace(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> CaseOutput? {
    guard let output = arguments.text("certificate") else {
      if arguments.has("force") {
        throw .usage("--force needs --certificate", seeHelpOf: arguments.command)
      }
      return nil
    }
    guard output != "-" else {
      throw .usage(
        "--certificate needs a file: the frames are on standard output",
        seeHelpOf: arguments.command)
    }
    return try CaseOutput(
      output, input: arguments.operands[0], force: arguments.has("force"),
      command: arguments.command)
  }

  private static func certificate(
    _ record: CaseRecord, label: String
  ) throws(CommandFailure) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(InternalError) {
      bytes = try record.certificate()?.encoded
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
    guard let bytes else {
      throw CommandFailure(.findings, at: label, "no certificate: \(OracleLimit.standard.sentence)")
    }
    return bytes
  }

  private static func solve(
    _ screen: ChosenScreen, _ strategies: [Strategy], rounded: Bool
  ) throws(CommandFailure) -> (CaseRecord, SolveReport) {
    let fitted = try screen.fittedScreen(keepsStaleFrames: true)
    do throws(InternalError) {
      let record = try CaseRunner(strategies: strategies).run(fitted.layoutCase, inParallel: true)
      let report = try SolveReport(
        label: screen.label, heading: screen.heading, diagnosed: fitted, record: record,
        rounded: rounded)
      return (record, report)
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }
}
