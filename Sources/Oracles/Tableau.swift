// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A simplex dictionary in exact integers whose logical variables are the residuals themselves.
///
/// There is one column for each free direction and one row for each constraint, never more. A
/// residual `r_i` is basic or nonbasic, and every breakpoint of every cost is at `r_i = 0`, so a
/// nonbasic variable is always 0. A basic variable `v` has a row
/// `denominator * v = sum of cells * nonbasic + constant`, reduced, with a positive denominator.
/// The last row is the objective of the current level.
///
/// A direction of a variable that no optimum of the levels so far can take is *closed* for good.
/// That describes the optimal set of the higher levels exactly, without rows of the form `f <= F`.
///
/// Variables are numbered: the columns' free variables first, then the rows' residuals.
struct Tableau<Number: ExactInt>: ~Copyable {
  let rowCount: Int
  let columnCount: Int
  /// The cells, row-major, with the objective as row `rowCount`.
  let cells: UnsafeMutableBufferPointer<Number>
  let constants: UnsafeMutableBufferPointer<Number>
  let denominators: UnsafeMutableBufferPointer<Number>
  /// The variable of each row, and of each column.
  let basic: UnsafeMutableBufferPointer<Int32>
  let nonbasic: UnsafeMutableBufferPointer<Int32>
  /// The states by variable.
  let states: UnsafeMutableBufferPointer<VariableState>
  var pivots = 0
  var operations = 0
  private let operationsMax: Int
  var overflow = false
  /// The columns of the pivot row that are not zero: the first `pivotColumnCount`.
  private let pivotColumns: UnsafeMutableBufferPointer<Int32>
  private var pivotColumnCount = 0
  // The blocks that contain the buffers above. There are many small components, so blocks are few.
  private let numbers: UnsafeMutableBufferPointer<Number>
  private let places: UnsafeMutableBufferPointer<Int32>

  /// The state of a variable besides its row or column.
  struct VariableState {
    /// The level of a residual, `freeLevel` for a free variable.
    var level = Tableau.freeLevel
    /// The level that closed the direction, `open` when none did.
    var closedUp = Tableau.open
    var closedDown = Tableau.open
    /// The cost of one unit above and below 0 at the variable's own level.
    var slopeUp: Int8 = 0
    var slopeDown: Int8 = 0
    /// The side of 0 of a basic residual of the current level, +1 or -1.
    var side: Int8 = 0
  }

  static var freeLevel: Int16 { -1 }
  static var open: Int16 { Int16.max }
  static var noLevel: Int16 { -2 }

  /// Creates a tableau of zeros in which all residuals are basic.
  ///
  /// - Parameters:
  ///   - rowCount: the number of residuals.
  ///   - columnCount: the number of free variables.
  ///   - operationsMax: the number of operations at which work ends with `.limit`.
  init(rowCount: Int, columnCount: Int, operationsMax: Int) {
    self.operationsMax = operationsMax
    self.rowCount = rowCount
    self.columnCount = columnCount
    let cellCount = (rowCount + 1) * columnCount
    numbers = .allocate(capacity: cellCount + 2 * (rowCount + 1))
    numbers.initialize(repeating: Number(0))
    cells = UnsafeMutableBufferPointer(rebasing: numbers[..<cellCount])
    constants = UnsafeMutableBufferPointer(rebasing: numbers[cellCount..<cellCount + rowCount + 1])
    denominators = UnsafeMutableBufferPointer(rebasing: numbers[(cellCount + rowCount + 1)...])
    denominators.update(repeating: Number(1))
    places = .allocate(capacity: rowCount + 2 * columnCount)
    for row in 0..<rowCount { places.initializeElement(at: row, to: Int32(columnCount + row)) }
    for column in 0..<columnCount {
      places.initializeElement(at: rowCount + column, to: Int32(column))
      places.initializeElement(at: rowCount + columnCount + column, to: 0)
    }
    basic = UnsafeMutableBufferPointer(rebasing: places[..<rowCount])
    nonbasic = UnsafeMutableBufferPointer(rebasing: places[rowCount..<rowCount + columnCount])
    pivotColumns = UnsafeMutableBufferPointer(rebasing: places[(rowCount + columnCount)...])
    states = .allocate(capacity: rowCount + columnCount)
    states.initialize(repeating: VariableState())
  }

  deinit {
    numbers.deinitialize()
    numbers.deallocate()
    places.deallocate()
    states.deallocate()
  }

  /// Sets the level and the costs of the residual of `row`.
  mutating func setResidual(row: Int, level: Int16, relation: Relation) {
    assert(level >= 0, "row \(row) has the level \(level)")
    assert(denominators[row].sign > 0, "row \(row) has no positive denominator")
    let variable = columnCount + row
    states[variable].level = level
    states[variable].slopeUp = relation == .greaterThanOrEqual ? 0 : 1
    states[variable].slopeDown = relation == .lessThanOrEqual ? 0 : 1
  }

  /// Whether any residual belongs to a level.
  func hasResiduals(ofLevel level: Int16) -> Bool {
    for variable in columnCount..<columnCount + rowCount where states[variable].level == level {
      return true
    }
    return false
  }

  func isFree(_ variable: Int) -> Bool { variable < columnCount }

  var isOverLimit: Bool { operations > operationsMax }

  /// Returns the value of the variable of a row.
  func value(ofRow row: Int) -> Rational { Number.fraction(constants[row], denominators[row]) }
}

// MARK: - Changing the basis

