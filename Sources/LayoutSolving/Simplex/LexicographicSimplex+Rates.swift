// SPDX-License-Identifier: MIT

/// The rates of all levels at a solved basis, computed for one column when they are asked for.
extension LexicographicSimplex {
  /// Sums up what a nonbasic variable's cost changes by at each level as it moves up or down.
  ///
  /// - Returns: how the rates compare with 0: at an optimal basis they are the same or greater.
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
  /// - Returns: false when it is not known which segment that is.
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

  /// Finds what the slopes of a basic variable change by at an end of its segment.
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

  /// The level that holds a nonbasic variable where it is, as `fixedLevel` would say it; nil when
  /// it may move, or that is in doubt.
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

  /// The segment of a variable that leaves its position: between its nearest kinks.
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
