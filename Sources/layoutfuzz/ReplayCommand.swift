// SPDX-License-Identifier: MIT

import CampaignEngine
import Checking
import Display
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

      Findings about check itself (case.storyboard) run as fuzz --check ran them. A folder that has
      some is only searched for them.

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

  /// Refuses the path of a finding that was stored before it was minimized, when it is missing.
  ///
  /// A run that was stopped prints such paths. Its resume minimizes the findings and stores them
  /// under their final names.
  private static func ensureNotMinimized(_ paths: [String]) throws(CommandFailure) {
    for path in paths where InputFiles.isMissing(path) {
      let isPending = path.split(separator: "/").contains { PendingBucket(named: $0) != nil }
      if !isPending { continue }
      throw .badInput(
        at: path,
        "not found: a resumed run may have minimized this finding and stored it under"
          + " another name; replay its folder 'findings'")
    }
  }

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    try ChosenScreen.ensureScopeFits(arguments)
    if arguments.has("bytes") { return try ByteReplay.run(arguments) }
    for name in ["out", "case"] where arguments.has(name) {
      throw .usage("--\(name) goes with --bytes only", seeHelpOf: arguments.command)
    }
    if !arguments.texts("engine").isEmpty { return try EngineReplay.run(arguments) }
    let documents = try DocumentReplay.paths(arguments.operands)
    if !documents.isEmpty { return try DocumentReplay.run(documents, arguments) }
    let console = Console(json: arguments.has("json"))
    let palette = Palette(isOn: console.coloured())
    Interruption.watch()
    var values: [JSONValue] = []
    var verdicts = ReplayVerdicts()
    var left: [StoredScript] = []
    let pools = try ExternalOptions.pools(arguments)
    let external = ExternalOptions.strategies(pools)
    let run = ReplayRun(choice(arguments, pools, external), SupervisionOptions.start(arguments))
    defer { run.endAll() }
    try ensureNotMinimized(arguments.operands)
    let (paths, engines) = try inputs(arguments.operands)
    replays: for path in paths where Interruption.signal == 0 {
      switch try run.replay(path) {
      case .stopped: break replays
      // Scripts in a folder whose solver was not given are reported at the end.
      case .left(let script): left.append(script)
      case .replayed(let replayed):
        for line in replayed.lines(palette) { try console.say(line) }
        if arguments.has("confirm-time") {
          for line in try replayed.times(palette) { try console.say(line) }
        }
        verdicts.take(replayed.verdicts, isFinding: replayed.isFinding)
        values.append(replayed.json)
      }
    }
    try console.say(
      verdicts.summary(
        replayed: values.count, left: left.count + engines.count,
        isStopped: Interruption.signal != 0))
    try notReplayed(left, engines, arguments.operands).forEach { Console.complain($0) }
    let unjudged = pools.filter { verdicts.without.contains($0.command.name) }
    if console.json {
      try Console.write(
        JSONText.document([
          "cases": .array(values), "notReplayed": .strings(left.map(\.path) + engines),
          "withoutVerdict": .strings(verdicts.without),
        ]))
    }
    return exitCode(
      verdicts, of: values.count, left: left.count + engines.count, unjudged: unjudged)
  }

  /// Returns the cases and scripts of the operands, and the scripts for layout engines, which only
  /// run with `--engine`.
  private static func inputs(
    _ operands: [String]
  ) throws(CommandFailure) -> (paths: [String], engines: [String]) {
    var (paths, engines): ([String], [String]) = ([], [])
    for operand in operands {
      let own = try StoredEngineScript.files(of: operand)
      engines += own
      if own == [operand] { continue }
      do throws(CommandFailure) {
        paths += try InputFiles.paths([operand], takesDocuments: false, takesScripts: true)
      } catch {
        // A folder of findings about engines alone has no other inputs.
        if own.isEmpty { throw error }
      }
    }
    return (paths, engines)
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
      JudgedPrograms(cases: replayed, programs).messages.forEach { Console.complain($0) }
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
      strategies: { (stored) throws(CommandFailure) in
        try CommonOptions.strategies(arguments, of: stored)
      },
      session: { (stored) throws(CommandFailure) in
        try CommonOptions.session(arguments, of: stored)
      })
  }

  /// Returns the scripts left out because their program was not given, and the commands that replay
  /// them.
  private static func notReplayed(
    _ scripts: [StoredScript], _ engines: [String], _ operands: [String]
  ) throws(CommandFailure) -> [String] {
    var solvers = MissingPrograms(fallback: "--external NAME=COMMAND")
    for script in scripts { solvers.add(script.finding) }
    var others = MissingPrograms(fallback: "--engine NAME=COMMAND")
    for path in engines { others.add((try? StoredEngineScript.load(path))?.record) }
    var places: [String] = []
    for operand in operands where try !StoredEngineScript.files(of: operand).isEmpty {
      places.append(operand)
    }
    return solvers.lines(operands) + others.lines(places)
  }
}
