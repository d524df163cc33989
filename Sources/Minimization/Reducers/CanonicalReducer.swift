// SPDX-License-Identifier: MIT

import LayoutModel

/// Gives the case its canonical form: names `root`, `v1`…, `g1`…, `c1`…, no annotations, sides,
/// siblings and constraints in a fixed order.
///
/// Cases that differ only in these become equal.
struct CanonicalReducer: Reducer {
  let name = "canonicalForm"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    gate.testAndCommit(gate.current.renamed())
    gate.testAndCommit(gate.current.canonicallySorted().renamed())
    gate.testAndCommit(gate.current.canonicallyTurned().canonicallySorted().renamed())
    for index in gate.current.constraints.indices { turn(index, &gate) }
    reorderSiblings(&gate)
  }

  /// Turns a constraint to its other side; without an equivalent one, tries the anchors exchanged.
  private func turn(_ index: Int, _ gate: inout SubjectGate<LayoutCase>) {
    let constraint = gate.current.constraints[index]
    if let turned = constraint.turned() {
      if gate.testAndCommit(gate.current.changingConstraint(index) { $0 = turned }) { return }
    }
    guard let second = constraint.second else { return }
    let exchanged = gate.current.changingConstraint(index) {
      $0.second = $0.first
      $0.first = second
    }
    gate.testAndCommit(exchanged.canonicallySorted().renamed())
  }

  /// The largest number of views of which all pairs are exchanged; in larger cases only neighbours.
  private static let allPairsLimit = 8

  private func reorderSiblings(_ gate: inout SubjectGate<LayoutCase>) {
    let count = gate.current.views.count
    for first in 1..<max(count, 1) {
      let last = count <= Self.allPairsLimit ? count : min(first + 2, count)
      for second in (first + 1)..<max(last, first + 1)
      where gate.current.views[first].parent == gate.current.views[second].parent {
        var change = Restructuring(gate.current)
        change.order.swapAt(first, second)
        guard let swapped = change.apply() else { continue }
        let turned = swapped.canonicallyTurned().canonicallySorted().renamed()
        if !gate.testAndCommit(turned) {
          gate.testAndCommit(swapped.canonicallySorted().renamed())
        }
      }
    }
  }
}

extension LayoutCase {
  /// Returns the case with canonical names and without annotations.
  func renamed() -> LayoutCase {
    var result = self
    result.name = nil
    result.expectation = nil
    for index in views.indices { result.views[index].id = CaseSize.canonicalViewID(index) }
    for index in guides.indices { result.guides[index].id = "g\(index + 1)" }
    for index in constraints.indices {
      result.constraints[index].id = "c\(index + 1)"
      result.constraints[index].identifier = nil
      result.constraints[index].source = .author
    }
    return result
  }

  /// Returns the case with its constraints in the order of `CaseSize`.
  func canonicallySorted() -> LayoutCase {
    var result = self
    result.expectation = nil
    let keyed = constraints.map { (CaseSize.key(of: $0), $0) }
    result.constraints =
      keyed.enumerated().sorted { left, right in
        if left.element.0 == right.element.0 { return left.offset < right.offset }
        return left.element.0.lexicographicallyPrecedes(right.element.0)
      }.map(\.element.1)
    return result
  }

  /// Returns the case with each constraint written from the side that makes it simpler.
  func canonicallyTurned() -> LayoutCase {
    changingConstraints { constraint in
      guard let turned = constraint.turned() else { return }
      let old = CaseSize.complexity(of: constraint.constant)
      let new = CaseSize.complexity(of: turned.constant)
      if new > old { return }
      if new < old
        || CaseSize.key(of: turned).lexicographicallyPrecedes(CaseSize.key(of: constraint))
      {
        constraint = turned
      }
    }
  }
}

extension LayoutConstraint {
  /// Returns the same constraint with its sides exchanged; nil when it has one side or a
  /// multiplier.
  func turned() -> LayoutConstraint? {
    guard let second, multiplier == 1, let opposite = constant.negated else { return nil }
    var result = self
    result.first = second
    result.second = first
    result.constant = opposite
    switch relation {
    case .equal: break
    case .lessThanOrEqual: result.relation = .greaterThanOrEqual
    case .greaterThanOrEqual: result.relation = .lessThanOrEqual
    }
    return result
  }
}
