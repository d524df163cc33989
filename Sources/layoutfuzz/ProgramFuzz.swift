// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import ExternalSolvers
import ProgramCampaigns
import ToolSupport

/// The common course of `fuzz --external` and `fuzz --engine`.
enum ProgramFuzz<Kind: ProgramKind> {
  typealias Result = ProgramResult<Kind>

  /// Runs a campaign.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - option: the option that names the programs.
  ///   - excluded: the options that cannot be combined with it.
  ///   - pools: starts the programs.
  ///   - text: returns the result as text for people.
  /// - Returns: the exit code.
  /// - Throws: usage errors, and when programs do not start or files cannot be written.
  static func run(
    _ arguments: ParsedArguments, option: String, excluded: [String],
    pools: (ParsedArguments) throws(CommandFailure) -> [ProgramPool<Kind.Process>],
    text: (Result, Palette) -> String
  ) throws(CommandFailure) -> ExitCode {
    // These are of the tool's own workers.
    let ofWorkers = SupervisionOptions.syntax.map(\.name)
    try arguments.refuse(excluded + ofWorkers, with: "--\(option)")
    let common = try FuzzCommand.settings(arguments)
    let console = Console(json: arguments.has("json"))
    Interruption.watch()
    let earlier = try ProgressOption.earlierRecord(in: common.outputFolder)
    let folder = try OutputFolder.prepare(common.outputFolder)
    let suppressions = try KnownOption.suppressions(arguments)
    let settings: ProgramSettings<Kind.Process>
    let progress: ProgramCampaign<Kind>.Progress?
    do throws(CommandFailure) {
      settings = Self.settings(common, try pools(arguments), suppressions)
      progress = try ProgressOption.open(ProgramIdentity(settings), arguments)
    } catch {
      folder?.removeIfEmptyAndNew()
      throw error
    }
    for pool in settings.pools {
      Console.note("\(pool.command.name): \(Printable.line(Kind.version(pool.greeting)))")
    }
    Console.note("seed \(common.seed), " + common.endsText)
    ProgressOption.announce(progress, after: earlier)
    let campaign = ProgramCampaign<Kind>(
      settings, progress: progress, minimizing: try MinimizingOptions.time(arguments),
      now: MonotonicClock.now, isStopped: { Interruption.signal != 0 })
    let result = try ProgressLine.during { (show) throws(WriteError) in
      try campaign.run(onProgress: show)
    }
    ProgressOption.noteInterruption(after: result.counts.cases, progress)
    // Stored before anything is printed, since printing may fail or block.
    try FuzzCommand.keep(result.record, arguments)
    progress?.removeIfDone()
    folder?.removeIfEmptyAndNew()
    try console.say(text(result, Palette(isOn: console.coloured())))
    if console.json { try Console.write(JSONText.document(result.json)) }
    return exitCode(result)
  }

  static func settings(
    _ common: CampaignSettings, _ pools: [ProgramPool<Kind.Process>],
    _ suppressions: Suppressions?
  ) -> ProgramSettings<Kind.Process> {
    ProgramSettings(
      seed: common.seed, caseCount: common.caseCount, nanosecondsMax: common.nanosecondsMax,
      jobs: common.jobs, pools: pools, minimizes: common.minimizes,
      outputFolder: common.outputFolder, suppressions: suppressions)
  }

  /// Returns the exit code of a campaign, and complains about its early end and about programs of
  /// which nothing is known.
  static func exitCode(_ result: Result) -> ExitCode {
    if case .internalError(let error)? = result.problem {
      Console.complain("layoutfuzz: error: internal error: \(error.message)")
      return .internalError
    }
    if let stopped = Interruption.exitCode { return stopped }
    if case .adapter(let problem)? = result.problem {
      Console.complain(
        "\(problem.name): error: the \(Kind.Process.title) did not start again: \(problem.problem)")
      return .unavailable
    }
    let judged = result.judgedPrograms
    for message in judged.messages + unreadable(result) { Console.note(message) }
    if !result.findings.isEmpty { return .findings }
    return judged.allJudged ? .nothingFound : .unavailable
  }

  /// Returns a warning for each program that failed in every case without one valid reply, with the
  /// command that shows why.
  private static func unreadable(_ result: Result) -> [String] {
    zip(result.settings.pools, result.counts.programs).flatMap { pool, counts -> [String] in
      guard counts.replies == 0, counts.wrong > 0 else { return [] }
      return [
        "\(pool.command.name): warning: not one valid \(Kind.reply) in "
          + ShownNumber.counted(counts.wrong, "case"),
        "  fix: \(Kind.check(of: pool.command.command))",
      ]
    }
  }

  // MARK: - Text

  /// Returns the verdict of a campaign in one line.
  static func headline(_ result: Result, _ palette: Palette) -> String {
    let cases = ShownNumber.counted(result.counts.cases, "case")
    if !result.findings.isEmpty {
      return palette.red("\(ShownNumber.counted(result.findings.count, "finding")) in \(cases)")
    }
    return result.judgedPrograms.allJudged
      ? palette.green("Nothing found in \(cases).")
      : palette.yellow("Nothing found in \(cases), and no verdict on some \(Kind.noun).")
  }

  /// Returns a line for each program with its counts, and the line of the time, rate, seed and
  /// digest.
  static func statistics(_ result: Result, more: [String] = []) -> [String] {
    let label = Kind.noun.padded(to: 10)
    let programs = zip(result.settings.pools, result.counts.programs).flatMap { pool, program in
      let counts =
        "\(label)\(pool.command.name): \(ShownNumber.grouped(program.passed)) right, "
        + "\(ShownNumber.grouped(program.wrong)) wrong, \(ShownNumber.grouped(program.gaveUp)) gave "
        + "up, \(ShownNumber.grouped(program.undecided)) undecided; "
        + ShownNumber.counted(program.replies, Kind.reply)
      return [counts] + reasons(program)
    }
    var run = "run       "
    // A merged result has no time of its own.
    if result.nanoseconds > 0 {
      let rate = ShownNumber.counted(Int(result.casesPerSecond.rounded()), "case")
      run += "\(ShownNumber.duration(nanoseconds: result.nanoseconds)) (\(rate)/s), "
    }
    run += "seed \(result.settings.seed), digest \(result.counts.digest.text)"
    return programs + more + KnownOption.lines(result) + [run]
  }

  /// Returns the most frequent reasons why a program gave up, a line each, and the number of cases
  /// with others.
  private static func reasons(_ program: ProgramCounts.Program) -> [String] {
    let shown = program.reasons.mostFrequent(3)
    let others = program.gaveUp - shown.reduce(0) { $0 + $1.count }
    return shown.map { text, count in
      "            gave up: \(text) (\(ShownNumber.counted(count, "case")))"
    }
      + (shown.isEmpty || others == 0
        ? [] : ["            gave up for other reasons: \(ShownNumber.counted(others, "case"))"])
  }
}
