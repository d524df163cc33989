// SPDX-License-Identifier: MIT

extension LayoutCase {
  /// Returns the case without some views, their subtrees and guides, and all constraints on any of
  /// these.
  ///
  /// The other items are renumbered; the expectation is dropped.
  ///
  /// - Precondition: the case is well formed, and the root (0) is not among the views.
  /// - Complexity: O(size of the case).
  package func removing(views removed: Set<Int>) -> LayoutCase {
    precondition(!removed.contains(0), "the root cannot be removed")
    var newViewIndex = [Int](repeating: -1, count: views.count)
    var result = self
    result.expectation = nil
    result.views.removeAll(keepingCapacity: true)
    for (index, view) in views.enumerated() {
      if removed.contains(index) { continue }
      var kept = view
      if let parent = view.parent {
        // A superview precedes its subviews, so it is already known whether it is removed.
        if newViewIndex[parent] < 0 { continue }
        kept.parent = newViewIndex[parent]
      }
      newViewIndex[index] = result.views.count
      result.views.append(kept)
    }
    var newGuideIndex = [Int](repeating: -1, count: guides.count)
    result.guides.removeAll(keepingCapacity: true)
    for (index, guide) in guides.enumerated() where newViewIndex[guide.owner] >= 0 {
      var kept = guide
      kept.owner = newViewIndex[guide.owner]
      newGuideIndex[index] = result.guides.count
      result.guides.append(kept)
    }
    result.constraints = renumbered(views: newViewIndex, guides: newGuideIndex)
    result.table?.renumber(views: newViewIndex)
    return result
  }

  /// Returns the case without some guides and all constraints that refer to them.
  ///
  /// The expectation is dropped.
  ///
  /// - Complexity: O(size of the case).
  package func removing(guides removed: Set<Int>) -> LayoutCase {
    var result = self
    result.expectation = nil
    var newGuideIndex = [Int](repeating: -1, count: guides.count)
    result.guides.removeAll(keepingCapacity: true)
    for (index, guide) in guides.enumerated() where !removed.contains(index) {
      newGuideIndex[index] = result.guides.count
      result.guides.append(guide)
    }
    result.constraints = renumbered(views: Array(views.indices), guides: newGuideIndex)
    return result
  }

  /// Returns the case without some constraints.
  ///
  /// The expectation is dropped.
  ///
  /// - Complexity: O(size of the case).
  package func removing(constraints removed: Set<Int>) -> LayoutCase {
    var result = self
    result.expectation = nil
    result.constraints.removeAll(keepingCapacity: true)
    for (index, constraint) in constraints.enumerated() where !removed.contains(index) {
      result.constraints.append(constraint)
    }
    return result
  }

  /// Returns the constraints whose items are kept, with new indices; an index below 0 means
  /// "removed".
  private func renumbered(views: [Int], guides: [Int]) -> [LayoutConstraint] {
    func renumber(_ anchor: Anchor) -> Anchor? {
      switch anchor.item {
      case .view(let index):
        return views[index] < 0 ? nil : Anchor(.view(views[index]), anchor.attribute)
      case .guide(let index):
        return guides[index] < 0 ? nil : Anchor(.guide(guides[index]), anchor.attribute)
      }
    }
    var kept: [LayoutConstraint] = []
    for var constraint in constraints {
      guard let first = renumber(constraint.first) else { continue }
      constraint.first = first
      if let second = constraint.second {
        guard let moved = renumber(second) else { continue }
        constraint.second = moved
      }
      kept.append(constraint)
    }
    return kept
  }
}

extension TableContent {
  /// Sets new indices for the views of the rows' texts; texts of views whose index is below 0 are
  /// removed.
  fileprivate mutating func renumber(views: [Int]) {
    for row in rows.indices {
      rows[row].texts = rows[row].texts.compactMap { text in
        views[text.view] < 0 ? nil : Row.Text(view: views[text.view], string: text.string)
      }
    }
  }
}
