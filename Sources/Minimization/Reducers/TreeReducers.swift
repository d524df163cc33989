// SPDX-License-Identifier: MIT

import LayoutModel

/// Removes views with their subtrees: the largest subtrees first, then runs of views.
struct SubtreeReducer: Reducer {
  let name = "dropSubtrees"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    if let used = gate.current.droppingIdleViews(except: []) { gate.testAndCommit(used) }
    dropBigSubtrees(&gate)
    let base = gate.current
    AdaptiveSearch.delete(base.views.count - 1, &gate) { deleted in
      var change = Restructuring(base)
      for (index, isDeleted) in deleted.enumerated() where isDeleted {
        change.dropSubtree(index + 1)
      }
      return change.apply()
    }
  }

  /// Descends from the root: tries each inner view, and its children only if it has to stay.
  private func dropBigSubtrees(_ gate: inout SubjectGate<LayoutCase>) {
    var sizes = [Int](repeating: 1, count: gate.current.views.count)
    for index in sizes.indices.reversed() {
      if let parent = gate.current.views[index].parent { sizes[parent] += sizes[index] }
    }
    let ids = gate.current.views.map(\.id)
    let bigFirst = sizes.indices.dropFirst().filter { sizes[$0] > 1 }
      .sorted { (sizes[$1], $0) < (sizes[$0], $1) }
    for old in bigFirst {
      // An earlier step may have removed it, too.
      guard let index = gate.current.views.firstIndex(where: { $0.id == ids[old] }) else {
        continue
      }
      var change = Restructuring(gate.current)
      change.dropSubtree(index)
      if let proposal = change.apply() { gate.testAndCommit(proposal) }
    }
  }
}

/// Flattens the tree: replaces a view by its children, and moves views to their grandparent.
struct HoistReducer: Reducer {
  let name = "hoist"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    var view = gate.current.views.count - 1
    while view > 0 {
      if view < gate.current.views.count { hoist(view, &gate) }
      view -= 1
    }
  }

  private func hoist(_ view: Int, _ gate: inout SubjectGate<LayoutCase>) {
    for standIn in [nil, gate.current.views[view].parent] {
      var change = Restructuring(gate.current)
      change.dissolve(view, into: standIn)
      if let proposal = change.apply(), gate.testAndCommit(proposal) { return }
    }
    guard let parent = gate.current.views[view].parent else { return }
    for target in [0, gate.current.views[parent].parent ?? 0] where target != parent {
      var change = Restructuring(gate.current)
      change.parents[view] = target
      if let proposal = change.apply(), gate.testAndCommit(proposal) { return }
    }
  }
}

/// Merges two views: constraints on the later one refer to the earlier one; or replaces a view by
/// the root.
struct MergeReducer: Reducer {
  let name = "mergeViews"

  /// The largest number of views of which all pairs are tried; in larger cases only pairs with a
  /// common constraint.
  private static let allPairsLimit = 12

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    var view = gate.current.views.count - 1
    while view > 0 {
      merge(view, &gate)
      view = min(view - 1, gate.current.views.count - 1)
    }
  }

  private func merge(_ view: Int, _ gate: inout SubjectGate<LayoutCase>) {
    let base = gate.current
    for other in 0..<view where isWorthTrying(view, other, base) {
      var change = Restructuring(base)
      change.dissolve(view, into: other)
      guard let proposal = change.apply() else { continue }
      if gate.testAndCommit(proposal) { return }
      // The properties of the view may be all that matters.
      if let heir = proposal.taking(over: base.views[view], into: other), gate.testAndCommit(heir) {
        return
      }
    }
    if let proposal = base.withdrawing(view) { gate.testAndCommit(proposal) }
  }

  private func isWorthTrying(_ view: Int, _ other: Int, _ base: LayoutCase) -> Bool {
    base.views.count <= Self.allPairsLimit
      || base.constraints.contains { constraint in
        let views = constraint.views(in: base)
        return views.contains(view) && views.contains(other)
      }
  }
}

/// Removes layout guides, alone or with the constraints on them.
struct GuideReducer: Reducer {
  let name = "dropGuides"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    for retargeting in [false, true] {
      let base = gate.current
      AdaptiveSearch.delete(base.guides.count, &gate) {
        base.removingGuides($0, retargeting: retargeting)
      }
    }
    for index in gate.current.guides.indices where gate.current.guides[index].kind != .free {
      var proposal = gate.current
      proposal.expectation = nil
      proposal.guides[index].kind = .free
      gate.testAndCommit(proposal)
    }
    for index in gate.current.guides.indices.reversed() {
      gate.testAndCommit(gate.current.replacingGuideByView(index))
    }
  }
}

extension LayoutCase {
  /// Returns the case with the properties of another view on one of its views; nil when there are
  /// none.
  fileprivate func taking(over other: View, into view: Int) -> LayoutCase? {
    var result = self
    result.expectation = nil
    result.views[view].hugging = other.hugging
    result.views[view].compressionResistance = other.compressionResistance
    result.views[view].margins = other.margins
    result.views[view].marginRules = other.marginRules
    result.views[view].direction = other.direction
    return result.views[view] == views[view] ? nil : result
  }

  /// Returns the case without a view; nil for the root and for views with subviews.
  ///
  /// Constraints that place the view are removed; those that place others by it place them by the
  /// root.
  fileprivate func withdrawing(_ view: Int) -> LayoutCase? {
    guard view > 0, !views.contains(where: { $0.parent == view }) else { return nil }
    let placing = constraints.indices.filter { index in
      let others = constraints[index].views(in: self)
      return others.contains(view) && others.allSatisfy { $0 == view || $0 == 0 }
    }
    var change = Restructuring(keepingConstraints { !placing.contains($0) })
    change.dissolve(view, into: 0)
    return change.apply()
  }

  /// Returns the case with a guide replaced by a plain view, the last one in the root.
  fileprivate func replacingGuideByView(_ guide: Int) -> LayoutCase {
    var result = self
    result.expectation = nil
    result.guides.remove(at: guide)
    let standIn = views.count
    result.views.append(View(id: CaseSize.canonicalViewID(standIn), parent: 0))
    var suffix = 0
    while views.contains(where: { $0.id == result.views[standIn].id }) {
      suffix += 1
      result.views[standIn].id = "v\(standIn)-\(suffix)"
    }
    result.constraints = constraints.compactMap { constraint in
      constraint.mapItems { item in
        guard case .guide(let index) = item else { return item }
        if index == guide { return .view(standIn) }
        return .guide(index > guide ? index - 1 : index)
      }
    }
    return result
  }
}
