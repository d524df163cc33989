// SPDX-License-Identifier: MIT

import Engines
import ExternalSolvers
import JSON
import ToolSupport

/// The command `layoutfuzz conformance`.
enum ConformanceCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "conformance",
    summary: "check that a program speaks the protocol of solvers or layout engines",
    operands: "-- CMD", operandCount: 1...Int.max,
    options: [
      OptionSyntax("engine", "CMD is the adapter of a layout engine (docs/engines.md)"),
      OptionSyntax("timeout", value: "TIME", "time limit of one exchange (default 5s)"),
      OptionSyntax(
        "verbose", "also print requests and responses: of the checks that fail, or of all"),
      OptionSyntax("json", "print the result as JSON"),
    ],
    notes: """
      Check that a program speaks the protocol of external solvers (scripts/adapters/README.md) and
      solves easy systems. CMD is a program with its arguments, or one text for the shell.

      With --engine, check that it speaks the protocol of layout engines (docs/engines.md), with an
      example for each item of its offer. Frames are judged exactly, with the rounding of the offer.

      Each check has its own process. A check that fails is a finding (1). A check on which the
      program gives up is a finding, too. Operations that the program does not offer are skipped. A
      program that does not complete the handshake ends the run (75). So does a program that gives
      up on every check, or offers nothing whose answer a check compares.
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "all checks passed",
        .findings: "a check failed, or the program gave up on it",
        .unavailable: "the program does not start, or no answer was tested",
      ], isStoppable: true),
    examples: [
      "layoutfuzz conformance -- python3 scripts/adapters/highs.py",
      "layoutfuzz conformance --timeout 30s -- ./solver",
      "layoutfuzz conformance --engine -- python3 scripts/engines/reference.py",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    guard let command = AdapterCommand(words: arguments.operands) else {
      throw .usage("'conformance' needs -- CMD", seeHelpOf: arguments.command)
    }
    Interruption.watch()
    let isEngine = arguments.has("engine")
    let report = try report(
      on: command, isEngine: isEngine,
      timeout: try arguments.duration("timeout") ?? AdapterPool.timeoutDefault)
    let console = Console(json: arguments.has("json"))
    let text = ConformanceText(
      report, isVerbose: arguments.has("verbose"), isEngine: isEngine, words: arguments.operands)
    if console.json {
      try Console.write(JSONText.document(report.json))
    } else {
      for line in text.lines(Palette(isOn: console.coloured())) { try console.say(line) }
    }
    if let stopped = Interruption.exitCode { return stopped }
    if text.failed > 0 { return .findings }
    let noun = isEngine ? EngineProcess.title : AdapterProcess.title
    if report.hasTestedAnswers, text.undecided == 0 {
      return text.givenUp > 0 ? .findings : .nothingFound
    }
    if text.undecided > 0 {
      throw CommandFailure(
        .unavailable, at: report.program, "the exact comparison takes too long: no verdict")
    }
    throw CommandFailure(
      .unavailable, at: report.program,
      text.givenUp > 0
        ? "the \(noun) gave up on every check: no answer was tested"
        : "the \(noun) offers nothing that a check needs: no answer was tested")
  }

  private static func report(
    on command: AdapterCommand, isEngine: Bool, timeout: UInt64
  ) throws(CommandFailure) -> Conformance.Report {
    let adapter = ConformanceAdapter(
      command, timeoutNanoseconds: timeout, now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    do throws(AdapterStartError) {
      return try Heartbeat.during("conformance") { () throws(AdapterStartError) in
        isEngine ? try EngineConformance(adapter).run() : try Conformance(adapter).run()
      }
    } catch {
      throw .unavailable(error, isEngine ? EngineProcess.title : AdapterProcess.title)
    }
  }
}
