// SPDX-License-Identifier: MIT

import LayoutModel

/// Looks for the constraints of a template among those of a case: each line has a constraint of its own, each part a
/// view or guide of its own.
struct TemplateSearch {
  /// A constraint in the place of a line.
  struct Place: Sendable, Hashable {
    /// The index of the constraint.
    let constraint: Int
    /// Whether it is read from its second side.
    let isTurned: Bool
  }

  /// Where a template lies in a case.
  struct Match: Sendable, Hashable {
    /// The place of each line.
    let lines: [Place]
    /// The item of each part.
    let items: [Item]
  }

  /// How many constraints and items are tried; what takes longer to find is not there.
  static let stepsMax = 20_000

  private let template: CaseTemplate
  private let layoutCase: LayoutCase
  private let facts: CaseFacts
  /// Whether values are compared; else only which attributes are related how.
  private let comparesValues: Bool
  /// The order in which lines are placed.
  private let order: [Int]
  /// The parts that no line speaks of.
  private let others: [Int]
  private var steps = 0
  private var places: [Place?]
  private var items: [Item?]

  init(_ template: CaseTemplate, in layoutCase: LayoutCase, comparesValues: Bool = true) {
    self.template = template
    self.layoutCase = layoutCase
    self.comparesValues = comparesValues
    facts = CaseFacts(layoutCase)
    places = Array(repeating: nil, count: template.lines.count)
    items = Array(repeating: nil, count: template.parts.count)
    order = Self.order(template.lines)
    let named = Set(template.lines.flatMap(\.parts))
    others = template.parts.indices.filter { $0 > 0 && !named.contains($0) }
  }

  /// Calls with each match, in the order of the case's constraints, until it is told that there are enough.
  mutating func forEach(_ isEnough: (Match) -> Bool) {
    guard template.lines.count <= layoutCase.constraints.count,
      template.parts.count <= layoutCase.views.count + layoutCase.guides.count,
      has(template.environment, facts.environment), bind(0, to: .view(0))
    else { return }
    _ = place(0, isEnough)
  }

  /// Lines in an order in which each shares a view with those before it, where that can be.
  private static func order(_ lines: [CaseTemplate.Line]) -> [Int] {
    var order: [Int] = []
    var known: Set<Int> = [0]
    var rest = Array(lines.indices)
    while !rest.isEmpty {
      let next = rest.firstIndex { !known.isDisjoint(with: lines[$0].parts) } ?? 0
      order.append(rest.remove(at: next))
      known.formUnion(lines[order[order.count - 1]].parts)
    }
    return order
  }

  // MARK: - Lines

  /// - Returns: whether the search is over.
  private mutating func place(_ depth: Int, _ isEnough: (Match) -> Bool) -> Bool {
    guard depth < order.count else { return placeOther(0, isEnough) }
    let line = template.lines[order[depth]]
    for index in layoutCase.constraints.indices
    where !places.contains(where: { $0?.constraint == index }) {
      for isTurned in [false, true] where agrees(line, index, isTurned: isTurned) {
        steps += 1
        if steps > Self.stepsMax { return true }
        guard hasRank(of: line, index) else { continue }
        let before = items
        if bind(line, index, isTurned: isTurned) {
          places[order[depth]] = Place(constraint: index, isTurned: isTurned)
          if place(depth + 1, isEnough) { return true }
          places[order[depth]] = nil
        }
        items = before
      }
    }
    return false
  }

  /// Whether a constraint says what a line says, whatever its views and priority.
  private func agrees(_ line: CaseTemplate.Line, _ index: Int, isTurned: Bool) -> Bool {
    let constraint = layoutCase.constraints[index]
    guard line.first.attribute == (isTurned ? constraint.second : constraint.first)?.attribute,
      line.second?.attribute == (isTurned ? constraint.first : constraint.second)?.attribute,
      line.relation == (isTurned ? constraint.relation.turned : constraint.relation)
    else { return false }
    // A multiplier belongs to one side: such a constraint cannot be turned.
    if isTurned, !constraint.multiplier.isOne { return false }
    let constant = isTurned ? constraint.constant.negated : constraint.constant
    return !comparesValues
      || CaseTemplate.allows(line.multiplier, constraint.multiplier)
        && CaseTemplate.allows(line.constant, constant)
  }

