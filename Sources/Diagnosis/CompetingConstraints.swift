// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// Optional constraints of equal priority that compete for an open part of a frame: some must be
/// broken, and nothing decides which.
///
/// Equal content priorities alone are a `PriorityTies.Tie`.
struct CompetingConstraints {
  /// The rows in the system, in order; two or more, one of them a constraint of the author.
  let rows: [Int]
  let strength: Strength
  /// The first constraint of the author that decides the part when its priority is lowered by one.
  let decider: Int

  /// The priority as a number in texts.
  var priority: String { Self.text(strength.value) }
  /// The priority of the decider that decides the part.
  var lowerPriority: String { Self.text(strength.value - 1) }

  /// The largest number of constraints that are tried as a decider, at all priorities together.
  private static let tried = 4

  private static func text(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }

  /// Finds the constraints that compete for the part of a gap; nil when none do.
  ///
  /// Without a verified decider they do not compete.
  ///
  /// - Throws: `OracleError`.
  init?(
    for gap: MissingConstraints.Gap, in lowered: LoweredCase, at point: [Rational],
    limit: OracleLimit
  ) throws(OracleError) {
    let views = Set([gap.part.view] + gap.followers.map(\.view))
    let found = try limit.counting { (meter) throws(ArithmeticStop) in
      try Self.differing(for: gap.part, views, in: lowered, [point, gap.witness], meter)
    }
    var left = Self.tried
    for (strength, rows) in found where rows.count > 1 && strength.value > 1 {
      let authored = rows.filter { Self.isAuthored(lowered.origins[$0], in: lowered) }.prefix(left)
      left -= authored.count
      for row in authored {
        let changed = lowered.system.changing(row, strength: Strength(strength.value - 1))
        guard let optimum = try ExactOracle.solve(changed, limit: limit).optimum else { continue }
        if try Self.isDecided(gap.part, optimum, in: changed, limit) {
          self.rows = rows
          self.strength = strength
          decider = row
          return
        }
      }
    }
    return nil
  }

  /// Returns the optional rows on an axis of some views that two right layouts violate differently,
  /// by strength, the strongest first.
  private static func differing(
    for part: FramePart, _ views: Set<Int>, in lowered: LoweredCase, _ points: [[Rational]],
    _ meter: DigitMeter
  ) throws(ArithmeticStop) -> [(strength: Strength, rows: [Int])] {
    let system = lowered.system
    meter.count(cells: points.count * system.cellCount)
    var found: [Strength: [Int]] = [:]
    for (row, origin) in lowered.origins.enumerated()
    where system.strengths[row] != .required && concerns(origin, part.axis, views, in: lowered) {
      let one = try system.exactViolation(of: row, at: points[0], meter)
      let other = try system.exactViolation(of: row, at: points[1], meter)
      if one != other { found[system.strengths[row], default: []].append(row) }
    }
    return found.sorted { $1.key < $0.key }.map { ($0.key, $0.value) }
  }

  private static func concerns(
    _ origin: ConstraintOrigin, _ axis: Axis, _ views: Set<Int>, in lowered: LoweredCase
  ) -> Bool {
    switch origin {
    case .hugging(let view, let other), .compressionResistance(let view, let other):
      return other == axis && views.contains(view)
    case .constraint(let index):
      let constraint = lowered.layoutCase.constraints[index]
      return [constraint.first, constraint.second].contains { anchor in
        guard let anchor, anchor.attribute.runs(along: axis) else { return false }
        return views.contains(lowered.layoutCase.viewIndex(of: anchor.item))
      }
    default: return false
    }
  }

  private static func isAuthored(_ origin: ConstraintOrigin, in lowered: LoweredCase) -> Bool {
    guard case .constraint(let index) = origin else { return false }
    return lowered.layoutCase.constraints[index].source == .author
  }

  /// Whether a part has one value in all right layouts.
  private static func isDecided(
    _ part: FramePart, _ optimum: ExactOptimum, in system: LinearSystem, _ limit: OracleLimit
  ) throws(OracleError) -> Bool {
    guard case .ambiguous(let witness) = optimum.uniqueness else { return true }
    return try FreedomSearch(
      system, at: optimum.point, among: [part], witness: witness, limit: limit
    ).isSettled
  }
}

extension Attribute {
  fileprivate func runs(along axis: Axis) -> Bool {
    switch kind {
    case .horizontalLocation: return axis == .horizontal
    case .verticalLocation: return axis == .vertical
    case .dimension: return (self == .width) == (axis == .horizontal)
    }
  }
}
