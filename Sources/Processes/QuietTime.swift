// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The time that a process has taken without an answer or a sign of progress.
///
/// The time in which one of its threads was ready to run, but had no processor, does not count. So
/// a slow answer on a busy machine, or under `nice`, is no hang. A process whose own threads take
/// each other's time may wait without end, so at most nine tenths of the time are excused.
///
/// A time in which this process did not look, as it does many times a second, counts as one look:
/// it was suspended, maybe together with the other one.
package struct QuietTime {
  /// How long each thread of a process has waited for a processor since its start, in nanoseconds.
  package typealias Waits = [pid_t: UInt64]

  /// The time after which the first reading is taken, in nanoseconds: most answers come earlier and
  /// need none.
  private static let firstReadingNanoseconds: UInt64 = 50_000_000

  /// A process is quiet at the latest when this multiple of the limit counts.
  private static let factorMax: UInt64 = 10

  /// The longest time between two looks of a process that runs, and the time that a longer one
  /// counts, so that the limit is reached in any case, in nanoseconds.
  private static let (pauseMax, pauseCounted): (UInt64, UInt64) = (1_000_000_000, 50_000_000)

  private let start: UInt64
  /// When this process looked last; nil before the first look.
  private var lastLook: UInt64?
  /// The time that counts up to the last look, in nanoseconds.
  private var passed: UInt64 = 0
  /// The time that does not count, since this process did not run, in nanoseconds.
  private var suspended: UInt64 = 0
  private let waits: () -> Waits
  private var first: (time: UInt64, waits: Waits)?

  /// - Parameters:
  ///   - start: the reading of the clock at the request, or at the last progress.
  ///   - waits: returns how long the threads of the process have waited up to now.
  package init(since start: UInt64, waits: @escaping () -> Waits) {
    self.start = start
    self.waits = waits
  }

  /// Returns how long the threads of a process and of its descendants, which work for it, have
  /// waited up to now.
  package static func waits(of process: pid_t) -> Waits {
    ProcessTable.processorWaits(of: process)
  }

  /// Returns whether the process has been quiet for a time, in nanoseconds.
  ///
  /// - Complexity: one reading for each call after that time, and one before.
  package mutating func reaches(_ limit: UInt64, now: UInt64) -> Bool {
    note(lookAt: now)
    guard let first else {
      guard passed >= Self.firstReadingNanoseconds else { return passed >= limit }
      self.first = (now, waits())
      // How long it had waited before is not known.
      return limit <= Self.firstReadingNanoseconds || passed / Self.factorMax >= limit
    }
    guard passed >= limit else { return false }
    return passed / Self.factorMax >= limit
      || passed.reduced(by: longestWait(since: first, now: now)) >= limit
  }

  /// Adds the time since the last look.
  ///
  /// A sum of looks reaches each limit, also by a clock that is set back and forth.
  private mutating func note(lookAt now: UInt64) {
    if let lastLook {
      let pause = now.elapsed(since: lastLook)
      let counted = pause > Self.pauseMax ? Self.pauseCounted : pause
      suspended = suspended.later(by: pause - counted)
      passed = passed.later(by: counted)
    } else {
      passed = now.elapsed(since: start)
    }
    lastLook = now
  }

  /// Returns the time since the start that does not count, in nanoseconds.
  ///
  /// Waits before the first reading are not known: without one, it answered soon.
  func excused(now: UInt64) -> UInt64 {
    suspended.later(by: first.map { longestWait(since: $0, now: now) } ?? 0)
  }

  /// Returns the longest wait of one thread since a reading.
  ///
  /// Waits of several threads overlap, so that their sum could be longer than the time that has
  /// passed. A thread that is new, or missing in the first reading, has waited at most since then.
  private func longestWait(since first: (time: UInt64, waits: Waits), now: UInt64) -> UInt64 {
    let longest = waits().map { $0.value.elapsed(since: first.waits[$0.key] ?? 0) }.max() ?? 0
    return min(longest, now.elapsed(since: first.time).reduced(by: suspended))
  }
}
