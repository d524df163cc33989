// SPDX-License-Identifier: MIT

import CampaignEngine
import Checking
import Display
import Engines
import ExternalSolvers
import JSON
import Judging
import ProgramCampaigns
import StoredRuns
import ToolSupport

/// The command `layoutfuzz replay`.
enum ReplayCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "replay",
    summary: "run stored findings or cases again",
    operands: "CASE|DIR...", operandCount: 1...Int.max,
    options: [
      OptionSyntax(
        "strategies", value: "A,B", "run these instead of the strategy of the finding"),
      OptionSyntax(
        "confirm-time", "also measure the time of findings about counters. The verdict is the same"
      ).rare,
      OptionSyntax("json", "print the result as JSON"),
      ChosenScreen.scope,
    ] + ExternalOptions.syntax + [
      ExternalOptions.engine,
      OptionSyntax("bytes", "the files are inputs of a coverage-guided fuzzer, one case each").rare,
      OptionSyntax(
        "out", value: "DIR",
        "with --bytes: write findings to DIR/findings (default: the current folder)"
      ).rare,
      OptionSyntax("case", value: "FILE", "with --bytes: write the case of the one input").rare,
    ] + SupervisionOptions.limitsSyntax.map(\.rare),
    notes: """
      Run stored findings or cases again, and compare the verdict with the stored one. CASE is a
      case file or a script. DIR stands for all findings and *.case.json files below it.

      The strategy of the finding runs its case.json, changed as by the law of the finding. All
      healthy strategies run other cases, original.json included. A wrong answer is a finding (1),
      as stored or in another way. 0 means that every answer is correct. 75 means that no answer has
      a verdict, or none of an external solver. Strategies run in a worker process. A strategy that
      crashes it, hangs or takes too much memory has the verdict crash, hang or memory. The first
      unreadable file ends the run (65).

      A script (*.script.json) of a finding about the session runs in a session again. A script of a
      finding about an external solver runs with the given external solvers. No command is ever read
      from a file. A script alone runs in the session of --strategies. Scripts in a folder whose
      solver is not given are listed. They make the exit code 65 unless there is a finding.

      With --engine, findings about layout engines (case.engine.json) run with the given engines, as
      often as their rates ask for.

      Findings about check itself (case.storyboard) run as fuzz --check ran them.

      With --bytes each file passes through all stages of scripts/libfuzzer.sh pipeline. An input
      that stopped that program becomes a minimized finding here, with its replay command. A folder
      stands for the files in it. Costs are not judged.
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "no wrong answer", .findings: "a wrong answer",
        .badInput: "an input is missing or not valid, or the solver of a script is not given",
        .internalError: "", .unavailable: "try again: no verdict, or no worker or solver starts",
      ], isStoppable: true),
    examples: [
      "layoutfuzz replay findings",
      "layoutfuzz replay login.case.json --strategies naive",
      "layoutfuzz replay findings --external 'mine=python3 mine.py'",
    ])

  /// Returns the paths, with the present places of findings that were minimized since a command
  /// with their path was printed.
  ///
  /// A run that was cut short prints such paths. A later one minimizes the findings and stores them
  /// under their final names.
  private static func present(_ paths: [String]) throws(CommandFailure) -> [String] {
    var present: [String] = []
    for path in paths {
      guard InputFiles.isMissing(path), let places = PendingPath.places(of: path) else {
        present.append(path)
        continue
      }
      if places.isEmpty {
        throw .badInput(
          at: path,
          "not found: a resumed run may have minimized this finding and stored it under"
            + " another name; replay its folder 'findings'")
      }
      Console.note(
        "\(path): the finding was minimized since; running "
          + places.map(ShellWord.path).joined(separator: " "))
      present += places.filter { !present.contains($0) }
    }
    return present
  }

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    try ChosenScreen.ensureScopeFits(arguments)
    if arguments.has("bytes") { return try ByteReplay.run(arguments) }
    for name in ["out", "case"] where arguments.has(name) {
      throw .usage("--\(name) goes with --bytes only", seeHelpOf: arguments.command)
    }
    let pools = try pools(arguments)
    defer { for pool in pools.engines { pool.endAll() } }
    Interruption.watch()
    let operands = try present(arguments.operands)
    let inputs = try ReplayInputs(operands, takesEngines: !pools.engines.isEmpty)
    if inputs.cases.isEmpty, arguments.has("strategies") {
      throw .usage("--strategies needs a case or a script", seeHelpOf: arguments.command)
    }
    var output = ReplayOutput(arguments)
    let left = try replay(inputs.cases, arguments, pools.solvers, &output)
    try replay(inputs.documents, arguments, &output)
    let engines = try replay(
      inputs.engines, by: pools.engines, named: operands, &output)
    return try end(output, left, engines, of: operands, pools)
  }

  /// Returns the processes of all adapters of solvers and of layout engines.
  private static func pools(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (solvers: [AdapterPool], engines: [EnginePool]) {
    // An engine alone may have a time limit, too.
    if arguments.texts("engine").isEmpty { return (try ExternalOptions.pools(arguments), []) }
    return try ExternalOptions.allPools(arguments)
  }

  /// Runs cases and scripts again.
  ///
  /// - Returns: the scripts in folders whose solver is not given.
  private static func replay(
    _ paths: [String], _ arguments: ParsedArguments, _ pools: [AdapterPool],
    _ output: inout ReplayOutput
  ) throws(CommandFailure) -> [StoredScript] {
    let external = ExternalOptions.strategies(pools)
    let run = ReplayRun(choice(arguments, pools, external), SupervisionOptions.start(arguments))
    defer { run.endAll() }
    var left: [StoredScript] = []
    for path in paths where Interruption.signal == 0 {
      switch try run.replay(path) {
      case .stopped: return left
      case .left(let script): left.append(script)
      case .replayed(let replayed): try output.take(replayed)
      }
    }
    return left
  }

  /// Runs documents of findings about `check` again.
  private static func replay(
    _ documents: [String], _ arguments: ParsedArguments, _ output: inout ReplayOutput
  ) throws(CommandFailure) {
    if documents.isEmpty { return }
    let desk = try DocumentFuzz.desk(arguments, jobs: 1)
    defer { desk.endAll() }
    for path in documents where Interruption.signal == 0 {
      if let replay = try StoredDocument.load(path).replay(at: desk) { try output.take(replay) }
    }
  }

  /// Runs scripts for layout engines again, each by the accused engine if it is given, and by all
  /// if the user names its file.
  ///
  /// - Returns: the scripts whose engine is not given.
  private static func replay(
    _ scripts: [String], by engines: [EnginePool], named operands: [String],
    _ output: inout ReplayOutput
  ) throws(CommandFailure) -> [String] {
    var left: [String] = []
    for path in scripts where Interruption.signal == 0 {
      let stored = try StoredEngineScript.load(path)
      let isGiven =
        stored.record.map { record in engines.contains { $0.command.name == record.accused.name } }
        ?? true
      if engines.isEmpty || !isGiven && !operands.contains(path) {
        left.append(path)
        continue
      }
      for engine in stored.accused(of: engines) where Interruption.signal == 0 {
        if let replayed = try stored.replay(engine) { try output.take(replayed) }
      }
    }
    return left
  }

  /// Prints the summary of a run and the inputs that were not replayed.
  ///
  /// - Parameters:
  ///   - output: the answers.
  ///   - left: the scripts whose solver is not given.
  ///   - engines: the scripts whose engine is not given.
  ///   - operands: the files and folders of the command line.
  ///   - pools: the processes of the given programs.
  /// - Returns: the exit code of the command.
  /// - Throws: when standard output cannot be written.
  private static func end(
    _ output: ReplayOutput, _ left: [StoredScript], _ engines: [String], of operands: [String],
    _ pools: (solvers: [AdapterPool], engines: [EnginePool])
  ) throws(CommandFailure) -> ExitCode {
    let without = output.verdicts.without
    try output.end(left: left.map(\.path) + engines)
    var missing = MissingPrograms()
    for script in left { missing.add(script.finding, kind: "--external") }
    for path in engines {
      let record = (try? StoredEngineScript.load(path))?.record
      missing.add(record, kind: "--engine")
    }
    let given = pools.solvers.map(\.command.name) + pools.engines.map(\.command.name)
    // A stopped replay has not run all of them.
    let idle = Interruption.signal == 0 ? given.filter { !output.verdicts.has($0) } : []
    for line in missing.lines(operands, idle: idle) { Console.note(line) }
    return exitCode(
      output.verdicts, of: output.count, left: left.count + engines.count,
      unjudged: pools.solvers.filter { without.contains($0.command.name) })
  }

  /// - Parameters:
  ///   - verdicts: the verdicts of all cases.
  ///   - replayed: the number of cases.
  ///   - left: the number of scripts that were not replayed.
  ///   - unjudged: the processes of external solvers without a verdict.
  /// - Returns: the code of a signal, of a wrong answer, of a script that was not replayed, or of a
  ///   missing verdict, in this order.
  private static func exitCode(
    _ verdicts: ReplayVerdicts, of replayed: Int, left: Int, unjudged: [AdapterPool]
  ) -> ExitCode {
    if let stopped = Interruption.exitCode { return stopped }
    let programs = unjudged.map {
      JudgedPrograms.Program(
        $0.command.name, isJudged: false, check: SolverPrograms.check(of: $0.command.command))
    }
    if replayed > 0 {
      JudgedPrograms(cases: replayed, programs).messages.forEach { Console.note($0) }
    }
    if verdicts.wrong > 0 { return .findings }
    if left > 0 { return .badInput }
    // Without a verdict no answer proves that a fault is fixed.
    let isJudged = replayed == 0 || verdicts.casesWithout < replayed
    return unjudged.isEmpty && isJudged ? .nothingFound : .unavailable
  }

  private static func choice(
    _ arguments: ParsedArguments, _ pools: [AdapterPool], _ external: [Strategy]
  ) -> ReplayRun.Choice {
    ReplayRun.Choice(
      pools: pools, external: external, namesStrategies: arguments.text("strategies") != nil,
      operands: arguments.operands, scope: arguments.text("scope"),
      confirmsTime: arguments.has("confirm-time"),
      strategies: { (stored) throws(CommandFailure) in
        try CommonOptions.strategies(arguments, of: stored)
      },
      session: { (stored) throws(CommandFailure) in
        try CommonOptions.session(arguments, of: stored)
      })
  }
}
