// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The result of a level: its optimum, and the multipliers of the residuals.
struct LevelResult {
  /// The smallest sum of violations of the level's residuals.
  var optimum: Rational
  /// The multiplier of the residual, by row.
  ///
  /// All sums `multiplier * residual` are constant.
  var multipliers: [(row: Int, value: Rational)]
}

/// A column and the direction of its variable's movement.
struct Entering {
  var column: Int
  var direction: Int
}

extension Tableau {
  /// Minimizes the violations of one level over all optima of the levels before, and closes every
  /// direction that would make them worse.
  ///
  /// - Throws: `ArithmeticStop` on overflow, or when the work limit is reached.
  mutating func solveLevel(_ level: Int16) throws(ArithmeticStop) -> LevelResult {
    assert(level >= 0, "level \(level) is none")
    try prepareObjective(level)
    var degenerate = 0
    while let entering = chooseEntering(level, smallestIndex: degenerate >= 20) {
      if overflow { throw .overflow }
      let variable = Int(nonbasic[entering.column])
      guard
        let stop = blocking(
          column: entering.column, direction: entering.direction, level: level)
      else { preconditionFailure("a sum of violations cannot fall for ever") }
      degenerate = stop.isImmediate ? degenerate + 1 : 0
      if states[variable].level == level { addKink(entering, of: variable) }
      let leaving = Int(basic[stop.row])
      try pivot(row: stop.row, column: entering.column)
      if states[leaving].level == level { removeKink(column: entering.column, of: leaving) }
      if overflow { throw .overflow }
      if isOverLimit { throw .limit }
    }
    if overflow { throw .overflow }
    let result = LevelResult(
      optimum: Number.fraction(constants[rowCount], denominators[rowCount]),
      multipliers: multipliers(level))
    closeDirections(level)
    if overflow { throw .overflow }
    if level > 0 || result.optimum.isZero { checkOptimum(level) }
    return result
  }

  /// Returns the slope of a residual's cost on one side.
  private func slope(_ variable: Int, side: Int) -> Int64 {
    side > 0 ? Int64(states[variable].slopeUp) : -Int64(states[variable].slopeDown)
  }

  /// Sets the objective row to the sum of the violations of the level's residuals, all of them
  /// basic.
  private mutating func prepareObjective(_ level: Int16) throws(ArithmeticStop) {
    clearObjective()
    let objective = rowCount * columnCount
    var over = false
    for row in 0..<rowCount {
      let variable = Int(basic[row])
      if states[variable].level != level { continue }
      // On the kink, the cheaper side: its cost does not count before a pivot moves off it.
      let sign = constants[row].sign
      states[variable].side = sign == 0 ? (states[variable].slopeUp == 0 ? 1 : -1) : Int8(sign)
      if sign == 0 && states[variable].slopeUp == states[variable].slopeDown {
        states[variable].side = 1
      }
      let slope = slope(variable, side: Int(states[variable].side))
      if slope == 0 { continue }
      let divisor = Number.gcd(denominators[rowCount], denominators[row])
      let stretch = denominators[row].divided(exactlyBy: divisor)
      if !stretch.isOne { stretchObjective(by: stretch, overflow: &over) }
      let factor = denominators[rowCount].divided(exactlyBy: denominators[row])
        .times(Number(slope), overflow: &over)
      let start = row * columnCount
      for column in 0..<columnCount where !cells[start + column].isZero {
        cells[objective + column] = cells[objective + column].plus(
          factor, times: cells[start + column], overflow: &over)
        operations += cells[objective + column].digitCost
      }
      constants[rowCount] = constants[rowCount].plus(
        factor, times: constants[row], overflow: &over)
      operations += columnCount
      if over { throw .overflow }
      if isOverLimit { throw .limit }
    }
  }

  func clearObjective() {
    let objective = rowCount * columnCount
    for column in 0..<columnCount { cells[objective + column] = Number(0) }
    constants[rowCount] = Number(0)
    denominators[rowCount] = Number(1)
  }

  private func stretchObjective(by stretch: Number, overflow: inout Bool) {
    let objective = rowCount * columnCount
    for column in 0..<columnCount {
      cells[objective + column] = cells[objective + column].times(stretch, overflow: &overflow)
    }
    constants[rowCount] = constants[rowCount].times(stretch, overflow: &overflow)
    denominators[rowCount] = denominators[rowCount].times(stretch, overflow: &overflow)
  }

