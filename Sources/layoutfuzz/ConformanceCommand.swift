// SPDX-License-Identifier: MIT

import ExternalSolvers

/// `layoutfuzz conformance`
enum ConformanceCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "conformance",
    summary: "whether a program speaks the protocol of external solvers, and solves what is easy",
    operands: "-- CMD", operandCount: 1...Int.max,
    options: [
      OptionSyntax("timeout", value: "TIME", "how long a check may take (default 5s)")
    ],
    notes: """
      CMD is a program with its arguments, or one text for the shell. Each check has a process of its
      own. A check that fails is a finding (1); what the program does not offer is not checked. A
      program that does not shake hands ends the run (75).
      """,
    examples: ["layoutfuzz conformance -- python3 scripts/adapters/highs.py"])

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
      throw CommandFailure(.unavailable, ["the external solver \(error)"])
    }
    let console = Console(json: false)
    let palette = Palette(isOn: console.coloured())
    for result in results { try console.say(line(result, palette)) }
    let failed = results.count { if case .failed = $0.status { true } else { false } }
    let skipped = results.count { $0.status == .notOffered }
    try console.say(
      "\(results.count - failed - skipped) passed, \(failed) failed, \(skipped) not offered")
    if let stopped = Interruption.exitCode { return stopped }
    return failed == 0 ? .nothingFound : .findings
  }

  private static func line(_ result: Conformance.Result, _ palette: Palette) -> String {
    switch result.status {
    case .passed: return palette.green("passed") + "       \(result.name)"
    case .notOffered: return "not offered  \(result.name)"
    case .failed(let problem): return palette.red("failed") + "       \(result.name): \(problem)"
    }
  }
}
