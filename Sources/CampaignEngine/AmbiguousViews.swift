// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// Finds the views that have another frame or content size in some right layout, and along which axis.
///
/// The oracle proves ambiguity with one second layout, which need not move every view that can move. Here
/// the search goes on: a preference weaker than all others pulls every part of a frame that has not been
/// seen to move, first up, then down. What moves is ambiguous, and that is proved. When nothing new moves
/// either way the rest counts as settled: the pulls have different weights, so that parts that can only move
/// against each other do not cancel out, and other weights are tried before the search ends.
package struct AmbiguousViews {
  /// An ambiguous view with the axis along which it is.
  package struct Entry: Sendable, Hashable {
    /// The index of the view.
    package let view: Int
    package let axis: Axis
  }

  /// One number of a frame as a row over the variables: an edge measured in the superview, a size, or a size
  /// of scroll content.
  private struct Part {
    let entry: Entry
    let terms: [LinearSystem.Term]
    let value: Rational
  }

  private let lowered: LoweredCase
  private let limit: OracleLimit
  private var open: [Part] = []
  private var moving: [Part] = []

  /// The ambiguous views in order, horizontally before vertically.
  ///
  /// - Throws: `OracleError.limitReached`; `.certificateRejected` for a bug in the oracle.
  package static func find(
    _ optimum: ExactOptimum, of lowered: LoweredCase, limit: OracleLimit = .standard
  ) throws(OracleError) -> [Entry] {
    guard case .ambiguous(let witness) = optimum.uniqueness else { return [] }
    var search = AmbiguousViews(lowered, optimum.point, limit)
    search.settle(at: witness)
    while try search.moveMore() {}
    var entries: [Entry] = []
    for part in search.moving where !entries.contains(part.entry) { entries.append(part.entry) }
    return entries.sorted {
      ($0.view, $0.axis.rawValue) < ($1.view, $1.axis.rawValue)
    }
  }

  private init(_ lowered: LoweredCase, _ point: [Rational], _ limit: OracleLimit) {
    self.lowered = lowered
    self.limit = limit
    for (view, first) in lowered.viewVariables.enumerated() {
      let parent = lowered.layoutCase.views[view].parent.map { lowered.viewVariables[$0] }
      for offset in 0..<4 {
        var terms = [LinearSystem.Term(.one, VariableID(first + offset))]
        var value = point[first + offset]
        if let parent, offset < 2 {
          terms.append(.init(-.one, VariableID(parent + offset)))
          value -= point[parent + offset]
        }
        let axis: Axis = offset % 2 == 0 ? .horizontal : .vertical
        open.append(Part(entry: Entry(view: view, axis: axis), terms: terms, value: value))
      }
      let content = lowered.contentVariables[view]
      for (offset, axis) in [Axis.horizontal, .vertical].enumerated() where content >= 0 {
        open.append(
          Part(
            entry: Entry(view: view, axis: axis),
            terms: [.init(.one, VariableID(content + offset))], value: point[content + offset]))
      }
    }
  }

  /// Moves the parts that have another value at the point from `open` to `moving`.
  private mutating func settle(at point: [Rational]) {
    var still: [Part] = []
    for part in open {
      var value = Rational.zero
      for term in part.terms { value += term.coefficient * point[term.variable.index] }
      if value == part.value { still.append(part) } else { moving.append(part) }
    }
    open = still
  }

  /// Pulls what has not moved, up and down; whether some of it has moved then.
  private mutating func moveMore() throws(OracleError) -> Bool {
    let before = open.count
    for salt in 0..<2 where before > 0 && open.count == before {
      for upward in [true, false] {
        let answer = try ExactOracle.solve(pulled(upward: upward, salt: salt), limit: limit)
        guard let point = answer.optimum?.point else {
          throw .certificateRejected("a preference made a feasible system infeasible")
        }
        settle(at: point)
      }
    }
    return open.count < before
  }

  private func pulled(upward: Bool, salt: Int) -> LinearSystem {
    var system = lowered.system
    let weakest = system.optionalStrengths.last?.value ?? 1000
    for (index, part) in open.enumerated() {
      var hasher = StableHash()
      hasher.combine(index)
      hasher.combine(salt)
      let weight = Rational(Int(1 + hasher.finalize() % 997))
      system.addConstraint(
        part.terms.map { LinearSystem.Term($0.coefficient * weight, $0.variable) },
        upward ? .greaterThanOrEqual : .lessThanOrEqual,
        (part.value + (upward ? .one : -.one)) * weight, strength: Strength(weakest / 2))
    }
    return system
  }
}
