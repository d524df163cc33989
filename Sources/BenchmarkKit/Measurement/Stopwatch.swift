// SPDX-License-Identifier: MIT

import Foundation

/// Reads the clocks of the system.
package struct Stopwatch: Sendable {
  /// Time since the stopwatch was started, in nanoseconds.
  package struct Reading: Sendable, Hashable {
    package let wall: UInt64
    /// Of the calling thread alone: what other programs do does not count, what they do to caches does.
    package let cpu: UInt64
  }

  private let wall = Stopwatch.read(CLOCK_MONOTONIC)
  private let cpu = Stopwatch.read(CLOCK_THREAD_CPUTIME_ID)

  /// Starts.
  package init() {}

  /// The time so far; ask on the thread that started the stopwatch.
  package func elapsed() -> Reading {
    let cpu = Stopwatch.read(CLOCK_THREAD_CPUTIME_ID)
    let wall = Stopwatch.read(CLOCK_MONOTONIC)
    return Reading(wall: wall - self.wall, cpu: cpu - self.cpu)
  }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
