// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import ExternalSolvers
import JSON
import ToolSupport

/// The common course of `fuzz --external` and `fuzz --engine`.
struct ProgramFuzz {
  private let arguments: ParsedArguments
  private let common: CampaignSettings
  private let console: Console
  private let folder: OutputFolder?
  /// The lock of a folder that the user named.
  private let lock: FolderLock?

  /// - Parameters:
  ///   - arguments: the command line.
  ///   - option: the option that names the programs.
  ///   - excluded: the options that cannot be combined with it.
  init(
    _ arguments: ParsedArguments, option: String, excluded: [String]
  ) throws(CommandFailure) {
    for name in excluded
    where arguments.has(name) || arguments.text(name) != nil || !arguments.texts(name).isEmpty {
      throw .usage("--\(name) does not go with --\(option)", seeHelpOf: arguments.command)
    }
    self.arguments = arguments
    common = try FuzzCommand.settings(arguments)
    console = Console(json: arguments.has("json"))
    Interruption.watch()
    folder = try OutputFolder.prepare(common.outputFolder)
    if arguments.text("out") != nil, let output = common.outputFolder {
      lock = try LockedFolder.lock(output, inUse: ProgressOption.inUse)
    } else {
      lock = nil
    }
  }

  /// Starts the programs and returns the settings of the campaign.
  ///
  /// - Parameters:
  ///   - pools: starts the programs.
  ///   - version: the name and version of a program.
  func settings<Process: PooledProcess>(
    _ pools: (ParsedArguments) throws(CommandFailure) -> [ProgramPool<Process>],
    version: (Process.Greeting) -> String
  ) throws(CommandFailure) -> ProgramSettings<Process> {
    let started: [ProgramPool<Process>]
    do throws(CommandFailure) {
      started = try pools(arguments)
    } catch {
      folder?.removeIfEmptyAndNew()
      throw error
    }
    // A killed campaign may have left unfinished findings. This one starts again and finds the
    // same.
    if lock != nil, let output = common.outputFolder {
      FindingStore(output: output).discardUnfinished()
    }
    for pool in started {
      Console.complain("\(pool.command.name): \(Printable.line(version(pool.greeting)))")
    }
    Console.complain("seed \(common.seed), " + common.endsText)
    return ProgramSettings(
      seed: common.seed, caseCount: common.caseCount, nanosecondsMax: common.nanosecondsMax,
      jobs: common.jobs, pools: started, minimizes: common.minimizes,
      outputFolder: common.outputFolder)
  }

  /// Runs a campaign with its progress on standard error.
  func run<Result>(
    _ campaign: ((CampaignProgress) -> Void) throws(WriteError) -> Result
  ) throws(CommandFailure) -> Result {
    var line = ProgressLine()
    defer { line.clear() }
    do throws(WriteError) {
      return try campaign { line.show($0) }
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
  }

  /// Stores the record of a campaign, then prints its result, since printing may fail or block.
  func finish(
    _ record: CampaignRecord, text: (Palette) -> String, json: JSONValue
  ) throws(CommandFailure) {
    try FuzzCommand.keep(record, arguments)
    folder?.removeIfEmptyAndNew()
    try console.say(text(Palette(isOn: console.coloured())))
    if console.json { try Console.write(JSONText.document(json)) }
  }

  /// Returns the exit code of a campaign that ended by itself, and complains about programs of
  /// which nothing is known.
  static func exitCode(_ judged: JudgedPrograms, hasFindings: Bool) -> ExitCode {
    for message in judged.messages { Console.complain(message) }
    if hasFindings { return .findings }
    return judged.allJudged ? .nothingFound : .unavailable
  }

  // MARK: - Text

  /// Returns the verdict of a campaign in one line.
  ///
  /// - Parameter noun: the kind of program.
  static func headline(
    findings: Int, cases: Int, _ judged: JudgedPrograms, noun: String, _ palette: Palette
  ) -> String {
    let cases = ShownNumber.counted(cases, "case")
    if findings > 0 {
      return palette.red("\(ShownNumber.counted(findings, "finding")) in \(cases)")
    }
    return judged.allJudged
      ? palette.green("Nothing found in \(cases).")
      : palette.yellow("Nothing found in \(cases), and no verdict on some \(noun).")
  }

  /// Returns the line of the time, rate, seed and digest of a campaign.
  static func runLine(
    nanoseconds: UInt64, casesPerSecond: Double, seed: UInt64, digest: String
  ) -> String {
    let rate = ShownNumber.grouped(Int(casesPerSecond.rounded()))
    return "run       \(ShownNumber.duration(nanoseconds: nanoseconds)) (\(rate) cases/s), "
      + "seed \(seed), digest \(digest)"
  }
}
