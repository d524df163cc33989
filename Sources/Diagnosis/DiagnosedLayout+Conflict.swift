// SPDX-License-Identifier: MIT

import Display
import LayoutModel
import LinearModel
import Lowering
import Oracles

extension DiagnosedLayout {
  /// Returns the finding about a conflict: the contradicting constraints and the possible fixes.
  ///
  /// `remaining` is the number of other conflicts that stay when this one is fixed.
  func finding(
    ofConflict conflict: [ConstraintID], _ fixes: ConflictFixes, remaining: Int = 0
  ) -> LayoutFinding {
    let origins = conflict.map { lowered.origins[$0.index] }
    let details =
      conflictLines(origins) + fixLines(fixes, remaining)
      + (remaining > 0 ? [Self.remark(onRemaining: remaining)] : [])
    let views = involvedViews(origins)
    let names = views.prefix(3).map { diagnosed.name(ofView: $0) }.joined(separator: ", ")
    let among = views.count > 3 ? "\(names) and \(views.count - 3) more" : names
    var finding = LayoutFinding(
      .conflict, objects: origins.map { plain.originID($0) },
      message: views.isEmpty
        ? "required constraints contradict each other"
        : "required constraints contradict each other around \(among)",
      details: details, location: origins.lazy.compactMap { self.location(of: $0) }.first)
    let authored = origins.compactMap { origin -> String? in
      guard case .constraint(let index) = origin else { return nil }
      let constraint = plain.constraints[index]
      return constraint.source == .author ? constraint.id : nil
    }
    finding.authored = authored.isEmpty ? nil : authored
    finding.optionalConstraints = fixes.fixes.compactMap { fix in
      guard case .lower(let index) = fix, plain.constraints[index].source == .author else {
        return nil
      }
      return plain.constraints[index].id
    }
    finding.wording = wording(ofConflict: origins, views, fixes)
    if remaining > 0 {
      finding.wording?.facts.append(.init(Self.remark(onRemaining: remaining)))
      if fixes.fixes.isEmpty, !fixes.isPartial {
        finding.wording?.unfixed = "no single change of these constraints ends this conflict"
      }
    }
    return finding
  }

  private static func remark(onRemaining count: Int) -> String {
    "\(ShownNumber.counted(count, "other conflict")) of the screen"
      + " \(ShownNumber.form(ofVerb: "stays", for: count)): see the findings about"
      + " \(count == 1 ? "it" : "them")"
  }

  /// Returns the constraints of a conflict and the numbers that they refer to: together they
  /// contradict each other.
  private func conflictLines(_ origins: [ConstraintOrigin]) -> [String] {
    origins.map { line($0) } + constantLines(origins)
  }

  private func fixLines(_ fixes: ConflictFixes, _ remaining: Int) -> [String] {
    if fixes.fixes.isEmpty {
      return remaining > 0 && !fixes.isPartial
        ? ["no single change of these constraints ends this conflict"] : noFixLines(fixes)
    }
    var lines = [
      remaining == 0
        ? "possible fixes, each sufficient alone (verified):"
        : "possible fixes, each ends this conflict alone (verified):"
    ]
    for fix in fixes.fixes {
      lines.append("  " + text(fix))
    }
    return lines
  }

  /// Returns the reason why no single change fixes the conflict, with the next conflict that
  /// remains without this one.
  private func noFixLines(_ fixes: ConflictFixes) -> [String] {
    if fixes.isPartial {
      return ["no single change was found that fixes it; not all were tried"]
    }
    let start = "no single change of these constraints fixes the screen"
    guard let next = fixes.others.first else {
      return ["\(start): whichever is changed, others contradict the rest"]
    }
    let count = fixes.others.count
    let number = fixes.hasMoreOthers ? "at least \(count)" : "\(count)"
    let conflicts = count == 1 && !fixes.hasMoreOthers ? "conflict" : "conflicts"
    let origins = next.map { lowered.origins[$0.index] }
    return [
      "\(start): there \(conflicts == "conflict" ? "is" : "are") \(number) more \(conflicts), the next:"
    ]
      + conflictLines(origins).map { "  " + $0 }
  }

  private func text(_ fix: ConflictFixes.Fix) -> String {
    switch fix {
    case .lower(let index):
      return "take out \(plain.constraints[index].id), or lower it to priority 999"
    case .relate(let index, let relation):
      return "change \(plain.constraints[index].id) from == to \(relation.symbol(equal: "=="))"
    case .lowerHugging(let view, let axis):
      return "lower the \(axis.adjective) hugging of \(diagnosed.name(ofView: view)) to 999"
    case .lowerResistance(let view, let axis):
      return
        "lower the \(axis.adjective) compression resistance of \(diagnosed.name(ofView: view)) to 999"
    case .stopTranslating(let view):
      return
        "switch translatesAutoresizingMaskIntoConstraints off for \(diagnosed.name(ofView: view))"
    case .release(let view):
      return "give \(diagnosed.name(ofView: view)) constraints instead of its fixed frame"
    }
  }

