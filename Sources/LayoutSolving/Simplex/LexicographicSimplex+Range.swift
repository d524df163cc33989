// SPDX-License-Identifier: MIT

/// The range in which one kink of a solved problem can move without another basis.
struct KinkRange {
  /// The lowest and highest position of the kink.
  var lowest: Double
  var highest: Double
  /// Whether the variable of the kink rests at it and moves with it; otherwise nothing moves.
  var moves: Bool
}

extension LexicographicSimplex {
  /// Returns the positions of a kink in which the solution stays optimal at all levels; nil when
  /// unknown.
  ///
  /// The variable moves with the kink, or stays at its value when it does not rest there.
  ///
  /// Parametric programming: costs do not depend on the positions of kinks. The basis stays optimal
  /// as long as every basic variable stays in its segments. The variable itself must not meet
  /// another kink of a level that holds it at its value.
  ///
  /// - Complexity: O(kinks of the variable + cells of its column).
  mutating func range(of kink: Kink, of variable: Int, _ scratch: ParametricScratch) -> KinkRange? {
    let position = value[variable]
    if position != kink.position {
      // A variable beside it by a rounding error may still rest there.
      if abs(position - kink.position) <= 1e-9 * extent { return nil }
      return kink.position < position
        ? KinkRange(lowest: -.infinity, highest: position.nextDown, moves: false)
        : KinkRange(lowest: position.nextUp, highest: .infinity, moves: false)
    }
    guard place[variable] >= 0, let holder = holder(of: variable, scratch), holder >= kink.level
    else { return nil }
    var range = KinkRange(lowest: -.infinity, highest: .infinity, moves: true)
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
      let other = problem.kinks[index]
      if other.level > holder { break }
      if other.position < position { range.lowest = max(range.lowest, other.position) }
      if other.position > position { range.highest = min(range.highest, other.position) }
      if other.position == position, other.level != kink.level || other.constraint < 0 {
        return nil
      }
    }
    limitByColumn(Int(place[variable]), &range, from: position)
    return range
  }

  /// Returns the level that holds a nonbasic variable at its value.
  private mutating func holder(of variable: Int, _ scratch: ParametricScratch) -> Int32? {
    if stepsSinceRun > 0 {
      return findFixedLevel(column: Int(place[variable]), scratch.candidate)
    }
    return fixedLevel[variable] == .max ? nil : fixedLevel[variable]
  }

  /// Limits the range so that no basic variable of a column changes the slope of a level's cost.
  private func limitByColumn(_ column: Int, _ range: inout KinkRange, from position: Double) {
    var cell = tableau.columnHeads[column]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      cell = entry.nextInColumn
      if entry.value == 0 { continue }
      let variable = Int(basic[Int(entry.row)])
      let bounds = requiredBounds(of: variable)
      let up = max(0, min(upper[variable], bounds.upper) - value[variable])
      let down = max(0, value[variable] - max(lower[variable], bounds.lower))
      let (ahead, behind) = entry.value > 0 ? (up, down) : (down, up)
      range.highest = min(range.highest, position + ahead / abs(entry.value))
      range.lowest = max(range.lowest, position - behind / abs(entry.value))
    }
  }

  /// Returns the bounds of a variable by the required constraints.
  ///
  /// A basic variable at such an end may be in the segment on its far side, where its cost is
  /// optimal and no longer 0.
  func requiredBounds(of variable: Int) -> (lower: Double, upper: Double) {
    var bounds = (lower: -Double.infinity, upper: Double.infinity)
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
      let kink = problem.kinks[index]
      if kink.level > 0 { break }
      if kink.below < 0 { bounds.lower = max(bounds.lower, kink.position) }
      if kink.above > 0 { bounds.upper = min(bounds.upper, kink.position) }
    }
    return bounds
  }

  /// Lists the structural variables that move when a nonbasic variable does.
  ///
  /// - Parameters:
  ///   - variable: the nonbasic variable.
  ///   - rate: the movement of that variable.
  ///   - numbers: the number of each structural variable in the system.
  ///   - slopes: receives the movement of each variable, by number.
  ///   - moving: receives the numbers of those that move.
  func moves(
    of variable: Int, by rate: Double, _ numbers: ContiguousArray<Int32>,
    _ slopes: inout ContiguousArray<Double>, _ moving: inout ContiguousArray<Int32>
  ) {
    if variable < structuralCount {
      slopes[Int(numbers[variable])] = rate
      moving.append(numbers[variable])
    }
    var cell = tableau.columnHeads[Int(place[variable])]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      let local = Int(basic[Int(entry.row)])
      if local < structuralCount, entry.value != 0 {
        slopes[Int(numbers[local])] = entry.value * rate
        moving.append(numbers[local])
      }
      cell = entry.nextInColumn
    }
  }
}
