// SPDX-License-Identifier: MIT

import LayoutModel

/// A number of a layout that a constraint can pin: a place or a size of a view, a guide or scroll
/// content.
package struct LayoutPart: Sendable, Hashable {
  /// The view, guide or scroll content that the number belongs to.
  package enum Subject: Sendable, Hashable {
    case view(Int)
    /// A free guide.
    case guide(Int)
    /// The content of a scroll view; it has sizes only.
    case content(view: Int)
  }

  /// The side or size, in the order of the four variables of a view.
  package enum Measure: Int, Sendable, Hashable, CaseIterable {
    case left, top, width, height

    var isPlace: Bool { self == .left || self == .top }
  }

  package let subject: Subject
  package let measure: Measure

  /// Makes a required constraint on the part with constant 0; adds a content guide for scroll
  /// content without one.
  ///
  /// - Parameters:
  ///   - layoutCase: the case with the part; it gets the guide, not the constraint.
  ///   - names: gives ids that the case does not use yet.
  ///   - followsDirection: whether the place along the horizontal axis is the leading edge, as in
  ///     Interface Builder. Otherwise it is the left edge, which does not depend on the direction
  ///     of writing.
  /// - Returns: a place relative to the superview, if there is one; a size by itself.
  func pin(
    in layoutCase: inout LayoutCase, _ names: inout PinNames, followsDirection: Bool
  ) -> LayoutConstraint {
    let item: Item
    let superview: Int?
    switch subject {
    case .view(let index):
      item = .view(index)
      superview = layoutCase.views[index].parent
    case .guide(let index):
      item = .guide(index)
      superview = layoutCase.guides[index].owner
    case .content(let view):
      item = .guide(LayoutPart.contentGuide(of: view, in: &layoutCase, &names))
      superview = nil
    }
    let attribute = attribute(followsDirection: followsDirection)
    let first = Anchor(item, attribute)
    let second = measure.isPlace ? superview.map { Anchor(.view($0), attribute) } : nil
    let id = names.unique("\(layoutCase.id(of: item)).\(attribute.rawValue)")
    return LayoutConstraint(id: id, first: first, second: second)
  }

  private func attribute(followsDirection: Bool) -> Attribute {
    switch measure {
    case .left: return followsDirection ? .leading : .left
    case .top: return .top
    case .width: return .width
    case .height: return .height
    }
  }

  private static func contentGuide(
    of view: Int, in layoutCase: inout LayoutCase, _ names: inout PinNames
  ) -> Int {
    if let known = layoutCase.guides.firstIndex(where: {
      $0.owner == view && $0.kind == .scrollContent
    }) {
      return known
    }
    let id = names.uniqueItem("\(layoutCase.views[view].id).content")
    layoutCase.guides.append(Guide(id: id, owner: view, kind: .scrollContent))
    return layoutCase.guides.count - 1
  }
}

/// The unused ids for added constraints and items.
struct PinNames {
  private var constraints: UniqueIDs
  private var items: UniqueIDs

  init(_ layoutCase: LayoutCase) {
    constraints = UniqueIDs(used: layoutCase.constraints.map(\.id))
    items = UniqueIDs(used: layoutCase.views.map(\.id) + layoutCase.guides.map(\.id))
  }

  mutating func unique(_ id: String) -> String { constraints.unique(id) }

  mutating func uniqueItem(_ id: String) -> String { items.unique(id) }
}
