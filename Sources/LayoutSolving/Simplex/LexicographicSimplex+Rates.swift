// SPDX-License-Identifier: MIT

/// The rates of all levels at a solved basis, computed on demand for one column.
extension LexicographicSimplex {
  /// Sums up the change of cost at each level as a nonbasic variable moves up or down.
  ///
  /// - Returns: the comparison of the rates with 0: at an optimal basis they are equal or greater.
  /// - Complexity: O(levels + cells of the column + kinks of its variables).
  mutating func findRates(
    column: Int, upward: Bool, _ rates: borrowing LevelRates
  ) -> LevelRates.Order {
    rates.clear()
    tableau.cellOperations += Int(tableau.columnLengths[column]) + 1
    let direction = upward ? 1.0 : -1.0
    var cell = tableau.columnHeads[column]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      cell = entry.nextInColumn
      if entry.value == 0 { continue }
      guard !entry.isBlurred,
        addSlopes(
          ofBasic: Int(basic[Int(entry.row)]), times: direction * entry.value, to: rates)
      else { return .doubtful }
    }
    let variable = Int(nonbasic[column])
    let position = value[variable]
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
      let kink = problem.kinks[index]
      let isPassed = upward ? kink.position <= position : kink.position < position
      rates.add(direction * (isPassed ? kink.above : kink.below), at: kink.level)
    }
    return rates.sign()
  }

  /// Adds the slopes of a basic variable in its segment.
  ///
  /// - Returns: false when its segment is not known.
  private func addSlopes(
    ofBasic variable: Int, times factor: Double, to rates: borrowing LevelRates
  ) -> Bool {
    let lower = self.lower[variable]
    let upper = self.upper[variable]
    guard lower < upper else { return false }
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
      let kink = problem.kinks[index]
      if kink.position <= lower {
        rates.add(factor * kink.above, at: kink.level)
      } else if kink.position >= upper {
        rates.add(factor * kink.below, at: kink.level)
      } else {
        return false
      }
    }
    return true
  }

  /// Finds the change of a basic variable's slopes at an end of its segment.
  ///
  /// - Returns: false when no kink is there.
  func findJump(of variable: Int, at position: Double, _ jump: borrowing LevelRates) -> Bool {
    jump.clear()
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
      let kink = problem.kinks[index]
      if kink.position == position { jump.add(kink.above - kink.below, at: kink.level) }
    }
    return jump.sign() == .greater
  }

  /// Returns the level that holds a nonbasic variable at its value, as `fixedLevel`; nil when it
  /// may move, or in doubt.
  mutating func findFixedLevel(column: Int, _ rates: borrowing LevelRates) -> Int32? {
    var last: Int32 = 0
    for upward in [true, false] {
      guard findRates(column: column, upward: upward, rates) == .greater else { return nil }
      var level = 0
      while rates[level] == 0 { level += 1 }
      last = max(last, Int32(level))
    }
    return last
  }

  /// Returns the segment of a variable that leaves its position: between its nearest kinks.
  func segment(of variable: Int, from position: Double, upward: Bool) -> (
    lower: Double, upper: Double
  ) {
    var segment = (lower: -Double.infinity, upper: Double.infinity)
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
      let other = problem.kinks[index].position
      if upward ? other <= position : other < position {
        segment.lower = max(segment.lower, other)
      } else {
        segment.upper = min(segment.upper, other)
      }
    }
    return segment
  }
}
