// SPDX-License-Identifier: MIT

import Digests

/// The size and complexity of a case: the total order that minimization descends.
///
/// One fixed order for every reducer has three uses. Each accepted step is smaller, so minimization
/// ends. No two reducers can undo each other's work. The same fault found from different seeds
/// tends to end in the same case. The most important measures come first: items with a frame,
/// statements about them, then the features of the views. Then come the shape of the tree,
/// priorities, relations, attributes, numbers and surroundings. Ties are broken by a key that
/// differs for any two cases. The key leaves out the contents of an expectation and of a table,
/// which solving does not depend on.
package struct CaseSize: Sendable, Hashable, Comparable {
  /// The number of views and guides: a guide is no simpler than a plain view.
  package let items: Int
  /// The number of constraints, intrinsic sizes by axis, and held frames.
  ///
  /// An intrinsic size is no simpler than a constraint with the same meaning.
  package let statements: Int
  package let guides: Int
  /// Finer and finer measures, the most important first.
  let weights: [UInt64]
  /// The properties that layout depends on, then the names.
  let key: [UInt64]

  /// - Complexity: O(size of the case).
  package init(_ layoutCase: LayoutCase) {
    items = layoutCase.views.count + layoutCase.guides.count
    statements = CaseSize.statements(of: layoutCase)
    guides = layoutCase.guides.count
    weights = CaseSize.weights(of: layoutCase)
    key = CaseSize.key(of: layoutCase)
  }

  /// Whether a case is simpler: by its measures, the most important first; names decide last.
  package static func < (lhs: CaseSize, rhs: CaseSize) -> Bool {
    if lhs.items != rhs.items { return lhs.items < rhs.items }
    if lhs.statements != rhs.statements { return lhs.statements < rhs.statements }
    if lhs.guides != rhs.guides { return lhs.guides < rhs.guides }
    if lhs.weights != rhs.weights { return lhs.weights.lexicographicallyPrecedes(rhs.weights) }
    return lhs.key.lexicographicallyPrecedes(rhs.key)
  }

  /// The measures that do not depend on names, annotations and the order of constraints.
  package var outline: [UInt64] { CaseSize.outline(items, statements, guides, weights) }

  /// Returns the outline of the size of a case, without its key.
  ///
  /// A case whose outline is larger than that of another one is the larger case.
  ///
  /// - Complexity: O(size of the case).
  package static func outline(of layoutCase: LayoutCase) -> [UInt64] {
    outline(
      layoutCase.views.count + layoutCase.guides.count, statements(of: layoutCase),
      layoutCase.guides.count, weights(of: layoutCase))
  }

  private static func outline(
    _ items: Int, _ statements: Int, _ guides: Int, _ weights: [UInt64]
  ) -> [UInt64] {
    // The last two weights count annotations and names.
    [UInt64(items), UInt64(statements), UInt64(guides)] + weights.dropLast(2)
  }

  /// Two independent 64-bit hashes of the key, the same on every machine.
  ///
  /// They stand for the case in a set.
  package var fingerprint: [UInt64] {
    var first = FNV1a()
    var second: UInt64 = 0x9e37_79b9_7f4a_7c15
    for word in key {
      first.combine(word)
      first.value ^= first.value >> 29
      second = (second &+ word) &* 0xbf58_476d_1ce4_e5b9
      second ^= second >> 31
    }
    return [first.value, second]
  }
}

extension CaseSize {
  private static func statements(of layoutCase: LayoutCase) -> Int {
    layoutCase.views.reduce(layoutCase.constraints.count) { count, view in
      count + (view.intrinsicWidth == nil ? 0 : 1) + (view.intrinsicHeight == nil ? 0 : 1)
        + (view.hold == nil ? 0 : 1) + (view.text == nil ? 0 : 2) + (view.stack == nil ? 0 : 2)
        + (view.flow == nil ? 0 : 2)
    }
  }

