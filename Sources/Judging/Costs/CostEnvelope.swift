// SPDX-License-Identifier: MIT

import BenchmarkKit
import LinearModel

/// What one strategy's work comes to on one kind of case, by the size of the system.
///
/// Each counter has a line of its own (Lemieux et al., PerfFuzz, ISSTA 2018: what is slow in one
/// way hides in a sum), below which `share` of the training cases lie. A strategy that gives up at
/// a limit in proportion to the size has no higher envelope than that limit.
package struct CostEnvelope: Sendable, Hashable {
  /// The share of the training cases that cost no more than a line says.
  package static let share = 0.999

  /// The sizes of the training cases.
  package let sizes: ClosedRange<Int>
  /// By position in `WorkCounter.allCases`.
  package let lines: [QuantileLine]
  /// The power with which the work grows in families of cases, in thousandths: that of `share` of
  /// the families, by position in `CaseScaling.allCases`; nil where none was tried.
  package let powers: [Int?]

  package init(sizes: ClosedRange<Int>, lines: [QuantileLine], powers: [Int?]) {
    precondition(lines.count == WorkCounter.allCases.count, "\(lines.count) lines")
    precondition(powers.count == CaseScaling.allCases.count, "\(powers.count) powers")
    self.sizes = sizes
    self.lines = lines
    self.powers = powers
  }

  /// How large a system is: what it has to say, in numbers.
  package static func size(of system: LinearSystem) -> Int {
    max(1, system.constraintCount + system.variableCount + system.cellCount)
  }

  /// The cost that stands for a count: work that is not there has no logarithm, so one is added.
  static func cost(_ count: Int) -> Double { Double(count) + 1 }

  /// The cost that hardly any system of the size exceeds.
  ///
  /// Smaller systems than any of the training count as the smallest of these: nothing is known of
  /// them, and there is work that does not depend on the size.
  package func cost(_ counter: WorkCounter, size: Int) -> Double {
    let position = WorkCounter.allCases.firstIndex(of: counter) ?? 0
    return max(1, lines[position].cost(at: Double(max(size, sizes.lowerBound))))
  }

  /// The numbers `a` and `b` of the cost `2^a * size^b`.
  package func coefficients(_ counter: WorkCounter) -> (a: Double, b: Double) {
    let line = lines[WorkCounter.allCases.firstIndex(of: counter) ?? 0]
    return (Double(line.intercept) / 1000, Double(line.slope) / 1000)
  }

  /// The power of a way to grow.
  package func power(_ scaling: CaseScaling) -> Double? {
    let position = CaseScaling.allCases.firstIndex(of: scaling) ?? 0
    return powers[position].map { Double($0) / 1000 }
  }
}
