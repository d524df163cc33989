// SPDX-License-Identifier: MIT

import LayoutModel

/// Tells what a tiny case says in all other plain ways, the simplest first.
///
/// Changing one part of a constraint at a time ends where two would have to change at once: another
/// edge wants another constant, another relation another priority, and without one constraint
/// another has to say more. Where few things are left, all ways to say a constraint with them can
/// be tried, and for two constraints all their relations, constants and priorities.
struct RetellReducer: Reducer {
  let name = "retoldConstraints"

  private static let itemsMax = 4
  private static let constraintsMax = 4
  /// Beyond these, constraints are only told anew where one of them goes.
  private static let itemsOfAllWays = 3
  private static let constraintsOfAllWays = 2

  func reduce(_ gate: inout MinimizationGate) {
    guard gate.currentSize.items <= Self.itemsMax,
      (1...Self.constraintsMax).contains(gate.current.constraints.count)
    else { return }
    retellWithout(&gate)
    guard gate.currentSize.items <= Self.itemsOfAllWays,
      gate.current.constraints.count <= Self.constraintsOfAllWays
    else { return }
    for index in gate.current.constraints.indices where index < gate.current.constraints.count {
      // All ways to say it are made and sized before the first is tried.
      if gate.isExhausted { return }
      let base = gate.current
      tryAscending(
        plainWays(to: base.constraints[index], in: base, variants).map { way in
          base.changingConstraint(index) { $0 = way }
        }, &gate)
    }
    retellTogether(&gate)
  }

  /// Drops a constraint and lets another say something else.
  private func retellWithout(_ gate: inout MinimizationGate) {
    for dropped in gate.current.constraints.indices.reversed() {
      guard gate.current.constraints.count > max(1, dropped), !gate.isExhausted else { continue }
      let rest = gate.current.keepingConstraints { $0 != dropped }
      tryAscending(
        rest.constraints.indices.flatMap { index in
          plainWays(to: rest.constraints[index], in: rest, fewVariants).map { way in
            rest.changingConstraint(index) { $0 = way }
          }
        }, &gate)
    }
  }

  /// Tries all relations, constants and priorities of two constraints.
  private func retellTogether(_ gate: inout MinimizationGate) {
    guard gate.current.constraints.count == 2, !gate.isExhausted else { return }
    let base = gate.current
    let ways = base.constraints.map(variants)
    tryAscending(
      ways[0].flatMap { first in
        ways[1].map { second in
          var proposal = base
          proposal.expectation = nil
          proposal.constraints = [first, second]
          return proposal
        }
      }, &gate)
  }

  /// Takes the smallest of some cases that still fails.
  private func tryAscending(_ proposals: [LayoutCase], _ gate: inout MinimizationGate) {
    var smaller: [(layoutCase: LayoutCase, size: CaseSize)] = []
    for proposal in proposals {
      if gate.isExhausted { return }
      for form in forms(of: proposal) {
        let canonical = form.canonicallySorted().renamed()
        let size = CaseSize(canonical)
        if size < gate.currentSize { smaller.append((canonical, size)) }
      }
    }
    for candidate in smaller.sorted(by: { $0.size < $1.size }) where !gate.isExhausted {
      if gate.testAndCommit(candidate.layoutCase, size: candidate.size) { return }
    }
  }

  /// The case as it is, without views that nothing speaks of, and in plain surroundings.
  private func forms(of layoutCase: LayoutCase) -> [LayoutCase] {
    var forms = [layoutCase]
    if let used = layoutCase.droppingIdleViews(except: []) { forms.append(used) }
    if layoutCase.environment.direction != .leftToRight {
      forms += forms.map { form in
        var plain = form
        plain.environment.direction = .leftToRight
        return plain
      }
    }
    return forms
  }

