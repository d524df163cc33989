// SPDX-License-Identifier: MIT

extension LexicographicSimplex {
  /// Finds the kinks of the level and the segment of each variable.
  ///
  /// - Returns: false when the level has no kinks here, so that there is nothing to optimize.
  mutating func beginLevel() -> Bool {
    var isEmpty = true
    for variable in 0..<problem.variableCount {
      let first = kinkEnd[variable]
      let limit = problem.kinkStarts[variable + 1]
      var end = first
      var below = 0.0
      while end < limit, problem.kinks[Int(end)].level == level {
        below += problem.kinks[Int(end)].below
        end += 1
      }
      kinkFirst[variable] = first
      kinkEnd[variable] = end
      kinkIndex[variable] = first
      slopeBelow[variable] = below
      slopeAbove[variable] = below
      if end > first { isEmpty = false }
    }
    if isEmpty { return false }
    placeAll()
    degenerateSteps = 0
    if fault != .staleObjective || level == 0 { computeGradient() }
    return true
  }

  /// The part of the extent by which a basic variable may miss its kink.
  static let placing = 1e-15

  private func placeAll() {
    let tolerance = Self.placing * extent
    for variable in 0..<problem.variableCount {
      if place[variable] >= 0 {
        placeNonbasic(variable)
      } else {
        placeBasic(variable, tolerance)
      }
    }
    if fault == .invertedRepairGuard && level == 0 || fault == .goodRowsDropped && level == 0 {
      plantRowFault()
    }
    if fault == .fallingRowsIgnored && level > 0 {
      for row in 0..<basic.count {
        let variable = Int(basic[row])
        if segmentLower[variable] == lower[variable] { segmentLower[variable] = -.infinity }
      }
    }
  }

  /// Performs the faults that leave out required rows.
  private func plantRowFault() {
    for row in 0..<basic.count {
      let variable = Int(basic[row])
      let isLow = slopeBelow[variable] < 0
      let isGood = slopeBelow[variable] == 0 && slopeAbove[variable] == 0
      if fault == .invertedRepairGuard && isLow || fault == .goodRowsDropped && isGood {
        kinkFirst[variable] = kinkEnd[variable]
        kinkIndex[variable] = kinkEnd[variable]
        slopeBelow[variable] = 0
        slopeAbove[variable] = 0
        segmentLower[variable] = -.infinity
        segmentUpper[variable] = .infinity
      }
    }
  }

  /// Finds the kinks below a nonbasic variable's value, and the slopes on both sides of it.
  func placeNonbasic(_ variable: Int) {
    let position = value[variable]
    var index = Int(kinkFirst[variable])
    let end = Int(kinkEnd[variable])
    if index == end {
      kinkIndex[variable] = Int32(index)
      slopeBelow[variable] = 0
      slopeAbove[variable] = 0
      return
    }
    while index < end, problem.kinks[index].position < position { index += 1 }
    let isAtKink = index < end && problem.kinks[index].position == position
    kinkIndex[variable] = Int32(index)
    slopeBelow[variable] = slope(variable, passed: index)
    slopeAbove[variable] =
      isAtKink ? slope(variable, passed: index + 1) : slopeBelow[variable]
  }

  /// Returns the slope of a variable's cost where the kinks before `passed` are below the value.
  ///
  /// Only the slopes that count there are added up: the other side of a steep kink must not remove
  /// the last digits of a small slope.
  private func slope(_ variable: Int, passed: Int) -> Double {
    var slope = 0.0
    var scale = 0.0
    for index in Int(kinkFirst[variable])..<Int(kinkEnd[variable]) {
      let part = index < passed ? problem.kinks[index].above : problem.kinks[index].below
      slope += part
      scale += abs(part)
    }
    return abs(slope) <= 1e-14 * scale ? 0 : slope
  }

  /// Puts a basic variable into the segment of its value; at a kink it is the one above, unless
  /// that is out of bounds.
  private func placeBasic(_ variable: Int, _ tolerance: Double) {
    var index = Int(kinkFirst[variable])
    let end = Int(kinkEnd[variable])
    while index < end {
      let position = problem.kinks[index].position
      guard
        position <= value[variable] + tolerance && position < upper[variable]
          || position <= lower[variable]
      else { break }
      index += 1
    }
    setSegment(variable, index)
  }

  /// Sets the segment of a basic variable by the index of a kink.
  func setSegment(_ variable: Int, _ index: Int) {
    let first = Int(kinkFirst[variable])
    let end = Int(kinkEnd[variable])
    let slope = slope(variable, passed: index)
    kinkIndex[variable] = Int32(index)
    slopeBelow[variable] = slope
    slopeAbove[variable] = slope
    segmentLower[variable] =
      index > first
      ? max(lower[variable], problem.kinks[index - 1].position) : lower[variable]
    segmentUpper[variable] =
      index < end ? min(upper[variable], problem.kinks[index].position) : upper[variable]
  }

