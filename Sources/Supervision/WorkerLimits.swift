// SPDX-License-Identifier: MIT

import Processes

/// What a case may take in a worker.
package struct WorkerLimits: Sendable, Hashable {
  /// How long a case may go without getting on: from one phase to the next, as from strategy to
  /// strategy.
  package var caseNanoseconds: UInt64
  /// How much memory a worker may hold.
  package var memoryBytes: Int
  /// While a case is made small many runs may take the limit, so each has this part of it; what
  /// comes out is tried with the full limit.
  package var minimizingShare: UInt64 = 10

  /// How often in a row workers may be ended from outside, or before they have begun, with the same
  /// work.
  package var backOff = BackOff.Limits()

  package init(
    caseNanoseconds: UInt64 = WorkerLimits.caseNanosecondsDefault,
    memoryBytes: Int = WorkerLimits.memoryBytesDefault
  ) {
    self.caseNanoseconds = caseNanoseconds
    self.memoryBytes = memoryBytes
  }

  /// Far above what the limits on work allow, which is about a second, on a machine with other
  /// things to do.
  package static let caseNanosecondsDefault: UInt64 = 20_000_000_000
  /// How long a new process has at least until it begins with its work, whatever the limit of a
  /// case is: a busy machine may take seconds to start one, and that says nothing of the case.
  static let startNanoseconds = caseNanosecondsDefault
  /// Far above what the largest cases take.
  package static let memoryBytesDefault = 2 << 30

  /// How long a run may take while a case is made small.
  package var minimizing: UInt64 {
    min(caseNanoseconds, max(1_000_000_000, caseNanoseconds / minimizingShare))
  }
  /// Somebody waits for the end: what is still to be told about a finding has this long.
  package static let stoppingNanoseconds: UInt64 = 2_000_000_000
}