  /// The constraints between what there is, along the same axis.
  private func plainWays(
    to constraint: LayoutConstraint, in layoutCase: LayoutCase,
    _ variants: (LayoutConstraint) -> [LayoutConstraint]
  ) -> [LayoutConstraint] {
    let items =
      layoutCase.views.indices.map(Item.view) + layoutCase.guides.indices.map(Item.guide)
    let attributes = attributes(for: constraint)
    let anchors = items.flatMap { item in attributes.map { Anchor(item, $0) } }
    var ways: [LayoutConstraint] = []
    for first in anchors {
      let partners = anchors.filter {
        $0 != first && $0.attribute.kind == first.attribute.kind
      }
      let others: [Anchor?] =
        (first.attribute.kind == .dimension ? [nil] : []) + partners.map { $0 }
      for second in others {
        var way = constraint
        (way.first, way.second) = (first, second)
        if second != nil, constraint.second != nil, way.multiplier != 1 { ways += variants(way) }
        way.multiplier = 1
        ways += variants(way)
        // What a multiplier did that is no whole number, a constant may do.
        if second == nil, constraint.multiplier.denominator != 1 {
          way.constant = LayoutNumber(1, 2, form: .fraction)
          ways += variants(way)
        }
      }
    }
    return ways
  }

  /// The attributes of the constraint, their plainer likes, and the plain ones along its axis.
  private func attributes(for constraint: LayoutConstraint) -> [Attribute] {
    let own = [constraint.first.attribute] + (constraint.second.map { [$0.attribute] } ?? [])
    let isVertical = own.contains { $0.kind == .verticalLocation || $0 == .height }
    var attributes: [Attribute] =
      isVertical ? [.top, .height, .bottom] : [.left, .width, .right]
    for attribute in own.flatMap({ [$0, $0.atStart, $0.atEnd] })
    where !attributes.contains(attribute) {
      attributes.append(attribute)
    }
    return attributes
  }

  /// The constraint with other relations and the smallest constants.
  private func fewVariants(of constraint: LayoutConstraint) -> [LayoutConstraint] {
    var constants: [LayoutNumber] = [0, 1]
    if !constants.contains(constraint.constant) { constants.append(constraint.constant) }
    return SmallCases.relations.flatMap { relation in
      constants.map { constant in
        var variant = constraint
        (variant.relation, variant.constant) = (relation, constant)
        return variant
      }
    }
  }

  /// The constraint with other relations, small constants and priorities.
  private func variants(of constraint: LayoutConstraint) -> [LayoutConstraint] {
    var constants: [LayoutNumber] = [0, 1, 2, -1, 100, 101]
    if constraint.constant.denominator != 1 {
      constants += [LayoutNumber(digits: 5, scale: 1), LayoutNumber(1, 2, form: .fraction)]
    }
    if !constants.contains(constraint.constant) { constants.append(constraint.constant) }
    var priorities: [Priority] = [.required, 500]
    if !priorities.contains(constraint.priority) { priorities.append(constraint.priority) }
    return SmallCases.relations.flatMap { relation in
      constants.flatMap { constant in
        priorities.map { priority in
          var variant = constraint
          (variant.relation, variant.constant) = (relation, constant)
          variant.priority = priority
          return variant
        }
      }
    }
  }
}

extension Attribute {
  /// The attribute of the same sort at the beginning of the axis.
  fileprivate var atStart: Attribute {
    switch self {
    case .trailing: return .leading
    case .rightMargin: return .leftMargin
    case .trailingMargin: return .leadingMargin
    case .bottomMargin: return .topMargin
    case .lastBaseline: return .firstBaseline
    default: return self
    }
  }

  /// The attribute of the same sort at the end of the axis.
  fileprivate var atEnd: Attribute {
    switch self {
    case .leading: return .trailing
    case .leftMargin: return .rightMargin
    case .leadingMargin: return .trailingMargin
    case .topMargin: return .bottomMargin
    case .firstBaseline: return .lastBaseline
    default: return self
    }
  }
}
