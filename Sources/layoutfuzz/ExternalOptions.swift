// SPDX-License-Identifier: MIT

import ExternalSolvers
import Judging
import ToolSupport

/// `--external` and `--timeout`, which several subcommands have.
enum ExternalOptions {
  static let external = OptionSyntax(
    "external", value: "CMD", isRepeatable: true,
    "a solver of another program: a command that speaks JSON lines, or NAME=CMD;\n"
      + "may be given more than once (scripts/adapters/README.md has the protocol)")
  static let timeout = OptionSyntax(
    "timeout", value: "TIME", "how long an external solver may take for a case (default 5s)")
  static let syntax = [external, timeout]

  /// The processes of all adapters given; started once, so that what is missing shows at once.
  ///
  /// - Throws: a usage error for a name given twice or a command that is none; 75 when one does not
  ///   start.
  static func pools(_ arguments: ParsedArguments) throws(CommandFailure) -> [AdapterPool] {
    let texts = arguments.texts("external")
    let timeout = try arguments.duration("timeout") ?? AdapterPool.timeoutDefault
    if texts.isEmpty, arguments.text("timeout") != nil {
      throw .usage("--timeout needs --external", seeHelpOf: arguments.command)
    }
    var commands: [AdapterCommand] = []
    for text in texts {
      guard let command = AdapterCommand(text) else {
        throw .usage("--external needs a command", seeHelpOf: arguments.command)
      }
      guard Strategy.named(command.name) == nil, SessionTarget(named: command.name) == nil,
        !commands.contains(where: { $0.name == command.name })
      else {
        throw .usage(
          "the name '\(command.name)' is taken: give another one, --external NAME=COMMAND",
          seeHelpOf: arguments.command)
      }
      commands.append(command)
    }
    var pools: [AdapterPool] = []
    for command in commands { pools.append(try pool(command, timeout)) }
    return pools
  }

  private static func pool(
    _ command: AdapterCommand, _ timeout: UInt64
  ) throws(CommandFailure) -> AdapterPool {
    do throws(AdapterStartError) {
      return try AdapterPool(
        command, timeoutNanoseconds: timeout, now: MonotonicClock.now,
        isStopped: { Interruption.signal != 0 })
    } catch {
      throw unavailable(error)
    }
  }

  /// How many files processes of adapters take that a command starts.
  ///
  /// Where they cannot be opened, an adapter would be blamed for a process that does not start.
  static func filesNeeded(_ arguments: ParsedArguments) throws(CommandFailure) -> Int {
    let isConformance = arguments.command == ConformanceCommand.subcommand.syntax.name
    let adapters = isConformance ? 1 : arguments.texts("external").count
    if adapters == 0 { return 0 }
    // Of the others that have adapters, one case at a time is tried unless --jobs says otherwise.
    let isCampaign = arguments.command == FuzzCommand.subcommand.syntax.name
    let jobs =
      isCampaign ? try arguments.jobs() : try MinimizingOptions.jobs(arguments)
    return jobs * (adapters * AdapterPool.filesPerProcess + AdapterPool.filesWhileStarting)
  }

  /// Why an adapter does not run: a signal asked for the end, or it cannot be started.
  static func unavailable(_ error: AdapterStartError) -> CommandFailure {
    let code: ExitCode = error.isShortage ? .cannotWrite : .unavailable
    return CommandFailure(Interruption.exitCode ?? code, ["the external solver \(error)"])
  }

  /// The adapters as strategies that take each system whole.
  static func strategies(_ pools: [AdapterPool]) -> [Strategy] {
    pools.map { Strategy(name: $0.command.name, solver: ExternalSolver($0)) }
  }

  /// The strategies of `--strategies` with those of `--external`; only the latter when only they
  /// are given.
  static func allStrategies(
    _ arguments: ParsedArguments, or usual: () throws(CommandFailure) -> [Strategy]
  ) throws(CommandFailure) -> [Strategy] {
    Interruption.watch()
    let pools = try pools(arguments)
    let own = arguments.text("strategies") == nil && !pools.isEmpty ? [] : try usual()
    return own + strategies(pools)
  }
}
