// SPDX-License-Identifier: MIT

import Foundation

/// Pauses after consecutive disturbances, each longer than the one before, up to a largest number
/// of disturbances.
///
/// A disturbance is the end of a process that its work has not caused.
package struct BackOff: Sendable {
  /// The number and the length of the pauses.
  package struct Limits: Sendable, Hashable {
    /// The number of consecutive disturbances after which the run is given up: with the pauses
    /// between, half a minute.
    package var countMax = 20
    /// The first pause; each further one is twice as long, up to `millisecondsMax`.
    package var milliseconds: Int32 = 100
    package var millisecondsMax: Int32 = 2_000

    package init() {}
  }

  /// The next step after a disturbance.
  package enum Step: Sendable {
    /// The pause is over: the same work may be tried again.
    case again
    /// The run is stopped.
    case stopped
    case hopeless
  }

  private let limits: Limits
  /// The number of consecutive disturbances.
  package private(set) var count = 0

  package init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Sets the count back to 0, after some work was completed.
  package mutating func reset() { count = 0 }

  /// Counts a disturbance and waits.
  package mutating func rest(isStopped: () -> Bool) -> Step {
    count += 1
    guard count < limits.countMax else { return .hopeless }
    let pause = Int64(limits.milliseconds) << min(count - 1, 16)
    return wait(Int32(min(pause, Int64(limits.millisecondsMax))), isStopped) ? .again : .stopped
  }

  /// The interval in which the request to stop is checked, in milliseconds.
  private static let slice: Int32 = 20

  /// - Returns: false when the run is stopped.
  private func wait(_ milliseconds: Int32, _ isStopped: () -> Bool) -> Bool {
    var left = milliseconds
    while left > 0, !isStopped() {
      poll(nil, 0, min(left, Self.slice))
      left -= Self.slice
    }
    return !isStopped()
  }
}
