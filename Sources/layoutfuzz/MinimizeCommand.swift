// SPDX-License-Identifier: MIT

import CampaignEngine
import LayoutModel
import Minimization

/// `layoutfuzz minimize`
enum MinimizeCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "minimize",
    summary: "the smallest case on which a strategy is wrong in the same way",
    operands: "CASE|DIR", operandCount: 1...1,
    options: [
      OptionSyntax(
        "strategy", value: "S", "keep this strategy wrong (default: the first that is)"),
      OptionSyntax(
        "output", value: "FILE", short: "o", "where the case goes (default: standard output)"),
      OptionSyntax("force", "replace FILE if it exists"),
      MinimizingOptions.jobs, MinimizingOptions.time,
    ] + SupervisionOptions.limitsSyntax + ExternalOptions.syntax,
    notes: """
      What is kept is the strategy and the kind of its verdict, or the law that is broken. The
      input is never overwritten. A case on which no strategy is wrong cannot be minimized (65).
      Success is 0. Ctrl-C ends with the smallest case so far, and so does the end of the time;
      minimizing the result goes on from there. DIR is the folder of a finding, and stands for the
      smallest case in it. Any number of jobs gives the same case after the same number of runs. A
      script (*.script.json) is run in a session, or by the external solver that fails on it.
      """,
    examples: ["layoutfuzz minimize big.case.json --strategy naive -o small.case.json"])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let path = try path(arguments.operands[0])
    if StoredScript.isScript(path) { return try minimizeScript(path, arguments) }
    let stored = try StoredCase.load(path)
    let output = try CaseOutput(
      arguments.text("output"), input: path, force: arguments.has("force"), command: "minimize")
    let kind: FailureSignature.Kind
    let result: MinimizationResult
    if arguments.text("strategy") == nil, let ending = stored.ending {
      kind = ending
      result = try minimized(stored, ending, arguments)
    } else {
      let predicate = try predicate(stored, arguments)
      Interruption.watch()
      kind = predicate.kind
      let jobs = try MinimizingOptions.jobs(arguments)
      result = try MinimizingOptions.time(arguments).measure(endsProcess: false) { isOver in
        predicate.minimize(
          stored.layoutCase, explains: true, jobs: jobs,
          isStopped: { Interruption.signal != 0 || isOver() })
      }
    }
    Console.complain(
      "\(kind.strategy) \(kind.verdict): \(size(stored.layoutCase)) -> "
        + "\(size(result.layoutCase)), \(result.end.rawValue) after \(result.calls) runs")
    if result.end == .stopped { Console.complain(MinimizingOptions.cutShort) }
    if !result.indifferent.isEmpty {
      Console.complain(
        "these numbers do not matter, others fail in the same way: "
          + Printable.line(result.indifferent.joined(separator: ", ")))
    }
    try output.write(
      ConvertCommand.encoded(result.layoutCase, as: arguments.text("output"), of: stored.path))
    return Interruption.exitCode ?? .nothingFound
  }

  /// The smallest case in the folder of a finding; other paths are what they are.
  private static func path(_ operand: String) throws(CommandFailure) -> String {
    guard try InputFiles.isFolder(operand) else { return operand }
    for name in ["case.json", "case.script.json"] {
      let path = "\(operand)/\(name)"
      if InputFiles.fileExists(path) { return path }
    }
    throw .badInput("\(operand): no folder of a finding: it has no case.json")
  }

  /// A case that ends its process is made small in processes of its own.
  private static func minimized(
    _ stored: StoredCase, _ kind: FailureSignature.Kind, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> MinimizationResult {
    let workers = try SupervisionOptions.workers(for: kind, of: stored, arguments)
    defer { workers.endAll() }
    Interruption.watch()
    let jobs = try MinimizingOptions.jobs(arguments)
    let result = try MinimizingOptions.time(arguments).measure(endsProcess: true) { isOver in
      workers.minimize(
        stored.layoutCase, kind, index: stored.caseIndex, jobs: jobs,
        isStopped: { Interruption.signal != 0 || isOver() })
    }
    guard result.end != .startPasses else {
      throw .badInput(
        "\(stored.path): nothing to minimize: \(kind.strategy) comes to an end on this case")
    }
    return result
  }

  private static func minimizeScript(
    _ path: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let stored = try StoredScript.load(path)
    let output = try CaseOutput(
      arguments.text("output"), input: path, force: arguments.has("force"), command: "minimize")
    Interruption.watch()
    let (script, summary) = try ScriptReplay.minimized(
      stored, try ExternalOptions.pools(arguments), arguments)
    for line in summary { Console.complain(line) }
    try output.write(script.encoded)
    return Interruption.exitCode ?? .nothingFound
  }

  private static func predicate(
    _ stored: StoredCase, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> FailurePredicate {
    if arguments.text("strategy") == nil, let law = try stored.law() {
      return try predicate(law, stored)
    }
    let strategies: [Strategy]
    let external = ExternalOptions.strategies(try ExternalOptions.pools(arguments))
    if let name = arguments.text("strategy") {
      if let given = external.first(where: { $0.name == name }) {
        strategies = [given]
      } else {
        strategies = [try CommonOptions.strategy(named: name, arguments)]
      }
    } else if !external.isEmpty {
      strategies = external
    } else {
      strategies = try stored.strategies(arguments)
    }
    do throws(InternalError) {
      let record = try CaseRunner(strategies: strategies).run(
        stored.layoutCase, inParallel: true, repeats: true, costs: stored.costs)
      for (strategy, answer) in zip(strategies, record.strategies) {
        if let kind = FailureSignature.Kind(strategy: strategy.name, verdict: answer.verdict) {
          return FailurePredicate(strategy, kind, costs: stored.costs)
        }
      }
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
    let names = strategies.map(\.name).joined(separator: ", ")
    let hint = stored.strategyBeside.map {
      "; the finding in its folder is about \($0): give --strategy \($0)"
    }
    throw .badInput(
      "\(stored.path): nothing to minimize: not wrong on this case: \(names)" + (hint ?? ""))
  }

  private static func predicate(
    _ law: LawCheck, _ stored: StoredCase
  ) throws(CommandFailure) -> FailurePredicate {
    let predicate = FailurePredicate(law)
    guard predicate.failure(on: stored.layoutCase) != nil else {
      throw .badInput(
        "\(stored.path): nothing to minimize: the law '\(law.law.name)' holds on this case")
    }
    return predicate
  }

  private static func size(_ layoutCase: LayoutCase) -> String {
    Readable.counted(layoutCase.views.count, "view") + ", "
      + Readable.counted(layoutCase.constraints.count, "constraint")
  }
}