  // MARK: - Wording

  private func wording(
    ofConflict origins: [ConstraintOrigin], _ views: [Int], _ fixes: ConflictFixes
  ) -> FindingWording {
    let names = views.prefix(2).map { diagnosed.phrase(ofView: $0) }
    let rest = views.count - names.count
    let around =
      rest > 0
      ? names.joined(separator: ", ") + " and \(rest) more" : names.joined(separator: " and ")
    var facts = facts(origins)
    if fixes.fixes.isEmpty, !fixes.isPartial, let next = fixes.others.first {
      facts.append(.init("the next conflict:"))
      facts += self.facts(next.map { lowered.origins[$0.index] })
    }
    return FindingWording(
      title: "required constraints conflict" + (around.isEmpty ? "" : " around \(around)"),
      facts: facts, fixes: phrases(fixes.fixes),
      unfixed: fixes.fixes.isEmpty ? reason(fixes) : nil)
  }

  /// Returns the constraints of a conflict, and the numbers that they refer to.
  private func facts(_ origins: [ConstraintOrigin]) -> [FindingWording.Fact] {
    origins.map { fact($0) }
      + constants(origins).map {
        .init($0.sentence, source: $0.maker.removing(prefix: "system: ") ?? $0.maker)
      }
  }

  /// Returns the changes, all those of one constraint together.
  private func phrases(_ fixes: [ConflictFixes.Fix]) -> [String] {
    fixes.compactMap { fix in
      switch fix {
      case .lower(let index):
        let signs = fixes.compactMap { other -> String? in
          guard case .relate(index, let relation) = other else { return nil }
          return relation.symbol(equal: "==")
        }
        let start = "\(place(ofConstraint: index)): remove"
        return signs.isEmpty
          ? "\(start), or lower to priority 999"
          : "\(start), lower to priority 999, or change == to \(signs.joined(separator: " or "))"
      case .relate(let index, let relation):
        // The constraint has an entry above, unless only its relation is wrong.
        if fixes.contains(.lower(constraint: index)) { return nil }
        return "\(place(ofConstraint: index)): change == to \(relation.symbol(equal: "=="))"
      case .lowerHugging(let view, let axis):
        return "lower \(axis.adjective) hugging of \(diagnosed.phrase(ofView: view)) to 999"
      case .lowerResistance(let view, let axis):
        return "lower \(axis.adjective) compression resistance of"
          + " \(diagnosed.phrase(ofView: view)) to 999"
      case .stopTranslating(let view):
        return "switch translatesAutoresizingMaskIntoConstraints off for"
          + " \(diagnosed.phrase(ofView: view))"
      case .release(let view):
        return "replace the fixed frame of \(diagnosed.phrase(ofView: view)) by constraints"
      }
    }
  }

  /// Returns the id of a constraint with its line.
  func place(ofConstraint index: Int) -> String {
    let line = location(of: .constraint(index)).map { " (line \($0.line))" }
    return plain.constraints[index].id + (line ?? "")
  }

  /// Returns the reason why no single change fixes the conflict.
  private func reason(_ fixes: ConflictFixes) -> String {
    if fixes.isPartial { return "none found among the changes that were tried" }
    let count = fixes.others.count
    if count == 0 { return "no single change of these constraints fixes the screen" }
    let number = fixes.hasMoreOthers ? "at least \(count)" : "\(count)"
    return "no single change of these constraints fixes the screen, which has \(number) more"
      + (count == 1 && !fixes.hasMoreOthers ? " conflict" : " conflicts")
  }

  /// Returns the views of some constraints except the root and its surroundings, in order.
  private func involvedViews(_ origins: [ConstraintOrigin]) -> [Int] {
    var views: Set<Int> = []
    for origin in origins {
      switch origin {
      case .root: break
      case .nonNegativeSize(let item, _): views.insert(plain.viewIndex(of: item))
      case .nonNegativeContent(let view, _), .hugging(let view, _),
        .compressionResistance(let view, _), .hold(let view, _):
        views.insert(view)
      case .constraint(let index):
        let constraint = plain.constraints[index]
        views.insert(plain.viewIndex(of: constraint.first.item))
        if let second = constraint.second { views.insert(plain.viewIndex(of: second.item)) }
      }
    }
    return views.filter { $0 > diagnosed.root }.sorted()
  }
}

extension Axis {
  fileprivate var adjective: String { self == .horizontal ? "horizontal" : "vertical" }
}
