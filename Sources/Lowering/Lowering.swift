// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel

/// Translates a layout case into a linear system.
///
/// The rules are Auto Layout's; `LoweringPass` cites them. Rows come in this order: the root's
/// four; for each view its sizes, content sizes, hold, hugging and compression resistance; the
/// sizes of free guides; the constraints of the case.
///
/// - Precondition: the case is well formed (`LayoutCase.validate()` finds nothing) and plain
///   (`isPlain`).
/// - Complexity: O(views + guides + constraints); a location multiplier costs O(log depth) more.
package func lower(_ layoutCase: LayoutCase) -> LoweredCase {
  precondition(layoutCase.isPlain, "texts, stacks and areas are worked out before lowering")
  var pass = LoweringPass(layoutCase)
  pass.addVariables()
  pass.addRoot()
  for index in layoutCase.views.indices { pass.addView(index) }
  for index in layoutCase.guides.indices { pass.addGuide(index) }
  for index in layoutCase.constraints.indices { pass.addConstraint(index) }
  return LoweredCase(
    layoutCase: layoutCase, system: pass.system, origins: pass.origins,
    viewVariables: pass.viewVariables, guideVariables: pass.guideVariables,
    contentVariables: pass.contentVariables)
}

/// The state of one lowering; not copyable, so that it is not copied for each call.
///
/// It has the parts of the case, since the whole would be moved in memory for each access to one.
struct LoweringPass: ~Copyable {
  let views: [View]
  let guides: [Guide]
  private let constraints: [LayoutConstraint]
  private let rootSize: LayoutSize
  private let direction: LayoutCase.Environment.Direction
  var system = LinearSystem()
  var origins: [ConstraintOrigin] = []
  var viewVariables: [Int] = []
  var guideVariables: [Int] = []
  var contentVariables: [Int] = []
  private var row = LinearRow()
  /// The constant of the left side of `row`; it moves to the right side when the row is added.
  private var rowConstant = Rational.zero
  /// Whether a view forces a reading direction; otherwise that of the environment holds everywhere.
  private let forcesDirections: Bool
  /// The tree, only built for cases that need subtrees or common ancestors; most do not.
  private let tree: ViewTree?

  init(_ layoutCase: LayoutCase) {
    precondition(!layoutCase.views.isEmpty, "a case without views is not well formed")
    let views = layoutCase.views
    let constraints = layoutCase.constraints
    self.views = views
    guides = layoutCase.guides
    self.constraints = constraints
    rootSize = layoutCase.environment.size
    direction = layoutCase.environment.direction
    // Views and constraints are read in place throughout: they are too large to be copied for a
    // single field.
    forcesDirections = views.indices.contains { views[$0].direction != nil }
    let needsTree =
      forcesDirections || views.indices.contains { views[$0].kind == .scrollView }
      || constraints.indices.contains { !constraints[$0].multiplier.isOne }
    tree = needsTree ? ViewTree(views) : nil
  }

  var knownTree: ViewTree {
    guard let tree else {
      preconditionFailure("a case without scroll views and multipliers asks for no ancestors")
    }
    return tree
  }

  mutating func addVariables() {
    let expected = expectedSize()
    system.reserveCapacity(constraints: expected.rows, cells: expected.cells)
    origins.reserveCapacity(expected.rows)
    viewVariables.reserveCapacity(views.count)
    contentVariables.reserveCapacity(views.count)
    for index in views.indices {
      viewVariables.append(system.addVariables(4))
      contentVariables.append(views[index].kind == .scrollView ? system.addVariables(2) : -1)
    }
    guideVariables.reserveCapacity(guides.count)
    for index in guides.indices {
      if case .free = guides[index].kind {
        guideVariables.append(system.addVariables(4))
      } else {
        guideVariables.append(-1)
      }
    }
  }

  /// Returns an upper bound on the number of rows, and the number of their cells in usual cases.
  ///
  /// Arrays without it grow by doubling, and take up to twice the memory.
  private func expectedSize() -> (rows: Int, cells: Int) {
    // The four rows of the root, and rows of one cell.
    var bounds = 4
    var (rows, cells) = (constraints.count, 4 * constraints.count)
    for index in views.indices {
      if index > 0 { bounds += 2 }
      if views[index].kind == .scrollView { bounds += 2 }
      if views[index].intrinsicWidth != nil { bounds += 2 }
      if views[index].intrinsicHeight != nil { bounds += 2 }
      if let hold = views[index].hold {
        rows += 4
        cells += hold.followsSuperview ? 12 : 6
      }
    }
    for index in guides.indices {
      if case .free = guides[index].kind { bounds += 2 }
    }
    return (rows + bounds, cells + bounds)
  }

