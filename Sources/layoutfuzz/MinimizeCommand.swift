// SPDX-License-Identifier: MIT

import CampaignEngine
import Checking
import CorpusStore
import Display
import Judging
import LinearModel
import Minimization
import Scripts
import StoredRuns
import ToolSupport

/// The command `layoutfuzz minimize`.
enum MinimizeCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "minimize",
    summary: "reduce a failing case to a smaller one that fails the same way",
    operands: "CASE|DIR", operandCount: 1...1,
    options: [
      OptionSyntax(
        "strategy", value: "S", "the strategy that must stay wrong (default: the first wrong one)"),
      OptionSyntax(
        "output", value: "FILE", short: "o", "write the case to FILE (default: standard output)"),
      OptionSyntax("force", "replace an existing FILE"),
      ChosenScreen.scope,
      MinimizingOptions.jobs, MinimizingOptions.time,
    ] + SupervisionOptions.limitsSyntax.map(\.rare) + ExternalOptions.syntax
      + [ExternalOptions.engine],
    notes: """
      Reduce a failing case to a smaller one with the same wrong strategy and the same kind of
      verdict, or the same broken law. DIR is the folder of a finding, with its smallest case.

      The input is never overwritten. A case without a wrong strategy cannot be minimized (65).
      After Ctrl-C or the end of the time, the result is the smallest case so far. To resume,
      minimize the result again. The number of jobs changes neither the result nor the number of
      runs. A script (*.script.json) runs in a session, or with the external solver that fails on
      it. A script for layout engines (case.engine.json) runs with the engine of --engine. A
      document on which 'check' fails (case.storyboard of a finding) runs as in 'fuzz --check'.
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "minimized",
        .badInput: "an input is missing or not valid, or no strategy is wrong",
        .internalError: "", .unavailable: "try again: no worker or external solver starts",
      ], isStoppable: true),
    examples: [
      "layoutfuzz minimize big.case.json --strategy naive -o small.case.json",
      "layoutfuzz minimize findings/BUCKET/ID --minimize-time 2m -o small.case.json",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    try ChosenScreen.ensureScopeFits(arguments)
    let path = try path(arguments.operands[0])
    if try ReplayInputs.subject(of: path) == .document {
      return try DocumentMinimize.run(path, arguments)
    }
    if !arguments.texts("engine").isEmpty || path.ends(with: ".engine.json") {
      return try EngineMinimize.run(path, arguments)
    }
    if InputFiles.isScript(path) { return try minimizeScript(path, arguments) }
    let stored = try StoredCase.load(path, scope: arguments.text("scope"))
    let output = try CaseOutput(
      arguments.text("output"), input: path, force: arguments.has("force"), command: "minimize")
    Interruption.watch()
    let kind: FailureIdentity
    let result: MinimizationResult
    if let predicate = try predicate(stored, arguments) {
      kind = predicate.failure
      let jobs = try MinimizingOptions.jobs(arguments)
      let time = try MinimizingOptions.time(arguments)
      result = Heartbeat.during("minimize") {
        time.measure(countsRuns: false) { isOver in
          predicate.minimize(
            stored.layoutCase, explains: true, jobs: jobs,
            isStopped: { Interruption.signal != 0 || isOver() })
        }
      }
    } else if let failure = try failure(stored, arguments) {
      kind = failure
      result = try minimized(stored, failure, arguments)
    } else {
      Console.note("stopped before anything was tried")
      return Interruption.exitCode ?? .nothingFound
    }
    try output.write(
      ConvertCommand.encoded(result.layoutCase, as: arguments.text("output"), of: stored.path))
    Console.note(
      "\(kind.accused.name) \(kind.verdict): \(CampaignSummary.size(stored.layoutCase)) -> "
        + "\(CampaignSummary.size(result.layoutCase))"
        + MinimizingOptions.summary(end: result.end.rawValue, calls: result.calls))
    if result.explanationIsCut {
      Console.note("  irrelevant numbers: \(MinimizingWords.explanationCut)")
    }
    if !result.indifferent.isEmpty {
      Console.note(
        "  irrelevant numbers: " + Printable.line(result.indifferent.joined(separator: ", ")))
    }
    if Strategy.named(kind.accused.name) != nil {
      sayNextCommand(kind.accused.name, isCut: result.end == .stopped, arguments)
    }
    return Interruption.exitCode ?? .nothingFound
  }

  /// Prints the command that continues a minimization that was cut short, or that replays the
  /// smallest case.
  ///
  /// A case does not name the wrong strategy: without its finding all healthy strategies answer it.
  private static func sayNextCommand(
    _ strategy: String?, isCut: Bool, _ arguments: ParsedArguments
  ) {
    guard let output = arguments.text("output"), output != "-" else { return }
    let option = isCut ? "--strategy" : "--strategies"
    var command = "layoutfuzz \(isCut ? "minimize" : "replay") \(ShellWord.path(output))"
    if let strategy { command += " \(option) \(strategy)" }
    for external in arguments.texts("external") {
      command += " --external \(ShellWord.quoted(external))"
    }
    Console.note(Printable.line("  " + command))
  }

  /// Returns the smallest case in the folder of a finding; other paths unchanged.
  private static func path(_ operand: String) throws(CommandFailure) -> String {
    guard try InputFiles.isFolder(operand) else { return operand }
    for subject in FindingRecord.Subject.allCases {
      let path = "\(operand)/\(subject.fileName)"
      if InputFiles.fileExists(path) { return path }
    }
    if let subject = (try? FindingStore.record(in: operand))?.subject {
      throw .badInput(at: operand, "error: the finding has no \(subject.fileName)")
    }
    throw .badInput(
      at: operand,
      "error: no finding in this folder: case.json is missing; fix: give the folder"
        + " of one finding, as findings/BUCKET/ID")
  }

  /// Minimizes a case on which a built-in strategy is wrong, in worker processes, which the
  /// strategy may end.
  private static func minimized(
    _ stored: StoredCase, _ kind: FailureIdentity, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> MinimizationResult {
    // If ending the process is the failure, runs may take the whole limit, so each has a shorter
    // one.
    let share: UInt64? = kind.verdict.endsProcess ? nil : 1
    let start = SupervisionOptions.start(arguments, minimizingDivisor: share)
    let workers = try start(stored.settings(replaying: kind))
    defer { workers.endAll() }
    let jobs = try MinimizingOptions.jobs(arguments)
    let time = try MinimizingOptions.time(arguments)
    return try Heartbeat.during("minimize") { () throws(CommandFailure) in
      try stored.minimized(kind, in: workers, jobs: jobs, time: time)
    }
  }

  private static func minimizeScript(
    _ path: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let stored = try StoredScript.load(path)
    let output = try CaseOutput(
      arguments.text("output"), input: path, force: arguments.has("force"), command: "minimize")
    Interruption.watch()
    let pools = try ExternalOptions.pools(arguments)
    let jobs = try MinimizingOptions.jobs(arguments)
    let time = try MinimizingOptions.time(arguments)
    let session = try CommonOptions.session(arguments, of: stored)
    let minimized = try Heartbeat.during("minimize") { () throws(CommandFailure) in
      try stored.minimized(
        pools, session, jobs: jobs, time: time, SupervisionOptions.start(arguments))
    }
    try output.write(minimized.result.subject.encoded)
    Console.note(summary(of: minimized, from: stored.script))
    // The session of a script has no option of its own.
    if !arguments.texts("external").isEmpty {
      sayNextCommand(nil, isCut: minimized.result.end == .stopped, arguments)
    }
    return Interruption.exitCode ?? .nothingFound
  }

  /// Returns the change of a script.
  private static func summary(
    of minimized: MinimizedScript, from start: SolverScript
  ) -> String {
    let (failure, result) = (minimized.failure, minimized.result)
    let before = ShownNumber.counted(start.constraintCount, "constraint")
    let after = ShownNumber.counted(result.subject.constraintCount, "constraint")
    return "\(failure.accused) \(failure.kind): \(before) -> \(after)"
      + MinimizingOptions.summary(end: result.end.rawValue, calls: result.runs)
  }

  /// Returns the wrong strategy and its failure: those of the finding, or of the first strategy
  /// that is wrong.
  ///
  /// - Returns: nil when the run is stopped.
  private static func failure(
    _ stored: StoredCase, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> FailureIdentity? {
    let name = arguments.text("strategy")
    if name == nil, let ending = stored.ending { return ending }
    let strategies: [Strategy]
    if let name {
      strategies = [try CommonOptions.strategy(named: name, arguments)]
    } else {
      strategies = try CommonOptions.strategies(arguments, of: stored)
    }
    let workers = ReplayWorkers(SupervisionOptions.start(arguments))
    defer { workers.endAll() }
    return try workers.failure(stored, strategies)
  }

  /// Returns the predicate of a law, or of a strategy of another program, which has its own
  /// processes; nil for a built-in strategy.
  private static func predicate(
    _ stored: StoredCase, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> FailurePredicate? {
    let name = arguments.text("strategy")
    if name == nil, let law = try stored.law() { return try stored.predicate(law) }
    let external = ExternalOptions.strategies(try ExternalOptions.pools(arguments)).filter {
      name == nil || $0.name == name
    }
    if external.isEmpty || name == nil && stored.ending != nil { return nil }
    return try stored.predicate(of: external)
  }
}
