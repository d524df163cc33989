// SPDX-License-Identifier: MIT

import LayoutModel

/// Starts from the hints: keeps the hinted constraints and their views, and removes everything else
/// in one attempt.
struct ConflictCoreReducer: Reducer {
  let name = "conflictCore"
  /// The hints by id, since indices change during minimization.
  private let constraintIDs: Set<String>
  private let viewIDs: Set<String>

  init(_ hints: MinimizationHints, of start: LayoutCase) {
    constraintIDs = Set(
      hints.constraints.filter(start.constraints.indices.contains).map { start.constraints[$0].id })
    viewIDs = Set(hints.views.filter(start.views.indices.contains).map { start.views[$0].id })
  }

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    guard !constraintIDs.isEmpty || !viewIDs.isEmpty else { return }
    let start = gate.current
    let core = start.keepingConstraints { constraintIDs.contains(start.constraints[$0].id) }
    let near = start.keepingConstraints {
      constraintIDs.contains(start.constraints[$0].id)
        || start.constraints[$0].views(in: start).contains { viewIDs.contains(start.views[$0].id) }
    }
    // The smallest first: after a success the others are not smaller.
    for kept in [core, near] {
      let trimmed = kept.droppingIdleViews(except: viewIDs)
      if let trimmed, gate.testAndCommit(trimmed.droppingViewExtras()) { return }
      if let trimmed, gate.testAndCommit(trimmed) { return }
      if gate.testAndCommit(kept) { return }
    }
    let used = start.droppingIdleViews(except: viewIDs)
    if let used { gate.testAndCommit(used) }
  }
}

extension LayoutConstraint {
  /// Returns the one or two views of the constraint, including owners of guides.
  func views(in layoutCase: LayoutCase) -> [Int] {
    [layoutCase.viewIndex(of: first.item)]
      + (second.map { [layoutCase.viewIndex(of: $0.item)] } ?? [])
  }
}

extension LayoutCase {
  /// Returns the case without the views on which, and on whose subviews, there is no constraint;
  /// nil when there are none.
  func droppingIdleViews(except kept: Set<String>) -> LayoutCase? {
    var isUsed = [Bool](repeating: false, count: views.count)
    isUsed[0] = true
    for constraint in constraints { for view in constraint.views(in: self) { isUsed[view] = true } }
    for index in views.indices where kept.contains(views[index].id) { isUsed[index] = true }
    for index in views.indices.reversed() {
      if isUsed[index], let parent = views[index].parent { isUsed[parent] = true }
    }
    guard isUsed.contains(false) else { return nil }
    assert(isUsed[0], "the root is not dropped")
    var change = Restructuring(self)
    for index in views.indices where !isUsed[index] { change.dropSubtree(index) }
    return change.apply()
  }

  /// Returns the case with all its views replaced by plain ones.
  func droppingViewExtras() -> LayoutCase {
    var result = self
    result.expectation = nil
    result.views = views.map { View(id: $0.id, parent: $0.parent) }
    return result
  }
}
