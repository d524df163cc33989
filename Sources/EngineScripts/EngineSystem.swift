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
  /// The axes along which the size of the root is a variable.
  private let freeAxes: [EngineAxis]
  /// Whether views without a natural size prefer to be as small as their minimum.
  private let isNaturalAlways: Bool
  private let leading: EngineOffer.Leading

  /// - Parameters:
  ///   - scene: a scene of a well formed script.
  ///   - offer: the offer, which says at which priority views keep their sizes.
  ///   - free: the axes along which the size of the root is a variable; along others it is that of
  ///     the scene. These variables are the last ones.
  ///   - axes: the axes along which the system has rows.
  ///   - onlyRequired: whether preferences are left out.
  /// - Precondition: no constraint relates one of the axes to one that is left out.
  package init(
    _ scene: EngineScene, _ offer: EngineOffer, free: [EngineAxis] = [],
    along axes: [EngineAxis] = EngineAxis.allCases, onlyRequired: Bool = false
  ) {
    self.scene = scene
    freeAxes = free
    isNaturalAlways = offer.isNaturalAlways
    leading = offer.leading
    for (index, view) in scene.views.enumerated() { places[view.id] = index }
    _ = system.addVariables(4 * scene.views.count + free.count)
    for (place, axis) in free.enumerated() {
      let size = LinearSystem.Term(.one, VariableID(4 * scene.views.count + place))
      add(.rootSize(axis), [size], .greaterThanOrEqual, .zero, .required)
    }
    let (ofViews, ofGuides) = (Self.hints(offer.hints), Self.hints(offer.guideHints))
    for view in scene.views {
      addRows(of: view, axes, view.isGuide ? ofGuides : ofViews, onlyRequired)
    }
    for (index, constraint) in scene.constraints.enumerated()
    where (!onlyRequired || constraint.strength.isRequired)
      && axes.contains(constraint.first.attribute.axis)
    {
      addRow(of: constraint, index)
    }
  }

  /// Returns the required rows that decide about the size of the root along an axis, which is a
  /// variable: those along the axis, or all if some constraint relates the axes.
  static func deciding(
    _ axis: EngineAxis, _ scene: EngineScene, _ offer: EngineOffer
  ) -> EngineSystem {
    let axes = scene.couplesAxes ? EngineAxis.allCases : [axis]
    return EngineSystem(scene, offer, free: axes, along: axes, onlyRequired: true)
  }

  /// Returns the variable of the size of the root along an axis; nil where it is none.
  func rootVariable(_ axis: EngineAxis) -> VariableID? {
    freeAxes.firstIndex(of: axis).map { VariableID(4 * scene.views.count + $0) }
  }

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
    if let variable = rootVariable(axis) { return Sum(terms: [.init(.one, variable)]) }
    return Sum(constant: scene.size[axis])
  }
}
