// SPDX-License-Identifier: MIT

import LayoutModel

/// A change of the view tree: the remaining views, their parents and order, and the replacements of
/// removed views.
///
/// All indices are those of the case before the change.
struct Restructuring {
  let base: LayoutCase
  /// The new parent of each view; nil for the root only.
  var parents: [Int?]
  /// The replacement of each view in constraints and guides: itself when it stays, another view, or
  /// nil when they are removed with it.
  var standIns: [Int?]
  /// The order among siblings, ascending.
  var order: [Int]

  init(_ base: LayoutCase) {
    self.base = base
    parents = base.views.map(\.parent)
    standIns = base.views.indices.map { $0 }
    order = Array(base.views.indices)
  }

  /// Removes a view, its subtree, and all constraints and guides that refer to them.
  mutating func dropSubtree(_ view: Int) {
    assert(view > 0 && view < standIns.count, "view \(view) cannot be dropped")
    standIns[view] = nil
  }

  /// Removes a view and moves its children to its parent; constraints and guides refer to
  /// `standIn`, or are removed.
  mutating func dissolve(_ view: Int, into standIn: Int?) {
    assert(view > 0 && view < parents.count, "view \(view) cannot be dissolved")
    assert(standIn != view, "view \(view) stands in for itself")
    standIns[view] = standIn
    for child in parents.indices where parents[child] == view { parents[child] = parents[view] }
  }

  /// Returns the changed case; nil when the new parents do not make a tree.
  ///
  /// - Complexity: O(size of the case).
  func apply() -> LayoutCase? {
    assert(parents.count == base.views.count, "\(parents.count) parents")
    assert(standIns.count == base.views.count, "\(standIns.count) views that stand in")
    assert(order.count == base.views.count, "\(order.count) places in the order")
    assert(parents[0] == nil, "the root has the parent \(String(describing: parents[0]))")
    var children = [[Int]](repeating: [], count: parents.count)
    for view in order.indices.sorted(by: { (order[$0], $0) < (order[$1], $1) }) {
      guard standIns[view] == view, let parent = parents[view] else { continue }
      children[parent].append(view)
    }
    var result = base
    result.expectation = nil
    result.views.removeAll(keepingCapacity: true)
    var newIndex = [Int?](repeating: nil, count: parents.count)
    var stack = [0]
    while let view = stack.popLast() {
      guard newIndex[view] == nil else { return nil }
      newIndex[view] = result.views.count
      var moved = base.views[view]
      moved.parent = parents[view].flatMap { newIndex[$0] }
      result.views.append(moved)
      stack.append(contentsOf: children[view].reversed())
    }
    assert(result.views.count <= base.views.count, "views were added")
    let viewMap = standIns.map { $0.flatMap { newIndex[$0] } }
    result.guides.removeAll(keepingCapacity: true)
    var guideMap = [Int?](repeating: nil, count: base.guides.count)
    for (index, guide) in base.guides.enumerated() {
      guard let owner = viewMap[guide.owner] else { continue }
      guideMap[index] = result.guides.count
      var moved = guide
      moved.owner = owner
      result.guides.append(moved)
    }
    result.constraints = base.constraints.compactMap { constraint in
      constraint.mapItems { item in
        switch item {
        case .view(let index): return viewMap[index].map { .view($0) }
        case .guide(let index): return guideMap[index].map { .guide($0) }
        }
      }
    }
    return result
  }
}

extension LayoutConstraint {
  /// Returns the constraint with other items; nil when an item is removed or both sides become the
  /// same anchor.
  func mapItems(_ map: (Item) -> Item?) -> LayoutConstraint? {
    var changed = self
    guard let item = map(first.item) else { return nil }
    changed.first.item = item
    guard let second else { return changed }
    guard let other = map(second.item) else { return nil }
    let moved = Anchor(other, second.attribute)
    if moved == changed.first && second != first { return nil }
    changed.second = moved
    return changed
  }
}

extension LayoutCase {
  /// Returns the case without guides marked true; constraints on them refer to their owners, or are
  /// removed.
  func removingGuides(_ removed: [Bool], retargeting: Bool) -> LayoutCase {
    var result = self
    result.expectation = nil
    result.guides.removeAll(keepingCapacity: true)
    assert(removed.count == guides.count, "\(removed.count) marks of \(guides.count) guides")
    var map: [Item?] = []
    for (index, guide) in guides.enumerated() {
      if removed[index] {
        map.append(retargeting ? .view(guide.owner) : nil)
      } else {
        map.append(.guide(result.guides.count))
        result.guides.append(guide)
      }
    }
    result.constraints = constraints.compactMap { constraint in
      constraint.mapItems { item in
        guard case .guide(let index) = item else { return item }
        return map[index]
      }
    }
    return result
  }

  /// Returns the case with only the constraints for which `isKept` holds.
  func keepingConstraints(_ isKept: (Int) -> Bool) -> LayoutCase {
    var result = self
    result.expectation = nil
    result.constraints = constraints.indices.filter(isKept).map { constraints[$0] }
    return result
  }

  /// Returns the case with some constraints changed.
  func changingConstraints(_ change: (inout LayoutConstraint) -> Void) -> LayoutCase {
    var result = self
    result.expectation = nil
    for index in result.constraints.indices { change(&result.constraints[index]) }
    return result
  }

  /// Returns the case with one constraint changed.
  func changingConstraint(
    _ index: Int, _ change: (inout LayoutConstraint) -> Void
  ) -> LayoutCase {
    var result = self
    result.expectation = nil
    change(&result.constraints[index])
    return result
  }
}
