// SPDX-License-Identifier: MIT

import LinearModel

/// The order in which the required equalities are eliminated, and the variables they are solved for.
///
/// An equality with a variable that no other one mentions can be solved for it without touching the others; taken
/// away, it may leave another equality with such a variable. What is taken in this order needs no elimination
/// at all, so that chains and trees of views do not fill up. Of several such variables those go first that fewer
/// other constraints mention, so that what has limits and wishes stays. The rest follows in its own order.
/// Complexity: O(cells of the equalities).
struct EqualityOrder {
  private(set) var rows: [Int32] = []
  /// By position in `rows`: the variable to solve for; -1 to choose.
  private(set) var pivots: [Int32] = []

  /// A variable is not solved for when its coefficient is smaller; the largest of a row is in [1, 2).
  private static let coefficientMin = 0.5

  init(_ system: borrowing ScaledRows) {
    var counts = [Int32](repeating: 0, count: system.variableCount)
    // The rows that mention a variable, combined: when one is left, this is it.
    var traces = [Int32](repeating: 0, count: system.variableCount)
    var mentions = counts
    for row in 0..<system.count {
      let isUsed = Self.isUsed(row, system)
      for cell in system.cells(of: row) {
        let variable = Int(system.columns[cell])
        if !isUsed {
          mentions[variable] += 1
          continue
        }
        counts[variable] += 1
        traces[variable] ^= Int32(row)
      }
    }
    var isTaken = [Bool](repeating: false, count: system.count)
    var queue = SingletonQueue()
    for variable in 0..<system.variableCount where counts[variable] == 1 {
      queue.append(variable, mentions: mentions[variable])
    }
    while let variable = queue.next() {
      if counts[variable] != 1 { continue }
      let row = Int(traces[variable])
      guard Self.isSolvable(row, for: variable, system) else { continue }
      isTaken[row] = true
      rows.append(Int32(row))
      pivots.append(Int32(variable))
      for cell in system.cells(of: row) {
        let other = Int(system.columns[cell])
        counts[other] -= 1
        traces[other] ^= Int32(row)
        if counts[other] == 1 { queue.append(other, mentions: mentions[other]) }
      }
    }
    for row in 0..<system.count where Self.isUsed(row, system) && !isTaken[row] {
      rows.append(Int32(row))
      pivots.append(-1)
    }
  }

  private static func isUsed(_ row: Int, _ system: borrowing ScaledRows) -> Bool {
    system.isRequired(row) && system.relations[row] == .equal
  }

  private static func isSolvable(
    _ row: Int, for variable: Int, _ system: borrowing ScaledRows
  ) -> Bool {
    for cell in system.cells(of: row) where Int(system.columns[cell]) == variable {
      return abs(system.coefficients[cell]) >= coefficientMin
    }
    return false
  }
}

/// Variables that wait to be solved for, those with few mentions first.
private struct SingletonQueue {
  private var lanes = [[Int]](repeating: [], count: 4)
  private var heads = [0, 0, 0, 0]

  mutating func append(_ variable: Int, mentions: Int32) {
    lanes[min(Int(mentions), lanes.count - 1)].append(variable)
  }

  mutating func next() -> Int? {
    for lane in lanes.indices where heads[lane] < lanes[lane].count {
      heads[lane] += 1
      return lanes[lane][heads[lane] - 1]
    }
    return nil
  }
}