extension Tableau {
  /// Exchanges the variable of `row` with that of `column`, in all rows and in the objective.
  ///
  /// - Precondition: the cell is not zero.
  /// - Complexity: O(rows that contain the column * nonzero cells of the row).
  mutating func pivot(row: Int, column: Int) throws(ArithmeticStop) {
    let count = columnCount
    assert(!cells[row * count + column].isZero, "the pivot at \(row), \(column) is 0")
    let pivotRow = UnsafeMutableBufferPointer(rebasing: cells[row * count..<(row + 1) * count])
    solve(pivotRow, row: row, for: column)
    pivotColumnCount = 0
    for index in 0..<count where !pivotRow[index].isZero {
      pivotColumns[pivotColumnCount] = Int32(index)
      pivotColumnCount += 1
    }
    for other in 0...rowCount where other != row {
      if cells[other * count + column].isZero { continue }
      substitute(pivotRow, pivot: row, column: column, into: other)
      if isOverLimit, !overflow { throw .limit }
    }
    swap(&basic[row], &nonbasic[column])
    pivots += 1
    // Choosing the next pivot reads all of them.
    operations += (rowCount + columnCount) >> 2
    checkAfterPivot(row: row, column: column)
    if overflow { throw .overflow }
  }

  /// Turns `d * v = ... + p * z + ...` into `|p| * z = ...`.
  private func solve(_ cells: UnsafeMutableBufferPointer<Number>, row: Int, for column: Int) {
    let pivot = cells[column]
    let denominator = denominators[row]
    if pivot.sign > 0 {
      for index in 0..<columnCount where !cells[index].isZero {
        cells[index] = cells[index].negated
      }
      constants[row] = constants[row].negated
      cells[column] = denominator
      denominators[row] = pivot
    } else {
      cells[column] = denominator.negated
      denominators[row] = pivot.negated
    }
  }

  /// Replaces the entering variable in another row by the pivot row.
  private mutating func substitute(
    _ pivotRow: UnsafeMutableBufferPointer<Number>, pivot: Int, column: Int, into other: Int
  ) {
    let start = other * columnCount
    let target = UnsafeMutableBufferPointer(rebasing: cells[start..<start + columnCount])
    var factor = target[column]
    target[column] = Number(0)
    let unit = denominators[pivot]
    var over = false
    if !unit.isOne {
      let divisor = Number.gcd(factor, unit)
      let stretch = unit.divided(exactlyBy: divisor)
      factor = factor.divided(exactlyBy: divisor)
      if !stretch.isOne {
        for index in 0..<columnCount where !target[index].isZero {
          target[index] = target[index].times(stretch, overflow: &over)
          operations += target[index].digitCost
        }
        constants[other] = constants[other].times(stretch, overflow: &over)
        denominators[other] = denominators[other].times(stretch, overflow: &over)
        operations += columnCount
      }
    }
    for position in 0..<pivotColumnCount {
      let index = Int(pivotColumns[position])
      target[index] = target[index].plus(factor, times: pivotRow[index], overflow: &over)
      operations += target[index].digitCost
    }
    constants[other] = constants[other].plus(factor, times: constants[pivot], overflow: &over)
    operations += pivotColumnCount + 2 + constants[other].digitCost
    if over { overflow = true }
    if !denominators[other].isOne { reduce(target, row: other) }
  }

  /// Divides a row by the greatest common divisor of its numbers.
  func reduce(_ target: UnsafeMutableBufferPointer<Number>, row: Int) {
    var divisor = Number.gcd(denominators[row], constants[row])
    for index in 0..<columnCount where !target[index].isZero {
      if divisor.isOne { return }
      divisor = Number.gcd(divisor, target[index])
    }
    if divisor.isOne || divisor.isZero { return }
    for index in 0..<columnCount where !target[index].isZero {
      target[index] = target[index].divided(exactlyBy: divisor)
    }
    constants[row] = constants[row].divided(exactlyBy: divisor)
    denominators[row] = denominators[row].divided(exactlyBy: divisor)
  }
}

// MARK: - Moving along a direction

extension Tableau {
  /// A row that stops a movement.
  struct Blocking {
    var row: Int
    /// Whether the movement cannot even begin.
    var isImmediate: Bool
  }

  /// Returns the first row that stops the variable of `column` when it grows (`direction` 1) or
  /// falls (-1) from 0; nil if none does.
  ///
  /// Rows of the current level stop at their kink, other rows where their direction is closed. Of
  /// equals, the smallest variable is chosen (Bland's rule).
  func blocking(column: Int, direction: Int, level: Int16) -> Blocking? {
    var best = -1
    var cell = column
    for row in 0..<rowCount {
      let slope = cells[cell]
      cell += columnCount
      if slope.isZero { continue }
      let variable = Int(basic[row])
      if variable < columnCount { continue }
      let moves = slope.sign * direction
      let value = constants[row].sign
      let isOwn = states[variable].level == level
      if value == 0 {
        let closed = moves > 0 ? states[variable].closedUp : states[variable].closedDown
        guard closed != Int16.max || (isOwn && Int(states[variable].side) != moves) else {
          continue
        }
      } else {
        if value == moves { continue }
        let closed = value < 0 ? states[variable].closedUp : states[variable].closedDown
        guard closed != Int16.max || isOwn else { continue }
      }
      if best < 0 {
        best = row
        continue
      }
      // |constant| / |cell|: the denominators cancel.
      let order = Number.compareProducts(
        constants[row], cells[best * columnCount + column], constants[best], slope)
      if order < 0 || (order == 0 && basic[row] < basic[best]) { best = row }
    }
    return best < 0 ? nil : Blocking(row: best, isImmediate: constants[best].isZero)
  }
}
