// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import LayoutModel
import Oracles

extension LayoutCase {
  /// Returns the name of the bucket of a failure, such as `simplex-worseThanOptimal-3f9a1c07`, in
  /// which this is the minimized case; the same in every run and build.
  ///
  /// The failure is known at once. The rest of the name is the shape of the minimized case, without
  /// all numbers and names. One fault that is found from different seeds therefore gets one bucket,
  /// even where the minimized cases differ in a detail.
  package func bucket(of failure: FailureIdentity) -> String {
    let text = CaseShape(self).lines.joined(separator: "\n")
    return "\(failure.stem)-\(ContentHash.text(text.utf8, digits: 8))"
  }
}

/// A case without its numbers and names.
///
/// It keeps the related attributes, the rank of each priority and the tree positions of the views
/// relative to each other.
struct CaseShape {
  private let layoutCase: LayoutCase
  private let optionalLevels: [Priority]

  init(_ layoutCase: LayoutCase) {
    self.layoutCase = layoutCase
    optionalLevels = Set(layoutCase.constraints.map(\.priority).filter { !$0.isRequired })
      .sorted(by: >)
  }

  /// One line for each constraint and each property that takes part in the layout, sorted.
  var lines: [String] {
    var lines = layoutCase.constraints.map(line)
    for view in layoutCase.views {
      if view.intrinsicWidth != nil { lines.append("intrinsic width") }
      if view.intrinsicHeight != nil { lines.append("intrinsic height") }
      if view.hold != nil { lines.append("hold") }
      if view.kind == .scrollView { lines.append("scroll view") }
    }
    return lines.sorted()
  }

  /// Returns a line such as `left >= left, siblings, required`; of the two ways to write a pair,
  /// the first in the alphabet.
  private func line(_ constraint: LayoutConstraint) -> String {
    let first = constraint.first
    let rank = rank(constraint.priority)
    guard let second = constraint.second else {
      return "\(text(first)) \(constraint.relation.rawValue) constant, \(rank)"
    }
    let forward = line(first, constraint.relation, second)
    // A multiplier belongs to one side: such a constraint cannot be turned.
    if constraint.multiplier != 1 { return "\(forward), times, \(rank)" }
    return "\(min(forward, line(second, constraint.relation.turned, first))), \(rank)"
  }

  private func line(
    _ first: Anchor, _ relation: LayoutConstraint.Relation, _ second: Anchor
  ) -> String {
    "\(text(first)) \(relation.rawValue) \(text(second)), \(standing(first, second))"
  }

  private func text(_ anchor: Anchor) -> String {
    if case .guide = anchor.item { return "guide.\(anchor.attribute.rawValue)" }
    return anchor.attribute.rawValue
  }

  /// Returns the tree position of the first anchor's view relative to that of the second.
  private func standing(_ first: Anchor, _ second: Anchor) -> String {
    let one = layoutCase.viewIndex(of: first.item)
    let other = layoutCase.viewIndex(of: second.item)
    if one == other { return "same" }
    let (oneParent, otherParent) = (layoutCase.views[one].parent, layoutCase.views[other].parent)
    if oneParent == other { return "child of" }
    if otherParent == one { return "parent of" }
    return oneParent == otherParent ? "siblings" : "far"
  }

  /// Returns `required`, or the rank among the optional priorities of the case, from the highest
  /// down.
  private func rank(_ priority: Priority) -> String {
    guard let index = optionalLevels.firstIndex(of: priority) else { return "required" }
    return index < 3 ? "optional \(index + 1)" : "optional 4+"
  }
}

extension LayoutConstraint.Relation {
  /// The relation read from the other side.
  fileprivate var turned: LayoutConstraint.Relation {
    switch self {
    case .lessThanOrEqual: return .greaterThanOrEqual
    case .equal: return .equal
    case .greaterThanOrEqual: return .lessThanOrEqual
    }
  }
}
