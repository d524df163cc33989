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
      OptionSyntax("timeout", value: "TIME", "time limit of one check (default 5s)")
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
    let results: [Conformance.Result]
    do throws(AdapterStartError) {
      results = try conformance.run()
    } catch {
      throw .unavailable(error)
    }
    let console = Console(json: false)
    let palette = Palette(isOn: console.coloured())
    for result in results { try console.say(line(result, palette)) }
    return try end(results, console)
  }

  private static func end(
    _ results: [Conformance.Result], _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let failed = results.count { if case .failed = $0.status { true } else { false } }
    let givenUp = results.count { if case .gaveUp = $0.status { true } else { false } }
    let skipped = results.count { $0.status == .notOffered }
    let passed = results.count - failed - givenUp - skipped
    let open = givenUp > 0 ? "\(givenUp) given up, " : ""
    try console.say("\(passed) passed, \(failed) failed, \(open)\(skipped) not offered")
    if let stopped = Interruption.exitCode { return stopped }
    if failed > 0 { return .findings }
    // The handshake alone does not test answers.
    if passed > 1 { return givenUp > 0 ? .findings : .nothingFound }
    Console.complain(
      givenUp > 0
        ? "the external solver gave up on every check: nothing is known of its answers"
        : "no check was run: nothing is known of the external solver")
    return .unavailable
  }

  private static func line(_ result: Conformance.Result, _ palette: Palette) -> String {
    switch result.status {
    case .passed: return palette.green("passed") + "       \(result.name)"
    case .notOffered: return "not offered  \(result.name)"
    case .failed(let problem): return palette.red("failed") + "       \(result.name): \(problem)"
    case .gaveUp(let reason):
      let reason = reason.isEmpty ? "no reason given" : Printable.line(reason)
      return palette.red("gave up") + "      \(result.name): \(reason)"
    }
  }
}
