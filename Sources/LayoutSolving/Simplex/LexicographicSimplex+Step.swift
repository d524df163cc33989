// SPDX-License-Identifier: MIT

extension LexicographicSimplex {
  /// The number of degenerate steps in a row after which Bland's rule is used.
  private static let patience = 24

  var usesBlandsRule: Bool { degenerateSteps > Self.patience }

  // MARK: - Pricing

  /// The number of columns that are examined together: the best of them is chosen if it is short.
  private static let pricingBlock = 256

  /// The largest number of rows with a cell in a short column.
  private static let shortColumn: Int32 = 3

  /// Returns a direction in which the level improves; nil when there is none.
  ///
  /// It is the best of the first block of columns with a good one. A long series of short steps
  /// then does not read all columns each time. By Bland's rule it is the first one.
  ///
  /// The rate for each moving row counts, and short columns come first. A variable shared by many
  /// rows gains much at once. Exchanging it with one of them would connect the others with each
  /// other, which fills the tableau.
  mutating func price() -> Direction? {
    if usesBlandsRule {
      tableau.cellOperations += structuralCount
      return price(0..<structuralCount, isBland: true)
    }
    var best: Direction?
    var start = priceCursor
    var left = structuralCount
    while left > 0 {
      let end = min(start + min(left, Self.pricingBlock), structuralCount)
      tableau.cellOperations += end - start
      if let found = price(start..<end, isBland: false) {
        if tableau.columnLengths[found.column] <= Self.shortColumn {
          priceCursor = start
          return found
        }
        if found.score < best?.score ?? 0 { best = found }
      }
      left -= end - start
      start = end == structuralCount ? 0 : end
    }
    return best
  }

  /// A direction that improves a level.
  struct Direction {
    var column: Int
    var upward: Bool
    /// The change of the cost for a unit of movement.
    var rate: Double
    /// The rate for each moving row.
    var score: Double
  }

  private func price(_ columns: Range<Int>, isBland: Bool) -> Direction? {
    let gradient = self.gradient.base
    let nonbasic = self.nonbasic.base
    var best = -1
    var bestRate = 0.0
    var bestScore = 0.0
    var isUpward = false
    var bestVariable = Int.max
    for column in columns {
      let variable = Int(nonbasic[column])
      let position = value.base[variable]
      let slope = gradient[column]
      var rate = 0.0
      var upward = false
      if upper.base[variable] > position { rate = slope + slopeAbove.base[variable] }
      if rate < 0 {
        upward = true
      } else {
        rate = lower.base[variable] < position ? -(slope + slopeBelow.base[variable]) : 0
      }
      guard rate < 0, rate < -rateTolerance(column: column) else { continue }
      let score = rate / Double(max(1, tableau.columnLengths.base[column]))
      if isBland ? variable < bestVariable : score < bestScore {
        best = column
        bestRate = rate
        bestScore = score
        isUpward = upward
        bestVariable = variable
      }
    }
    return best < 0
      ? nil : Direction(column: best, upward: isUpward, rate: bestRate, score: bestScore)
  }

  // MARK: - Ratio test

  /// The end of a step.
  private enum Stop {
    case unbounded
    /// The entering variable reaches a kink or bound of its own.
    case own(position: Double)
    /// A basic variable does, with the candidate's cell of the tableau.
    case blocked(cell: Int, position: Double)
  }

