// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering

/// The expansion of collection views, whose flow layouts hold the items at their places (AUTOLAYOUT
/// 8.10 to 8.13).
///
/// The place of an item depends on the room of its collection view, so each pass places the items
/// by the frames of the pass before. Items do not affect the size of the collection view: its
/// content scrolls.
struct FlowExpansion: Sendable {
  /// One collection view with its items.
  private struct Grid: Sendable {
    let view: Int
    let flow: FlowGrid
    let items: [Int]
    /// The sizes by item, also when all are equal.
    let sizes: [LayoutSize]
    let direction: LayoutCase.Environment.Direction
  }

  private let grids: [Grid]
  /// The items of all grids, one grid after the other, in the order of `places`.
  let items: [Int]

  /// The expansion of a case without collection views that place their items.
  static let none = FlowExpansion(grids: [], items: [])

  private init(grids: [Grid], items: [Int]) {
    self.grids = grids
    self.items = items
  }

  /// Finds the collection views of a case, and measures items that size themselves.
  ///
  /// They are measured only once, because their sizes do not depend on the available room.
  ///
  /// - Parameters:
  ///   - layoutCase: the case, its stacks not arranged yet.
  ///   - solver: lays out the items that size themselves.
  ///   - limit: the work of measuring the items is deducted from it.
  /// - Complexity: O(views); when items size themselves, that of laying out all of them once.
  init(of layoutCase: LayoutCase, solver: some Solver, limit: inout WorkLimit) {
    let views = layoutCase.views
    guard views.contains(where: { $0.flow != nil }) else {
      self = .none
      return
    }
    var members = [[Int]](repeating: [], count: views.count)
    for (index, view) in views.enumerated() {
      guard let parent = view.parent, views[parent].flow != nil, view.isArranged else { continue }
      members[parent].append(index)
    }
    let own = FittingItems(of: layoutCase).sizes(solver: solver, limit: &limit)
    grids = views.indices.compactMap { index in
      views[index].flow.map { flow in
        Grid(
          view: index, flow: flow, items: members[index],
          sizes: members[index].map { own[$0] ?? flow.standardSize },
          direction: layoutCase.direction(inside: index))
      }
    }
    items = grids.flatMap(\.items)
  }

  /// Returns the places before anything is laid out, as if collection views had no room: a line for
  /// each item.
  func firstPlaces() -> [LayoutRect] {
    grids.flatMap { places(of: $0, in: .zero) }
  }

  /// Returns the places that follow from a layout that is not rounded.
  func places(in layout: Layout) -> [LayoutRect] {
    grids.flatMap { grid in
      let frame = layout.frames[grid.view]
      let size = LayoutSize(
        width: .points(max(0, frame.width)), height: .points(max(0, frame.height)))
      return places(of: grid, in: size)
    }
  }

  private func places(of grid: Grid, in size: LayoutSize) -> [LayoutRect] {
    let flow = grid.flow
    let section = FlowLayout.Section(
      itemSizes: grid.sizes, hasSizesByItem: flow.itemSize == .fitting, insets: flow.insets)
    // The places are not rounded to pixels here: values of constraints never are (AUTOLAYOUT 14.3),
    // frames are in the end.
    let arrangement = FlowLayout(
      boundsSize: size, sections: [section], scrollDirection: flow.scrollDirection,
      lineSpacing: flow.lineSpacing, itemSpacing: flow.itemSpacing, direction: grid.direction
    ).arrange()
    return arrangement.sections[0].items.map { item in
      LayoutRect(
        x: LayoutNumber(item.x), y: LayoutNumber(item.y), width: LayoutNumber(item.width),
        height: LayoutNumber(item.height))
    }
  }

  /// Holds the items at their places, and removes the flow layouts.
  func apply(_ places: [LayoutRect], to layoutCase: inout LayoutCase) {
    for (item, place) in zip(items, places) {
      layoutCase.views[item].hold = View.Hold(frame: place, reason: .autoresizing)
    }
    for grid in grids { layoutCase.views[grid.view].flow = nil }
  }

  /// Frees the places of held items in a case; each keeps the size that it was held at.
  func freePlaces(in layoutCase: inout LayoutCase) {
    for item in items {
      guard let frame = layoutCase.views[item].hold?.frame else { continue }
      layoutCase.views[item].hold = nil
      let insets = layoutCase.views[item].alignmentInsets
      let sizes = [
        (Attribute.width, frame.width, insets.left, insets.right),
        (.height, frame.height, insets.top, insets.bottom),
      ]
      for (attribute, length, near, far) in sizes {
        // Ids are for reports, and this case is in none.
        layoutCase.constraints.append(
          LayoutConstraint(
            id: "", first: Anchor(.view(item), attribute),
            constant: length.minus(near).minus(far), source: .fitting))
      }
    }
  }

  /// Returns the items whose places differ, by index.
  func items(where new: [LayoutRect], differFrom old: [LayoutRect]) -> [Int] {
    items.indices.filter { new[$0] != old[$0] }.map { items[$0] }
  }
}

extension FlowGrid {
  /// The size of an item without a size of its own.
  fileprivate var standardSize: LayoutSize {
    guard case .fixed(let size) = itemSize else { return FlowLayout.standardItemSize }
    return size
  }
}
