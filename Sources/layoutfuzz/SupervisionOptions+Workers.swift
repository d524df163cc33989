// SPDX-License-Identifier: MIT

import CampaignEngine
import Foundation
import Judging
import Platform
import Processes
import Supervision
import ToolSupport

extension SupervisionOptions {
  /// Returns the worker processes for a campaign; nil when cases run in this process.
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
        settings, command: [Executable.path, SupervisionOptions.workerCommand], limits: limits,
        now: MonotonicClock.now, isStopped: { Interruption.signal != 0 },
        onGivingUp: Interruption.giveUp)
    } catch {
      throw unavailable(error)
    }
  }

  /// Returns a worker process for cases with a known failure, which may end the process.
  ///
  /// - Parameter minimizingShare: the part of the time limit that a run has during minimization;
  ///   nil for the usual one.
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
