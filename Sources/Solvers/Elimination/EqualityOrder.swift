// SPDX-License-Identifier: MIT

import LinearModel

/// The order in which the required equalities are eliminated, and the variables they are solved
/// for.
///
/// An equality with a variable that no other one mentions can be solved for it without touching the
/// others; taken away, it may leave another equality with such a variable. What is taken in this
/// order needs no elimination at all, so that chains and trees of views do not fill up. Of several
/// such variables those go first that fewer other constraints mention, so that what has limits and
/// wishes stays. The rest follows in its own order. Complexity: O(cells of the equalities).
struct EqualityOrder {
  private(set) var rows: [Int32] = []
  /// By position in `rows`: the variable to solve for; -1 to choose.
  private(set) var pivots: [Int32] = []

  /// A variable is not solved for when its coefficient is smaller; the largest of a row is in [1,
  /// 2).
  private static let coefficientMin = 0.5

  init(_ system: borrowing ScaledRows) {
    var used = 0
    for row in 0..<system.count where Self.isUsed(row, system) { used += 1 }
    rows.reserveCapacity(used)
    pivots.reserveCapacity(used)
    let notes = EquationNotes(system)
    while let variable = notes.next() {
      if notes.counts[variable] != 1 { continue }
      let row = Int(notes.traces[variable])
      guard Self.isSolvable(row, for: variable, system) else { continue }
      notes.isTaken[row] = true
      rows.append(Int32(row))
      pivots.append(Int32(variable))
      for cell in system.cells(of: row) { notes.forget(row, at: Int(system.columns[cell])) }
    }
    if rows.count == used { return }
    for row in 0..<system.count where Self.isUsed(row, system) && !notes.isTaken[row] {
      rows.append(Int32(row))
      pivots.append(-1)
    }
  }

  fileprivate static func isUsed(_ row: Int, _ system: borrowing ScaledRows) -> Bool {
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

/// What the equalities left say of each variable, and the variables that wait to be solved for,
/// those with few mentions first.
private struct EquationNotes: ~Copyable {
  private static let laneCount = 4
  /// By variable: how many equalities are left that mention it.
  let counts: UnsafeMutablePointer<Int32>
  /// By variable: the equalities that mention it, combined: when one is left, this is it.
  let traces: UnsafeMutablePointer<Int32>
  /// By variable: how many other constraints mention it.
  private let mentions: UnsafeMutablePointer<Int32>
  /// By variable: the one that waits behind it, or -1.
  ///
  /// Each waits once at most, since counts only fall.
  private let followers: UnsafeMutablePointer<Int32>
  /// By lane: the first that waits and the last, or -1.
  private let heads: UnsafeMutablePointer<Int32>
  private let tails: UnsafeMutablePointer<Int32>
  private let numbers: UnsafeMutablePointer<Int32>
  let isTaken: UnsafeMutablePointer<Bool>

  init(_ system: borrowing ScaledRows) {
    let count = system.variableCount
    numbers = .allocate(capacity: 4 * count + 2 * Self.laneCount)
    numbers.initialize(repeating: 0, count: 3 * count)
    counts = numbers
    traces = numbers + count
    mentions = numbers + 2 * count
    followers = numbers + 3 * count
    heads = numbers + 4 * count
    tails = heads + Self.laneCount
    heads.initialize(repeating: -1, count: 2 * Self.laneCount)
    isTaken = .allocate(capacity: system.count)
    isTaken.initialize(repeating: false, count: system.count)
    for row in 0..<system.count {
      let isUsed = EqualityOrder.isUsed(row, system)
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
    for variable in 0..<count where counts[variable] == 1 { append(variable) }
  }

  deinit {
    numbers.deallocate()
    isTaken.deallocate()
  }

  /// Takes an equality off a variable that it mentions.
  func forget(_ row: Int, at variable: Int) {
    counts[variable] -= 1
    traces[variable] ^= Int32(row)
    if counts[variable] == 1 { append(variable) }
  }

  private func append(_ variable: Int) {
    let lane = min(Int(mentions[variable]), Self.laneCount - 1)
    (followers + variable).initialize(to: -1)
    if heads[lane] < 0 {
      heads[lane] = Int32(variable)
    } else {
      followers[Int(tails[lane])] = Int32(variable)
    }
    tails[lane] = Int32(variable)
  }

  /// Takes the variable that waits longest among those with the fewest mentions.
  func next() -> Int? {
    for lane in 0..<Self.laneCount where heads[lane] >= 0 {
      let variable = Int(heads[lane])
      heads[lane] = followers[variable]
      return variable
    }
    return nil
  }
}