  /// Moves a nonbasic variable as long as the level improves, and exchanges it with the basic
  /// variable that ends the step.
  ///
  /// A basic variable at a kink does not end the step as long as the rate stays negative: it passes
  /// the kink (long-step rule).
  ///
  /// - Returns: false when nothing ends the step.
  mutating func move(column: Int, upward: Bool, rate: Double) -> Bool {
    let entering = Int(nonbasic[column])
    var ownIndex = Int(kinkIndex[entering])
    if upward, ownIndex < Int(kinkEnd[entering]),
      problem.kinks[ownIndex].position == value[entering]
    {
      ownIndex += 1
    }
    let count = gatherCandidates(column: column, upward: upward)
    var length = 0.0
    let stop = findStop(
      column: column, upward: upward, rate: rate, candidates: count, ownIndex: &ownIndex,
      length: &length)
    steps += 1
    let isProgress = length > 1e-12 * max(1, abs(value[entering]))
    degenerateSteps = isProgress ? 0 : degenerateSteps + 1
    switch stop {
    case .unbounded:
      return false
    case .own(let position):
      shift(column: column, by: upward ? length : -length)
      value[entering] = position
      placeNonbasic(entering)
    case .blocked(let cell, let position):
      shift(column: column, by: upward ? length : -length)
      let leaving = Int(basic[Int(tableau.cells[cell].row)])
      setSegment(entering, ownIndex)
      exchange(cell: cell)
      value[leaving] = position
      placeNonbasic(leaving)
    }
    checkAfterStep(of: entering)
    return true
  }

