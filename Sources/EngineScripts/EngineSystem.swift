// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The linear system of a scene: four variables for each view, in the coordinates of the root.
package struct EngineSystem: Sendable {
  /// The origin of a row.
  package enum Row: Sendable, Hashable {
    /// The constraint at an index of the scene.
    case constraint(Int)
    /// A width or height is not negative.
    case nonNegative(view: Int, EngineAxis)
    case hint(view: Int, EngineHints.Kind, EngineAxis)
    /// The root has its size; only where that is a variable.
    case rootSize(EngineAxis)
  }

  /// The variables of a frame.
  package enum Part: Int, Sendable, Hashable, CaseIterable {
    case x, y, width, height
  }

  package private(set) var scene: EngineScene
  package private(set) var system = LinearSystem()
  /// The origin of each row, in order.
  package private(set) var rows: [Row] = []
  /// The position of a live view in the scene, by id.
  private var places: [Int: Int] = [:]
  /// The axis along which the size of the root is a variable; nil for none.
  private let freeAxis: EngineAxis?
  /// Whether views without a natural size prefer to be as small as their minimum.
  private let isNaturalAlways: Bool
  private let leading: EngineOffer.Leading

  /// - Parameters:
  ///   - scene: a scene of a well formed script.
  ///   - offer: the offer, which says at which priority views keep their sizes.
  ///   - freeAxis: the axis along which the size of the root is a variable, the last one of the
  ///     system, which then has rows along this axis only; nil for the size of the scene.
  ///   - onlyRequired: whether preferences are left out.
  package init(
    _ scene: EngineScene, _ offer: EngineOffer, freeAxis: EngineAxis? = nil,
    onlyRequired: Bool = false
  ) {
    self.scene = scene
    self.freeAxis = freeAxis
    isNaturalAlways = offer.isNaturalAlways
    leading = offer.leading
    for (index, view) in scene.views.enumerated() { places[view.id] = index }
    _ = system.addVariables(4 * scene.views.count + (freeAxis == nil ? 0 : 1))
    if let freeAxis {
      add(.rootSize(freeAxis), [.init(.one, rootVariable)], .greaterThanOrEqual, .zero, .required)
    }
    let axes = freeAxis.map { [$0] } ?? EngineAxis.allCases
    let (ofViews, ofGuides) = (Self.hints(offer.hints), Self.hints(offer.guideHints))
    for view in scene.views {
      addRows(of: view, axes, view.isGuide ? ofGuides : ofViews, onlyRequired)
    }
    for (index, constraint) in scene.constraints.enumerated()
    where (!onlyRequired || constraint.strength.isRequired)
      && (freeAxis == nil || constraint.first.attribute.axis == freeAxis)
    {
      addRow(of: constraint, index)
    }
  }

  private var rootVariable: VariableID { VariableID(4 * scene.views.count) }

  /// Returns the variable of a part of a live view.
  ///
  /// - Precondition: the view is live, and not the root.
  package func variable(_ view: Int, _ part: Part) -> VariableID {
    guard let place = places[view] else { preconditionFailure("no view \(view)") }
    return VariableID(4 * place + part.rawValue)
  }

  private typealias OfferedHint = (kind: EngineHints.Kind, strength: Strength)

  /// Returns the offered kinds of sizes in order.
  private static func hints(_ offered: [EngineHints.Kind: Strength]) -> [OfferedHint] {
    EngineHints.Kind.allCases.compactMap { kind in offered[kind].map { (kind, $0) } }
  }

  /// Returns the system of another scene of the same rows.
  ///
  /// - Precondition: the scenes differ in the parents of views at most.
  func moved(to scene: EngineScene) -> EngineSystem {
    assert(self.scene.hasSameRows(as: scene), "the scenes have different rows")
    var moved = self
    moved.scene = scene
    return moved
  }

  private mutating func addRows(
    of view: EngineView, _ axes: [EngineAxis], _ hints: [OfferedHint], _ onlyRequired: Bool
  ) {
    for axis in axes {
      let size = LinearSystem.Term(
        .one, variable(view.id, axis == .horizontal ? .width : .height))
      add(.nonNegative(view: view.id, axis), [size], .greaterThanOrEqual, .zero, .required)
      for (kind, strength) in hints where !onlyRequired || strength.isRequired {
        guard let wanted = wanted(kind, view) else { continue }
        let relation: Relation =
          kind == .natural ? .equal : kind == .minimum ? .greaterThanOrEqual : .lessThanOrEqual
        add(.hint(view: view.id, kind, axis), [size], relation, wanted[axis], strength)
      }
    }
  }

  /// Returns the size of a kind that a view asks for; nil without one.
  private func wanted(_ kind: EngineHints.Kind, _ view: EngineView) -> EngineSize? {
    if let size = view.hints[kind] { return size }
    guard kind == .natural, isNaturalAlways else { return nil }
    return view.hints.minimum ?? EngineSize(width: .zero, height: .zero)
  }

  private mutating func addRow(of constraint: EngineConstraint, _ index: Int) {
    var sum = value(constraint.first)
    var constant = constraint.constant
    if let second = constraint.second {
      sum.add(value(second), times: -constraint.multiplier)
      if isMirrored(constraint) { constant = -constant }
    }
    // A mirrored distance counts to the left, and so does its inequality.
    let relation =
      constraint.second != nil && isMirrored(constraint)
      ? constraint.relation.turned : constraint.relation
    add(
      .constraint(index), sum.terms, relation, constant - sum.constant, constraint.strength)
  }

  /// Whether the distances of a constraint count to the left.
  private func isMirrored(_ constraint: EngineConstraint) -> Bool {
    scene.direction == .rightToLeft && leading == .mirrored
      && (constraint.first.attribute.isRelative || constraint.second?.attribute.isRelative == true)
  }

  private mutating func add(
    _ row: Row, _ terms: [LinearSystem.Term], _ relation: Relation, _ constant: Rational,
    _ strength: Strength
  ) {
    system.addConstraint(terms, relation, constant, strength: strength)
    rows.append(row)
  }

  /// A linear expression.
  private struct Sum {
    var terms: [LinearSystem.Term] = []
    var constant = Rational.zero

    mutating func add(_ other: Sum, times factor: Rational) {
      for term in other.terms { terms.append(.init(term.coefficient * factor, term.variable)) }
      if !other.constant.isZero { constant += other.constant * factor }
    }
  }

  /// Returns the value of an item in the coordinates of the root.
  private func value(_ item: EngineItem) -> Sum {
    let axis = item.attribute.axis
    let isLeftToRight = scene.direction == .leftToRight
    switch item.attribute {
    case .left, .top: return start(item.view, axis)
    case .right, .bottom: return edge(item.view, axis, .one)
    case .leading: return edge(item.view, axis, isLeftToRight ? .zero : .one)
    case .trailing: return edge(item.view, axis, isLeftToRight ? .one : .zero)
    case .centerX, .centerY: return edge(item.view, axis, Rational(1, 2))
    case .width, .height: return length(item.view, axis)
    }
  }

  /// Returns the start of a view plus a share of its length.
  private func edge(_ view: Int, _ axis: EngineAxis, _ share: Rational) -> Sum {
    var sum = start(view, axis)
    if !share.isZero { sum.add(length(view, axis), times: share) }
    return sum
  }

  private func start(_ view: Int, _ axis: EngineAxis) -> Sum {
    if view == 0 { return Sum() }
    return Sum(terms: [.init(.one, variable(view, axis == .horizontal ? .x : .y))])
  }

  private func length(_ view: Int, _ axis: EngineAxis) -> Sum {
    if view != 0 {
      return Sum(terms: [.init(.one, variable(view, axis == .horizontal ? .width : .height))])
    }
    if axis == freeAxis { return Sum(terms: [.init(.one, rootVariable)]) }
    return Sum(constant: scene.size[axis])
  }
}
