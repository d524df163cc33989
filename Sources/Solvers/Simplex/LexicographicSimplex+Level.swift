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
      var total = 0.0
      var below = 0.0
      while end < limit, problem.kinks[Int(end)].level == level {
        let kink = problem.kinks[Int(end)]
        total += kink.above - kink.below
        below += kink.below
        end += 1
      }
      kinkFirst[variable] = first
      kinkEnd[variable] = end
      kinkIndex[variable] = first
      weight[variable] = total
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

  private func placeAll() {
    let tolerance = 1e-12 * extent
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
    if fault == .fallingRowsIgnored {
      for row in 0..<basic.count { segmentLower[Int(basic[row])] = -.infinity }
    }
  }

  /// Faults that keep a required row from being looked after.
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

  /// The kinks below a nonbasic variable's value, and the slopes on both sides of it.
  func placeNonbasic(_ variable: Int) {
    let position = value[variable]
    var slope = slopeAtFarBelow(variable)
    var index = Int(kinkFirst[variable])
    let end = Int(kinkEnd[variable])
    while index < end, problem.kinks[index].position < position {
      slope += problem.kinks[index].above - problem.kinks[index].below
      index += 1
    }
    kinkIndex[variable] = Int32(index)
    slopeBelow[variable] = clean(slope, variable)
    if index < end, problem.kinks[index].position == position {
      slope += problem.kinks[index].above - problem.kinks[index].below
    }
    slopeAbove[variable] = clean(slope, variable)
  }

  private func slopeAtFarBelow(_ variable: Int) -> Double {
    var slope = 0.0
    for index in Int(kinkFirst[variable])..<Int(kinkEnd[variable]) {
      slope += problem.kinks[index].below
    }
    return slope
  }

  /// A slope without the rounding noise of adding up.
  private func clean(_ slope: Double, _ variable: Int) -> Double {
    abs(slope) <= 1e-13 * weight[variable] ? 0 : slope
  }

  /// Puts a basic variable into the segment of its value; at a kink it is the one above, unless that is
  /// out of bounds.
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

  /// Makes `kinkIndex` of a basic variable `index`.
  func setSegment(_ variable: Int, _ index: Int) {
    let first = Int(kinkFirst[variable])
    let end = Int(kinkEnd[variable])
    var slope = slopeAtFarBelow(variable)
    for kink in first..<index { slope += problem.kinks[kink].above - problem.kinks[kink].below }
    slope = clean(slope, variable)
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

  /// The rates of the level's cost when a nonbasic variable moves up and down.
  @inline(__always)
  func rates(column: Int) -> (up: Double, down: Double) {
    let variable = Int(nonbasic[column])
    return (
      gradient[column] + slopeAbove[variable], -(gradient[column] + slopeBelow[variable])
    )
  }

  /// The size below which a rate is rounding noise.
  @inline(__always)
  func rateTolerance(column: Int) -> Double {
    1e-11 * (gradientScale[column] + weight[Int(nonbasic[column])])
  }

  /// Whether the level could get better in a direction that a higher level has closed by a rate that
  /// may have been rounding noise.
  func hasDoubtfulDirection() -> Bool {
    for column in 0..<structuralCount {
      let variable = Int(nonbasic[column])
      let closed = weaklyClosed[variable]
      if closed == 0 { continue }
      let rates = rates(column: column)
      let tolerance = rateTolerance(column: column)
      if closed & 1 != 0 && rates.down < -tolerance || closed & 2 != 0 && rates.up < -tolerance {
        return true
      }
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
        if rates.up < 100 * tolerance { weaklyClosed[variable] |= 2 }
      } else {
        let next = isAtKink ? index + 1 : index
        if next < end { upper[variable] = min(upper[variable], problem.kinks[next].position) }
      }
    }
    if lower[variable] < position {
      if rates.down > tolerance {
        lower[variable] = position
        if rates.down < 100 * tolerance { weaklyClosed[variable] |= 1 }
      } else if index > Int(kinkFirst[variable]) {
        lower[variable] = max(lower[variable], problem.kinks[index - 1].position)
      }
    }
  }
}
