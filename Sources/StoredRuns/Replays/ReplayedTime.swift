// SPDX-License-Identifier: MIT

import Display
import Judging
import ToolSupport

/// The time of a strategy that is slower by its counters, compared with another one.
struct ReplayedTime: Sendable {
  /// Nil when there is nothing to compare with.
  let outcome: TimeConfirmation.Outcome?
  /// Whether the growth of the time with the size of the case was measured.
  let isOfGrowth: Bool

  /// Returns the comparison without a full stop.
  func text(_ palette: Palette) -> String {
    guard let outcome else { return "not timed: there is nothing to compare with" }
    let (median, low, high) = (outcome.median, outcome.low, outcome.high)
    let range =
      "\(ShownNumber.ratio(median)) [\(ShownNumber.ratio(low)), \(ShownNumber.ratio(high))]"
    let measured =
      isOfGrowth
      ? "time grows with the power \(range), above \(outcome.reference)"
      : "\(range) times as long as \(outcome.reference)"
    return (outcome.isConfirmed ? palette.red("confirmed by time") : "not confirmed by time")
      + ": \(measured) (\(outcome.agreeing) of \(outcome.pairs) pairs agree)"
  }
}
