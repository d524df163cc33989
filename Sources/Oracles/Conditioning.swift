// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The magnification of small violations by a feasible system, according to the multipliers of its
/// proof.
///
/// By weak duality a level's sum of violations at any point has a lower bound. It is the level's
/// optimum minus `sum mu_q * (f_q - F_q)` over the higher levels, minus `sum |lambda_i| v_i` over
/// the required constraints. A point that violates everything above by a little may therefore gain
/// up to `factor` times as much at some level. The factor is the condition number of the order of
/// priorities.
package struct Conditioning: Sendable, Hashable {
  /// The largest sum of `mu` and of the multipliers of required constraints of one level.
  package let factor: Double
  /// The violation up to which an answer passes, in points.
  package let tolerance: Double

  /// The smallest visible difference of a layout, in points.
  package static let visible = 0.01

  /// Whether violations within the tolerance may move a level's sum by a visible amount.
  package var isIll: Bool { factor * tolerance > Conditioning.visible }

  /// - Complexity: O(multipliers of all levels + constraints).
  package init(of answer: ExactAnswer, in system: LinearSystem) {
    var largest = 0.0
    for level in answer.optimum?.levels ?? [] {
      var sum = 0.0
      for weight in level.higherLevels where !weight.isZero { sum += weight.doubleValue }
      for entry in level.multipliers.entries where system.strengths[entry.constraint].isRequired {
        sum += entry.value.magnitude.doubleValue
      }
      largest = max(largest, sum)
    }
    factor = largest
    tolerance = Judge.tolerance(for: system, answer)
  }
}
