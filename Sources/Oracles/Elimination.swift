// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A reason why a run in one tier of integers ended without an answer.
package enum ArithmeticStop: Error {
  /// A number did not fit: start again with bigger integers.
  case overflow
  /// The work limit was reached.
  case limit
}

/// The required equalities of a system in triangular form, and all other constraints after their
/// elimination.
///
/// Most constraints of a layout are required equalities of two or three terms. Eliminating one
/// variable with each leaves a small dense problem over the *free* variables. Rows are eliminated
/// one at a time, each by all earlier pivots with a variable in it, in order (left-looking sparse
/// elimination). Each step's multiplier is kept, so that multipliers of the small problem can be
/// carried back to the equalities exactly.
///
/// With integer rows `e_k` (pivots) and `row_i` (the others), as identities in all variables:
/// `r_i = row_i / scale_i + sum over steps of multiplier * e_k`.
///
/// It is not copyable, so that no call copies two dozen arrays by accident.
struct Elimination<Number: ExactInt>: ~Copyable {
  /// Sparse integer rows one after the other: cells, a constant and the factor to the true
  /// residual.
  struct Rows: ~Copyable {
    var constraints: OwnedList<Int32>
    var starts: OwnedList<Int32>
    var columns: OwnedList<Int32>
    var values: OwnedList<Number>
    var constants: OwnedList<Number>
    /// The steps that were applied to each row, one row after the other.
    var steps: OwnedList<Step>
    var stepStarts: OwnedList<Int32>

    /// Reserves capacity, so that rows without fill-in are added without allocations.
    init(rows: Int, cells: Int) {
      constraints = OwnedList(capacity: rows)
      starts = OwnedList(capacity: rows + 1)
      columns = OwnedList(capacity: cells)
      values = OwnedList(capacity: cells)
      constants = OwnedList(capacity: rows)
      steps = OwnedList(capacity: cells)
      stepStarts = OwnedList(capacity: rows + 1)
      starts.append(0)
      stepStarts.append(0)
    }

    var count: Int { constraints.count }

    @inline(__always)
    func cells(_ row: Int) -> Range<Int> { Int(starts[row])..<Int(starts[row + 1]) }
    @inline(__always)
    func steps(_ row: Int) -> Range<Int> {
      Int(stepStarts[row])..<Int(stepStarts[row + 1])
    }

    /// Takes over the work row, divided by `divisor`, and clears it.
    mutating func take(_ work: inout WorkRow, constraint: Int, divisor: Number) {
      let isPlain = divisor.isOne
      for index in 0..<work.touched.count {
        let column32 = work.touched[index]
        let column = Int(column32)
        let value = work.cells[column]
        work.isTouched[column] = false
        if value.isZero { continue }
        columns.append(column32)
        values.append(isPlain ? value : value.divided(exactlyBy: divisor))
        work.cells[column] = Number(0)
      }
      work.touched.removeAll()
      constants.append(isPlain ? work.constant : work.constant.divided(exactlyBy: divisor))
      constraints.append(Int32(constraint))
      starts.append(Int32(columns.count))
      for index in 0..<work.steps.count { steps.append(work.steps[index]) }
      work.steps.removeAll()
      stepStarts.append(Int32(steps.count))
    }
  }

  /// One operation: `multiplier` times pivot row `pivot` was subtracted.
  struct Step {
    var pivot: Int32
    var multiplier: Quotient
  }

  /// A fraction that is only reduced on demand, which most steps do not need.
  struct Quotient {
    var numerator: Number
    var denominator: Number

    var value: Rational { Number.fraction(numerator, denominator) }
  }

  /// The current row, dense, with the list of its (possibly) nonzero columns.
  struct WorkRow: ~Copyable {
    var cells: OwnedList<Number>
    var isTouched: OwnedList<Bool>
    var touched = OwnedList<Int32>(capacity: 16)
    var constant = Number(0)
    /// The factor of the work row to the true one.
    var scale = Number(1)
    var steps = OwnedList<Step>(capacity: 16)

    init(columnCount: Int) {
      cells = OwnedList(repeating: Number(0), count: columnCount)
      isTouched = OwnedList(repeating: false, count: columnCount)
    }

    /// Multiplies the row by a factor.
    ///
    /// - Returns: the digit cost of the lengths of the numbers.
    mutating func stretch(by factor: Number, overflow: inout Bool) -> Int {
      var cost = 0
      for index in 0..<touched.count {
        let column = Int(touched[index])
        cells[column] = cells[column].times(factor, overflow: &overflow)
        cost += cells[column].digitCost
      }
      constant = constant.times(factor, overflow: &overflow)
      scale = scale.times(factor, overflow: &overflow)
      return cost + constant.digitCost + scale.digitCost
    }

