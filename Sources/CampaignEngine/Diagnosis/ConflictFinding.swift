// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering
import Oracles

extension DiagnosedCase {
  /// The finding about a conflict: what contradicts itself, and what would cure it.
  func finding(
    ofConflict conflict: [ConstraintID], _ cures: ConflictCures, in lowered: LoweredCase
  ) -> LayoutFinding {
    let origins = conflict.map { lowered.origins[$0.index] }
    let details =
      conflictLines(origins, of: lowered)
      + cureLines(cures, in: lowered)
    let views = involvedViews(origins, in: lowered.layoutCase)
    let names = views.prefix(3).map { name(ofView: $0) }.joined(separator: ", ")
    let among = views.count > 3 ? "\(names) and \(views.count - 3) more" : names
    var finding = LayoutFinding(
      .conflict, objects: origins.map { lowered.layoutCase.originID($0) },
      message: views.isEmpty
        ? "required constraints contradict each other"
        : "required constraints contradict each other around \(among)",
      details: details, location: origins.lazy.compactMap { self.location(of: $0) }.first)
    let authored = origins.compactMap { origin -> String? in
      guard case .constraint(let index) = origin else { return nil }
      let constraint = lowered.layoutCase.constraints[index]
      return constraint.source == .author ? constraint.id : nil
    }
    finding.authored = authored.isEmpty ? nil : authored
    return finding
  }

  /// The constraints of a conflict and the numbers they speak of: together they contradict each other.
  private func conflictLines(
    _ origins: [ConstraintOrigin], of lowered: LoweredCase
  ) -> [String] {
    origins.map { line($0, of: lowered) } + constantLines(origins, of: lowered)
  }

  private func cureLines(_ cures: ConflictCures, in lowered: LoweredCase) -> [String] {
    if cures.cures.isEmpty { return noCureLines(cures, in: lowered) }
    var lines = ["each of these alone cures it, as solving again shows:"]
    for cure in cures.cures {
      lines.append("  " + text(cure, in: lowered.layoutCase))
    }
    return lines
  }

  /// Why no single change helps, with the next conflict that stays when this one is gone.
  private func noCureLines(_ cures: ConflictCures, in lowered: LoweredCase) -> [String] {
    if cures.isPartial {
      return ["no single change was found that cures it; not all were tried"]
    }
    let start = "no single change of these constraints cures the screen"
    guard let next = cures.others.first else {
      return ["\(start): whichever is changed, others contradict the rest"]
    }
    let count = cures.others.count
    let number = cures.hasMoreOthers ? "at least \(count)" : "\(count)"
    let conflicts = count == 1 && !cures.hasMoreOthers ? "conflict" : "conflicts"
    let origins = next.map { lowered.origins[$0.index] }
    return [
      "\(start): there \(conflicts == "conflict" ? "is" : "are") \(number) more \(conflicts), the next:"
    ]
      + conflictLines(origins, of: lowered).map { "  " + $0 }
  }

  private func text(_ cure: ConflictCures.Cure, in plain: LayoutCase) -> String {
    switch cure {
    case .lower(let index):
      return "take out \(plain.constraints[index].id), or lower it to priority 999"
    case .relate(let index, let relation):
      let sign = relation == .lessThanOrEqual ? "<=" : ">="
      return "make \(plain.constraints[index].id) '\(sign)' in the place of '=='"
    case .lowerHugging(let view, let axis):
      return "lower the \(axis.adjective) hugging of \(name(ofView: view)) to 999"
    case .lowerResistance(let view, let axis):
      return "lower the \(axis.adjective) compression resistance of \(name(ofView: view)) to 999"
    case .stopTranslating(let view):
      return "switch translatesAutoresizingMaskIntoConstraints off for \(name(ofView: view))"
    case .release(let view):
      return "give \(name(ofView: view)) constraints in the place of its fixed frame"
    }
  }

  /// The views of some constraints but the root and what is around it, in order.
  private func involvedViews(_ origins: [ConstraintOrigin], in plain: LayoutCase) -> [Int] {
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
    return views.filter { $0 > root && $0 < layoutCase.views.count }.sorted()
  }
}

extension Axis {
  fileprivate var adjective: String { self == .horizontal ? "horizontal" : "vertical" }
}
