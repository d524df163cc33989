// SPDX-License-Identifier: MIT

/// How far one kink of a solved problem can move without another basis.
struct KinkRange {
  /// The positions of the kink.
  var lowest: Double
  var highest: Double
  /// Whether the variable that has the kink rests at it and moves with it; else nothing moves at
  /// all.
  var moves: Bool
}

extension LexicographicSimplex {
  /// The positions that a kink can take while the solution stays optimal at all levels as its
  /// variable moves with the kink, or stays where it is when it does not rest there; nil when that
  /// is not known.
  ///
  /// Parametric programming: costs do not depend on where kinks are, so the basis stays optimal as
  /// long as every basic variable stays in its segments and the variable itself meets no other kink
  /// of a level that holds it where it is.
  ///
  /// - Complexity: O(kinks of the variable + cells of its column).
  mutating func range(of kink: Kink, of variable: Int, _ scratch: ParametricScratch) -> KinkRange? {
    let position = value[variable]
    if position != kink.position {
      // One that is off by rounding may rest there all the same.
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

  /// The level that holds a nonbasic variable where it is.
  private mutating func holder(of variable: Int, _ scratch: ParametricScratch) -> Int32? {
    if stepsSinceRun > 0 {
      return findFixedLevel(column: Int(place[variable]), scratch.candidate)
    }
    return fixedLevel[variable] == .max ? nil : fixedLevel[variable]
  }

  /// Keeps every basic variable of a column where no level's cost changes its slope.
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

  /// What the required constraints leave to a variable.
  ///
  /// A basic one that rests at such an end may be in the segment on its far side, where its cost is
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
  ///   - rate: what that variable moves by.
  ///   - numbers: by structural variable, its number in the system.
  ///   - slopes: by number; what each one moves by is put there.
  ///   - moving: the numbers of those that move are added.
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