    /// Returns the greatest common divisor of the cells, the constant and `start`; 1 when all are
    /// zero.
    func divisor(startingWith start: Number) -> Number {
      var divisor = start
      if divisor.isOne { return divisor }
      for index in 0..<touched.count {
        let cell = cells[Int(touched[index])]
        if cell.isZero { continue }
        divisor = Number.gcd(divisor, cell)
        if divisor.isOne { return divisor }
      }
      divisor = Number.gcd(divisor, constant)
      return divisor.isZero ? Number(1) : divisor
    }
  }

  /// The pivot rows without their pivot cells, in order of elimination.
  var pivots: Rows
  var pivotColumns: OwnedList<Int32>
  /// The pivot cells, positive.
  var pivotValues: OwnedList<Number>
  /// The factors in `e_k = factor_k * (r - steps)`.
  var pivotFactors: OwnedList<Quotient>

  /// All constraints that are not pivots, over the free variables.
  var rest: Rows
  /// The scales of the rows in `rest`, positive.
  var restScales: OwnedList<Number>

  /// The pivot of each variable, or -1 when it is free.
  var pivotOfVariable: OwnedList<Int32>
  /// A row of `rest` without cells that is a required equality and does not hold; nil if there is
  /// none.
  var contradiction: Int?

  private(set) var operations = 0
  private let operationsMax: Int

  private var work: WorkRow
  private var pending: PendingPivots
  private var occurrences: OwnedList<Int32>

  /// Eliminates the required equalities.
  ///
  /// - Parameters:
  ///   - system: the constraints.
  ///   - table: the level of each constraint; excluded ones are left out.
  ///   - operationsMax: the largest number of operations.
  ///   - spent: the operations are added to it, also where there is no answer.
  /// - Throws: `.overflow` when a number does not fit; `.limit` when the rows fill up beyond the
  ///   limit.
  init(
    _ system: LinearSystem, _ table: LevelTable, operationsMax: Int, spent: inout Int
  ) throws(ArithmeticStop) {
    let count = system.variableCount
    let pivotsMax = min(count, system.constraintCount)
    self.operationsMax = operationsMax
    pivotOfVariable = OwnedList(repeating: -1, count: count)
    work = WorkRow(columnCount: count)
    occurrences = OwnedList(repeating: 0, count: count)
    pending = PendingPivots(capacity: pivotsMax)
    rest = Rows(rows: system.constraintCount, cells: system.cellCount)
    restScales = OwnedList(capacity: system.constraintCount)
    pivots = Rows(rows: pivotsMax, cells: system.cellCount)
    pivotColumns = OwnedList(capacity: pivotsMax)
    pivotValues = OwnedList(capacity: pivotsMax)
    pivotFactors = OwnedList(capacity: pivotsMax)
    for column in system.columns { occurrences[Int(column)] += 1 }
    do throws(ArithmeticStop) {
      try run(system, table)
    } catch {
      spent += operations
      throw error
    }
    spent += operations
  }

  private mutating func run(_ system: LinearSystem, _ table: LevelTable) throws(ArithmeticStop) {
    for index in Elimination.equalitiesShortestFirst(system, table) {
      try load(system, index)
      try eliminate()
      if let pivot = choosePivot() {
        storePivot(pivot, constraint: index)
      } else {
        if !work.constant.isZero, contradiction == nil { contradiction = rest.count }
        storeRest(constraint: index)
      }
      if operations > operationsMax { throw .limit }
    }
    for index in 0..<system.constraintCount {
      let level = table.levels[index]
      if level == LevelTable.excluded { continue }
      if level == 0, system.relations[index] == .equal { continue }
      try load(system, index)
      try eliminate()
      storeRest(constraint: index)
      if operations > operationsMax { throw .limit }
    }
    checkInvariants(table)
  }

  /// Returns the required equalities, shortest first.
  ///
  /// Short rows fix variables or make them follow others, which keeps later rows short.
  private static func equalitiesShortestFirst(_ system: LinearSystem, _ table: LevelTable) -> [Int]
  {
    var keys: [Int] = []
    for index in 0..<system.constraintCount
    where table.levels[index] == 0 && system.relations[index] == .equal {
      keys.append(system.cells(of: index).count << 32 | index)
    }
    keys.sort()
    return keys.map { $0 & 0xFFFF_FFFF }
  }

