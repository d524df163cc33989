// SPDX-License-Identifier: MIT

import LayoutModel

extension CaseTemplate {
  /// The template with any value wherever the case has another one, so that it matches the case and all that it matched
  /// before; nil when the case does not have its constraints, whatever their numbers.
  ///
  /// Of all ways to lay the template over the case, the first of those that keep the most values counts.
  ///
  /// - Complexity: bounded by `TemplateSearch.stepsMax`.
  package func generalised(by layoutCase: LayoutCase) -> CaseTemplate? {
    var search = TemplateSearch(self, in: layoutCase, comparesValues: false)
    let facts = CaseFacts(layoutCase)
    var best: (template: CaseTemplate, kept: Int)?
    search.forEach { match in
      let candidate = keeping(match, layoutCase, facts)
      if best.map({ candidate.valueCount > $0.kept }) ?? true {
        best = (candidate, candidate.valueCount)
      }
      return best?.kept == valueCount
    }
    return best?.template
  }

  /// How many values it asks for; the fewer, the more cases match.
  package var valueCount: Int {
    func count(_ facts: [Fact]) -> Int { facts.reduce(0) { $0 + 1 + ($1.value == nil ? 0 : 1) } }
    return count(environment) + parts.reduce(0) { $0 + count($1.facts) }
      + lines.reduce(0) { $0 + ($1.multiplier == nil ? 0 : 1) + ($1.constant == nil ? 0 : 1) }
  }

  /// What it has in common with a case where it lies over it in this way.
  private func keeping(
    _ match: TemplateSearch.Match, _ layoutCase: LayoutCase, _ facts: CaseFacts
  ) -> CaseTemplate {
    CaseTemplate(
      environment: Self.common(environment, facts.environment),
      parts: zip(parts, match.items).map { part, item in
        var part = part
        switch item {
        case .view(let index): part.facts = Self.common(part.facts, facts.views[index])
        case .guide(let index): part.facts = Self.common(part.facts, facts.guides[index])
        }
        return part
      },
      lines: lines.indices.map { index in
        var line = lines[index]
        let place = match.lines[index]
        let constraint = layoutCase.constraints[place.constraint]
        if !Self.allows(line.multiplier, constraint.multiplier) { line.multiplier = nil }
        let constant = place.isTurned ? constraint.constant.negated : constraint.constant
        if !Self.allows(line.constant, constant) { line.constant = nil }
        return line
      })
  }

  /// Whether a number is one that is asked for.
  static func allows(_ wanted: LayoutNumber?, _ number: LayoutNumber?) -> Bool {
    guard let wanted else { return true }
    return number.map(wanted.isSameValue) ?? false
  }

  /// What both say; with any value where they say it differently.
  private static func common(_ facts: [Fact], _ there: [Fact]) -> [Fact] {
    facts.compactMap { fact in
      guard let found = there.first(where: { $0.name == fact.name }) else { return nil }
      return found.value == fact.value ? fact : Fact(name: fact.name, value: nil)
    }
  }
}
