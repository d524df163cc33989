// SPDX-License-Identifier: MIT

import ExactNumerics

/// The connected components of the rows left by elimination.
///
/// Rows of different components share no free variable, directly or through others, and are solved
/// separately.
struct Components: ~Copyable {
  /// The rows of each component, one component after the other.
  let rows: OwnedList<Int32>
  private let rowStarts: OwnedList<Int32>
  /// The free variables of each component, one component after the other.
  let variables: OwnedList<Int32>
  private let variableStarts: OwnedList<Int32>
  /// The position of each variable in its component, or -1.
  let positions: OwnedList<Int32>
  /// Rows without cells.
  let constantRows: OwnedList<Int32>

  var count: Int { rowStarts.count - 1 }

  func rows(of component: Int) -> Range<Int> {
    Int(rowStarts[component])..<Int(rowStarts[component + 1])
  }

  func variables(of component: Int) -> Range<Int> {
    Int(variableStarts[component])..<Int(variableStarts[component + 1])
  }

  init<Number>(_ elimination: borrowing Elimination<Number>) {
    let variableCount = elimination.pivotOfVariable.count
    let positions = OwnedList<Int32>(repeating: -1, count: variableCount)
    var constantRows = OwnedList<Int32>()
    let forest = DisjointSets(count: variableCount)
    for row in 0..<elimination.rest.count {
      let cells = elimination.rest.cells(row)
      guard let first = cells.first else { continue }
      for cell in cells.dropFirst() {
        forest.unite(Int(elimination.rest.columns[first]), Int(elimination.rest.columns[cell]))
      }
    }
    // Components are numbered by their first row, so the order does not depend on the forest's
    // shape.
    let componentOfRoot = OwnedList<Int32>(repeating: -1, count: variableCount)
    let componentOfRow = OwnedList<Int32>(repeating: -1, count: elimination.rest.count)
    var rowCounts = OwnedList<Int32>()
    for row in 0..<elimination.rest.count {
      guard let first = elimination.rest.cells(row).first else {
        constantRows.append(Int32(row))
        continue
      }
      let root = forest.root(Int(elimination.rest.columns[first]))
      if componentOfRoot[root] < 0 {
        componentOfRoot[root] = Int32(rowCounts.count)
        rowCounts.append(0)
      }
      componentOfRow[row] = componentOfRoot[root]
      rowCounts[Int(componentOfRoot[root])] += 1
    }
    let rowGroups = Groups(componentOfRow, rowCounts)
    let componentOfVariable = OwnedList<Int32>(repeating: -1, count: variableCount)
    let variableCounts = OwnedList<Int32>(repeating: 0, count: rowCounts.count)
    for variable in 0..<variableCount where elimination.pivotOfVariable[variable] < 0 {
      let component = componentOfRoot[forest.root(variable)]
      if component < 0 { continue }
      componentOfVariable[variable] = component
      positions[variable] = variableCounts[Int(component)]
      variableCounts[Int(component)] += 1
    }
    let variableGroups = Groups(componentOfVariable, variableCounts)
    rows = rowGroups.members
    rowStarts = rowGroups.starts
    variables = variableGroups.members
    variableStarts = variableGroups.starts
    self.positions = positions
    self.constantRows = constantRows
    checkInvariants(elimination)
  }

  /// Indices grouped by component, and the start of each group (counting sort).
  private struct Groups: ~Copyable {
    let members: OwnedList<Int32>
    let starts: OwnedList<Int32>

    init(_ componentOf: borrowing OwnedList<Int32>, _ counts: borrowing OwnedList<Int32>) {
      var starts = OwnedList<Int32>(capacity: counts.count + 1)
      var next = OwnedList<Int32>(capacity: counts.count)
      var sum: Int32 = 0
      starts.append(sum)
      for component in 0..<counts.count {
        next.append(sum)
        sum += counts[component]
        starts.append(sum)
      }
      assert(Int(sum) <= componentOf.count, "\(sum) members of \(componentOf.count)")
      let members = OwnedList<Int32>(repeating: 0, count: Int(sum))
      for index in 0..<componentOf.count where componentOf[index] >= 0 {
        let component = Int(componentOf[index])
        members[Int(next[component])] = Int32(index)
        next[component] += 1
      }
      self.members = members
      self.starts = starts
    }
  }
}

/// A partition of `0 ..< count` that only gets coarser.
///
/// Reference: Tarjan, 1975 (path halving).
private struct DisjointSets: ~Copyable {
  private let parents: OwnedList<Int32>

  init(count: Int) {
    var parents = OwnedList<Int32>(capacity: count)
    for element in 0..<count { parents.append(Int32(element)) }
    self.parents = parents
  }

  func root(_ element: Int) -> Int {
    var node = element
    while Int(parents[node]) != node {
      parents[node] = parents[Int(parents[node])]
      node = Int(parents[node])
    }
    return node
  }

  func unite(_ lhs: Int, _ rhs: Int) {
    let left = root(lhs)
    let right = root(rhs)
    if left != right { parents[max(left, right)] = Int32(min(left, right)) }
  }
}