  // MARK: - Rows that lowering adds

  /// Fixes the root: its frame is at the origin with the size of the environment.
  mutating func addRoot() {
    let insets = views[0].alignmentInsets
    let (left, top) = (Rational(insets.left), Rational(insets.top))
    addBound(.root(.left), 0, .equal, left)
    addBound(.root(.top), 1, .equal, top)
    addBound(.root(.width), 2, .equal, Rational(rootSize.width) - left - Rational(insets.right))
    addBound(.root(.height), 3, .equal, Rational(rootSize.height) - top - Rational(insets.bottom))
  }

  mutating func addView(_ index: Int) {
    let variable = viewVariables[index]
    for axis in Axis.allCases where index > 0 {
      addBound(
        .nonNegativeSize(.view(index), axis), variable + 2 + Int(axis.rawValue),
        .greaterThanOrEqual, .zero)
    }
    if contentVariables[index] >= 0 {
      for axis in Axis.allCases {
        addBound(
          .nonNegativeContent(view: index, axis), contentVariables[index] + Int(axis.rawValue),
          .greaterThanOrEqual, .zero)
      }
    }
    if let hold = views[index].hold { addHold(hold, view: index) }
    for axis in Axis.allCases { addIntrinsicSize(view: index, axis) }
  }

  /// Adds two inequalities along an axis that has a natural size (AUTOLAYOUT 2.2).
  private mutating func addIntrinsicSize(view index: Int, _ axis: Axis) {
    let isHorizontal = axis == .horizontal
    let natural = isHorizontal ? views[index].intrinsicWidth : views[index].intrinsicHeight
    guard let natural else { return }
    let variable = viewVariables[index] + 2 + Int(axis.rawValue)
    let size = Rational(natural)
    let hugging = Strength(views[index].hugging[axis])
    let resistance = Strength(views[index].compressionResistance[axis])
    addBound(.hugging(view: index, axis), variable, .lessThanOrEqual, size, hugging)
    addBound(
      .compressionResistance(view: index, axis), variable, .greaterThanOrEqual, size, resistance)
  }

  /// Adds exactly two equations along each axis that hold the frame of a view, relative to its
  /// superview's frame (AUTOLAYOUT 4.2).
  ///
  /// Variables refer to the alignment rectangles inside both (3.1).
  private mutating func addHold(_ hold: View.Hold, view index: Int) {
    guard let parent = views[index].parent else {
      preconditionFailure("the root is held: the case is not well formed")
    }
    let equations = Axis.allCases.map { MaskEquation.pair(of: hold, $0) }
    for number in 0..<2 {
      for (axis, pair) in zip(Axis.allCases, equations) {
        let equation = pair[number]
        let child = frameSpan(view: index, axis)
        // A scroll view counts as its frame here, with the origin of its content (AUTOLAYOUT 7.2).
        let superview = frameSpan(view: parent, axis)
        beginRow()
        switch equation.part {
        case .lowEdge: add(child.lowEdge, .one)
        case .length: add(child.length, .one)
        case .highEdge: add(child.highEdge, .one)
        }
        if equation.part != .length { add(superview.lowEdge, -.one) }
        if !equation.factor.isZero { add(superview.length, -equation.factor) }
        let origin = ConstraintOrigin.hold(view: index, equation.part.attribute(axis))
        endRow(origin, .equal, equation.constant, .required)
      }
    }
  }

  mutating func addGuide(_ index: Int) {
    guard guideVariables[index] >= 0 else { return }
    for axis in Axis.allCases {
      addBound(
        .nonNegativeSize(.guide(index), axis), guideVariables[index] + 2 + Int(axis.rawValue),
        .greaterThanOrEqual, .zero)
    }
  }

  // MARK: - Constraints of the case

