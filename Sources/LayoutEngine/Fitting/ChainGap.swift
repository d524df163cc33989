// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// A gap in the chain of constraints from one edge of a view to the opposite one.
///
/// Because of it the contents cannot push the view open: the fitting size along that axis is 0
/// (AUTOLAYOUT 5.7 and 8.8).
package struct ChainGap: Sendable, Hashable {
  /// An edge of an item, or of the content of a scroll view.
  package struct Edge: Sendable, Hashable {
    /// The id of the view or guide.
    package let id: String
    /// Whether it is the right or bottom edge; otherwise the left or top one.
    package let isHigh: Bool
    /// Whether it is the edge of the content of a scroll view.
    package let isContent: Bool

    package init(id: String, isHigh: Bool, isContent: Bool = false) {
      self.id = id
      self.isHigh = isHigh
      self.isContent = isContent
    }
  }

  package let axis: Axis
  /// The end of the chain from the low edge: the last edges that it reaches.
  ///
  /// Not empty.
  package let ends: [Edge]
  /// The start of the chain to the high edge: the last edges of the search backwards.
  ///
  /// Not empty.
  package let starts: [Edge]

  /// The missing constraint with ids: `no constraint connects subtitle.bottom to cell.bottom`.
  package var text: String {
    text { edge in "\(edge.id).\(edge.isContent ? "content." : "")\(side(edge))" }
  }

  /// Returns the missing constraint in words: `no constraint connects the bottom of label to the
  /// bottom of cell`.
  ///
  /// `phrase` returns the name of a view or guide from its id.
  package func sentence(naming phrase: (_ id: String) -> String) -> String {
    text { edge in
      "the \(side(edge)) of \(edge.isContent ? "the content of " : "")\(phrase(edge.id))"
    }
  }

  private func text(_ name: (Edge) -> String) -> String {
    func names(_ edges: [Edge]) -> String {
      var words = edges.prefix(4).map(name)
      if edges.count > 4 { words.append("\(edges.count - 4) more edges") }
      guard words.count > 1, let last = words.popLast() else { return words.joined() }
      return words.joined(separator: ", ") + " or " + last
    }
    return "no constraint connects \(names(ends)) to \(names(starts))"
  }

  private func side(_ edge: Edge) -> String {
    let sides = axis == .horizontal ? ("left", "right") : ("top", "bottom")
    return edge.isHigh ? sides.1 : sides.0
  }

  /// Returns the gap in the chain of an isolated view; nil when the chain is complete.
  ///
  /// The high edge of the view is pushed away from its low edge only if constraints imply a lower
  /// bound on it. `EdgeBounds` has the edges with such a bound. From the high edge the search
  /// follows the constraints that would push it backwards, edge by edge. The gap is between the
  /// last edges of the first search and those of the second. Edges from which a chain would
  /// continue are preferred: a high edge to a low one.
  ///
  /// - Precondition: `lowered` is an `IsolatedView` with the target `request`.
  /// - Complexity: O(cells of the system times terms of a constraint).
  package static func find(
    in lowered: LoweredCase, along axis: Axis, target request: FittingRequest
  ) -> ChainGap? {
    let forms = EdgeForms(lowered, above: Double(request.priorities[axis].value))
    let bounds = EdgeBounds(forms)
    let low = forms.edge(ofView: IsolatedView.view, axis, isHigh: false)
    let high = forms.edge(ofView: IsolatedView.view, axis, isHigh: true)
    if bounds.isBoundedBelow[high] { return nil }
    let pushing = forms.edgesPushing(high, fixed: low)
    func isInside(_ edge: Int) -> Bool { forms.axis(of: edge) == axis && !forms.isOutside(edge) }
    let reached = forms.edges.filter {
      isInside($0) && bounds.isBoundedBelow[$0] && !bounds.wasUsed[$0]
    }
    let before = pushing.last.filter { isInside($0) && !bounds.isBoundedBelow[$0] }
    return ChainGap(
      axis: axis,
      ends: preferred(reached, isHigh: true, but: low, forms).map(forms.name),
      starts: preferred(before, isHigh: false, but: high, forms).map(forms.name))
  }

  /// Returns the edges of the given kind if there are any; the view's own edge only if there is no
  /// other.
  private static func preferred(
    _ edges: [Int], isHigh: Bool, but own: Int, _ forms: EdgeForms
  ) -> [Int] {
    let others = edges.filter { $0 != own }
    let kind = others.filter { forms.isHigh($0) == isHigh }
    if !kind.isEmpty { return kind }
    return others.isEmpty ? [own] : others
  }
}
