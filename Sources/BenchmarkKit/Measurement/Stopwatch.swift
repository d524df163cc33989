// SPDX-License-Identifier: MIT

import Clocks
import Platform

/// Reads the clocks of the system.
package struct Stopwatch: Sendable {
  /// Time since the stopwatch was started, in nanoseconds.
  package struct Reading: Sendable, Hashable {
    package let wall: UInt64
    /// The CPU time of the calling thread: it excludes the work of other programs, but not their
    /// effect on caches.
    package let cpu: UInt64
  }

  private let wall = SystemClock.monotonic.now
  private let cpu = SystemClock.thread.now

  /// Starts the stopwatch.
  package init() {}

  /// Returns the time so far; call it on the thread that started the stopwatch.
  package func elapsed() -> Reading {
    let cpu = SystemClock.thread.now
    let wall = SystemClock.monotonic.now
    return Reading(wall: wall.elapsed(since: self.wall), cpu: cpu.elapsed(since: self.cpu))
  }
}
