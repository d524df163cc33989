// SPDX-License-Identifier: MIT

import Digests
import ExactNumerics
import LinearModel
import Oracles

/// A search for the parts of frames that have another value in some right layout.
///
/// The oracle proves ambiguity with one second layout, which need not move every view that can
/// move. The search continues from there. A preference weaker than all others pulls every part of a
/// frame that has not been seen to move, first up, then down. A part that moves is ambiguous, and
/// that is proved. When nothing new moves either way, the rest counts as settled. The pulls have
/// different weights, so that parts that can only move against each other do not cancel out. Other
/// weights are tried before the search ends.
struct FreedomSearch {
  /// A part with a right layout in which it has another value.
  struct Moved {
    let part: FramePart
    /// The number of the layout in `layouts`.
    let layout: Int
  }

  private let system: LinearSystem
  private let limit: OracleLimit
  private var open: [FramePart]
  private(set) var moved: [Moved] = []
  /// Right layouts that differ from the current one, in the order in which they were found.
  private(set) var layouts: [[Rational]] = []

  /// Searches among some parts.
  ///
  /// - Parameters:
  ///   - system: the system whose right layouts are searched; the values of the parts belong to one
  ///     of them.
  ///   - parts: the parts of frames to search.
  ///   - witness: another right layout that is known already.
  ///   - limit: the limit of each exact solution.
  /// - Throws: `OracleError.limitReached`; `.certificateRejected` for a bug in the oracle.
  /// - Complexity: at least four exact solutions, and two more each time that a new part moves.
  init(
    _ system: LinearSystem, among parts: [FramePart], witness: [Rational]? = nil,
    limit: OracleLimit
  ) throws(OracleError) {
    self.system = system
    self.limit = limit
    open = parts
    if let witness { settle(at: witness) }
    while try moveMore() {}
  }

  /// Moves the parts that have another value at the point from `open` to `moved`.
  private mutating func settle(at point: [Rational]) {
    var still: [FramePart] = []
    let before = moved.count
    for part in open {
      if part.value(at: point) == part.value {
        still.append(part)
      } else {
        moved.append(Moved(part: part, layout: layouts.count))
      }
    }
    open = still
    if moved.count > before { layouts.append(point) }
  }

  /// Pulls the parts that have not moved, up and down; returns whether some of them moved.
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
    var system = system
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
