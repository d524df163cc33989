// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// The error of the natural sizes that this tool estimates: a problem that can disappear within it
/// is uncertain.
///
/// Two kinds of sizes are estimated: texts that were not measured with the platform's fonts, and
/// the frames of controls of a desktop, which are drawn inside of them by distances that changed
/// with the looks of the system.
struct SizeUncertainty {
  /// The error of the size of a desktop's control along an axis, in points.
  private static let ofControl = 3
  /// The error of the height of one line of text, in points.
  private static let ofLine = 1
  /// The share of the width of a text that its error is.
  private static let ofWidth = 0.1

  private let diagnosed: DiagnosedCase
  private let lowered: LoweredCase

  init(_ diagnosed: DiagnosedCase, _ lowered: LoweredCase) {
    self.diagnosed = diagnosed
    self.lowered = lowered
  }

  /// A natural size of a view along an axis.
  struct Size: Hashable {
    let view: Int
    let axis: Axis
  }

  /// Returns the largest error of a natural size in points; 0 for one that is written or recorded.
  func error(of size: Size) -> Int {
    let view = lowered.layoutCase.views[size.view]
    guard diagnosed.isOfDocument, diagnosed.layoutCase.views.indices.contains(size.view) else {
      return 0
    }
    if !diagnosed.isTouched, view.kind == .label || view.kind.isControl || view.kind == .other {
      return Self.ofControl
    }
    guard let text = diagnosed.layoutCase.views[size.view].text, text.measured.isEmpty else {
      return 0
    }
    let natural = size.axis == .horizontal ? view.intrinsicWidth : view.intrinsicHeight
    let points = natural?.doubleValue ?? 0
    if size.axis == .horizontal { return 1 + Int(min(points, 10000) * Self.ofWidth) }
    let line = max(1, text.font.pointSize.doubleValue)
    return Self.ofLine * max(1, Int((min(points, 10000) / line).rounded(.down)))
  }

  /// Returns the estimated sizes that some rows state.
  func sizes(of rows: some Sequence<Int>) -> [Size] {
    var sizes: [Size] = []
    for row in rows {
      guard let size = size(of: row), error(of: size) > 0, !sizes.contains(size) else { continue }
      sizes.append(size)
    }
    return sizes
  }

  /// Returns the system whose estimated sizes may have any value within their errors.
  ///
  /// - Complexity: O(cells).
  func relaxed() -> LinearSystem {
    let system = lowered.system
    var result = LinearSystem()
    _ = result.addVariables(system.variableCount)
    result.reserveCapacity(constraints: system.constraintCount, cells: system.cellCount)
    for row in 0..<system.constraintCount {
      var constant = system.exactConstants[row]
      if let size = size(of: row) {
        let error = Rational(error(of: size))
        switch system.relations[row] {
        case .lessThanOrEqual: constant += error
        case .greaterThanOrEqual: constant -= error
        case .equal: break
        }
      }
      result.addConstraint(
        system.terms(of: row), system.relations[row], constant, strength: system.strengths[row])
    }
    return result
  }

  private func size(of row: Int) -> Size? {
    switch lowered.origins[row] {
    case .hugging(let view, let axis), .compressionResistance(let view, let axis):
      return Size(view: view, axis: axis)
    default: return nil
    }
  }

  /// Returns the sentence that names the estimated sizes.
  func sentence(_ sizes: [Size]) -> String {
    let named = sizes.prefix(Self.named).map { size in
      "the \(size.axis.sizeName) of \(diagnosed.name(ofView: size.view))"
        + " (within \(error(of: size)) pt)"
    }
    let more = sizes.count > named.count ? ["\(sizes.count - named.count) more"] : []
    return "this depends on estimated sizes: " + (named + more).joined(separator: ", ")
  }

  /// The largest number of sizes that one finding names.
  private static let named = 3
}

extension SizeUncertainty {
  /// Returns the estimated sizes without which a tie of some members may not exist at a right
  /// layout; nil for a certain tie.
  func sizes(deciding members: [PriorityTies.Member], at point: [Rational]) -> [Size]? {
    let sizes = sizes(of: members.map(\.row))
    guard !sizes.isEmpty else { return nil }
    var missing = Rational.zero
    for member in members {
      missing += lowered.system.exactViolation(of: member.row, at: point)
    }
    let error = sizes.reduce(0) { $0 + self.error(of: $1) }
    return missing <= Rational(error) ? sizes : nil
  }

  /// Returns the estimated sizes without which a conflict may not exist; nil for a certain one.
  ///
  /// `removed` are rows of other conflicts, which are left out.
  ///
  /// - Throws: `OracleError`.
  func sizes(
    deciding conflict: [ConstraintID], without removed: Set<Int> = [], limit: OracleLimit
  ) throws(OracleError) -> [Size]? {
    let sizes = sizes(of: conflict.map(\.index))
    guard !sizes.isEmpty else { return nil }
    let relaxed = relaxed()
    let proof = try ExactOracle.contradiction(
      in: relaxed, among: relaxed.required(without: removed), limit: limit)
    return proof == nil ? sizes : nil
  }

  /// Returns the estimated sizes without which a part of a frame may not be open; nil for a certain
  /// gap.
  ///
  /// Content that competes leaves a part open by as much as the natural sizes exceed the room. A
  /// part that cannot move farther than their errors may be settled by the right ones.
  ///
  /// - Throws: `OracleError`.
  func sizes(
    deciding gap: MissingConstraints.Gap, at point: [Rational], limit: OracleLimit
  ) throws(OracleError) -> [Size]? {
    let system = lowered.system
    let competing = (0..<system.constraintCount).filter { row in
      guard let size = size(of: row), size.axis == gap.part.axis, error(of: size) > 0 else {
        return false
      }
      return !system.exactViolation(of: row, at: point).isZero
    }
    let sizes = sizes(of: competing)
    guard !sizes.isEmpty else { return nil }
    let reach = Rational(sizes.reduce(0) { $0 + error(of: $1) })
    for distance in [reach, -reach] {
      var moved = system
      moved.addConstraint(
        gap.part.terms, distance > .zero ? .greaterThanOrEqual : .lessThanOrEqual,
        gap.part.value(at: point) + distance)
      guard let optimum = try ExactOracle.solve(moved, limit: limit).optimum else { continue }
      if !isWorse(optimum.point, than: point) { return nil }
    }
    return sizes
  }

  /// Whether a layout breaks optional constraints more than an optimal one does.
  private func isWorse(_ other: [Rational], than point: [Rational]) -> Bool {
    let system = lowered.system
    var more: [Strength: Rational] = [:]
    for row in 0..<system.constraintCount where !system.strengths[row].isRequired {
      let difference =
        system.exactViolation(of: row, at: other) - system.exactViolation(of: row, at: point)
      more[system.strengths[row], default: .zero] += difference
    }
    return more.values.contains { !$0.isZero }
  }
}