  mutating func addConstraint(_ index: Int) {
    let (first, second) = (constraints[index].first, constraints[index].second)
    let isRightToLeft = isRightToLeft(first, second)
    let point = point(first, other: second, isRightToLeft: isRightToLeft)
    beginRow()
    guard let second else {
      add(point, .one)
      endRow(at: index)
      return
    }
    let other = self.point(second, other: first, isRightToLeft: isRightToLeft)
    let isMirrored =
      isRightToLeft
      && (first.attribute.followsDirection == true || second.attribute.followsDirection == true)
    // Mirrored distances run from right to left: the sign of every coordinate changes, that of the
    // constant does not (AUTOLAYOUT 1.7).
    let sign: Rational = isMirrored ? -.one : .one
    add(point, sign)
    if constraints[index].multiplier.isOne {
      add(other, -sign)
    } else {
      let multiplier = Rational(constraints[index].multiplier)
      add(other, -(sign * multiplier))
      if first.attribute.kind != .dimension {
        // Both locations are measured from the ancestor's origin (AUTOLAYOUT 1.6).
        let origin = origin(of: first, second, isMirrored: isMirrored)
        add(origin, sign * (multiplier - .one))
      }
    }
    endRow(at: index)
  }

  /// Whether leading means right in a constraint: the direction inside the nearest common ancestor
  /// decides.
  private func isRightToLeft(_ first: Anchor, _ second: Anchor?) -> Bool {
    guard forcesDirections, let second else { return direction == .rightToLeft }
    let ancestor = knownTree.nearestCommonAncestor(
      viewIndex(of: first.item), viewIndex(of: second.item))
    return (views[ancestor].direction ?? direction) == .rightToLeft
  }

  /// Returns the view that an item is, or the view that owns the guide.
  func viewIndex(of item: Item) -> Int {
    switch item {
    case .view(let index): return index
    case .guide(let index): return guides[index].owner
    }
  }

  /// Returns the edge from which location multipliers are measured.
  ///
  /// It is the low edge of the nearest common ancestor's coordinate space, or its right edge for
  /// mirrored distances.
  private func origin(of first: Anchor, _ second: Anchor, isMirrored: Bool) -> Point {
    let one = viewIndex(of: first.item)
    let other = viewIndex(of: second.item)
    let ancestor = knownTree.nearestCommonAncestor(one, other)
    let isVertical = first.attribute.kind == .verticalLocation
    let axis: Axis = isVertical ? .vertical : .horizontal
    // Seen from inside, a scroll view's coordinate space is that of its content.
    let isOutside =
      first.item == .view(ancestor) && second.item == .view(ancestor)
    let span =
      views[ancestor].kind == .scrollView && !isOutside
      ? contentSpan(view: ancestor, axis) : frameSpan(view: ancestor, axis)
    return isMirrored ? span.highEdge : span.lowEdge
  }

  // MARK: - Rows under construction

  private mutating func addBound(
    _ origin: ConstraintOrigin, _ variable: Int, _ relation: Relation, _ constant: Rational,
    _ strength: Strength = .required
  ) {
    system.addBound(VariableID(variable), relation, constant, strength: strength)
    origins.append(origin)
  }

  private mutating func beginRow() {
    row.removeAll()
    rowConstant = .zero
  }

  /// Adds a factor times a coordinate to the left side.
  private mutating func add(_ point: Point, _ factor: Rational) {
    if point.position >= 0 { row.add(factor, VariableID(point.position)) }
    switch point.halves {
    case 0: break
    case 2: row.add(factor, VariableID(point.size))
    default:
      let half = Rational(reducedNumerator: 1, denominator: 2)
      row.add(factor * half, VariableID(point.size))
    }
    if !point.constant.isZero { rowConstant += factor * point.constant }
  }

  private mutating func endRow(at index: Int) {
    endRow(
      .constraint(index), Relation(constraints[index].relation),
      Rational(constraints[index].constant), Strength(constraints[index].priority))
  }

  private mutating func endRow(
    _ origin: ConstraintOrigin, _ relation: Relation, _ constant: Rational, _ strength: Strength
  ) {
    system.addConstraint(row, relation, constant - rowConstant, strength: strength)
    origins.append(origin)
  }
}

extension Relation {
  fileprivate init(_ relation: LayoutConstraint.Relation) {
    switch relation {
    case .lessThanOrEqual: self = .lessThanOrEqual
    case .equal: self = .equal
    case .greaterThanOrEqual: self = .greaterThanOrEqual
    }
  }
}

extension Strength {
  fileprivate init(_ priority: Priority) { self.init(Double(priority.value)) }
}
