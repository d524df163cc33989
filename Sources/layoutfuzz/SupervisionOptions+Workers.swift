// SPDX-License-Identifier: MIT

import CampaignEngine
import Foundation
import Platform
import Processes
import StoredRuns
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
    if ProcessMemory.held(by: getpid()) == nil {
      Console.note(
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

  /// Returns the start of worker processes with the limits of the options.
  ///
  /// `minimizingDivisor` is the divisor of the time limit for runs of a minimization; nil for the
  /// usual one.
  static func start(
    _ arguments: ParsedArguments, minimizingDivisor: UInt64? = nil
  ) -> WorkerStart {
    { (settings) throws(CommandFailure) in
      var limits = try limits(arguments) ?? WorkerLimits()
      if let minimizingDivisor { limits.minimizingDivisor = minimizingDivisor }
      return try workers(for: settings, limits)
    }
  }
}
