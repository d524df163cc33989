// SPDX-License-Identifier: MIT

import CommandLineTable
import Foundation
import Platform
import Processes
import Supervision

/// The options of subcommands that run cases in worker processes.
package enum SupervisionOptions {
  /// The subcommand that makes a process of this tool a worker, and the words after it that make it
  /// a worker of `check` or of `fuzz --check`.
  package static let workerCommand = "worker"
  package static let checkWorkers = "check"
  package static let documentWorkers = "documents"

  package static let syntax =
    limitsSyntax + [
      OptionSyntax(
        inProcess, "run cases in this process, for debuggers. A case that crashes ends it")
    ]

  package static let inProcess = "in-process"

  package static let timeout = "case-timeout"
  package static let memory = "case-memory"
  private static let limitNames = [timeout, memory]

  package static let limitsSyntax = [
    OptionSyntax(
      timeout, value: "TIME",
      "a case without progress for TIME is a hang (default 20s). Waits for a processor do not count, up to ten times TIME"
    ),
    OptionSyntax(
      memory, value: "MB",
      "a process that takes more memory is a finding (default 2048)"),
  ]

  /// The options of `check`, whose workers check files.
  package static let checkSyntax = [
    OptionSyntax(
      timeout, value: "TIME",
      "a file without progress for TIME is an internal finding (default 20s)"),
    OptionSyntax(
      memory, value: "MB",
      "a file that takes more memory is an internal finding (default 2048)"),
    OptionSyntax(
      inProcess, "check files in this process, for debuggers. A file that crashes the tool ends it"
    ),
  ]

  /// Returns the limits of workers; nil when cases run in this process.
  package static func limits(_ arguments: ParsedArguments) throws(CommandFailure) -> WorkerLimits? {
    var limits = WorkerLimits()
    if arguments.has(inProcess), let name = limitNames.first(where: arguments.has) {
      throw .usage(
        "--\(name) limits processes of their own, and --\(inProcess) starts none: leave one of them out",
        seeHelpOf: arguments.command)
    }
    if let time = try arguments.duration(timeout) { limits.caseNanoseconds = time }
    if let megabytes = try arguments.integer(memory, in: 64...1 << 20) {
      limits.memoryBytes = megabytes << 20
    }
    return arguments.has(inProcess) ? nil : limits
  }

  /// Returns processes of this tool for other requests than cases.
  ///
  /// `word` is the word after `workerCommand`. `jobs` is the number of processes that work at a
  /// time.
  ///
  /// - Throws: `.unavailable` when no process can be started.
  package static func stock(_ word: String, jobs: Int) throws(CommandFailure) -> WorkerStock {
    do throws(SpawnError) {
      return try WorkerStock(
        command: [Executable.path, workerCommand, word], jobs: jobs, now: MonotonicClock.now,
        isStopped: { Interruption.signal != 0 }, onGivingUp: Interruption.giveUp)
    } catch {
      throw unavailable(error)
    }
  }

  /// Returns the failure when no worker can be started.
  ///
  /// Too few open files is no temporary failure, so it has another exit code.
  package static func unavailable(_ error: SpawnError) -> CommandFailure {
    CommandFailure(
      error.code == EMFILE ? .cannotWrite : .unavailable,
      ["\(error); --in-process does without"])
  }
}

extension CommandLineTable.ParsedArguments where Code == ExitCode {
  /// Returns the value of `--jobs`: the number of parallel jobs, by default the number of cores.
  package func jobs() throws(CommandFailure) -> Int {
    try integer("jobs", in: 1...1024) ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
  }
}