  private static func weights(of layoutCase: LayoutCase) -> [UInt64] {
    var extras: UInt64 = 0
    var depths: [UInt64] = []
    for view in layoutCase.views {
      extras += extraCount(of: view)
      // A parent out of range is an invalid case; measuring one must not trap.
      let parent = view.parent.flatMap { depths.indices.contains($0) ? depths[$0] : nil }
      depths.append(parent.map { $0 + 1 } ?? 0)
    }
    for guide in layoutCase.guides where guide.kind != .free { extras += 1 }
    let standardWidth = LayoutCase.Environment.standardReadableWidth
    if layoutCase.environment.safeArea != .zero { extras += 1 }
    if layoutCase.environment.readableWidth != standardWidth { extras += 1 }
    let annotations =
      layoutCase.constraints.count { $0.identifier != nil || $0.source != .author }
      + layoutCase.views.count { $0.annotations != nil || $0.recordedFrame != nil }
      + (layoutCase.name == nil ? 0 : 1)
      + (layoutCase.expectation == nil ? 0 : 1)
      + (layoutCase.table.map { 1 + $0.rows.count } ?? 0)
    let environment = layoutCase.environment
    let surroundings =
      sum(
        sum(
          sideComplexity(of: environment.size.width), sideComplexity(of: environment.size.height)),
        UInt64(clamping: environment.scale) + (environment.direction == .leftToRight ? 0 : 1))
    return [extras, depths.reduce(0, +)] + weights(of: layoutCase.constraints)
      + [viewNumbers(of: layoutCase), surroundings, UInt64(annotations), renamings(of: layoutCase)]
  }

  private static func weights(of constraints: [LayoutConstraint]) -> [UInt64] {
    var optional: [Priority] = []
    var pairs: UInt64 = 0
    var items: UInt64 = 0
    var inequalities: UInt64 = 0
    var attributes: UInt64 = 0
    var multipliers: UInt64 = 0
    var constants: UInt64 = 0
    for constraint in constraints {
      if !constraint.priority.isRequired { optional.append(constraint.priority) }
      items += rank(of: constraint.first.item)
      attributes += rank(of: constraint.first.attribute)
      if let second = constraint.second {
        pairs += 1
        items += rank(of: second.item)
        attributes += rank(of: second.attribute)
      }
      if constraint.relation != .equal { inequalities += 1 }
      multipliers = sum(multipliers, multiplierComplexity(of: constraint.multiplier))
      constants = sum(constants, complexity(of: constraint.constant))
    }
    let distinct = UInt64(Set(optional).count)
    let priorities = optional.reduce(into: UInt64(0)) { $0 += rank(of: $1) }
    return [
      distinct, UInt64(optional.count), pairs, inequalities, multipliers, items, attributes,
      priorities, constants,
    ]
  }

  /// Returns the number of properties of a view beyond those of a plain view.
  private static func extraCount(of view: View) -> UInt64 {
    let plain = View(id: view.id, parent: view.parent)
    var count: UInt64 = 0
    if view.kind != plain.kind { count += 1 }
    if view.intrinsicWidth != nil { count += 1 }
    if view.intrinsicHeight != nil { count += 1 }
    if view.hugging.horizontal != plain.hugging.horizontal { count += 1 }
    if view.hugging.vertical != plain.hugging.vertical { count += 1 }
    let resistance = view.compressionResistance
    if resistance.horizontal != plain.compressionResistance.horizontal { count += 1 }
    if resistance.vertical != plain.compressionResistance.vertical { count += 1 }
    if view.margins != plain.margins { count += 1 }
    if view.alignmentInsets != plain.alignmentInsets { count += 1 }
    if view.firstBaselineOffset != nil { count += 1 }
    if view.lastBaselineOffset != nil { count += 1 }
    if view.hold != nil { count += 1 }
    return count + featureCount(of: view)
  }

  private static func viewNumbers(of layoutCase: LayoutCase) -> UInt64 {
    var total: UInt64 = 0
    for view in layoutCase.views {
      for number in numbers(of: view) { total = sum(total, complexity(of: number)) }
    }
    for guide in layoutCase.guides {
      for number in numbers(of: guide.kind) { total = sum(total, complexity(of: number)) }
    }
    return total
  }

  /// Returns the number of names that are not the canonical ones: `root`, `v1`…, `g1`…, `c1`….
  private static func renamings(of layoutCase: LayoutCase) -> UInt64 {
    var count = 0
    for (index, view) in layoutCase.views.enumerated() where view.id != canonicalViewID(index) {
      count += 1
    }
    for (index, guide) in layoutCase.guides.enumerated() where guide.id != "g\(index + 1)" {
      count += 1
    }
    for (index, constraint) in layoutCase.constraints.enumerated()
    where constraint.id != "c\(index + 1)" {
      count += 1
    }
    return UInt64(count)
  }

  /// Returns the name of a view in a minimized case.
  package static func canonicalViewID(_ index: Int) -> String { index == 0 ? "root" : "v\(index)" }
}
