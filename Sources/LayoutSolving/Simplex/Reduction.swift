// SPDX-License-Identifier: MIT

/// A linear system without its required equalities, as one kinked problem for each connected
/// component.
///
/// A constraint on one variable becomes a bound or a kink of that variable. Constraints with the
/// same left side share one row. Any other constraint is a row of its own, scaled by a power of two
/// to a largest coefficient near 1.
struct Reduction: ~Copyable {
  enum Status { case complete, contradiction, doubt, workLimit }

  /// The largest number of coefficients of all remaining rows: 21 bytes each.
  private static let cellsMax = 20_000_000

  private(set) var status: Status = .complete
  var kinks: KinkStore
  /// Scratch: the kinks of one variable or row.
  private var list = KinkList()
  private(set) var rows = SparseRows()
  /// The rows of the same columns, by a hash of the columns: the latest row, and the previous one
  /// of each.
  private var rowBuckets: ContiguousArray<Int32>
  private var rowBefore: ContiguousArray<Int32> = []
  /// The place of each constraint's kink, see `Site`.
  var sites: ContiguousArray<Int32>
  private(set) var cellOperations = 0
  let levelCount: Int

  /// The place of a constraint's kink: at a free variable, at a row, or nowhere.
  ///
  /// It is nowhere for an eliminated constraint, and for one without free variables.
  enum Site {
    case nowhere
    case variable(Int)
    case row(Int)

    init(code: Int32) {
      self = code == .min ? .nowhere : code >= 0 ? .variable(Int(code)) : .row(Int(~code))
    }

    var code: Int32 {
      switch self {
      case .nowhere: return .min
      case .variable(let index): return Int32(truncatingIfNeeded: index)
      case .row(let index): return ~Int32(truncatingIfNeeded: index)
      }
    }
  }

  /// Writes all constraints except the eliminated ones over the free variables.
  ///
  /// - Parameters:
  ///   - system: the constraints.
  ///   - levels: the level of each constraint, 0 for required.
  ///   - weights: the cost of a unit of violation of each constraint at its level; nil when all are
  ///     1.
  ///   - levelCount: the number of levels, the required one included.
  ///   - workLimit: the largest number of coefficients that may be read or written.
  ///   - isEliminated: whether a constraint is left out.
  ///   - elimination: the definitions of the eliminated variables.
  ///   - row: scratch; empty before and after.
  init(
    _ system: borrowing ConstraintRows, levels: ContiguousArray<Int32>,
    weights: ContiguousArray<Double>?,
    levelCount: Int, workLimit: Int, skipping isEliminated: ContiguousArray<Bool>,
    elimination: borrowing EqualityElimination, row: inout ExpandedRow
  ) {
    self.levelCount = levelCount
    kinks = KinkStore(
      variableCount: system.variableCount, kinkCount: system.constraintCount)
    sites = ContiguousArray(repeating: .min, count: system.constraintCount)
    var bucketCount = 16
    while bucketCount < system.constraintCount { bucketCount *= 2 }
    rowBuckets = ContiguousArray(repeating: -1, count: bucketCount)
    for constraint in 0..<system.constraintCount
    where !isEliminated[constraint] && !system.isOff(constraint) {
      row.expand(system, constraint, elimination)
      row.dropNoise()
      add(
        row, constraint, system.relations[constraint], level: levels[constraint],
        weight: weights?[constraint] ?? 1)
      row.clear()
      if row.cellOperations > workLimit || rows.columns.count > Self.cellsMax {
        status = .workLimit
      }
      if status != .complete { return }
    }
    cellOperations += row.cellOperations
    if row.hasLostDetail { status = .doubt }
  }

  private mutating func add(
    _ row: borrowing ExpandedRow, _ constraint: Int, _ relation: SolverSession.Relation,
    level: Int32,
    weight: Double
  ) {
    if row.columns.isEmpty {
      if level == 0 { judge(gap: Self.violation(of: row, relation), magnitude: row.magnitude) }
      return
    }
    guard
      let scale = Self.scale(of: row),
      let kink = Self.kink(
        of: row, scale: scale, constraint, relation, level: level, weight: weight)
    else {
      status = .doubt
      return
    }
    let site: Site
    if row.columns.count == 1 {
      let variable = Int(row.columns[0])
      site = .variable(variable)
    } else {
      site = .row(rowIndex(for: row, scale: scale))
    }
    kinks.append(kink, to: site)
    sites[constraint] = site.code
  }

