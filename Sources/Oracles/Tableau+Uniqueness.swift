// SPDX-License-Identifier: MIT

import ExactNumerics

/// The kind of the optimal set after the last level.
enum OptimalSet {
  /// A single point: the residuals (by row) that prove it.
  case unique(UniqueFace)
  /// Moving the column's variable by `step` in its direction gives another optimum.
  case ambiguous(Entering, step: Rational)
}

/// The residuals that are 0 on an optimal set of one point.
struct UniqueFace {
  /// The tight residuals, as many as there are columns; their rows have full rank.
  var tight: [Int]
  /// The tight residuals that are closed on one side only.
  var live: [(row: Int, isPositive: Bool)]
  /// The multipliers with `sum over live of sign * residual + sum of value * residual` identically
  /// 0.
  var multipliers: [(row: Int, value: Rational)]
}

extension Tableau {
  /// Decides whether the optimal set is a single point.
  ///
  /// First every free variable that is still nonbasic moves, or, if it cannot, enters the basis.
  /// Then all nonbasic variables are residuals with at least one closed side, and the sum of the
  /// others is maximized: it stays 0 exactly when the point is alone.
  mutating func examineOptimalSet() throws(ArithmeticStop) -> OptimalSet {
    if let movement = try expelFreeVariables() { return movement }
    let tight = nonbasic.map { Int($0) - columnCount }
    var live: [(row: Int, isPositive: Bool)] = []
    clearObjective()
    let objective = rowCount * columnCount
    for column in 0..<columnCount {
      let variable = Int(nonbasic[column])
      let up = states[variable].closedUp == Int16.max
      let down = states[variable].closedDown == Int16.max
      assert(!(up && down), "a nonbasic residual must be closed on a side")
      if !up && !down { continue }
      live.append((row: variable - columnCount, isPositive: up))
      cells[objective + column] = Number(up ? -1 : 1)
    }
    if live.isEmpty { return .unique(UniqueFace(tight: tight, live: [], multipliers: [])) }
    while let entering = chooseEntering(Tableau.noLevel, smallestIndex: true) {
      if overflow { throw .overflow }
      if let movement = try moveOrPivot(entering) { return movement }
      if isOverLimit { throw .limit }
    }
    if overflow { throw .overflow }
    assert(constants[rowCount].isZero, "the point of a unique optimum has moved")
    return .unique(UniqueFace(tight: tight, live: live, multipliers: faceMultipliers()))
  }

  /// Brings all free variables into the basis, or finds one that can move.
  private mutating func expelFreeVariables() throws(ArithmeticStop) -> OptimalSet? {
    clearObjective()
    for column in 0..<columnCount where isFree(Int(nonbasic[column])) {
      let down = Entering(column: column, direction: -1)
      guard let stop = blocking(column: column, direction: -1, level: Tableau.noLevel) else {
        return .ambiguous(down, step: .one)
      }
      if !stop.isImmediate { return .ambiguous(down, step: step(stop, column: column)) }
      if let movement = try moveOrPivot(Entering(column: column, direction: 1)) { return movement }
    }
    return nil
  }

  /// Returns a movement of positive length, or changes the basis when the movement stops at once.
  private mutating func moveOrPivot(_ entering: Entering) throws(ArithmeticStop) -> OptimalSet? {
    let stop = blocking(
      column: entering.column, direction: entering.direction, level: Tableau.noLevel)
    guard let stop else { return .ambiguous(entering, step: .one) }
    if !stop.isImmediate { return .ambiguous(entering, step: step(stop, column: entering.column)) }
    try pivot(row: stop.row, column: entering.column)
    return nil
  }

  private func step(_ stop: Blocking, column: Int) -> Rational {
    assert(!stop.isImmediate, "row \(stop.row) allows no step")
    return Number.fraction(constants[stop.row], cells[stop.row * columnCount + column]).magnitude
  }

  private func faceMultipliers() -> [(row: Int, value: Rational)] {
    var result: [(row: Int, value: Rational)] = []
    let objective = rowCount * columnCount
    for column in 0..<columnCount where !cells[objective + column].isZero {
      let variable = Int(nonbasic[column])
      assert(!isFree(variable), "free variables were expelled")
      let value = Number.fraction(cells[objective + column], denominators[rowCount])
      result.append((row: variable - columnCount, value: value))
    }
    return result
  }

  /// Returns the values of the columns' free variables, in order, at the current point.
  func freeValues() -> [Rational] {
    var values = [Rational](repeating: .zero, count: columnCount)
    for row in 0..<rowCount where isFree(Int(basic[row])) {
      values[Int(basic[row])] = value(ofRow: row)
    }
    return values
  }

  /// Returns the values of the free variables after a movement.
  func freeValues(after entering: Entering, step: Rational) -> [Rational] {
    let distance = entering.direction > 0 ? step : -step
    var values = freeValues()
    for row in 0..<rowCount where isFree(Int(basic[row])) {
      let slope = Number.fraction(cells[row * columnCount + entering.column], denominators[row])
      if !slope.isZero { values[Int(basic[row])] += slope * distance }
    }
    let moving = Int(nonbasic[entering.column])
    if isFree(moving) { values[moving] = distance }
    return values
  }
}