  /// Puts a constraint into the work row, scaled to integers.
  private mutating func load(_ system: LinearSystem, _ index: Int) throws(ArithmeticStop) {
    let cells = system.cells(of: index)
    guard let constant = Number.parts(of: system.exactConstants[index]) else { throw .overflow }
    var overflow = false
    var scale = constant.denominator
    for cell in cells {
      guard let part = Number.parts(of: system.exactCoefficients[cell]) else { throw .overflow }
      if part.denominator.isOne || part.denominator == scale { continue }
      let divisor = Number.gcd(scale, part.denominator)
      scale = scale.times(part.denominator.divided(exactlyBy: divisor), overflow: &overflow)
      operations += scale.digitCost
      if operations > operationsMax { throw .limit }
    }
    for cell in cells {
      guard let part = Number.parts(of: system.exactCoefficients[cell]) else { throw .overflow }
      let column = Int(system.columns[cell])
      let factor = scale.divided(exactlyBy: part.denominator)
      work.cells[column] =
        factor.isOne ? part.numerator : part.numerator.times(factor, overflow: &overflow)
      operations += work.cells[column].digitCost
      touch(column)
      if operations > operationsMax { throw .limit }
    }
    work.constant = constant.numerator.times(
      scale.divided(exactlyBy: constant.denominator).negated, overflow: &overflow)
    work.scale = scale
    operations += cells.count
    if overflow { throw .overflow }
  }

  private mutating func touch(_ column: Int) {
    if work.isTouched[column] { return }
    work.isTouched[column] = true
    work.touched.append(Int32(column))
    let pivot = pivotOfVariable[column]
    if pivot >= 0 { pending.insert(Int(pivot)) }
  }

  /// Subtracts multiples of the pivot rows until no pivot variable is left in the work row.
  private mutating func eliminate() throws(ArithmeticStop) {
    var overflow = false
    while let pivot = pending.removeFirst() {
      let column = Int(pivotColumns[pivot])
      let value = work.cells[column]
      if value.isZero { continue }
      assert(Int(pivotOfVariable[column]) == pivot, "variable \(column) has another pivot")
      let pivotValue = pivotValues[pivot]
      var factor = value.negated
      if !pivotValue.isOne {
        let divisor = Number.gcd(value, pivotValue)
        let stretch = pivotValue.divided(exactlyBy: divisor)
        factor = factor.divided(exactlyBy: divisor)
        if !stretch.isOne {
          operations += work.stretch(by: stretch, overflow: &overflow)
          if overflow { throw .overflow }
        }
      }
      // The work row is `scale` times the true one, so the true step is that much smaller.
      work.steps.append(
        Step(
          pivot: Int32(pivot),
          multiplier: Quotient(numerator: factor.negated, denominator: work.scale)))
      work.cells[column] = Number(0)
      for cell in pivots.cells(pivot) {
        let other = Int(pivots.columns[cell])
        work.cells[other] = work.cells[other].plus(
          factor, times: pivots.values[cell], overflow: &overflow)
        operations += work.cells[other].digitCost
        touch(other)
      }
      work.constant = work.constant.plus(
        factor, times: pivots.constants[pivot], overflow: &overflow)
      operations += 2 + pivots.cells(pivot).count + work.constant.digitCost
      if overflow { throw .overflow }
      if operations > operationsMax { throw .limit }
    }
  }

  /// Returns the nonzero variable that occurs in the fewest constraints (Markowitz), units first.
  ///
  /// Of equals, it is the last, because later views depend on earlier ones.
  private func choosePivot() -> Int? {
    var best: Int?
    var bestKey = (isUnit: false, occurrences: Int32.max)
    for index in 0..<work.touched.count {
      let column = Int(work.touched[index])
      let value = work.cells[column]
      if value.isZero { continue }
      let isUnit = value.isOne || value.negated.isOne
      let count = occurrences[column]
      let better: Bool
      if let current = best {
        if isUnit != bestKey.isUnit {
          better = isUnit
        } else if count != bestKey.occurrences {
          better = count < bestKey.occurrences
        } else {
          better = column > current
        }
      } else {
        better = true
      }
      if better {
        best = column
        bestKey = (isUnit, count)
      }
    }
    return best
  }

  private mutating func storePivot(_ column: Int, constraint: Int) {
    assert(pivotOfVariable[column] < 0, "variable \(column) is eliminated already")
    assert(!work.cells[column].isZero, "variable \(column) is not in the row")
    let isNegative = work.cells[column].sign < 0
    let divisor = work.divisor(startingWith: work.cells[column])
    pivotOfVariable[column] = Int32(pivots.count)
    pivotColumns.append(Int32(column))
    let value = work.cells[column].divided(exactlyBy: divisor)
    pivotValues.append(isNegative ? value.negated : value)
    work.cells[column] = Number(0)
    pivotFactors.append(
      Quotient(numerator: isNegative ? work.scale.negated : work.scale, denominator: divisor))
    pivots.take(
      &work, constraint: constraint, divisor: isNegative ? divisor.negated : divisor)
  }

