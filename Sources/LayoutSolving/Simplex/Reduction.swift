// SPDX-License-Identifier: MIT

/// A linear system without its required equalities, as kinked problems: one for each connected
/// component.
///
/// A constraint on one variable becomes a bound or a kink of that variable, constraints with the same
/// left side share one row, the rest is a row of its own, scaled by a power of two to a largest
/// coefficient near 1.
struct Reduction {
  enum Status { case complete, contradiction, doubt }

  private(set) var status: Status = .complete
  /// By variable of the system: its kinks as a free variable.
  var variableKinks: [KinkList]
  var rowKinks: [KinkList] = []
  private(set) var rowStarts: ContiguousArray<Int32> = [0]
  private(set) var columns: ContiguousArray<Int32> = []
  private(set) var coefficients: ContiguousArray<Double> = []
  /// By coefficient: the largest of the numbers that it was added up from.
  private(set) var sizes: ContiguousArray<Double> = []
  /// By coefficient: whether it is blurred, as a cell of a tableau.
  private(set) var isBlurred: ContiguousArray<Bool> = []
  /// The rows of the same columns, by a hash of the columns: the latest row, and the one before each.
  private var rowBuckets: ContiguousArray<Int32>
  private var rowBefore: ContiguousArray<Int32> = []
  /// By constraint: where its kink is, see `Site`.
  var sites: ContiguousArray<Int32>
  private(set) var cellOperations = 0
  let levelCount: Int

  /// Where a constraint's kink is: at a free variable, at a row, or nowhere, because it speaks of no free variable or
  /// is eliminated.
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

  /// - Parameters:
  ///   - levels: by constraint, 0 for required.
  ///   - weights: by constraint, what a unit of its violation costs at its level.
  init(
    _ system: ConstraintRows, levels: ContiguousArray<Int32>, weights: ContiguousArray<Double>?,
    levelCount: Int, skipping isEliminated: ContiguousArray<Bool>,
    elimination: borrowing EqualityElimination
  ) {
    self.levelCount = levelCount
    variableKinks = Array(repeating: KinkList(), count: system.variableCount)
    sites = ContiguousArray(repeating: .min, count: system.constraintCount)
    var bucketCount = 16
    while bucketCount < system.constraintCount { bucketCount *= 2 }
    rowBuckets = ContiguousArray(repeating: -1, count: bucketCount)
    var row = ExpandedRow(variableCount: system.variableCount)
    for constraint in 0..<system.constraintCount
    where !isEliminated[constraint] && !system.isOff(constraint) {
      row.expand(system, constraint, elimination)
      row.dropNoise()
      add(
        row, constraint, system.relations[constraint], level: levels[constraint],
        weight: weights?[constraint] ?? 1)
      row.clear()
      if status != .complete { return }
    }
    cellOperations += row.cellOperations
    if row.hasLostDetail { status = .doubt }
  }

