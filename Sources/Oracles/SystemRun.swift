// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// One exact solution of a system in one tier of integers: elimination, then each component level
/// by level.
///
/// It collects the parts of the certificates, all in terms of the system's constraints.
struct SystemRun<Number: ExactInt>: ~Copyable {
  let system: LinearSystem
  let table: LevelTable
  let limit: OracleLimit
  let elimination: Elimination<Number>
  let components: Components

  /// Multipliers that prove the contradiction; nil when there is none.
  var contradiction: Multipliers?
  /// The optimum of each level (level 1 is index 0), and the multipliers, in any order until
  /// `finish`.
  var optima: [Rational]
  var multipliers: [Multipliers]
  /// The level that closed the residual's direction, by constraint.
  var closedUp: ContiguousArray<Int16>
  var closedDown: ContiguousArray<Int16>
  /// The values of the free variables; `finish` computes the others.
  var point: [Rational]
  /// Other values of some free variables that are equally good, once some are known.
  var alternatives: [(variable: Int, value: Rational)] = []
  /// Another optimal layout, if there is one.
  var secondPoint: [Rational]?
  var tight: [UniquenessCertificate.TightRow] = []
  var live: [UniquenessCertificate.LiveSide] = []
  var liveMultipliers = Multipliers()
  /// The sums of multipliers; zeros between two uses.
  let sums: MultiplierSums
  /// The row of each constraint after elimination, or -1.
  private let rowOf: OwnedList<Int32>
  let meter: DigitMeter
  var pivots = 0
  var operations = 0
  let operationsMax: Int

  /// Solves a system.
  static func solving(
    _ system: LinearSystem, _ table: LevelTable, limit: OracleLimit, _ meter: DigitMeter,
    work: inout Int
  ) throws(ArithmeticStop) -> SystemRun {
    let cost = Number.isBig ? OracleLimit.bigCellCost : 1
    let operationsMax = limit.cellOperations / cost
    var operations = 0
    // The work of an elimination without a result counts, too.
    defer { work += cost * operations }
    let elimination = try Elimination<Number>(
      system, table, operationsMax: operationsMax, spent: &operations)
    var run = SystemRun(
      system, table, elimination, limit: limit, operationsMax: operationsMax, meter)
    do throws(ArithmeticStop) {
      try run.solve()
    } catch {
      operations = run.operations
      throw error
    }
    operations = run.operations
    return run
  }

  private init(
    _ system: LinearSystem, _ table: LevelTable, _ elimination: consuming Elimination<Number>,
    limit: OracleLimit, operationsMax: Int, _ meter: DigitMeter
  ) {
    self.meter = meter
    self.system = system
    self.table = table
    self.limit = limit
    self.operationsMax = operationsMax
    let count = system.constraintCount
    operations = elimination.operations
    optima = [Rational](repeating: .zero, count: table.strengths.count)
    multipliers = [Multipliers](repeating: Multipliers(), count: table.strengths.count)
    closedUp = ContiguousArray(repeating: Int16.max, count: count)
    closedDown = closedUp
    point = [Rational](repeating: .zero, count: system.variableCount)
    sums = MultiplierSums(constraintCount: count)
    rowOf = OwnedList(repeating: -1, count: count)
    for row in 0..<elimination.rest.count {
      rowOf[Int(elimination.rest.constraints[row])] = Int32(row)
    }
    components = Components(elimination)
    pivots = elimination.pivots.count
    self.elimination = elimination
  }

  private mutating func solve() throws(ArithmeticStop) {
    if let row = elimination.contradiction {
      let sign = elimination.rest.constants[row].sign
      try contradict([.init(constraint: constraint(row), value: Rational(sign))])
      return
    }
    try settleConstantRows()
    if contradiction != nil { return }
    for component in 0..<components.count {
      try solve(component)
      if contradiction != nil { return }
    }
    try finish()
  }

  func constraint(_ row: Int) -> Int { Int(elimination.rest.constraints[row]) }

  mutating func contradict(_ known: [Multipliers.Entry]) throws(ArithmeticStop) {
    contradiction = try elimination.completed(
      Multipliers(entries: known), sums, rowOf: rowOf, meter)
  }

  /// Checks rows without free variables: they hold, or have a violation that no value can change.
  private mutating func settleConstantRows() throws(ArithmeticStop) {
    for position in 0..<components.constantRows.count {
      let row = Int(components.constantRows[position])
      let index = constraint(row)
      let sign = elimination.rest.constants[row].sign
      let relation = system.relations[index]
      let isViolated =
        sign > 0 ? relation != .greaterThanOrEqual : sign < 0 && relation != .lessThanOrEqual
      if !isViolated { continue }
      let level = Int(table.levels[index])
      if level == 0 {
        try contradict([.init(constraint: index, value: Rational(sign))])
        return
      }
      let violation = Number.fraction(
        elimination.rest.constants[row], elimination.restScales[row]
      ).magnitude
      assert(level <= optima.count, "constraint \(index) has the level \(level)")
      try meter.add(violation, to: &optima[level - 1])
      multipliers[level - 1].entries.append(.init(constraint: index, value: Rational(sign)))
    }
  }

  /// Completes the eliminated variables, variables in no row, and the multipliers of the eliminated
  /// equalities.
  private mutating func finish() throws(ArithmeticStop) {
    // A variable in no row can have any value.
    if alternatives.isEmpty, let idle = firstIdleVariable {
      alternatives.append((variable: idle, value: .one))
    }
    if !alternatives.isEmpty {
      var second = point
      for alternative in alternatives { second[alternative.variable] = alternative.value }
      try elimination.completePoint(&second, meter)
      secondPoint = second
    }
    try elimination.completePoint(&point, meter)
    for level in multipliers.indices {
      multipliers[level] = try elimination.completed(
        multipliers[level], sums, rowOf: rowOf, meter)
    }
    if secondPoint == nil { try completeLiveMultipliers() }
  }

  private var firstIdleVariable: Int? {
    for variable in 0..<components.positions.count
    where components.positions[variable] < 0 && elimination.pivotOfVariable[variable] < 0 {
      return variable
    }
    return nil
  }

  /// Completes the multipliers of the eliminated equalities, which must cancel the live sides and
  /// their multipliers together.
  private mutating func completeLiveMultipliers() throws(ArithmeticStop) {
    if live.isEmpty && liveMultipliers.entries.isEmpty { return }
    func add(_ factor: Rational) {
      for entry in live {
        liveMultipliers.entries.append(
          .init(constraint: entry.constraint, value: entry.isPositive ? factor : -factor))
      }
    }
    add(.one)
    liveMultipliers = try elimination.completed(liveMultipliers, sums, rowOf: rowOf, meter)
    add(-.one)
    liveMultipliers = try liveMultipliers.inOrder(sums, meter)
  }
}
