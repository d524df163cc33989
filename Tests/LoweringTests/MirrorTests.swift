// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import Lowering
import Testing

/// A repeatable sequence of pseudorandom numbers.
private struct Sequence64 {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

/// Returns a case of nested views, one of them a scroll view, with horizontal constraints that
/// follow the direction.
private func randomCase(seed: UInt64) -> LayoutCase {
  var random = Sequence64(state: seed)
  var views = [View(id: "root", parent: nil)]
  for index in 1..<7 {
    // The parent is the previous view or its parent, so that views stay in preorder.
    let previous = views[index - 1].parent ?? 0
    var view = View(id: "v\(index)", parent: random.below(2) == 0 ? index - 1 : previous)
    if random.below(3) == 0 { view.kind = .scrollView }
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
  for index in 0..<12 {
    constraints.append(
      LayoutConstraint(
        id: "c\(index)",
        first: Anchor(.view(random.below(7)), random.below(2) == 0 ? .leading : .trailing),
        relation: LayoutConstraint.Relation.allCases[random.below(3)],
        second: Anchor(.view(random.below(7)), attributes[random.below(5)]),
        multiplier: random.below(2) == 0
          ? 1 : LayoutNumber(Int64(1 + random.below(5)), 3, form: .fraction),
        constant: LayoutNumber(random.below(40) - 20)))
  }
  return LayoutCase(
    environment: .init(size: LayoutSize(width: 320, height: 480)), views: views,
    constraints: constraints)
}

/// Returns the values of a layout with integer coordinates, and of its mirror image.
private func layouts(
  of lowered: LoweredCase, seed: UInt64
) -> (values: [Rational], mirrored: [Rational]) {
  var random = Sequence64(state: seed ^ 0xFFFF)
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

@Test("right to left, the mirror image of a layout is exactly as good as the layout left to right")
func mirroring() throws {
  for seed in UInt64(1)...200 {
    var layoutCase = randomCase(seed: seed)
    try #require(layoutCase.validate() == [], "seed \(seed)")
    // A constraint across the border of a scroll view mixes two spaces, which separate when
    // mirrored.
    let crossing = layoutCase.constraints.indices.filter { crossesScrollView(layoutCase, $0) }
    layoutCase = layoutCase.removing(constraints: Set(crossing))
    let lowered = lower(layoutCase)
    let (values, mirrored) = layouts(of: lowered, seed: seed)
    layoutCase.environment.direction = .rightToLeft
    #expect(
      residuals(lowered, values) == residuals(lower(layoutCase), mirrored), "seed \(seed)")
  }
}

@Test("a direction forced on all views is the direction of the environment")
func forcedEverywhere() {
  for seed in UInt64(1)...100 {
    for direction in LayoutCase.Environment.Direction.allCases {
      var one = randomCase(seed: seed)
      var other = one
      one.environment.direction = direction
      other.environment.direction = direction == .leftToRight ? .rightToLeft : .leftToRight
      for view in other.views.indices { other.views[view].direction = direction }
      #expect(lower(one).system == lower(other).system, "seed \(seed)")
    }
  }
}

@Test("only the nearest common ancestor decides the direction of a constraint")
func ancestorDecides() {
  for seed in UInt64(1)...100 {
    let plain = randomCase(seed: seed)
    for view in plain.views.indices {
      var forced = plain
      forced.views[view].direction = .rightToLeft
      var mirrored = plain
      mirrored.environment.direction = .rightToLeft
      let (one, other, turned) = (lower(plain), lower(forced), lower(mirrored))
      for (index, constraint) in plain.constraints.enumerated() {
        let decides = nearestCommonAncestor(constraint, in: plain) == view
        let expected = equation(of: index, in: decides ? turned : one)
        #expect(equation(of: index, in: other) == expected, "seed \(seed), constraint \(index)")
      }
    }
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
