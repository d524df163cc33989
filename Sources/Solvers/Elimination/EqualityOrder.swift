// SPDX-License-Identifier: MIT

import LinearModel

/// The order in which the required equalities are eliminated, and the variables they are solved
/// for.
///
/// An equality with a variable that occurs in no other one can be solved for it without changing
/// the others. Removing it may leave another equality with such a variable. Equalities in this
/// order need no elimination at all, so chains and trees of views have no fill-in. Of several such
/// variables, those in fewer other constraints come first, so that variables with limits and
/// preferences stay. The rest follows in its own order. Complexity: O(cells of the equalities).
struct EqualityOrder {
  private(set) var rows: [Int32] = []
  /// The variable to solve for, by position in `rows`; -1 to choose.
  private(set) var pivots: [Int32] = []

  /// The smallest coefficient of a variable to solve for; the largest of a row is in [1, 2).
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

/// The counts of the remaining equalities by variable, and a queue of the variables to solve for,
/// those with few mentions first.
private struct EquationNotes: ~Copyable {
  private static let laneCount = 4
  /// The number of remaining equalities with each variable.
  let counts: UnsafeMutablePointer<Int32>
  /// The combination of the equalities with each variable: when one is left, this is its index.
  let traces: UnsafeMutablePointer<Int32>
  /// The number of other constraints with each variable.
  private let mentions: UnsafeMutablePointer<Int32>
  /// The next variable in the queue, or -1; by variable.
  ///
  /// Each is queued once at most, since counts only fall.
  private let followers: UnsafeMutablePointer<Int32>
  /// The first and the last variable in the queue, or -1; by lane.
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

  /// Removes an equality from the counts of a variable in it.
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

  /// Removes and returns the first queued variable among those with the fewest mentions.
  func next() -> Int? {
    for lane in 0..<Self.laneCount where heads[lane] >= 0 {
      let variable = Int(heads[lane])
      heads[lane] = followers[variable]
      return variable
    }
    return nil
  }
}