  private mutating func storeRest(constraint: Int) {
    let divisor = work.divisor(startingWith: work.scale)
    restScales.append(work.scale.divided(exactlyBy: divisor))
    rest.take(&work, constraint: constraint, divisor: divisor)
  }
}

/// A set of pivot numbers from which the smallest is taken, in O(1) for the neighbours of the last
/// one.
private struct PendingPivots: ~Copyable {
  private let words: OwnedList<UInt64>
  private var firstWord: Int

  init(capacity: Int) {
    words = OwnedList(repeating: 0, count: capacity / 64 + 1)
    firstWord = words.count
  }

  mutating func insert(_ pivot: Int) {
    assert(pivot >= 0 && pivot < words.count * 64, "there is no pivot \(pivot)")
    let word = pivot &>> 6
    words[word] |= 1 &<< UInt64(pivot & 63)
    firstWord = min(firstWord, word)
  }

  mutating func removeFirst() -> Int? {
    while firstWord < words.count {
      let word = words[firstWord]
      if word != 0 {
        words[firstWord] = word & (word - 1)
        return firstWord &<< 6 | word.trailingZeroBitCount
      }
      firstWord += 1
    }
    return nil
  }
}

extension Elimination {
  /// Completes multipliers of other constraints with those of the eliminated equalities, such that
  /// all variables cancel: the sum of `multiplier * residual` becomes constant.
  ///
  /// - Parameters:
  ///   - multipliers: in any order, of no pivots; those of one constraint are added up.
  ///   - sums: the sums of all constraints; zeros before and after.
  ///   - rowOf: by constraint, its row in `rest`.
  ///   - meter: counts the digits of the sums.
  /// - Returns: the multipliers in order.
  /// - Throws: `.limit` when the sums take too many digits.
  /// - Complexity: O(rows + steps of the rows that take part).
  func completed(
    _ multipliers: Multipliers, _ sums: borrowing MultiplierSums, rowOf: borrowing OwnedList<Int32>,
    _ meter: DigitMeter
  ) throws(ArithmeticStop) -> Multipliers {
    if multipliers.entries.isEmpty { return multipliers }
    assert(
      multipliers.entries.allSatisfy { rowOf[$0.constraint] >= 0 },
      "a multiplier of an eliminated equality is given")
    let owed = OwnedList<Rational>(repeating: .zero, count: pivots.count)
    var result = multipliers
    for entry in multipliers.entries {
      for step in rest.steps(Int(rowOf[entry.constraint])) {
        let pivot = Int(rest.steps[step].pivot)
        owed[pivot] = try owed[pivot].minus(entry.value, times: rest.steps[step].multiplier, meter)
      }
    }
    // e_k = factor * (r_k - sum of its steps), from the last pivot to the first.
    var pivot = pivots.count
    while pivot > 0 {
      pivot -= 1
      if owed[pivot].isZero { continue }
      let factor = pivotFactors[pivot].value
      try meter.charge(owed[pivot], factor)
      let multiplier = owed[pivot] * factor
      result.entries.append(.init(constraint: Int(pivots.constraints[pivot]), value: multiplier))
      for step in pivots.steps(pivot) {
        let pivot = Int(pivots.steps[step].pivot)
        owed[pivot] = try owed[pivot].minus(multiplier, times: pivots.steps[step].multiplier, meter)
      }
    }
    return try result.inOrder(sums, meter)
  }

  /// Computes the values of the eliminated variables from those of the free ones.
  func completePoint(_ point: inout [Rational], _ meter: DigitMeter) throws(ArithmeticStop) {
    var pivot = pivots.count
    while pivot > 0 {
      pivot -= 1
      var sum = Number.fraction(pivots.constants[pivot], Number(1))
      for cell in pivots.cells(pivot) {
        let value = point[Int(pivots.columns[cell])]
        if value.isZero { continue }
        try meter.add(Number.fraction(pivots.values[cell], Number(1)), times: value, to: &sum)
      }
      let pivotValue = Number.fraction(pivotValues[pivot], Number(1))
      try meter.charge(sum, pivotValue)
      point[Int(pivotColumns[pivot])] = -sum / pivotValue
    }
  }
}

extension Rational {
  /// Returns `self - factor * quotient`.
  @inline(__always)
  fileprivate func minus<Number: ExactInt>(
    _ factor: Rational, times quotient: Elimination<Number>.Quotient, _ meter: DigitMeter
  ) throws(ArithmeticStop) -> Rational {
    try meter.charge(quotient.numerator, quotient.denominator)
    let value = quotient.value
    try meter.charge(factor, value)
    let product = factor * value
    try meter.charge(self, product)
    return self - product
  }
}
