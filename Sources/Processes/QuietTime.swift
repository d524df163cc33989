// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The time that a process has taken without an answer or a sign of progress.
///
/// The time in which it was ready to run while other processes had the processors does not count.
/// So a slow answer on a busy machine, or under `nice`, is no hang.
package struct QuietTime {
  /// How long each thread of a process has waited for a processor since its start, in nanoseconds.
  package typealias Waits = [pid_t: UInt64]

  /// The time after which the first reading is taken, in nanoseconds: most answers come earlier and
  /// need none.
  private static let firstReadingNanoseconds: UInt64 = 50_000_000

  private let start: UInt64
  private let waits: () -> Waits
  private var first: Waits?

  /// - Parameters:
  ///   - start: the reading of the clock at the request, or at the last progress.
  ///   - waits: returns how long the threads of the process have waited up to now.
  init(since start: UInt64, waits: @escaping () -> Waits) {
    self.start = start
    self.waits = waits
  }

  /// - Parameters:
  ///   - process: the process, whose descendants work for it.
  ///   - start: the reading of the clock at the request, or at the last progress.
  package init(of process: pid_t, since start: UInt64) {
    self.init(since: start) { ProcessTable.processorWaits(of: process) }
  }

  /// Returns whether the process has been quiet for a time, in nanoseconds.
  ///
  /// - Complexity: one reading for each call after that time, and one before.
  package mutating func reaches(_ limit: UInt64, now: UInt64) -> Bool {
    let passed = now.elapsed(since: start)
    if first == nil, passed >= Self.firstReadingNanoseconds { first = waits() }
    guard passed >= limit, let first else { return passed >= limit }
    return passed.reduced(by: Self.longestWait(from: first, to: waits())) >= limit
  }

  /// Returns the longest wait of one thread between two readings.
  ///
  /// Waits of several threads overlap, so that their sum could be longer than the time that has
  /// passed, and a process with many busy threads would never be quiet.
  private static func longestWait(from first: Waits, to last: Waits) -> UInt64 {
    last.map { $0.value.elapsed(since: first[$0.key] ?? 0) }.max() ?? 0
  }
}
