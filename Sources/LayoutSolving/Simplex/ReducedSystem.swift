// SPDX-License-Identifier: MIT

/// A system after its presolve, with the solutions of its components.
///
/// It contains everything for reading values, and for resuming after a change.
struct ReducedSystem: ~Copyable {
  /// The number of variables of the system; later ones stand for left sides of rows.
  let variableCount: Int
  let elimination: EqualityElimination
  let substitution: RowSubstitution
  let isEliminated: ContiguousArray<Bool>
  let plan: LevelPlan
  var reduction: Reduction
  var components: [SolvedComponent] = []
  /// The component of each variable, or -1 when it is eliminated or no constraint holds it.
  private(set) var componentOfVariable: ContiguousArray<Int32>
  /// The component of each row of the reduction, or -1 when a variable stands for its left side.
  private(set) var componentOfRow: ContiguousArray<Int32>
  /// The number of each variable, and of each row of the reduction, in its component.
  private(set) var localIndex: ContiguousArray<Int32>
  private(set) var localRow: ContiguousArray<Int32>
  /// The values by variable, and bounds of their rounding errors.
  let values: Buffer<Double>
  let errors: Buffer<Double>
  /// The last motion that has moved values.
  var lastMotion: KinkMotion?
  /// The number of motions that have started from values of another one, since these were solved
  /// for.
  var originCount = 0
  /// Whether a required constraint has changed since the values were checked.
  var hasNewRequirement = false
  /// A planted bug of the session; nil for a healthy one.
  var fault: SessionFault?
  /// Scratch by variable.
  var row: ExpandedRow
  var slopes: ContiguousArray<Double> = []
  var parametricScratch: ParametricScratch?

  init(
    _ system: borrowing ConstraintRows, elimination: consuming EqualityElimination,
    isEliminated: ContiguousArray<Bool>, _ presolve: Presolve, workLimit: Int,
    fault: SimplexFault?
  ) {
    variableCount = system.variableCount
    plan = LevelPlan(system, isWeighted: fault == .weightedLevels)
    var row = ExpandedRow(variableCount: system.variableCount)
    var reduction = Reduction(
      system, levels: plan.levels, weights: plan.weights, levelCount: plan.levelCount,
      workLimit: workLimit, skipping: isEliminated, elimination: elimination, row: &row)
    reduction.finish()
    // Most faults are planted in the simplex method's treatment of rows.
    substitution = RowSubstitution.of(
      reduction, fault == nil ? presolve : .omitted, workLimit: workLimit)
    self.reduction = reduction
    self.row = row
    self.elimination = elimination
    self.isEliminated = isEliminated
    let count = substitution.variableCount
    let rowCount = substitution.rows.count
    componentOfVariable = ContiguousArray(repeating: -1, count: count)
    componentOfRow = ContiguousArray(repeating: -1, count: rowCount)
    localIndex = ContiguousArray(repeating: -1, count: count)
    localRow = ContiguousArray(repeating: -1, count: rowCount)
    values = Buffer(repeating: 0, count: count)
    errors = Buffer(repeating: 0, count: count)
  }

  /// Solves all components.
  ///
  /// - Parameters:
  ///   - limit: the largest number of coefficients that may be read or written.
  ///   - keepsComponents: whether later changes may follow. A component takes about a kilobyte, and
  ///     a view with few constraints has two or more of them.
  ///   - fault: a planted bug; nil for a healthy solver.
  ///   - work: receives the number of coefficients read or written.
  /// - Returns: `.optimal`, or the status of the first component that is not; `.doubt` when a value
  ///   is not finite.
  mutating func solve(
    limit: Int, keepsComponents: Bool, fault: SimplexFault?, work: inout SolverCounters
  ) -> LexicographicSimplex.Status {
    var left = limit
    var count = 0
    // The cost of reading counts once all components are solved.
    var reading = SolverCounters()
    for component in reduction.components(
      substitution, isFree: { elimination.ranks[$0] < 0 })
    {
      let number = Int32(count)
      count += 1
      let problem = reduction.problem(of: component, substitution, localIndex: &localIndex)
      for variable in component.variables { componentOfVariable[Int(variable)] = number }
      for (local, row) in component.rows.enumerated() {
        componentOfRow[Int(row)] = number
        localRow[Int(row)] = Int32(local)
      }
      var simplex = LexicographicSimplex(problem, workLimit: left, fault: fault)
      let status = simplex.run()
      work.add(simplex.work)
      left -= simplex.work.spent
      if status != .optimal { return status }
      let solved = SolvedComponent(component.variables, simplex)
      readValues(of: solved, work: &reading)
      if keepsComponents { components.append(solved) }
    }
    work.add(reading)
    complete()
    return isFinite ? .optimal : .doubt
  }