  /// Returns the divisor of a row; nil when its numbers are out of range.
  ///
  /// It is the only coefficient, or a power of two, so that scaling does not round.
  static func scale(of row: borrowing ExpandedRow) -> Double? {
    var largest = 0.0
    for index in row.columns.indices {
      largest = max(largest, abs(row.values[Int(row.columns[index])]))
    }
    guard largest.isFinite, largest > 0 else { return nil }
    let scale = row.columns.count == 1 ? largest : largest.binade
    return row.values[Int(row.columns[0])] < 0 ? -scale : scale
  }

  /// Returns the kink of a constraint at the variable or row of its left side; nil when its numbers
  /// are out of range.
  static func kink(
    of row: borrowing ExpandedRow, scale: Double, _ constraint: Int,
    _ relation: SolverSession.Relation,
    level: Int32, weight: Double
  ) -> Kink? {
    let position = row.rightSide / scale
    let slope = weight * abs(scale)
    let costsAbove = relation == .equal || (relation == .lessThanOrEqual) == (scale > 0)
    let costsBelow = relation == .equal || (relation == .greaterThanOrEqual) == (scale > 0)
    guard position.isFinite, slope.isFinite else { return nil }
    return Kink(
      position: position, below: costsBelow ? -slope : 0, above: costsAbove ? slope : 0,
      level: level, constraint: Int32(truncatingIfNeeded: constraint),
      magnitude: row.magnitude / abs(scale))
  }

  /// Returns the violation of a constraint without free variables; it reads `0 relation rightSide`.
  static func violation(of row: borrowing ExpandedRow, _ relation: SolverSession.Relation) -> Double
  {
    switch relation {
    case .equal: return abs(row.rightSide)
    case .lessThanOrEqual: return -row.rightSide
    case .greaterThanOrEqual: return row.rightSide
    }
  }

