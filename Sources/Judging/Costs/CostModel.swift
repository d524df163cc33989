// SPDX-License-Identifier: MIT

import LinearModel
import Statistics

/// The cost model of one strategy on one kind of case, by the size of the system.
///
/// Each counter has a line of its own, because slowness in one counter hides in a sum (Lemieux et
/// al., PerfFuzz, ISSTA 2018). `share` of the training cases are below the line. A strategy that
/// gives up at a limit in proportion to the size has no cost model above that limit.
package struct CostModel: Sendable, Hashable {
  /// The share of the training cases that cost at most the value of a line.
  package static let share = 0.999

  /// The sizes of the training cases.
  package let sizes: ClosedRange<Int>
  /// The lines by position in `WorkCounter.allCases`.
  package let lines: [QuantileLine]
  /// The power by which the work grows in families of cases, in thousandths, by position in
  /// `CaseScaling.allCases`.
  ///
  /// `share` of the families grow by at most this power. Nil where no family was tried.
  package let powers: [Int?]

  package init(sizes: ClosedRange<Int>, lines: [QuantileLine], powers: [Int?]) {
    precondition(lines.count == WorkCounter.allCases.count, "\(lines.count) lines")
    precondition(powers.count == CaseScaling.allCases.count, "\(powers.count) powers")
    self.sizes = sizes
    self.lines = lines
    self.powers = powers
  }

  /// Returns the size of a system: the count of the numbers that it states.
  package static func size(of system: LinearSystem) -> Int {
    max(1, system.constraintCount + system.variableCount + system.cellCount)
  }

  /// Returns the cost that stands for a count: one more, because 0 has no logarithm.
  static func cost(_ count: Int) -> Double { Double(count) + 1 }

  /// Returns the cost that hardly any system of the size exceeds.
  ///
  /// Systems smaller than all training systems count as the smallest of these. Nothing is known
  /// about smaller ones, and some work does not depend on the size.
  package func cost(_ counter: WorkCounter, size: Int) -> Double {
    let position = WorkCounter.allCases.firstIndex(of: counter) ?? 0
    return max(1, lines[position].cost(at: Double(max(size, sizes.lowerBound))))
  }

  /// Returns the numbers `a` and `b` of the cost `2^a * size^b`.
  package func coefficients(_ counter: WorkCounter) -> (a: Double, b: Double) {
    let line = lines[WorkCounter.allCases.firstIndex(of: counter) ?? 0]
    return (Double(line.intercept) / 1000, Double(line.slope) / 1000)
  }

  /// Returns the cost of a system of size 1, by which the power of the size is multiplied.
  package func factor(_ counter: WorkCounter) -> Double {
    lines[WorkCounter.allCases.firstIndex(of: counter) ?? 0].cost(at: 1)
  }

  /// Returns the power of growth for a way to repeat a case.
  package func power(_ scaling: CaseScaling) -> Double? {
    let position = CaseScaling.allCases.firstIndex(of: scaling) ?? 0
    return powers[position].map { Double($0) / 1000 }
  }
}
