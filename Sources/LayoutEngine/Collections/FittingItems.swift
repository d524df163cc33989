// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering

/// The items of collection views that size themselves (AUTOLAYOUT 8.13), all in one case of their
/// own.
///
/// Each item's subtree is independent of its surroundings, and its compressed fitting size is
/// computed. The items share no constraint, so one layout of the case measures them all in time
/// linear in their sizes. Items scroll, so no bar covers them here. They do not keep the margins of
/// their surroundings, because their places are not known yet.
struct FittingItems {
  private var layoutCase: LayoutCase
  /// The measured items.
  private let items: [Int]

  /// - Precondition: the case is well formed; its stacks have not been arranged yet.
  /// - Complexity: O(size of the case).
  init(of source: LayoutCase) {
    let views = source.views
    // The item that contains a view; nil outside of all items.
    var owner = [Int?](repeating: nil, count: views.count)
    for (index, view) in views.enumerated() {
      guard let parent = view.parent else { continue }
      let isItem = view.isArranged && views[parent].flow?.itemSize == .fitting
      owner[index] = isItem ? index : owner[parent]
    }
    items = views.indices.filter { owner[$0] == $0 }
    layoutCase = source
    layoutCase.environment.safeArea = .zero
    layoutCase.constraints = source.constraints.filter { constraint in
      guard let first = owner[source.view(of: constraint.first.item)] else { return false }
      guard let second = constraint.second else { return true }
      return owner[source.view(of: second.item)] == first
    }
    for index in views.indices {
      layoutCase.views[index].flow = nil
      if owner[index] == nil { layoutCase.views[index].stack = nil }
      if owner[index] == nil || owner[index] == index { layoutCase.views[index].hold = nil }
    }
    for item in items {
      layoutCase.views[item].marginRules.preservesSuperviewMargins = false
      ask(item)
    }
  }

  /// Puts an item at its superview's origin and requests size 0, more weakly than all that it
  /// contains.
  private mutating func ask(_ item: Int) {
    guard let parent = layoutCase.views[item].parent else { return }
    for attribute in [Attribute.left, .top] {
      add(Anchor(.view(item), attribute), Anchor(.view(parent), attribute), .required)
    }
    for attribute in [Attribute.width, .height] {
      add(Anchor(.view(item), attribute), nil, .fittingSizeLevel)
    }
  }

  /// Adds a constraint without an id: ids are for reports, and this case is in none.
  private mutating func add(_ first: Anchor, _ second: Anchor?, _ priority: Priority) {
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "", first: first, second: second, priority: priority, source: .fitting))
  }

  /// Measures the sizes of the items, rounded up to pixels.
  ///
  /// - Parameters:
  ///   - solver: lays the items out.
  ///   - limit: the layout's work is deducted from it.
  /// - Returns: the sizes by view; nil for other views, and for all when some item cannot be laid
  ///   out.
  func sizes(solver: some Solver, limit: inout WorkLimit) -> [LayoutSize?] {
    var sizes = [LayoutSize?](repeating: nil, count: layoutCase.views.count)
    guard !items.isEmpty else { return sizes }
    let settled = LayoutEngine.settle(layoutCase, solver: solver, limit: limit)
    limit.spend(settled.spent)
    guard let values = settled.result.outcome.solution?.values else { return sizes }
    let scale = layoutCase.environment.scale
    for item in items {
      let variable = settled.lowered.viewVariables[item]
      let insets = layoutCase.views[item].alignmentInsets
      guard let width = PixelCount.roundedUp(values[variable + 2], scale: scale),
        let height = PixelCount.roundedUp(values[variable + 3], scale: scale)
      else { continue }
      sizes[item] = LayoutSize(
        width: LayoutNumber.pixels(width, scale: scale).plus(insets.left).plus(insets.right),
        height: LayoutNumber.pixels(height, scale: scale).plus(insets.top).plus(insets.bottom))
    }
    return sizes
  }
}

extension LayoutCase {
  /// Returns the view that an item is, or whose guide it is.
  fileprivate func view(of item: Item) -> Int {
    switch item {
    case .view(let index): return index
    case .guide(let index): return guides[index].owner
    }
  }
}
