// SPDX-License-Identifier: MIT

import Foundation

/// Pauses after disturbances in a row, each longer than the one before, up to a number of them that
/// leaves no hope.
///
/// A disturbance is the end of a process for which its work is not the reason.
package struct BackOff: Sendable {
  /// How often and how long to wait.
  package struct Limits: Sendable, Hashable {
    /// So many disturbances in a row leave no hope: with the pauses between, half a minute.
    package var countMax = 20
    /// The first pause and the longest one; each is twice as long as the one before.
    package var milliseconds: Int32 = 100
    package var millisecondsMax: Int32 = 2_000

    package init() {}
  }

  /// What to do after a disturbance.
  package enum Step: Sendable {
    /// The pause is over: the same work may be tried again.
    case again
    /// The run is stopped.
    case stopped
    case hopeless
  }

  private let limits: Limits
  /// How many disturbances came in a row.
  package private(set) var count = 0

  package init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Begins a new row: something has come to its end.
  package mutating func reset() { count = 0 }

  /// Counts a disturbance and waits.
  package mutating func rest(isStopped: () -> Bool) -> Step {
    count += 1
    guard count < limits.countMax else { return .hopeless }
    let pause = Int64(limits.milliseconds) << min(count - 1, 16)
    return wait(Int32(min(pause, Int64(limits.millisecondsMax))), isStopped) ? .again : .stopped
  }

  /// How often the request to stop is looked at, in milliseconds.
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
