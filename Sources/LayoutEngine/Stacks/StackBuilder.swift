// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// A case to which stack views add their guides and constraints.
struct StackBuilder {
  private(set) var arranged: LayoutCase
  private var itemIDs: UniqueIDs
  private var constraintIDs: UniqueIDs
  /// The numbers of guides and constraints of each name in the current stack.
  private var guideCounts: [StackIdentifier: Int] = [:]
  private var constraintCounts: [StackIdentifier: Int] = [:]
  /// The current stack.
  private var owner = 0
  private var toolkit = StackLayout.Toolkit.uiKit
  private let baselines: StackBaselines

  init(_ layoutCase: LayoutCase, stacks: [StackArrangement]) {
    arranged = layoutCase
    itemIDs = UniqueIDs(used: layoutCase.views.map(\.id) + layoutCase.guides.map(\.id))
    constraintIDs = UniqueIDs(used: layoutCase.constraints.map(\.id))
    baselines = StackBaselines(of: stacks)
    for index in arranged.constraints.indices {
      let constraint = arranged.constraints[index]
      arranged.constraints[index].first = baselines.resolved(constraint.first)
      arranged.constraints[index].second = constraint.second.map(baselines.resolved)
    }
  }

  /// Adds the parts that do not depend on natural sizes.
  mutating func arrange(_ stack: StackArrangement) {
    begin(stack)
    // The stack places arranged views, whatever their masks are (AUTOLAYOUT 9.2).
    for member in stack.members + stack.detached { arranged.views[member].hold = nil }
    addDistribution(stack)
    addAlignment(stack)
    addHiding(stack)
  }

  /// Starts the numbers of the constraints of a stack.
  mutating func begin(_ stack: StackArrangement) {
    owner = stack.view
    toolkit = stack.layout.toolkit
    guideCounts.removeAll(keepingCapacity: true)
    constraintCounts.removeAll(keepingCapacity: true)
  }

  // MARK: - Adding

  /// Adds a constraint between two anchors.
  mutating func relate(
    _ first: Anchor, _ second: Anchor, relation: LayoutConstraint.Relation = .equal,
    multiplier: Rational = .one, constant: Rational = .zero, priority: Priority = .required,
    as identifier: StackIdentifier
  ) {
    add(
      LayoutConstraint(
        id: "", first: baselines.resolved(first), relation: relation,
        second: baselines.resolved(second), multiplier: LayoutNumber(multiplier),
        constant: LayoutNumber(constant), priority: priority), identifier)
  }

  /// Adds a preference for size zero.
  mutating func shrink(
    _ item: Item, _ axis: Axis, priority: Priority, as identifier: StackIdentifier
  ) {
    add(
      LayoutConstraint(id: "", first: Anchor(item, axis.size), priority: priority), identifier)
  }

  private mutating func add(_ constraint: LayoutConstraint, _ identifier: StackIdentifier) {
    var named = constraint
    constraintCounts[identifier, default: 0] += 1
    let name = identifier.name(in: toolkit)
    let base = "\(arranged.views[owner].id).\(name)"
    named.id = constraintIDs.unique("\(base).\(constraintCounts[identifier, default: 1])")
    named.identifier = name
    named.source = .stackView
    arranged.constraints.append(named)
  }

  /// Adds a guide of the current stack that has no size along an axis.
  ///
  /// It is at the stack's near edge there, so that nothing is open.
  mutating func addGuide(flatAlong axis: Axis, _ identifier: StackIdentifier) -> Item {
    guideCounts[identifier, default: 0] += 1
    let base = "\(arranged.views[owner].id).\(identifier.name(in: toolkit))"
    let id = itemIDs.unique("\(base).\(guideCounts[identifier, default: 1])")
    arranged.guides.append(Guide(id: id, owner: owner, kind: .free))
    let guide = Item.guide(arranged.guides.count - 1)
    relate(Anchor(guide, axis.near), Anchor(.view(owner), axis.near), as: identifier)
    shrink(guide, axis, priority: .required, as: identifier)
    return guide
  }

}

/// The views whose baselines stand for those of stack views: the first or last arranged one,
/// through nested stacks (AUTOLAYOUT 1.9).
struct StackBaselines {
  private var first: [Int: Int] = [:]
  private var last: [Int: Int] = [:]

  /// - Complexity: O(stacks).
  init(of stacks: [StackArrangement]) {
    // Inner stacks come after outer ones.
    for stack in stacks.reversed() where !stack.visible.isEmpty {
      let top = stack.visibleView(0)
      let bottom =
        stack.axis == .vertical ? stack.visibleView(stack.visible.count - 1) : top
      first[stack.view] = first[top] ?? top
      last[stack.view] = last[bottom] ?? bottom
    }
  }

  func resolved(_ anchor: Anchor) -> Anchor {
    guard anchor.attribute.isBaseline, case .view(let view) = anchor.item else { return anchor }
    let table = anchor.attribute == .firstBaseline ? first : last
    return Anchor(.view(table[view] ?? view), anchor.attribute)
  }
}
