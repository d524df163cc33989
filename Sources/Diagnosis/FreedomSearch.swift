// SPDX-License-Identifier: MIT

import Digests
import ExactNumerics
import LinearModel
import Oracles

/// A sum over the variables of a system.
protocol MeasuredRow: Sendable {
  var terms: [LinearSystem.Term] { get }
  /// Returns the sum of the terms at a point.
  func value(at point: [Rational]) -> Rational
}

extension MeasuredRow {
  func value(at point: [Rational]) -> Rational {
    var value = Rational.zero
    for term in terms { value += term.coefficient * point[term.variable.index] }
    return value
  }
}

/// A search for the parts of frames, or other sums, that have another value in some right layout.
///
/// The oracle proves ambiguity with one second layout, which need not move every view that can
/// move. The search continues from there. A preference weaker than all others pulls every part of a
/// frame that has not been seen to move, first up, then down. A part that moves is ambiguous, and
/// that is proved. When nothing new moves either way, the rest counts as settled. The pulls have
/// different weights, so that parts that can only move against each other do not cancel out. Other
/// weights are tried before the search ends.
struct FreedomSearch<Part: MeasuredRow> {
  /// The parts that were searched.
  let parts: [Part]
  /// Right layouts that differ from the current one, in the order in which they were found.
  private(set) var layouts: [[Rational]] = []

  private let system: LinearSystem
  /// The current layout.
  private let point: [Rational]
  private let limit: OracleLimit
  /// The number of the layout that moves each part, or -1.
  private var layoutOfPart: [Int32]
  private var openCount: Int

  /// Searches among some parts.
  ///
  /// - Parameters:
  ///   - system: the system whose right layouts are searched.
  ///   - point: the current layout, one of the right ones.
  ///   - parts: the sums to search.
  ///   - witness: another right layout that is known already.
  ///   - limit: the limit of each exact solution.
  /// - Throws: `OracleError.limitReached`; `.certificateRejected` for a bug in the oracle.
  /// - Complexity: four exact solutions for the parts that do not move, and two each time that some
  ///   move.
  init(
    _ system: LinearSystem, at point: [Rational], among parts: [Part], witness: [Rational]? = nil,
    limit: OracleLimit
  ) throws(OracleError) {
    self.system = system
    self.point = point
    self.limit = limit
    self.parts = parts
    layoutOfPart = [Int32](repeating: -1, count: parts.count)
    openCount = parts.count
    assert(point.count == system.variableCount, "the layout is one of another system")
    if let witness { settle(at: witness) }
    while try moveMore() {}
  }

  /// Whether no part has another value in any right layout.
  var isSettled: Bool { openCount == parts.count }

  /// The parts with another value in some right layout, in order.
  var moved: [Part] { parts.indices.filter { layoutOfPart[$0] >= 0 }.map { parts[$0] } }

  /// Returns the number in `layouts` of a layout in which a part has another value; nil for none.
  func layout(moving part: Int) -> Int? {
    layoutOfPart[part] < 0 ? nil : Int(layoutOfPart[part])
  }

  /// Marks the open parts that have another value at the point.
  private mutating func settle(at other: [Rational]) {
    let before = openCount
    for (index, part) in parts.enumerated() where layoutOfPart[index] < 0 {
      if part.value(at: other) == part.value(at: point) { continue }
      layoutOfPart[index] = Int32(layouts.count)
      openCount -= 1
    }
    if openCount < before { layouts.append(other) }
    assert(openCount == layoutOfPart.lazy.filter { $0 < 0 }.count, "open parts are miscounted")
  }

  /// Pulls the parts that have not moved, up and down; returns whether some of them moved.
  private mutating func moveMore() throws(OracleError) -> Bool {
    let before = openCount
    for salt in 0..<2 where before > 0 && openCount == before {
      for upward in [true, false] {
        let answer = try ExactOracle.solve(pulled(upward: upward, salt: salt), limit: limit)
        guard let other = answer.optimum?.point else {
          throw .certificateRejected("a preference made a feasible system infeasible")
        }
        settle(at: other)
      }
    }
    return openCount < before
  }

  private func pulled(upward: Bool, salt: Int) -> LinearSystem {
    var system = system
    let weakest = system.optionalStrengths.last?.value ?? 1000
    system.reserveCapacity(
      constraints: system.constraintCount + openCount, cells: system.cellCount + 2 * openCount)
    var position = 0
    for (index, part) in parts.enumerated() where layoutOfPart[index] < 0 {
      var hasher = StableHash()
      hasher.combine(position)
      hasher.combine(salt)
      position += 1
      let weight = Rational(Int(1 + hasher.finalize() % 997))
      system.addConstraint(
        part.terms.map { LinearSystem.Term($0.coefficient * weight, $0.variable) },
        upward ? .greaterThanOrEqual : .lessThanOrEqual,
        (part.value(at: point) + (upward ? .one : -.one)) * weight, strength: Strength(weakest / 2))
    }
    return system
  }
}