  private mutating func add(
    _ row: ExpandedRow, _ constraint: Int, _ relation: SolverSession.Relation, level: Int32,
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
      variableKinks[variable].kinks.append(kink)
      site = .variable(variable)
    } else {
      let index = rowIndex(for: row, scale: scale)
      rowKinks[index].kinks.append(kink)
      site = .row(index)
    }
    sites[constraint] = site.code
  }

  /// What a row is divided by: its coefficient, or a power of two, so that scaling does not round; nil when its numbers
  /// are out of range.
  static func scale(of row: ExpandedRow) -> Double? {
    var largest = 0.0
    for column in row.columns { largest = max(largest, abs(row.values[Int(column)])) }
    guard largest.isFinite, largest > 0 else { return nil }
    let scale = row.columns.count == 1 ? largest : largest.binade
    return row.values[Int(row.columns[0])] < 0 ? -scale : scale
  }

  /// The kink that a constraint makes at the variable or row of its left side; nil when its numbers are out of range.
  static func kink(
    of row: ExpandedRow, scale: Double, _ constraint: Int, _ relation: SolverSession.Relation,
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

  /// How far a constraint that no free variable takes part in is from holding; it reads `0 relation rightSide`.
  static func violation(of row: ExpandedRow, _ relation: SolverSession.Relation) -> Double {
    switch relation {
    case .equal: return abs(row.rightSide)
    case .lessThanOrEqual: return -row.rightSide
    case .greaterThanOrEqual: return row.rightSide
    }
  }

  private func bucket(of row: ExpandedRow) -> Int {
    var hash: UInt64 = 0
    for column in row.columns {
      hash = (hash ^ UInt64(UInt32(bitPattern: column))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash & UInt64(rowBuckets.count - 1))
  }

  /// The row with this left side, or nil if there is none.
  func existingRow(for row: ExpandedRow, scale: Double, bucket: Int? = nil) -> Int? {
    var candidate = rowBuckets[bucket ?? self.bucket(of: row)]
    while candidate >= 0 {
      if isRow(Int(candidate), row, scale) { return Int(candidate) }
      candidate = rowBefore[Int(candidate)]
    }
    return nil
  }

  /// The row with this left side, added if there is none.
  private mutating func rowIndex(for row: ExpandedRow, scale: Double) -> Int {
    let bucket = bucket(of: row)
    if let index = existingRow(for: row, scale: scale, bucket: bucket) { return index }
    for column in row.columns {
      columns.append(column)
      coefficients.append(row.values[Int(column)] / scale)
      sizes.append(row.sizes[Int(column)] / abs(scale))
      isBlurred.append(row.isBlurred[Int(column)])
    }
    rowStarts.append(Int32(columns.count))
    rowKinks.append(KinkList())
    rowBefore.append(rowBuckets[bucket])
    rowBuckets[bucket] = Int32(rowKinks.count - 1)
    return rowKinks.count - 1
  }

  private func isRow(_ candidate: Int, _ row: ExpandedRow, _ scale: Double) -> Bool {
    let start = Int(rowStarts[candidate])
    guard Int(rowStarts[candidate + 1]) - start == row.columns.count else { return false }
    for (offset, column) in row.columns.enumerated() {
      let coefficient = row.values[Int(column)] / scale
      guard columns[start + offset] == column,
        abs(coefficients[start + offset] - coefficient) <= 4e-15 * abs(coefficient)
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
    for variable in variableKinks.indices where !variableKinks[variable].kinks.isEmpty {
      variableKinks[variable].snap()
      judge(variableKinks[variable])
    }
    for row in rowKinks.indices {
      rowKinks[row].snap()
      judge(rowKinks[row])
    }
  }

  private mutating func judge(_ list: KinkList) {
    let bounds = list.bounds
    if bounds.lower > bounds.upper {
      judge(gap: bounds.lower - bounds.upper, magnitude: bounds.magnitude)
    }
  }

  /// The variables and rows of each component that has a kink, in order of their first variable.
  func components(isFree: (Int) -> Bool) -> [Component] {
    var parents = ContiguousArray<Int32>(unsafeUninitializedCapacity: variableKinks.count) {
      for index in 0..<variableKinks.count { $0[index] = Int32(index) }
      $1 = variableKinks.count
    }
    func root(_ variable: Int32) -> Int32 {
      var variable = variable
      while parents[Int(variable)] != variable {
        parents[Int(variable)] = parents[Int(parents[Int(variable)])]
        variable = parents[Int(variable)]
      }
      return variable
    }
    for row in rowKinks.indices {
      let cells = Int(rowStarts[row])..<Int(rowStarts[row + 1])
      let first = root(columns[cells.lowerBound])
      for cell in cells { parents[Int(root(columns[cell]))] = first }
    }
    var numbers = ContiguousArray<Int32>(repeating: -1, count: variableKinks.count)
    var components: [Component] = []
    func number(_ variable: Int32) -> Int {
      let top = Int(root(variable))
      if numbers[top] < 0 {
        numbers[top] = Int32(components.count)
        components.append(Component())
      }
      return Int(numbers[top])
    }
    for variable in variableKinks.indices where isFree(variable) {
      components[number(Int32(variable))].variables.append(Int32(variable))
    }
    for row in rowKinks.indices {
      components[number(columns[Int(rowStarts[row])])].rows.append(Int32(row))
    }
    return components.filter {
      !$0.rows.isEmpty || !variableKinks[Int($0.variables[0])].kinks.isEmpty
    }
  }

  struct Component {
    var variables: ContiguousArray<Int32> = []
    var rows: ContiguousArray<Int32> = []
  }

  /// A component as a problem of its own.
  ///
  /// - Parameter localIndex: by variable of the system, its number in its component; set here.
  func problem(of component: Component, localIndex: inout ContiguousArray<Int32>) -> KinkedProblem {
    var problem = KinkedProblem()
    problem.structuralCount = component.variables.count
    problem.levelCount = levelCount
    for (local, variable) in component.variables.enumerated() {
      localIndex[Int(variable)] = Int32(local)
      let list = variableKinks[Int(variable)]
      let bounds = list.bounds
      problem.lower.append(bounds.lower)
      // Bounds that cross by rounding have been judged: they are one.
      problem.upper.append(max(bounds.lower, bounds.upper))
      problem.start.append(list.start(lower: bounds.lower, upper: bounds.upper))
      list.append(to: &problem.kinks)
      problem.kinkStarts.append(Int32(problem.kinks.count))
    }
    for row in component.rows {
      for cell in Int(rowStarts[Int(row)])..<Int(rowStarts[Int(row) + 1]) {
        problem.columns.append(localIndex[Int(columns[cell])])
        problem.coefficients.append(coefficients[cell])
        problem.sizes.append(sizes[cell])
        problem.isBlurred.append(isBlurred[cell])
      }
      problem.rowStarts.append(Int32(problem.columns.count))
      rowKinks[Int(row)].append(to: &problem.kinks)
      problem.kinkStarts.append(Int32(problem.kinks.count))
    }
    return problem
  }
}

/// The kinks that single constraints make.
extension Reduction {
  /// All kinks of a site, as constraints make them.
  func members(of site: Site) -> ContiguousArray<Kink> {
    switch site {
    case .nowhere: return []
    case .variable(let index): return variableKinks[index].kinks
    case .row(let index): return rowKinks[index].kinks
    }
  }

  /// The kink of a constraint at its site.
  func member(_ constraint: Int, of site: Site) -> Kink? {
    members(of: site).first { $0.constraint == Int32(constraint) }
  }

  mutating func append(_ kink: Kink, to site: Site) {
    switch site {
    case .nowhere: break
    case .variable(let index): variableKinks[index].kinks.append(kink)
    case .row(let index): rowKinks[index].kinks.append(kink)
    }
  }

  /// Takes the kink of a constraint away, and gives it.
  mutating func removeMember(_ constraint: Int, of site: Site) -> Kink? {
    switch site {
    case .nowhere: return nil
    case .variable(let index): return variableKinks[index].remove(constraint)
    case .row(let index): return rowKinks[index].remove(constraint)
    }
  }
}
