// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// One exact solution of a system in one tier of integers: elimination, then each component level by level.
///
/// Collects what the certificates are made of, all in terms of the system's constraints.
struct SystemRun<Number: ExactInt>: ~Copyable {
  let system: LinearSystem
  let table: LevelTable
  let limit: OracleLimit
  let elimination: Elimination<Number>
  let components: Components

  /// Multipliers that prove the contradiction, by constraint; nil when there is none.
  var contradiction: ContiguousArray<Rational>?
  /// By level (1 is index 0): the optimum, and the multipliers by constraint.
  var optima: [Rational]
  var multipliers: [ContiguousArray<Rational>]
  /// By constraint: the level that closed the residual's direction.
  var closedUp: ContiguousArray<Int16>
  var closedDown: ContiguousArray<Int16>
  /// Values of the free variables; `finish` fills in the others.
  var point: [Rational]
  /// Other values of some free variables that are as good, once some are known.
  var alternatives: [(variable: Int, value: Rational)] = []
  /// Another optimal layout, if there is one.
  var secondPoint: [Rational]?
  var tight: [UniquenessCertificate.TightRow] = []
  var live: [UniquenessCertificate.LiveSide] = []
  var liveMultipliers: ContiguousArray<Rational>
  var pivots = 0
  var operations = 0
  let operationsMax: Int

  /// Solves a system.
  static func solving(
    _ system: LinearSystem, _ table: LevelTable, limit: OracleLimit
  ) throws(Interruption) -> SystemRun {
    let isBig = Number.self == BigInt.self
    let operationsMax = limit.cellOperations / (isBig ? OracleLimit.bigCellCost : 1)
    let elimination = try Elimination<Number>(
      system, table,
      limit: OracleLimit(tableauCells: limit.tableauCells, cellOperations: operationsMax))
    var run = SystemRun(system, table, elimination, limit: limit, operationsMax: operationsMax)
    try run.solve()
    return run
  }

  private init(
    _ system: LinearSystem, _ table: LevelTable, _ elimination: consuming Elimination<Number>,
    limit: OracleLimit, operationsMax: Int
  ) {
    self.system = system
    self.table = table
    self.limit = limit
    self.operationsMax = operationsMax
    let count = system.constraintCount
    operations = elimination.operations
    optima = [Rational](repeating: .zero, count: table.strengths.count)
    let zeros = ContiguousArray(repeating: Rational.zero, count: count)
    multipliers = Array(repeating: zeros, count: table.strengths.count)
    liveMultipliers = zeros
    closedUp = ContiguousArray(repeating: Int16.max, count: count)
    closedDown = closedUp
    point = [Rational](repeating: .zero, count: system.variableCount)
    components = Components(elimination)
    pivots = elimination.pivots.count
    self.elimination = elimination
  }

  private mutating func solve() throws(Interruption) {
    if let row = elimination.contradiction {
      let sign = elimination.rest.constants[row].sign
      contradict([(constraint: constraint(row), value: Rational(sign))])
      return
    }
    settleConstantRows()
    if contradiction != nil { return }
    for component in 0..<components.count {
      try solve(component)
      if contradiction != nil { return }
    }
    finish()
  }

  func constraint(_ row: Int) -> Int { Int(elimination.rest.constraints[row]) }

  mutating func contradict(_ known: [(constraint: Int, value: Rational)]) {
    var values = ContiguousArray(repeating: Rational.zero, count: system.constraintCount)
    for entry in known { values[entry.constraint] = entry.value }
    elimination.completeMultipliers(&values)
    contradiction = values
  }

  /// Rows on which no free variable is left hold, or have a violation nobody can change.
  private mutating func settleConstantRows() {
    for row32 in components.constantRows {
      let row = Int(row32)
      let index = constraint(row)
      let sign = elimination.rest.constants[row].sign
      let relation = system.relations[index]
      let isViolated =
        sign > 0 ? relation != .greaterThanOrEqual : sign < 0 && relation != .lessThanOrEqual
      if !isViolated { continue }
      let level = Int(table.levels[index])
      if level == 0 {
        contradict([(constraint: index, value: Rational(sign))])
        return
      }
      optima[level - 1] +=
        Number.fraction(
          elimination.rest.constants[row], elimination.restScales[row]
        ).magnitude
      multipliers[level - 1][index] = Rational(sign)
    }
  }

  /// Eliminated variables, variables in no row, and the multipliers of the eliminated equalities.
  private mutating func finish() {
    // A variable that no row holds is free to be anything.
    if alternatives.isEmpty, let idle = firstIdleVariable {
      alternatives.append((variable: idle, value: .one))
    }
    if !alternatives.isEmpty {
      var second = point
      for alternative in alternatives { second[alternative.variable] = alternative.value }
      elimination.completePoint(&second)
      secondPoint = second
    }
    elimination.completePoint(&point)
    for level in multipliers.indices { elimination.completeMultipliers(&multipliers[level]) }
    if secondPoint == nil { completeLiveMultipliers() }
  }

  private var firstIdleVariable: Int? {
    for variable in components.positions.indices
    where components.positions[variable] < 0 && elimination.pivotOfVariable[variable] < 0 {
      return variable
    }
    return nil
  }

  /// The eliminated equalities must cancel the live sides and their multipliers together.
  private mutating func completeLiveMultipliers() {
    func add(_ factor: Rational) {
      for entry in live {
        liveMultipliers[entry.constraint] += entry.isPositive ? factor : -factor
      }
    }
    add(.one)
    elimination.completeMultipliers(&liveMultipliers)
    add(-.one)
  }
}
