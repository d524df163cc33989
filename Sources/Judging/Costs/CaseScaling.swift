// SPDX-License-Identifier: MIT

import LayoutModel
import Laws

/// A way to repeat a case so that it grows and its copies depend on each other.
///
/// A union of unconnected copies would show nothing: each of them is solved for itself, and the
/// work adds up. So each view is tied to its counterpart in the copy before. The properties of the
/// case stay the same. All copies can take the same optimal layout, in which every tie holds. That
/// layout is optimal since no copy can do better alone. A conflict stays one in each copy. Where
/// several layouts are right, all copies can take any one of them together.
package enum CaseScaling: String, Sendable, Hashable, CaseIterable {
  /// Copies side by side, with required equal widths and heights of counterparts, as in columns of
  /// a table.
  case columns
  /// Each copy in the root of the one before, with counterparts preferred at the same height, below
  /// all other priorities.
  case nested

  /// The numbers of copies in the members of a family: each member is about twice as large as the
  /// one before.
  package static let copyCounts = [2, 4, 8]

  /// The largest number of constraints of a case that is repeated.
  package static let constraintsMax = 160

  /// Returns a repeated case; nil where the repetition has another meaning than the case.
  ///
  /// - Precondition: the case is plain.
  package func image(of layoutCase: LayoutCase, copies: Int) -> LayoutCase? {
    guard let embedding = Embedding(of: layoutCase) else { return nil }
    let offsets = (0..<copies).map { (x: self == .columns ? 1000 * $0 : 0, y: 0) }
    var image = embedding.image(copiesAt: offsets, raisingSubviews: false).layoutCase
    let viewCount = layoutCase.views.count
    for copy in 1..<copies {
      // The outer root comes first.
      let first = 1 + copy * viewCount
      if self == .nested { image.views[first].parent = first - viewCount }
      for view in 1..<viewCount {
        image.constraints += ties(first + view, first + view - viewCount)
      }
    }
    return image.isValid && image.isPlain ? image : nil
  }

  private func ties(_ view: Int, _ other: Int) -> [LayoutConstraint] {
    switch self {
    case .columns:
      return [tie(.width, view, other, .required), tie(.height, view, other, .required)]
    case .nested: return [tie(.top, view, other, Priority(1))]
    }
  }

  private func tie(
    _ attribute: Attribute, _ view: Int, _ other: Int, _ priority: Priority
  ) -> LayoutConstraint {
    LayoutConstraint(
      id: "tie-\(attribute.rawValue)-\(view)", first: Anchor(.view(view), attribute),
      second: Anchor(.view(other), attribute), priority: priority)
  }
}
