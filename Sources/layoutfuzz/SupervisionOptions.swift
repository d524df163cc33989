// SPDX-License-Identifier: MIT

import CampaignEngine
import Foundation
import Judging
import Platform
import Processes
import Supervision

/// The options of subcommands that run cases in processes of their own.
enum SupervisionOptions {
  static let syntax =
    limitsSyntax + [
      OptionSyntax(
        inProcess, "run cases in this process, for debuggers: a case that crashes ends it")
    ]

  static let inProcess = "in-process"

  static let timeout = "case-timeout"
  static let memory = "case-memory"
  private static let limitNames = [timeout, memory]

  static let limitsSyntax = [
    OptionSyntax(
      timeout, value: "TIME",
      "a case that does not get on for so long is a hang (default 20s)"),
    OptionSyntax(
      memory, value: "MB",
      "a process that holds more is a finding (default 2048)"),
  ]

  /// The same for `check`, which looks at files.
  static let checkSyntax = [
    OptionSyntax(
      timeout, value: "TIME",
      "a file whose check makes no progress for so long is an\ninternal finding (default 20s)"),
    OptionSyntax(
      memory, value: "MB",
      "a file whose check takes more memory is an internal\nfinding (default 2048)"),
    OptionSyntax(
      inProcess, "check files in this process, for debuggers: a file that\ncrashes the tool ends it"
    ),
  ]

  /// Nil when cases are to run in this process.
  static func limits(_ arguments: ParsedArguments) throws(CommandFailure) -> WorkerLimits? {
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

  /// The processes for a campaign; nil when cases are to run in this one.
  static func workers(
    for settings: CampaignSettings, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> WorkerPool? {
    guard let limits = try limits(arguments) else { return nil }
    return try workers(for: settings, limits)
  }

  static func workers(
    for settings: CampaignSettings, _ limits: WorkerLimits
  ) throws(CommandFailure) -> WorkerPool {
    if !ProcessMemory.isSeen {
      Console.complain(
        "the memory of workers is not limited: the system does not show how much a process holds")
    }
    do throws(SpawnError) {
      return try WorkerPool(
        settings, command: [Executable.path, WorkerCommand.name], limits: limits,
        now: MonotonicClock.now, isStopped: { Interruption.signal != 0 },
        onGivingUp: Interruption.giveUp)
    } catch {
      throw unavailable(error)
    }
  }

  /// Why no worker runs. Too few open files are no reason to try again.
  static func unavailable(_ error: SpawnError) -> CommandFailure {
    CommandFailure(
      error.code == EMFILE ? .cannotWrite : .unavailable,
      ["\(error); --in-process does without"])
  }

  /// A process for cases that fail in a known way, which may be to end their process.
  ///
  /// - Parameter minimizingShare: the part of the time limit that a run has while a case is made
  ///   small; nil for the usual one.
  /// - Throws: `.badInput` when there is no such strategy or part of the tool.
  static func workers(
    for kind: FailureSignature.Kind, of stored: StoredCase, minimizingShare: UInt64? = nil,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> WorkerPool {
    guard let settings = CampaignSettings(replaying: kind, seed: stored.campaignSeed) else {
      throw .badInput(
        "\(stored.path): the finding is '\(kind.verdict)' of '\(kind.strategy)', which is unknown")
    }
    var limits = try limits(arguments) ?? WorkerLimits()
    if let minimizingShare { limits.minimizingShare = minimizingShare }
    return try workers(for: settings, limits)
  }
}
