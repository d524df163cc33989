// SPDX-License-Identifier: MIT

import ExactNumerics

/// The connected components of the rows left by elimination: rows that share no free variable, directly
/// or through others, are solved apart.
struct Components {
  /// The rows of each component, one component after the other.
  private(set) var rows: ContiguousArray<Int32> = []
  private(set) var rowStarts: ContiguousArray<Int32> = [0]
  /// The free variables of each component, one component after the other.
  private(set) var variables: ContiguousArray<Int32> = []
  private(set) var variableStarts: ContiguousArray<Int32> = [0]
  /// By variable: its position in its component, or -1.
  private(set) var positions: ContiguousArray<Int32>
  /// Rows without cells.
  private(set) var constantRows: ContiguousArray<Int32> = []

  var count: Int { rowStarts.count - 1 }

  func rows(of component: Int) -> Range<Int> {
    Int(rowStarts[component])..<Int(rowStarts[component + 1])
  }

  func variables(of component: Int) -> Range<Int> {
    Int(variableStarts[component])..<Int(variableStarts[component + 1])
  }

  init<Number>(_ elimination: borrowing Elimination<Number>) {
    let variableCount = elimination.pivotOfVariable.count
    positions = ContiguousArray(repeating: -1, count: variableCount)
    var forest = DisjointSets(count: variableCount)
    for row in 0..<elimination.rest.count {
      let cells = elimination.rest.cells(row)
      guard let first = cells.first else { continue }
      for cell in cells.dropFirst() {
        forest.unite(Int(elimination.rest.columns[first]), Int(elimination.rest.columns[cell]))
      }
    }
    // Components are numbered by their first row, so the order does not depend on the forest's shape.
    var componentOfRoot = ContiguousArray<Int32>(repeating: -1, count: variableCount)
    var componentOfRow = ContiguousArray<Int32>(repeating: -1, count: elimination.rest.count)
    var rowCounts: ContiguousArray<Int32> = []
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
    (rows, rowStarts) = Components.distributed(componentOfRow, rowCounts)

    var componentOfVariable = ContiguousArray<Int32>(repeating: -1, count: variableCount)
    var variableCounts = ContiguousArray<Int32>(repeating: 0, count: rowCounts.count)
    for variable in 0..<variableCount where elimination.pivotOfVariable[variable] < 0 {
      let component = componentOfRoot[forest.root(variable)]
      if component < 0 { continue }
      componentOfVariable[variable] = component
      positions[variable] = variableCounts[Int(component)]
      variableCounts[Int(component)] += 1
    }
    (variables, variableStarts) = Components.distributed(componentOfVariable, variableCounts)
  }

  /// Indices grouped by component, and where each group starts (counting sort).
  private static func distributed(
    _ componentOf: ContiguousArray<Int32>, _ counts: ContiguousArray<Int32>
  ) -> (members: ContiguousArray<Int32>, starts: ContiguousArray<Int32>) {
    var starts: ContiguousArray<Int32> = []
    starts.reserveCapacity(counts.count + 1)
    var sum: Int32 = 0
    starts.append(sum)
    for count in counts {
      sum += count
      starts.append(sum)
    }
    var next = starts
    var members = ContiguousArray<Int32>(repeating: 0, count: Int(sum))
    for index in componentOf.indices where componentOf[index] >= 0 {
      let component = Int(componentOf[index])
      members[Int(next[component])] = Int32(index)
      next[component] += 1
    }
    return (members, starts)
  }
}

/// A partition of `0 ..< count` that only gets coarser. Reference: Tarjan, 1975 (path halving).
private struct DisjointSets {
  private var parents: ContiguousArray<Int32>

  init(count: Int) { parents = ContiguousArray(0..<Int32(count)) }

  mutating func root(_ element: Int) -> Int {
    var node = element
    while Int(parents[node]) != node {
      parents[node] = parents[Int(parents[node])]
      node = Int(parents[node])
    }
    return node
  }

  mutating func unite(_ lhs: Int, _ rhs: Int) {
    let left = root(lhs)
    let right = root(rhs)
    if left != right { parents[max(left, right)] = Int32(min(left, right)) }
  }
}
