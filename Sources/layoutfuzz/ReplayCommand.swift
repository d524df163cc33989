// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import ExternalSolvers
import JSON
import Judging
import StoredRuns
import ToolSupport

/// The command `layoutfuzz replay`.
enum ReplayCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "replay",
    summary: "run findings and cases again, compare with the stored verdict",
    operands: "CASE|DIR...", operandCount: 1...Int.max,
    options: [
      OptionSyntax("strategies", value: "A,B", "let these run, not the one of the finding"),
      OptionSyntax(
        "confirm-time", "time what is slower by counter, too; the verdict does not depend on it"),
      OptionSyntax(
        "bytes", "the files are inputs of a coverage-guided fuzzer: the choices of a case each"),
      OptionSyntax(
        "out", value: "DIR",
        "with --bytes: findings go to DIR/findings (default: the current folder)"),
      OptionSyntax("case", value: "FILE", "with --bytes: where the case of the one input goes"),
      OptionSyntax("json", "the result as JSON on standard output"),
    ] + SupervisionOptions.limitsSyntax + ExternalOptions.syntax,
    notes: """
      CASE is a case file; the case.json in the folder of a finding is run by the strategy of the
      finding, or changed as the law of the finding says, and the verdict is compared with the stored
      one. Other cases, original.json too, are
      run by all healthy strategies. A folder stands for all findings and *.case.json files below
      it. A case on which a strategy is wrong, as stored or in another way, is a finding (1); 0
      means that nothing is wrong any more; 75 that no answer has a verdict, or none of an
      external solver, as of one that only gives up. Strategies run in a process of their own: one
      that ends it, does not get on or takes all memory is told as that (crash, hang, memory). The
      first file that cannot be used ends the run (65).
      A script (*.script.json) of a finding against the session is run in a session again, one of a
      finding against an external solver by the external solvers given; no command is ever taken from
      a file. A script by itself is run in the session that --strategies names. Scripts in a folder
      whose solver is not given are told, and make the exit code 65 unless there is a finding.

      With --bytes each file goes all the way of scripts/libfuzzer.sh pipeline: what made that
      program stop is a finding here, stored and made small, with the command that replays it. A
      folder stands for the files in it. Costs are not judged.
      """,
    examples: [
      "layoutfuzz replay findings", "layoutfuzz replay --bytes crash-0a4d55a8",
      "layoutfuzz replay login.case.json --strategies naive",
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
        "\(path): not found: a resumed run may have minimized this finding and stored it under"
          + " another name; replay its folder 'findings'")
    }
  }

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if arguments.has("bytes") { return try ByteReplay.run(arguments) }
    for name in ["out", "case"] where arguments.has(name) {
      throw .usage("--\(name) goes with --bytes only", seeHelpOf: arguments.command)
    }
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
    let paths = try InputFiles.paths(
      arguments.operands, takesDocuments: false, takesScripts: true)
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
        verdicts.take(replayed.verdicts)
        values.append(replayed.json)
      }
    }
    try console.say(
      verdicts.summary(
        replayed: values.count, left: left.count, isStopped: Interruption.signal != 0))
    for line in notReplayed(left) { Console.complain(line) }
    let unjudged = verdicts.without.filter { name in external.contains { $0.name == name } }
    if console.json {
      try Console.write(
        JSONText.document([
          "cases": .array(values), "notReplayed": .array(left.map { .string($0.path) }),
          "withoutVerdict": .strings(verdicts.without),
        ]))
    }
    return exitCode(verdicts, of: values.count, left: left.count, unjudged: unjudged)
  }

  /// - Parameters:
  ///   - verdicts: the verdicts of all cases.
  ///   - replayed: the number of cases.
  ///   - left: the number of scripts that were not replayed.
  ///   - unjudged: the external solvers without a verdict.
  private static func exitCode(
    _ verdicts: ReplayVerdicts, of replayed: Int, left: Int, unjudged: [String]
  ) -> ExitCode {
    if let stopped = Interruption.exitCode { return stopped }
    for name in unjudged {
      Console.complain(JudgedPrograms.message(name, in: replayed))
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
      operands: arguments.operands,
      strategies: { (stored) throws(CommandFailure) in
        try CommonOptions.strategies(arguments, of: stored)
      },
      session: { (stored) throws(CommandFailure) in
        try CommonOptions.session(arguments, of: stored)
      })
  }

  /// Returns the scripts left out because their solver was not given, a line for each solver.
  private static func notReplayed(_ scripts: [StoredScript]) -> [String] {
    let names = Set(scripts.compactMap { $0.finding?.accused }).sorted()
    return names.map { name in
      let count = scripts.count { $0.finding?.accused == name }
      return Printable.line(
        "\(ShownNumber.counted(count, "script")) of \(name) not replayed: give --external \(name)=COMMAND"
      )
    }
  }
}