  private func bucket(of row: borrowing ExpandedRow) -> Int {
    var hash: UInt64 = 0
    for index in row.columns.indices {
      let column = row.columns[index]
      hash = (hash ^ UInt64(UInt32(bitPattern: column))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash & UInt64(rowBuckets.count - 1))
  }

  /// Returns the row with this left side, or nil if there is none.
  func existingRow(for row: borrowing ExpandedRow, scale: Double, bucket: Int? = nil) -> Int? {
    var candidate = rowBuckets[bucket ?? self.bucket(of: row)]
    while candidate >= 0 {
      if isRow(Int(candidate), row, scale) { return Int(candidate) }
      candidate = rowBefore[Int(candidate)]
    }
    return nil
  }

  /// Returns the row with this left side, added if there is none.
  private mutating func rowIndex(for row: borrowing ExpandedRow, scale: Double) -> Int {
    let bucket = bucket(of: row)
    if let index = existingRow(for: row, scale: scale, bucket: bucket) { return index }
    rows.append(row, scale: scale)
    kinks.appendRow()
    rowBefore.append(rowBuckets[bucket])
    rowBuckets[bucket] = Int32(kinks.rowCount - 1)
    return kinks.rowCount - 1
  }

  private func isRow(_ candidate: Int, _ row: borrowing ExpandedRow, _ scale: Double) -> Bool {
    let cells = rows.cells(of: candidate)
    let start = cells.lowerBound
    guard cells.count == row.columns.count else { return false }
    for offset in row.columns.indices {
      let column = row.columns[offset]
      let coefficient = row.values[Int(column)] / scale
      guard rows.columns[start + offset] == column,
        abs(rows.coefficients[start + offset] - coefficient) <= 4e-15 * abs(coefficient)
      else { return false }
    }
    return true
  }

  private mutating func judge(gap: Double, magnitude: Double) {
    if gap > 1e-8 * magnitude {
      status = .contradiction
    } else if !(gap <= 1e-11 * magnitude) {
      status = .doubt
    }
  }

  // MARK: - Components

  /// Checks and orders all bounds and kinks.
  mutating func finish() {
    for variable in 0..<kinks.variableCount { finish(.variable(variable)) }
    for row in 0..<kinks.rowCount { finish(.row(row)) }
  }

  private mutating func finish(_ site: Site) {
    if kinks.isEmpty(site) { return }
    kinks.gather(site, into: &list)
    if list.kinks.count > 1 {
      list.snap()
      kinks.scatter(list, to: site)
    }
    judge(list)
  }

  private mutating func judge(_ list: KinkList) {
    let bounds = list.bounds
    if bounds.lower > bounds.upper {
      judge(gap: bounds.lower - bounds.upper, magnitude: bounds.magnitude)
    }
  }

  /// Returns the variables and rows of each component with a kink, in order of their first
  /// variable.
  func components(_ substitution: RowSubstitution, isFree: (Int) -> Bool) -> [Component] {
    let count = substitution.variableCount
    let rows = substitution.rows
    var parents = ContiguousArray<Int32>(unsafeUninitializedCapacity: count) {
      for index in 0..<count { $0[index] = Int32(index) }
      $1 = count
    }
    func root(_ variable: Int32) -> Int32 {
      var variable = variable
      while parents[Int(variable)] != variable {
        parents[Int(variable)] = parents[Int(parents[Int(variable)])]
        variable = parents[Int(variable)]
      }
      return variable
    }
    for row in 0..<rows.count {
      let cells = rows.cells(of: row)
      guard let start = cells.first else { continue }
      let first = root(rows.columns[start])
      for cell in cells { parents[Int(root(rows.columns[cell]))] = first }
    }
    var numbers = ContiguousArray<Int32>(repeating: -1, count: count)
    var components: [Component] = []
    func number(_ variable: Int32) -> Int {
      let top = Int(root(variable))
      if numbers[top] < 0 {
        numbers[top] = Int32(components.count)
        components.append(Component())
      }
      return Int(numbers[top])
    }
    for variable in 0..<kinks.variableCount
    where isFree(variable) && !substitution.defines(variable) {
      components[number(Int32(variable))].variables.append(Int32(variable))
    }
    for row in 0..<rows.count {
      if let leftSide = substitution.leftSide(ofRow: row) {
        components[number(Int32(leftSide))].variables.append(Int32(leftSide))
      } else {
        components[number(rows.columns[rows.cells(of: row).lowerBound])].rows.append(Int32(row))
      }
    }
    return components.filter {
      !$0.rows.isEmpty || !kinks.isEmpty(substitution.site(of: Int($0.variables[0])))
    }
  }

  struct Component {
    var variables: ContiguousArray<Int32> = []
    var rows: ContiguousArray<Int32> = []
  }

  /// Returns a component as a problem of its own.
  ///
  /// - Parameters:
  ///   - component: the variables and rows of the component.
  ///   - substitution: contains the remaining rows.
  ///   - localIndex: the number of each variable of the system in its component; set here.
  /// - Returns: the problem in the component's numbering.
  mutating func problem(
    of component: Component, _ substitution: RowSubstitution,
    localIndex: inout ContiguousArray<Int32>
  ) -> KinkedProblem {
    let rows = substitution.rows
    var problem = KinkedProblem()
    problem.structuralCount = component.variables.count
    problem.levelCount = levelCount
    problem.reserveCapacity(variables: component.variables.count, rows: component.rows.count)
    for (local, variable) in component.variables.enumerated() {
      localIndex[Int(variable)] = Int32(local)
      kinks.gather(substitution.site(of: Int(variable)), into: &list)
      let bounds = list.bounds
      problem.lower.append(bounds.lower)
      // Bounds that cross by rounding have been judged: they are equal.
      problem.upper.append(max(bounds.lower, bounds.upper))
      problem.start.append(list.start(lower: bounds.lower, upper: bounds.upper))
      list.append(to: &problem.kinks)
      problem.kinkStarts.append(Int32(problem.kinks.count))
    }
    for row in component.rows {
      for cell in rows.cells(of: Int(row)) {
        problem.columns.append(localIndex[Int(rows.columns[cell])])
        problem.coefficients.append(rows.coefficients[cell])
        problem.sizes.append(rows.sizes[cell])
        problem.isBlurred.append(rows.isBlurred[cell])
      }
      problem.rowStarts.append(Int32(problem.columns.count))
      kinks.gather(.row(Int(row)), into: &list)
      list.append(to: &problem.kinks)
      problem.kinkStarts.append(Int32(problem.kinks.count))
    }
    return problem
  }
}