  /// Returns the open direction along which the objective falls most, or the one of the smallest
  /// variable.
  ///
  /// Sets `overflow` when a rate does not fit; the choice is then meaningless.
  mutating func chooseEntering(_ level: Int16, smallestIndex: Bool) -> Entering? {
    let objective = rowCount * columnCount
    let unit = denominators[rowCount]
    var best: Entering?
    var bestRate = Number(0)
    var over = false
    for column in 0..<columnCount {
      let variable = Int(nonbasic[column])
      let slope = cells[objective + column]
      let isOwn = states[variable].level == level
      for direction in [1, -1] {
        let closed = direction > 0 ? states[variable].closedUp : states[variable].closedDown
        if closed != Int16.max { continue }
        var rate = direction > 0 ? slope : slope.negated
        if isOwn, (direction > 0 ? states[variable].slopeUp : states[variable].slopeDown) != 0 {
          rate = rate.plus(unit, overflow: &over)
        }
        if rate.sign >= 0 { continue }
        if let current = best {
          let isBetter =
            smallestIndex
            ? nonbasic[column] < nonbasic[current.column]
            : Number.compare(rate, bestRate) < 0
          if !isBetter { continue }
        }
        best = Entering(column: column, direction: direction)
        bestRate = rate
      }
    }
    if over { overflow = true }
    return best
  }

  /// Adds the cost of an entering residual of the current level to the objective.
  private mutating func addKink(_ entering: Entering, of variable: Int) {
    states[variable].side = Int8(entering.direction)
    assert(states[variable].side != 0, "residual \(variable) is on no side")
    let cell = rowCount * columnCount + entering.column
    cells[cell] = cells[cell].plus(
      Number(slope(variable, side: entering.direction)), times: denominators[rowCount],
      overflow: &overflow)
  }

  /// Turns a leaving residual of the current level into a kink again.
  private mutating func removeKink(column: Int, of variable: Int) {
    let cell = rowCount * columnCount + column
    cells[cell] = cells[cell].plus(
      Number(-slope(variable, side: Int(states[variable].side))), times: denominators[rowCount],
      overflow: &overflow)
  }

  private func multipliers(_ level: Int16) -> [(row: Int, value: Rational)] {
    var result: [(row: Int, value: Rational)] = []
    let objective = rowCount * columnCount
    for column in 0..<columnCount where !cells[objective + column].isZero {
      let variable = Int(nonbasic[column])
      assert(!isFree(variable), "a free variable with a cost must have entered the basis")
      let value = Number.fraction(cells[objective + column].negated, denominators[rowCount])
      result.append((row: variable - columnCount, value: value))
    }
    for row in 0..<rowCount {
      let variable = Int(basic[row])
      if states[variable].level != level { continue }
      let slope = slope(variable, side: Int(states[variable].side))
      if slope != 0 { result.append((row: variable - columnCount, value: Rational(slope))) }
    }
    return result
  }

  /// Closes the directions that no optimum of this level takes.
  private mutating func closeDirections(_ level: Int16) {
    if level == 0 {
      closeRequired()
      return
    }
    let objective = rowCount * columnCount
    var over = false
    for column in 0..<columnCount {
      let variable = Int(nonbasic[column])
      let isOwn = states[variable].level == level
      var up = cells[objective + column]
      var down = up.negated
      if isOwn, states[variable].slopeUp != 0 {
        up = up.plus(denominators[rowCount], overflow: &over)
      }
      if isOwn, states[variable].slopeDown != 0 {
        down = down.plus(denominators[rowCount], overflow: &over)
      }
      if up.sign > 0, states[variable].closedUp == Int16.max { states[variable].closedUp = level }
      if down.sign > 0, states[variable].closedDown == Int16.max {
        states[variable].closedDown = level
      }
    }
    if over { overflow = true }
    for row in 0..<rowCount {
      let variable = Int(basic[row])
      if states[variable].level != level { continue }
      if states[variable].side > 0 {
        if states[variable].closedDown == Int16.max { states[variable].closedDown = level }
      } else if states[variable].closedUp == Int16.max {
        states[variable].closedUp = level
      }
    }
  }

  /// Closes the directions that violate required constraints: from now on these hold.
  private mutating func closeRequired() {
    for variable in columnCount..<columnCount + rowCount where states[variable].level == 0 {
      if states[variable].slopeUp != 0 { states[variable].closedUp = 0 }
      if states[variable].slopeDown != 0 { states[variable].closedDown = 0 }
    }
  }
}
