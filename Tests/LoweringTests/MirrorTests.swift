// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutModel
import Lowering
import TestSupport
import Testing

/// Returns a case of nested views, one of them a scroll view, with horizontal constraints that
/// follow the direction.
private func nestedCase(_ random: inout Draws) -> LayoutCase {
  var views = [View(id: "root", parent: nil)]
  for index in 1..<7 {
    // The parent is the previous view or its parent, so that views stay in preorder.
    let previous = views[index - 1].parent ?? 0
    var view = View(id: "v\(index)", parent: random.chance() ? previous : index - 1)
    if random.chance(3) { view.kind = .scrollView }
    // Margins and insets have physical sides: equal ones are their own mirror image.
    let side = LayoutNumber(random.below(9))
    view.margins = LayoutInsets(top: 0, left: side, bottom: 0, right: side)
    view.alignmentInsets = LayoutInsets(top: 0, left: 2, bottom: 0, right: 2)
    views.append(view)
  }
  let attributes: [Attribute] = [
    .leading, .trailing, .centerX, .leadingMargin, .trailingMargin,
  ]
  var constraints: [LayoutConstraint] = []
  _ = random.list(0...23) { random in
    let index = constraints.count
    constraints.append(
      LayoutConstraint(
        id: "c\(index)",
        first: Anchor(.view(random.below(7)), random.pick([.leading, .trailing])),
        relation: random.pick(LayoutConstraint.Relation.allCases),
        second: Anchor(.view(random.below(7)), random.pick(attributes)),
        multiplier: random.chance()
          ? LayoutNumber(Int64(1 + random.below(5)), 3, form: .fraction) : 1,
        constant: LayoutNumber(random.integer(in: -20...19))))
  }
  return LayoutCase(
    environment: .init(size: LayoutSize(width: 320, height: 480)), views: views,
    constraints: constraints)
}

/// Returns the values of a layout with integer coordinates, and of its mirror image.
private func layouts(
  of lowered: LoweredCase, _ random: inout Draws
) -> (values: [Rational], mirrored: [Rational]) {
  var values = [Rational](repeating: .zero, count: lowered.system.variableCount)
  var mirrored = values
  let views = lowered.layoutCase.views
  for index in views.indices {
    let variable = lowered.viewVariables[index]
    values[variable] = index == 0 ? .zero : Rational(random.below(300))
    values[variable + 2] = index == 0 ? Rational(320) : Rational(random.below(200))
    mirrored[variable + 2] = values[variable + 2]
    // The space in which a view is mirrored: the root, or the content of the nearest scroll view
    // around it.
    var space = views[index].parent
    while let candidate = space, views[candidate].kind != .scrollView {
      space = views[candidate].parent
    }
    var low = Rational.zero
    var width = Rational(320)
    var mirroredLow = Rational.zero
    if let space {
      low = values[lowered.viewVariables[space]] - Rational(2)
      mirroredLow = mirrored[lowered.viewVariables[space]] - Rational(2)
      width = values[lowered.contentVariables[space]]
    }
    let distance = values[variable] - low
    mirrored[variable] =
      index == 0 ? .zero : mirroredLow + width - distance - values[variable + 2]
    let content = lowered.contentVariables[index]
    if content >= 0 {
      values[content] = Rational(random.below(900))
      mirrored[content] = values[content]
    }
  }
  return (values, mirrored)
}

private func residuals(_ lowered: LoweredCase, _ values: [Rational]) -> [Rational] {
  lowered.origins.indices.filter {
    if case .constraint = lowered.origins[$0] { return true }
    return false
  }.map { row in
    lowered.system.cells(of: row).reduce(-lowered.system.exactConstants[row]) { sum, cell in
      sum + lowered.system.exactCoefficients[cell]
        * values[Int(lowered.system.columns[cell])]
    }
  }
}

private let cases = Generator.drawn { nestedCase(&$0) }

