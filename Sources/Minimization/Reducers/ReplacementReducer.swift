// SPDX-License-Identifier: MIT

import LayoutModel

/// Replaces constraints of a tiny case by all other plain ones, the simplest first.
///
/// Changes of single parts end in local minima. Another edge may need another constant, another
/// relation another priority, and a removed constraint a stronger remaining one. With few items,
/// all constraints between them can be tried; with two constraints, all their relations, constants
/// and priorities.
struct ReplacementReducer: Reducer {
  let name = "retoldConstraints"

  private static let itemsMax = 4
  private static let constraintsMax = 4
  /// The limits of items and constraints; beyond them, constraints are replaced only if one of them
  /// is removed.
  private static let itemsOfAllWays = 3
  private static let constraintsOfAllWays = 2

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    guard gate.currentSize.items <= Self.itemsMax,
      (1...Self.constraintsMax).contains(gate.current.constraints.count)
    else { return }
    replaceAfterRemoval(&gate)
    guard gate.currentSize.items <= Self.itemsOfAllWays,
      gate.current.constraints.count <= Self.constraintsOfAllWays
    else { return }
    for index in gate.current.constraints.indices where index < gate.current.constraints.count {
      // All proposals are made and sorted by size before the first is tried.
      if gate.isExhausted { return }
      let base = gate.current
      tryAscending(
        plainWays(to: base.constraints[index], in: base, variants).map { way in
          base.changingConstraint(index) { $0 = way }
        }, &gate)
    }
    replacePair(&gate)
  }

  /// Removes a constraint and replaces another one.
  private func replaceAfterRemoval(_ gate: inout SubjectGate<LayoutCase>) {
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
  private func replacePair(_ gate: inout SubjectGate<LayoutCase>) {
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
  private func tryAscending(_ proposals: [LayoutCase], _ gate: inout SubjectGate<LayoutCase>) {
    var smaller: [(layoutCase: LayoutCase, size: CaseSize)] = []
    let outline = gate.currentSize.outline
    for proposal in proposals {
      if gate.isExhausted { return }
      for form in forms(of: proposal) {
        // Most proposals are larger at first sight.
        if outline.lexicographicallyPrecedes(CaseSize.outline(of: form)) { continue }
        let canonical = form.canonicallySorted().renamed()
        let size = CaseSize(canonical)
        if size < gate.currentSize { smaller.append((canonical, size)) }
      }
    }
    for candidate in smaller.sorted(by: { $0.size < $1.size }) where !gate.isExhausted {
      if gate.testAndCommit(candidate.layoutCase, size: candidate.size) { return }
    }
  }

  /// Returns the case unchanged, without views that have no constraint, and in a plain environment.
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

  /// Returns the constraints between the existing items, along the same axis.
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
        // A constant may replace a multiplier that is not a whole number.
        if second == nil, constraint.multiplier.denominator != 1 {
          way.constant = LayoutNumber(1, 2, form: .fraction)
          ways += variants(way)
        }
      }
    }
    return ways
  }

  /// Returns the attributes of the constraint, their plainer variants, and the plain ones along its
  /// axis.
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

  /// Returns the constraint with other relations and the smallest constants.
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

  /// Returns the constraint with other relations, small constants and priorities.
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
  /// The attribute of the same kind at the beginning of the axis.
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

  /// The attribute of the same kind at the end of the axis.
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
