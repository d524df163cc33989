// SPDX-License-Identifier: MIT

import CommandLineTable
import Display
import Pools
import Processes
import ToolSupport

private typealias CommandFailure = ToolSupport.CommandFailure
private typealias ParsedArguments = ToolSupport.ParsedArguments

/// The whole tool: chooses the subcommand, runs it, and reports its failure.
enum Tool {
  static let version = ToolVersion.current

  static let table = ToolTable<ExitCode>(
    version: version,
    purpose: "exact tests for Auto Layout solvers and layout files",
    examples: ["layoutfuzz check Main.storyboard", "layoutfuzz fuzz --time 30s"],
    groups: [
      CommandGroup(
        "Fuzz a solver",
        [
          FuzzCommand.subcommand, ReplayCommand.subcommand, MinimizeCommand.subcommand,
          ConformanceCommand.subcommand,
        ]),
      CommandGroup(
        "Understand a layout",
        [
          CheckCommand.subcommand, ExplainCommand.subcommand, SolveCommand.subcommand,
          FitCommand.subcommand, VerifyCommand.subcommand,
        ]),
      CommandGroup("Write reports", [ReportCommand.subcommand, RenderCommand.subcommand]),
      CommandGroup("Run campaigns", [CampaignCommand.subcommand]),
      CommandGroup(
        "Tools",
        [
          ConvertCommand.subcommand, EditCommand.subcommand, MutantsCommand.subcommand,
          LawsCommand.subcommand, CostsCommand.subcommand,
        ]),
    ])

  /// - Parameter commandLine: the name of the tool and the words after it.
  /// - Returns: the exit code.
  static func run(_ commandLine: [String]) -> ExitCode {
    do throws(CommandFailure) {
      // Linux passes the command line in a file.
      guard !commandLine.isEmpty else {
        throw CommandFailure(
          .unavailable,
          [
            "/proc: not mounted: the command line and the memory of processes cannot be read; "
              + "mount it: mount -t proc proc /proc"
          ])
      }
      return try dispatch(Array(commandLine.dropFirst()))
    } catch {
      Console.complain(error)
      return error.code
    }
  }

  /// The number of files that a command may open at a time, besides those of its workers and
  /// adapters.
  private static let filesMin = 12

  /// Raises the limit of open files: with too few, a file that cannot be opened would look missing.
  ///
  /// - Parameter adapters: the number of files for adapters.
  /// - Throws: when the system does not allow as many.
  static func ensureFiles(_ adapters: Int) throws(ToolSupport.CommandFailure) {
    let count = filesMin + adapters
    do throws(Descriptors.Shortage) {
      try Descriptors.ensureRoom(for: count)
    } catch {
      throw CommandFailure(.cannotWrite, ["cannot open files: \(error)"])
    }
  }

  /// Below these limits a command crashes or waits for ever, and blames its input.
  private static func ensureMemory() throws(CommandFailure) {
    do throws(MemoryLimits.Shortage) {
      try MemoryLimits.ensureRoom()
    } catch {
      throw CommandFailure(.unavailable, ["cannot run here: \(error)"])
    }
  }

  private static func dispatch(_ words: [String]) throws(CommandFailure) -> ExitCode {
    if words.first == WorkerCommand.name { return try WorkerCommand.run(Array(words.dropFirst())) }
    if words.first == GuardCommand.name { return try GuardCommand.run(words) }
    try CommandFailure.ensureReadableWords()
    if words.isEmpty { Console.explain(HelpText(table).overview) }
    switch try table.request(words) {
    case .text(let text):
      try Console.write(text)
      return .nothingFound
    case .work(let subcommand, let arguments):
      try ensureMemory()
      try ensureFiles(try ExternalOptions.filesNeeded(arguments))
      ProcessFamily.begin(guardCommand: GuardCommand.command, now: MonotonicClock.now())
      return try subcommand.run(arguments)
    }
  }
}