  // MARK: - Closing

  /// Returns the rates of the level's cost when a nonbasic variable moves up and down.
  @inline(__always)
  func rates(column: Int) -> (up: Double, down: Double) {
    let variable = Int(nonbasic[column])
    return (
      gradient[column] + slopeAbove[variable], -(gradient[column] + slopeBelow[variable])
    )
  }

  /// Returns the size below which a rate is rounding noise.
  @inline(__always)
  func rateTolerance(column: Int) -> Double {
    let variable = Int(nonbasic[column])
    return 1e-13
      * (gradientScale[column] + min(abs(slopeAbove[variable]), abs(slopeBelow[variable])))
  }

  /// The smallest ratio of the rate by which a higher level has closed the direction to a rate of
  /// this level.
  ///
  /// It is the price at which the higher level outweighs this one.
  private static let leastClosingPart = 1e-9

  /// The part of the tolerance above which a rate is probably no rounding noise.
  private static let ambiguousPart = 0.02

  /// Whether the optimality of the level depends on a rate that may be rounding noise.
  ///
  /// The multipliers prove the level optimal when every improving direction is closed, by the
  /// required rows or by a higher level. The proof is as good as its rates. A rate that closed a
  /// direction must not be small against the one that it outweighs. No rate may count as 0 if it is
  /// larger than rounding explains.
  func hasDoubtfulDirection() -> Bool {
    for column in 0..<structuralCount {
      if isDoubtfullyOpen(column) { return true }
      let variable = Int(nonbasic[column])
      let rates = rates(column: column)
      let tolerance = rateTolerance(column: column)
      if isDoubtful(
        rate: rates.up, closedBy: closingRateUp[variable], tolerance,
        isOpen: upper[variable] > value[variable])
        || isDoubtful(
          rate: rates.down, closedBy: closingRateDown[variable], tolerance,
          isOpen: lower[variable] < value[variable])
      {
        return true
      }
    }
    return false
  }

  @inline(__always)
  private func isDoubtful(
    rate: Double, closedBy closingRate: Double, _ tolerance: Double, isOpen: Bool
  ) -> Bool {
    if isOpen { return rate < -Self.ambiguousPart * tolerance }
    return closingRate > 0 && rate < -tolerance && closingRate < -rate * Self.leastClosingPart
  }

  /// Whether a direction has a rate of 0 only because the numbers in it are of different orders.
  private func isDoubtfullyOpen(_ column: Int) -> Bool {
    let variable = Int(nonbasic[column])
    let scale = gradientScale[column]
    guard scale > 0, lower[variable] < upper[variable] else { return false }
    let rates = rates(column: column)
    let tolerance = rateTolerance(column: column)
    let isOpen =
      upper[variable] > value[variable] && abs(rates.up) <= tolerance
      || lower[variable] < value[variable] && abs(rates.down) <= tolerance
    guard isOpen else { return false }
    var cell = tableau.columnHeads[column]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      let part = abs(slopeAbove[Int(basic[Int(entry.row)])] * entry.value)
      if part > 0 && (entry.isBlurred || part < SparseTableau.blur * scale) { return true }
      cell = entry.nextInColumn
    }
    return false
  }

  /// Confines every variable to the optimal face of the level.
  mutating func closeLevel() {
    for row in 0..<basic.count {
      let variable = Int(basic[row])
      lower[variable] = max(lower[variable], segmentLower[variable])
      upper[variable] = min(upper[variable], segmentUpper[variable])
    }
    for column in 0..<structuralCount { closeNonbasic(column) }
  }

  private func closeNonbasic(_ column: Int) {
    let variable = Int(nonbasic[column])
    let position = value[variable]
    let tolerance = rateTolerance(column: column)
    let rates = rates(column: column)
    let index = Int(kinkIndex[variable])
    let end = Int(kinkEnd[variable])
    let isAtKink = index < end && problem.kinks[index].position == position
    if upper[variable] > position {
      if rates.up > tolerance {
        upper[variable] = position
        closingRateUp[variable] = closingRate(rates.up, tolerance)
      } else {
        let next = isAtKink ? index + 1 : index
        if next < end { upper[variable] = min(upper[variable], problem.kinks[next].position) }
      }
    }
    if lower[variable] < position {
      if rates.down > tolerance {
        lower[variable] = position
        closingRateDown[variable] = closingRate(rates.down, tolerance)
      } else if index > Int(kinkFirst[variable]) {
        lower[variable] = max(lower[variable], problem.kinks[index - 1].position)
      }
    }
    if lower[variable] == upper[variable], fixedLevel[variable] == .max {
      fixedLevel[variable] = level
    }
  }

  /// Returns the rate that counts for closing a direction: almost 0 when it may be rounding noise.
  @inline(__always)
  private func closingRate(_ rate: Double, _ tolerance: Double) -> Double {
    rate < 1000 * tolerance ? .leastNonzeroMagnitude : rate
  }
}