  /// Computes the values of all variables that are eliminated, and their errors.
  func complete() {
    substitution.complete(values, errors: errors)
    elimination.complete(values, errors: errors)
  }

  /// The number of coefficients read by `complete()`.
  var definitionCells: Int { substitution.definitions.columns.count + elimination.columns.count }

  var allValues: [Double] { Array(UnsafeBufferPointer(start: values.base, count: variableCount)) }

  /// The number of changes between motions after which the values are solved for again, so that
  /// rounding errors do not add up.
  static let mostOrigins = 1000

  /// The largest value of an origin: larger ones lose digits that would be missing once they are
  /// small again.
  static let largestOrigin = 1e5

  var isFinite: Bool {
    for variable in 0..<values.count where !values[variable].isFinite { return false }
    return true
  }

  /// Copies the values of a component's variables; eliminated ones are not completed.
  ///
  /// - Returns: whether one of them has changed.
  @discardableResult
  mutating func readValues(of component: SolvedComponent, work: inout SolverCounters) -> Bool {
    let before = component.simplex.work
    defer { work.add(component.simplex.work, since: before) }
    return component.simplex.copyValues(component.variables, to: values, errors: errors)
  }

  /// Whether a motion can continue from the current values: another one may have moved some of
  /// them.
  ///
  /// - Parameters:
  ///   - motion: the motion that continues.
  ///   - count: the number of motions that alternate.
  /// - Returns: false when their rounding errors could be visible; then they have to be solved for
  ///   again.
  func mayTakeOrigins(of motion: KinkMotion, amongOthers count: Int) -> Bool {
    guard let last = lastMotion, last !== motion || count > 1 else { return true }
    if originCount + count > Self.mostOrigins { return false }
    for variable in motion.variables where !(abs(values[Int(variable)]) <= Self.largestOrigin) {
      return false
    }
    return true
  }

  /// Records the current values as the origins of a motion.
  mutating func takeOrigins(of motion: KinkMotion) {
    if let last = lastMotion, last !== motion { originCount += 1 }
    lastMotion = motion
    motion.origins.removeAll(keepingCapacity: true)
    for variable in motion.variables { motion.origins.append(values[Int(variable)]) }
    motion.originConstant = motion.reached
    motion.hasOrigins = true
  }

  /// Whether no error exceeds a limit; estimates that are too large are computed more sharply.
  private mutating func sharpenErrors(to limit: Double, work: inout SolverCounters) -> Bool {
    for variable in 0..<errors.count where !(errors[variable] <= limit) {
      if variable >= variableCount || elimination.ranks[variable] < 0 { return false }
    }
    let before = row.cellOperations
    // Each definition is read twice: for its rounding error, and for its variables.
    defer { work.cellOperations += 2 * (row.cellOperations - before) }
    let budget = before + Self.sharpeningEffort * elimination.columns.count
    for variable in 0..<variableCount where !(errors[variable] <= limit) {
      guard row.cellOperations < budget else { return false }
      let sharper = row.error(of: variable, elimination, values, errors)
      if !(sharper <= limit) { return false }
      errors[variable] = sharper
    }
    return true
  }

  /// The largest number of readings of all definitions for error bounds that are too wide.
  private static let sharpeningEffort = 8

  /// Whether the values are accurate and the original required constraints hold, with a margin
  /// below the accepted violation.
  ///
  /// - Complexity: O(size of the system), and several times its definitions where errors seem to be
  ///   large.
  mutating func holds(_ system: borrowing ConstraintRows, work: inout SolverCounters) -> Bool {
    var scale = 1.0
    let constants = system.constants.base
    for row in 0..<system.constraintCount where !system.isOff(row) {
      scale = max(scale, abs(constants[row]) / 1000)
    }
    if !sharpenErrors(to: 1e-7 * scale, work: &work) { return false }
    let columns = system.columns.base
    let coefficients = system.coefficients.base
    for row in 0..<system.constraintCount where system.isRequired(row) {
      var size = 0.0
      var sum = -constants[row]
      // A row is judged by its own numbers, independent of large ones elsewhere.
      var magnitude = abs(sum)
      for cell in system.cells(of: row) {
        let term = coefficients[cell] * values.base[Int(columns[cell])]
        size += abs(coefficients[cell])
        magnitude += abs(term)
        sum += term
      }
      let allowed = 1e-8 * size + 1e-11 * magnitude
      if !(system.relations[row].violation(sum) <= allowed) { return false }
    }
    return true
  }
}

/// A reduced system with an owner.
final class ReducedSystemBox {
  var system: ReducedSystem

  init(_ system: consuming ReducedSystem) { self.system = system }
}
