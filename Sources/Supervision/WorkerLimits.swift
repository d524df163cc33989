// SPDX-License-Identifier: MIT

import Processes

/// The time and memory limits of one case in a worker process.
package struct WorkerLimits: Sendable, Hashable {
  /// The longest time without progress: from one phase to the next, as from strategy to strategy.
  package var caseNanoseconds: UInt64
  /// The most memory that a worker may hold.
  package var memoryBytes: Int
  /// The divisor of the time limit for runs of a minimization, since many of them may reach it.
  ///
  /// The minimized case is tried with the full limit.
  package var minimizingDivisor: UInt64 = 10

  /// The limits on consecutive disturbances with the same work: workers that are ended from outside
  /// or before they have begun.
  package var backOff = BackOff.Limits()

  package init(
    caseNanoseconds: UInt64 = WorkerLimits.caseNanosecondsDefault,
    memoryBytes: Int = WorkerLimits.memoryBytesDefault
  ) {
    self.caseNanoseconds = caseNanoseconds
    self.memoryBytes = memoryBytes
  }

  /// The usual time limit: 20 s.
  ///
  /// The limits on work allow only about one second, but the machine may be busy.
  package static let caseNanosecondsDefault: UInt64 = 20_000_000_000
  /// The least time that a new process has until it begins with its work, for any limit of a case.
  ///
  /// A busy machine may take seconds to start a process, independently of the case.
  static let startNanoseconds = caseNanosecondsDefault
  /// The usual memory limit: 2 GiB, far above the need of the largest cases.
  package static let memoryBytesDefault = 2 << 30

  /// The time limit of one run during a minimization.
  package var minimizing: UInt64 {
    min(caseNanoseconds, max(1_000_000_000, caseNanoseconds / minimizingDivisor))
  }
  /// The time limit for completing a finding after a stop request, because the user waits for the
  /// end.
  package static let stoppingNanoseconds: UInt64 = 2_000_000_000
}
