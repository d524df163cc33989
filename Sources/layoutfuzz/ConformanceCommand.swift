// SPDX-License-Identifier: MIT

import ExternalSolvers
import ToolSupport

/// The command `layoutfuzz conformance`.
enum ConformanceCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "conformance",
    summary: "check that a program speaks the external solver protocol",
    operands: "-- CMD", operandCount: 1...Int.max,
    options: [
      OptionSyntax("timeout", value: "TIME", "time limit of one check (default 5s)"),
      OptionSyntax(
        "verbose", "also print requests and responses: of the checks that fail, or of all"),
    ],
    notes: """
      Check that a program speaks the protocol of external solvers (scripts/adapters/README.md) and
      solves easy systems. CMD is a program with its arguments, or one text for the shell.

      Each check has its own process. A check that fails is a finding (1). A check on which the
      program gives up is a finding, too. Operations that the program does not offer are skipped. A
      program that does not complete the handshake ends the run (75). So does a program that gives
      up on every check.
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "all checks passed",
        .findings: "a check failed, or the program gave up on it",
        .unavailable: "the program does not start, or gave up on every check",
      ], isStoppable: true),
    examples: [
      "layoutfuzz conformance -- python3 scripts/adapters/highs.py",
      "layoutfuzz conformance --timeout 30s -- ./solver",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    guard let command = AdapterCommand(words: arguments.operands) else {
      throw .usage("'conformance' needs -- CMD", seeHelpOf: arguments.command)
    }
    Interruption.watch()
    let conformance = Conformance(
      command,
      timeoutNanoseconds: try arguments.duration("timeout") ?? AdapterPool.timeoutDefault,
      now: MonotonicClock.now, isStopped: { Interruption.signal != 0 })
    let report: Conformance.Report
    do throws(AdapterStartError) {
      report = try conformance.run()
    } catch {
      throw .unavailable(error)
    }
    let console = Console(json: false)
    let text = ConformanceText(
      report, isVerbose: arguments.has("verbose"), words: arguments.operands)
    for line in text.lines(Palette(isOn: console.coloured())) { try console.say(line) }
    if let stopped = Interruption.exitCode { return stopped }
    if text.failed > 0 { return .findings }
    // The handshake alone does not test answers.
    if text.passed > 1 { return text.givenUp > 0 ? .findings : .nothingFound }
    throw CommandFailure(
      .unavailable, at: report.solver,
      text.givenUp > 0
        ? "the external solver gave up on every check: no answer was tested"
        : "the external solver offers nothing that a check needs: no answer was tested")
  }
}
