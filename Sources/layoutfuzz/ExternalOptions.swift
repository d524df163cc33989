// SPDX-License-Identifier: MIT

import Engines
import ExternalSolvers
import Judging
import ToolSupport

/// `--external` and `--timeout`, which several subcommands have.
enum ExternalOptions {
  static let external = OptionSyntax(
    "external", value: "CMD", isRepeatable: true,
    "run a program that speaks the JSON line protocol (scripts/adapters/README.md), also NAME=CMD. "
      + "May be repeated")
  static let timeout = OptionSyntax(
    "timeout", value: "TIME",
    "time limit of a program per case (default 5s), without waits for a processor")
  static let engine = OptionSyntax(
    "engine", value: "CMD", isRepeatable: true,
    "test a layout engine of another toolkit by an adapter (docs/engines.md), also NAME=CMD. May be "
      + "repeated")
  static let syntax = [external, timeout]

  /// Returns the processes of all given adapters; each is started once, so that a missing program
  /// shows at once.
  ///
  /// - Throws: a usage error for a name given twice or an invalid command; 75 when one does not
  ///   start.
  static func pools(_ arguments: ParsedArguments) throws(CommandFailure) -> [AdapterPool] {
    let texts = arguments.texts("external")
    let timeout = try arguments.duration("timeout") ?? AdapterPool.timeoutDefault
    if texts.isEmpty, arguments.text("timeout") != nil {
      throw .usage("--timeout needs --external", seeHelpOf: arguments.command)
    }
    return try pools(of: try commands("external", arguments), timeout)
  }

  /// Returns the processes of all adapters of layout engines.
  ///
  /// - Throws: as `pools`.
  static func engines(_ arguments: ParsedArguments) throws(CommandFailure) -> [EnginePool] {
    let timeout = try arguments.duration("timeout") ?? EnginePool.timeoutDefault
    return try pools(of: try commands("engine", arguments), timeout)
  }

  /// Returns the processes of all adapters of solvers and of layout engines.
  ///
  /// - Throws: as `pools`, also when a solver and an engine have the same name.
  static func allPools(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (solvers: [AdapterPool], engines: [EnginePool]) {
    let (solvers, engines) = (
      try commands("external", arguments), try commands("engine", arguments)
    )
    if let name = solvers.map(\.name).first(where: { engines.map(\.name).contains($0) }) {
      throw taken(name, "engine", arguments)
    }
    let timeout = try arguments.duration("timeout") ?? AdapterPool.timeoutDefault
    return (try pools(of: solvers, timeout), try pools(of: engines, timeout))
  }

  private static func taken(
    _ name: String, _ option: String, _ arguments: ParsedArguments
  ) -> CommandFailure {
    .usage(
      "the name '\(name)' is taken: give another one, --\(option) NAME=COMMAND",
      seeHelpOf: arguments.command)
  }

  /// Returns the commands of an option, each with a name of its own.
  private static func commands(
    _ option: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [AdapterCommand] {
    var commands: [AdapterCommand] = []
    for text in arguments.texts(option) {
      guard let command = AdapterCommand(text) else {
        throw .usage("--\(option) needs a command", seeHelpOf: arguments.command)
      }
      guard Strategy.named(command.name) == nil, SessionTarget(named: command.name) == nil,
        !commands.contains(where: { $0.name == command.name })
      else {
        throw taken(command.name, option, arguments)
      }
      commands.append(command)
    }
    return commands
  }

  /// Starts the first process of each program.
  static func pools<Process: PooledProcess>(
    of commands: [AdapterCommand], _ timeout: UInt64
  ) throws(CommandFailure) -> [ProgramPool<Process>] {
    var pools: [ProgramPool<Process>] = []
    for command in commands {
      do throws(AdapterStartError) {
        pools.append(
          try ProgramPool(
            command, timeoutNanoseconds: timeout, now: MonotonicClock.now,
            isStopped: { Interruption.signal != 0 }))
      } catch {
        throw .unavailable(error, Process.title, check: Process.check(of: command.command))
      }
      try review(pools[pools.count - 1])
    }
    return pools
  }

  /// Prints the warnings about a handshake.
  ///
  /// - Throws: when no answer of the program can be tested.
  private static func review<Process: PooledProcess>(
    _ pool: ProgramPool<Process>
  ) throws(CommandFailure) {
    let command = pool.command
    if let flaw = Process.flaw(of: pool.greeting) {
      pool.endAll()
      throw CommandFailure(
        .unavailable, at: command.name,
        "no answer of the \(Process.title) can be tested: \(Printable.line(flaw)); check it with: "
          + Process.check(of: command.command))
    }
    for remark in Process.remarks(on: pool.greeting) {
      Console.note("\(command.name): warning: \(Printable.line(remark))")
    }
  }

  /// Returns the number of open files that the adapters of a command need.
  ///
  /// Without them, a process that does not start would be blamed on the adapter.
  static func filesNeeded(_ arguments: ParsedArguments) throws(CommandFailure) -> Int {
    let isConformance = arguments.command == ConformanceCommand.subcommand.syntax.name
    let adapters =
      isConformance ? 1 : arguments.texts("external").count + arguments.texts("engine").count
    if adapters == 0 { return 0 }
    // Other commands with adapters run one case at a time unless --jobs is given.
    let isCampaign =
      [FuzzCommand.subcommand, CampaignCommand.subcommand].map(\.syntax.name)
      .contains(arguments.command)
    let jobs =
      isCampaign ? try arguments.jobs() : try MinimizingOptions.jobs(arguments)
    return filesNeeded(adapters: adapters, jobs: jobs)
  }

  /// Returns the number of open files that adapters need.
  static func filesNeeded(adapters: Int, jobs: Int) -> Int {
    let processes = adapters * AdapterPool.processesPerJob
    return jobs * (processes * AdapterPool.filesPerProcess + AdapterPool.filesWhileStarting)
  }

  /// Returns the adapters as strategies that solve each system as a whole.
  static func strategies(_ pools: [AdapterPool]) -> [Strategy] {
    pools.map { Strategy(name: $0.command.name, solver: ExternalSolver($0)) }
  }

  /// Returns the strategies of `--strategies` and `--external`; only the latter when only they are
  /// given.
  static func allStrategies(
    _ arguments: ParsedArguments, or usual: () throws(CommandFailure) -> [Strategy]
  ) throws(CommandFailure) -> [Strategy] {
    Interruption.watch()
    let pools = try pools(arguments)
    let own = arguments.text("strategies") == nil && !pools.isEmpty ? [] : try usual()
    return own + strategies(pools)
  }
}