@Test("right to left, the mirror image of a layout is exactly as good as the layout left to right")
func mirroring() {
  let images = cases.drawing { layoutCase, draws in
    // A constraint across the border of a scroll view mixes two spaces, which separate when
    // mirrored.
    let crossing = layoutCase.constraints.indices.filter { crossesScrollView(layoutCase, $0) }
    let layoutCase = layoutCase.removing(constraints: Set(crossing))
    let (values, mirrored) = layouts(of: lower(layoutCase), &draws)
    return (layoutCase, values, mirrored)
  }
  forAll(images, count: 1_000) { layoutCase, values, mirrored in
    try claim(layoutCase.validate(), is: [])
    var turned = layoutCase
    turned.environment.direction = .rightToLeft
    try claim(
      residuals(lower(turned), mirrored), is: residuals(lower(layoutCase), values), "residuals")
    return layoutCase.constraints.isEmpty ? .notApplicable : .holds
  }
}

@Test("a direction forced on all views is the direction of the environment")
func forcedEverywhere() {
  forAll(cases, count: 500) { layoutCase in
    for direction in LayoutCase.Environment.Direction.allCases {
      var one = layoutCase
      var other = layoutCase
      one.environment.direction = direction
      other.environment.direction = direction == .leftToRight ? .rightToLeft : .leftToRight
      for view in other.views.indices { other.views[view].direction = direction }
      try claim(lower(one).system == lower(other).system, "\(direction)")
    }
    return .holds
  }
}

@Test("only the nearest common ancestor decides the direction of a constraint")
func ancestorDecides() {
  forAll(cases, count: 500) { plain in
    var mirrored = plain
    mirrored.environment.direction = .rightToLeft
    let (one, turned) = (lower(plain), lower(mirrored))
    for view in plain.views.indices {
      var forced = plain
      forced.views[view].direction = .rightToLeft
      let other = lower(forced)
      for (index, constraint) in plain.constraints.enumerated() {
        let decides = nearestCommonAncestor(constraint, in: plain) == view
        let expected = equation(of: index, in: decides ? turned : one)
        try claim(equation(of: index, in: other), is: expected, "\(constraint.id), view \(view)")
      }
    }
    return plain.constraints.isEmpty ? .notApplicable : .holds
  }
}

/// Returns the cells and the constant of a constraint of the case.
private func equation(of constraint: Int, in lowered: LoweredCase) -> [String] {
  lowered.origins.indices.filter { lowered.origins[$0] == .constraint(constraint) }.flatMap { row in
    lowered.system.cells(of: row).map {
      "\(lowered.system.exactCoefficients[$0]) x\(lowered.system.columns[$0])"
    } + ["\(lowered.system.exactConstants[row])"]
  }
}

/// Returns the nearest common ancestor by walking up, one superview at a time.
private func nearestCommonAncestor(_ constraint: LayoutConstraint, in layoutCase: LayoutCase) -> Int
{
  func path(_ item: Item) -> [Int] {
    var path = [layoutCase.viewIndex(of: item)]
    while let parent = layoutCase.views[path[path.count - 1]].parent { path.append(parent) }
    return path
  }
  guard let second = constraint.second else { return -1 }
  let other = Set(path(second.item))
  return path(constraint.first.item).first { other.contains($0) } ?? 0
}

/// Whether one item of a constraint is deeper inside scroll views than the other.
///
/// A scroll view itself belongs to its content for edges and to its surroundings for centers.
private func crossesScrollView(_ layoutCase: LayoutCase, _ index: Int) -> Bool {
  let constraint = layoutCase.constraints[index]
  guard let second = constraint.second else { return false }
  func space(_ item: Item) -> Int? {
    var view = layoutCase.views[layoutCase.viewIndex(of: item)].parent
    while let candidate = view, layoutCase.views[candidate].kind != .scrollView {
      view = layoutCase.views[candidate].parent
    }
    return view
  }
  let (one, other) = (constraint.first.item, second.item)
  if space(one) == space(other) { return false }
  if let inner = space(one), other == .view(inner), second.attribute != .centerX { return false }
  if let inner = space(other), one == .view(inner) { return false }
  return true
}