  /// Lists the basic variables that the step moves towards an end of their segment.
  private mutating func gatherCandidates(column: Int, upward: Bool) -> Int {
    var count = 0
    var cell = tableau.columnHeads[column]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      let variable = Int(basic.base[Int(entry.row)])
      let rises = upward == (entry.value > 0)
      let end = rises ? segmentUpper.base[variable] : segmentLower.base[variable]
      if end.isFinite && entry.value != 0 {
        candidateCell.base[count] = cell
        candidateStep.base[count] = max(
          0, (end - value.base[variable]) / abs(entry.value) * (rises ? 1 : -1))
        count += 1
      }
      cell = entry.nextInColumn
    }
    tableau.cellOperations += Int(tableau.columnLengths[column])
    return count
  }

  private mutating func findStop(
    column: Int, upward: Bool, rate: Double, candidates count: Int, ownIndex: inout Int,
    length: inout Double
  ) -> Stop {
    let entering = Int(nonbasic[column])
    var tolerance = rateTolerance(column: column)
    let mayPass = !usesBlandsRule
    var rate = rate
    while true {
      let ownEnd = self.ownEnd(entering, upward: upward, index: ownIndex)
      let ownStep = max(0, abs(ownEnd - value[entering]))
      let chosen = nearest(count, than: ownStep)
      guard chosen >= 0 else {
        guard ownStep.isFinite else { return .unbounded }
        length = ownStep
        let isHard = upward ? ownEnd >= upper[entering] : ownEnd <= lower[entering]
        if isHard || !mayPass { return .own(position: ownEnd) }
        let kink = problem.kinks[upward ? ownIndex : ownIndex - 1]
        rate += kink.above - kink.below
        tolerance += 1e-15 * (kink.above - kink.below)
        if rate >= -tolerance { return .own(position: ownEnd) }
        ownIndex += upward ? 1 : -1
        continue
      }
      let cell = Int(candidateCell[chosen])
      let entry = tableau.cells[cell]
      let variable = Int(basic[Int(entry.row)])
      let rises = upward == (entry.value > 0)
      let end = rises ? segmentUpper[variable] : segmentLower[variable]
      length = candidateStep[chosen]
      let isHard = rises ? end >= upper[variable] : end <= lower[variable]
      if isHard || !mayPass { return .blocked(cell: cell, position: end) }
      let kink = problem.kinks[Int(kinkIndex[variable]) - (rises ? 0 : 1)]
      let change = kink.above - kink.below
      rate += change * abs(entry.value)
      tolerance += 1e-15 * change * abs(entry.value)
      if !(rate < -tolerance) { return .blocked(cell: cell, position: end) }
      pass(variable, rises: rises)
      let nextEnd = rises ? segmentUpper[variable] : segmentLower[variable]
      let next = abs(nextEnd - value[variable]) / abs(entry.value)
      candidateStep[chosen] = max(length, next)
      tableau.cellOperations += count
    }
  }

  /// Returns the position of the entering variable's next kink or bound.
  private func ownEnd(_ variable: Int, upward: Bool, index: Int) -> Double {
    if upward {
      return index < Int(kinkEnd[variable])
        ? min(upper[variable], problem.kinks[index].position) : upper[variable]
    }
    return index > Int(kinkFirst[variable])
      ? max(lower[variable], problem.kinks[index - 1].position) : lower[variable]
  }

  /// Returns the candidate with the shortest step below `limit`, or -1.
  ///
  /// Among steps that are equal up to rounding it is the one with the largest pivot, for accuracy.
  /// By Bland's rule it is the first variable.
  private func nearest(_ count: Int, than limit: Double) -> Int {
    var shortest = limit
    for index in 0..<count { shortest = min(shortest, candidateStep.base[index]) }
    guard count > 0, shortest.isFinite else { return -1 }
    let reach = shortest + 1e-13 * shortest
    if limit <= reach && !usesBlandsRule { return -1 }
    var chosen = -1
    var chosenSize = 0.0
    var chosenVariable = Int32.max
    for index in 0..<count where candidateStep.base[index] <= reach {
      let entry = tableau.cells[Int(candidateCell.base[index])]
      let variable = basic.base[Int(entry.row)]
      if usesBlandsRule ? variable < chosenVariable : abs(entry.value) > chosenSize {
        chosen = index
        chosenSize = abs(entry.value)
        chosenVariable = variable
      }
    }
    return chosen
  }

  /// Moves a basic variable into its next segment, with its slope in the gradient.
  private mutating func pass(_ variable: Int, rises: Bool) {
    let old = slopeAbove[variable]
    setSegment(variable, Int(kinkIndex[variable]) + (rises ? 1 : -1))
    addToGradient(slopeAbove[variable] - old, row: Int(~place[variable]))
    checkAfterPassing(variable)
  }

  /// Adds a slope of a row's basic variable to the gradient.
  mutating func addToGradient(_ slope: Double, row: Int) {
    if slope == 0 { return }
    let gradient = self.gradient.base
    let gradientScale = self.gradientScale.base
    var cell = tableau.rowHeads[row]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      let change = slope * entry.value
      gradient[Int(entry.column)] += change
      gradientScale[Int(entry.column)] += abs(change)
      cell = entry.nextInRow
    }
    tableau.cellOperations += Int(tableau.rowLengths[row])
  }

  /// Moves a nonbasic variable and all basic ones with it.
  mutating func shift(column: Int, by distance: Double) {
    if distance == 0 { return }
    let value = self.value.base
    tableau.cellOperations += Int(tableau.columnLengths[column])
    value[Int(nonbasic[column])] += distance
    var cell = tableau.columnHeads[column]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      value[Int(basic.base[Int(entry.row)])] += distance * entry.value
      cell = entry.nextInColumn
    }
  }

  /// Exchanges the basic and the nonbasic variable of a cell, in the tableau and the gradient.
  mutating func exchange(cell: Int) {
    let row = Int(tableau.cells[cell].row)
    let column = Int(tableau.cells[cell].column)
    let leaving = Int(basic[row])
    let entering = Int(nonbasic[column])
    addToGradient(-slopeAbove[leaving], row: row)
    let total = gradient[column] + slopeAbove[entering]
    let scale = gradientScale[column] + abs(slopeAbove[entering])
    tableau.pivot(at: cell)
    gradient[column] = 0
    gradientScale[column] = 0
    var position = tableau.rowHeads[row]
    while position >= 0 {
      let entry = tableau.cells[Int(position)]
      gradient.base[Int(entry.column)] += total * entry.value
      gradientScale.base[Int(entry.column)] += scale * abs(entry.value)
      position = entry.nextInRow
    }
    basic[row] = Int32(entering)
    nonbasic[column] = Int32(leaving)
    place[entering] = ~Int32(row)
    place[leaving] = Int32(column)
    pivots += 1
    checkAfterPivot(row: row, column: column)
  }
}
