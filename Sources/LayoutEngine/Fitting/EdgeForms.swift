// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering

/// The constraints of a lowered case as signed sums of edges, without numbers.
///
/// A row contains positions and sizes. With `size = high edge - low edge` it becomes a sum of edge
/// coordinates, of which only the signs matter here. Rows with `<=` are reversed; equalities appear
/// both ways.
///
/// Shape: edges 4v, 4v + 1, 4v + 2, 4v + 3 are the left, top, right and bottom edge of block v: the
/// views, then free guides, in order; then two for each scroll view, the far edges of its content.
struct EdgeForms {
  /// The form `sum sign * edge >= constant`.
  struct Form {
    /// The terms, sorted by edge; a negative sign pushes, a positive one is pushed.
    var terms: [(edge: Int, isPositive: Bool)]
  }

  private(set) var forms: [Form] = []
  /// The forms that each edge occurs in.
  private(set) var formsOfEdge: [[Int]]
  private let lowered: LoweredCase
  /// The guides with variables, by block after the views.
  private let guideBlocks: [Int]
  /// The scroll views, by pair of edges after the blocks.
  private let scrollViews: [Int]

  /// Creates the forms of the constraints above a priority.
  ///
  /// - Parameters:
  ///   - lowered: the case whose constraints count.
  ///   - priority: constraints at or below it are left out: they lose to the target or tie with it.
  init(_ lowered: LoweredCase, above priority: Double) {
    self.lowered = lowered
    let layoutCase = lowered.layoutCase
    guideBlocks = layoutCase.guides.indices.filter { lowered.guideVariables[$0] >= 0 }
    scrollViews = layoutCase.views.indices.filter { lowered.contentVariables[$0] >= 0 }
    let edgeCount = 4 * (layoutCase.views.count + guideBlocks.count) + 2 * scrollViews.count
    formsOfEdge = [[Int]](repeating: [], count: edgeCount)
    let places = places()
    for row in 0..<lowered.system.constraintCount where isUsed(row, above: priority) {
      let terms = terms(of: row, places)
      let relation = lowered.system.relations[row]
      if relation != .lessThanOrEqual { add(terms) }
      if relation != .greaterThanOrEqual {
        add(terms.map { (edge: $0.edge, isPositive: !$0.isPositive) })
      }
    }
  }

  var edges: Range<Int> { formsOfEdge.indices }

  func edge(ofView view: Int, _ axis: Axis, isHigh: Bool) -> Int {
    4 * view + (isHigh ? 2 : 0) + Int(axis.rawValue)
  }

  func axis(of edge: Int) -> Axis { edge % 2 == 0 ? .horizontal : .vertical }

  func isHigh(_ edge: Int) -> Bool { edge >= contentStart || edge % 4 >= 2 }

  /// Whether the edge is one of the surroundings of the isolated view.
  func isOutside(_ edge: Int) -> Bool { edge < 4 }

  func name(of edge: Int) -> ChainGap.Edge {
    let layoutCase = lowered.layoutCase
    if edge >= contentStart {
      let view = scrollViews[(edge - contentStart) / 2]
      return ChainGap.Edge(id: layoutCase.views[view].id, isHigh: true, isContent: true)
    }
    let block = edge / 4
    let id =
      block < layoutCase.views.count
      ? layoutCase.views[block].id
      : layoutCase.guides[guideBlocks[block - layoutCase.views.count]].id
    return ChainGap.Edge(id: id, isHigh: isHigh(edge))
  }

  /// Returns the edges that would push an edge up if they were pushed themselves, and those without
  /// predecessors.
  ///
  /// The search does not continue beyond an edge that is fixed, or into the surroundings.
  ///
  /// - Complexity: O(terms of all forms).
  func edgesPushing(_ target: Int, fixed: Int) -> (all: [Int], last: [Int]) {
    var isFound = [Bool](repeating: false, count: edges.count)
    var found = [target]
    var last: [Int] = []
    isFound[target] = true
    var next = 0
    while next < found.count {
      let edge = found[next]
      next += 1
      var isLast = true
      for form in formsOfEdge[edge]
      where forms[form].terms.contains(where: { $0.edge == edge && $0.isPositive }) {
        for term in forms[form].terms
        where !term.isPositive && !isFound[term.edge] && term.edge != fixed
          && !isOutside(term.edge)
        {
          isFound[term.edge] = true
          found.append(term.edge)
          isLast = false
        }
      }
      if isLast { last.append(edge) }
    }
    return (found, last)
  }

  // MARK: - Rows

  private var contentStart: Int {
    4 * (lowered.layoutCase.views.count + guideBlocks.count)
  }

  /// Whether a row counts.
  ///
  /// Constraints below the target do not count, nor do the targets unless they are required. The
  /// rule that the view's own size is not negative opens no view.
  private func isUsed(_ row: Int, above priority: Double) -> Bool {
    if lowered.origins[row] == .nonNegativeSize(.view(IsolatedView.view), .horizontal)
      || lowered.origins[row] == .nonNegativeSize(.view(IsolatedView.view), .vertical)
    {
      return false
    }
    if case .constraint(let index) = lowered.origins[row],
      lowered.layoutCase.constraints[index].source == .fitting
    {
      return lowered.system.strengths[row].isRequired
    }
    return lowered.system.strengths[row].value > priority
  }

  /// The place of a variable: a position, a size or a content size, with its edges.
  private struct Place {
    /// The edge at the position; nil for a content size's own edge.
    var low: Int
    var high: Int
    var isPosition: Bool
  }

  private func places() -> [Place] {
    var places = [Place](
      repeating: Place(low: 0, high: 0, isPosition: false), count: lowered.system.variableCount)
    let guideVariables = guideBlocks.map { lowered.guideVariables[$0] }
    for (block, variable) in (lowered.viewVariables + guideVariables).enumerated() {
      for axis in 0..<2 {
        let (low, high) = (4 * block + axis, 4 * block + 2 + axis)
        places[variable + axis] = Place(low: low, high: high, isPosition: true)
        places[variable + 2 + axis] = Place(low: low, high: high, isPosition: false)
      }
    }
    for (index, view) in scrollViews.enumerated() {
      for axis in 0..<2 {
        places[lowered.contentVariables[view] + axis] = Place(
          low: 4 * view + axis, high: contentStart + 2 * index + axis, isPosition: false)
      }
    }
    return places
  }

  private func terms(of row: Int, _ places: [Place]) -> [(edge: Int, isPositive: Bool)] {
    var sums: [(edge: Int, coefficient: Rational)] = []
    func add(_ edge: Int, _ coefficient: Rational) {
      if let known = sums.firstIndex(where: { $0.edge == edge }) {
        sums[known].coefficient += coefficient
      } else {
        sums.append((edge, coefficient))
      }
    }
    for cell in lowered.system.cells(of: row) {
      let place = places[Int(lowered.system.columns[cell])]
      let coefficient = lowered.system.exactCoefficients[cell]
      if place.isPosition {
        add(place.low, coefficient)
      } else {
        add(place.high, coefficient)
        add(place.low, -coefficient)
      }
    }
    return sums.filter { !$0.coefficient.isZero }
      .map { (edge: $0.edge, isPositive: $0.coefficient.signum > 0) }
      .sorted { $0.edge < $1.edge }
  }

  private mutating func add(_ terms: [(edge: Int, isPositive: Bool)]) {
    for term in terms { formsOfEdge[term.edge].append(forms.count) }
    forms.append(Form(terms: terms))
  }
}
