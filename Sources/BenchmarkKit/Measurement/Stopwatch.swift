// SPDX-License-Identifier: MIT

import Platform

/// Reads the clocks of the system.
package struct Stopwatch: Sendable {
  /// Time since the stopwatch was started, in nanoseconds.
  package struct Reading: Sendable, Hashable {
    package let wall: UInt64
    /// Of the calling thread alone: what other programs do does not count, what they do to caches
    /// does.
    package let cpu: UInt64
  }

  private let wall = SystemClock.monotonic.now
  private let cpu = SystemClock.thread.now

  /// Starts.
  package init() {}

  /// The time so far; ask on the thread that started the stopwatch.
  package func elapsed() -> Reading {
    let cpu = SystemClock.thread.now
    let wall = SystemClock.monotonic.now
    return Reading(wall: wall.elapsed(since: self.wall), cpu: cpu.elapsed(since: self.cpu))
  }
}