  /// Whether a constraint stands among the priorities of those that have their places as the line does.
  private func hasRank(of line: CaseTemplate.Line, _ index: Int) -> Bool {
    let priority = layoutCase.constraints[index].priority
    guard (line.rank == 0) == priority.isRequired else { return false }
    return zip(template.lines, places).allSatisfy { other, place in
      guard let place else { return true }
      let known = layoutCase.constraints[place.constraint].priority
      return (other.rank < line.rank) == (known > priority)
        && (other.rank > line.rank) == (known < priority)
    }
  }

  private mutating func bind(_ line: CaseTemplate.Line, _ index: Int, isTurned: Bool) -> Bool {
    let constraint = layoutCase.constraints[index]
    guard let other = constraint.second, let second = line.second else {
      return bind(line.first.part, to: constraint.first.item)
    }
    return bind(line.first.part, to: isTurned ? other.item : constraint.first.item)
      && bind(second.part, to: isTurned ? constraint.first.item : other.item)
  }

  // MARK: - Parts

  /// Finds places for the views and guides that no line speaks of.
  private mutating func placeOther(_ depth: Int, _ isEnough: (Match) -> Bool) -> Bool {
    guard depth < others.count else {
      return isEnough(Match(lines: places.compactMap(\.self), items: items.compactMap(\.self)))
    }
    let part = others[depth]
    let candidates: [Item] =
      template.parts[part].isGuide
      ? layoutCase.guides.indices.map(Item.guide) : layoutCase.views.indices.map(Item.view)
    for item in candidates {
      steps += 1
      if steps > Self.stepsMax { return true }
      let before = items
      if bind(part, to: item), placeOther(depth + 1, isEnough) { return true }
      items = before
    }
    return false
  }

  /// Takes an item for a part, unless something speaks against it.
  private mutating func bind(_ part: Int, to item: Item) -> Bool {
    if let known = items[part] { return known == item }
    guard !items.contains(item) else { return false }
    let model = template.parts[part]
    switch item {
    case .view(let index):
      guard !model.isGuide, (part == 0) == (index == 0), has(model.facts, facts.views[index])
      else { return false }
    case .guide(let index):
      guard model.isGuide, has(model.facts, facts.guides[index]) else { return false }
    }
    for (other, known) in items.enumerated() {
      guard let known else { continue }
      if model.parent == other, !lies(item, in: known) { return false }
      if template.parts[other].parent == part, !lies(known, in: item) { return false }
    }
    items[part] = item
    return true
  }

  /// Whether a view lies in another one, directly or not, or a guide belongs to a view.
  private func lies(_ item: Item, in container: Item) -> Bool {
    guard case .view(let wanted) = container else { return false }
    switch item {
    case .guide(let index): return layoutCase.guides[index].owner == wanted
    case .view(let index):
      var view = layoutCase.views[index].parent
      while let next = view, next > wanted { view = layoutCase.views[next].parent }
      return view == wanted
    }
  }

  private func has(_ wanted: [CaseTemplate.Fact], _ there: [CaseTemplate.Fact]) -> Bool {
    !comparesValues
      || wanted.allSatisfy { fact in
        there.contains { $0.name == fact.name && (fact.value == nil || $0.value == fact.value) }
      }
  }
}

extension CaseTemplate {
  /// Whether a case has all that the template speaks of; false as well when that takes too long to tell.
  ///
  /// - Complexity: bounded by `TemplateSearch.stepsMax`.
  package func matches(_ layoutCase: LayoutCase) -> Bool {
    var search = TemplateSearch(self, in: layoutCase)
    var isThere = false
    search.forEach { _ in
      isThere = true
      return true
    }
    return isThere
  }
}

extension CaseTemplate.Line {
  /// The parts that it speaks of.
  var parts: [Int] { [first.part] + (second.map { [$0.part] } ?? []) }
}
