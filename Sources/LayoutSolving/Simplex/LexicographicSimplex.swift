// SPDX-License-Identifier: MIT

/// A primal simplex method for a `KinkedProblem`: level by level, strictly lexicographic, with
/// bounded variables and piecewise linear costs.
///
/// The tableau expresses each basic variable as a sum over the nonbasic ones. At the start the rows
/// are basic and the structural variables are not. A nonbasic variable rests at one of its kinks or
/// bounds, or at its start value. Within a level each basic variable is in a *segment*, between two
/// kinks of the level or hard bounds, in which its cost is linear.
///
/// When a level is optimal, every variable is confined to the part of its range in which it is
/// optimal for certain points of the optimal face. A nonbasic variable may not move in a direction
/// of positive rate, and no basic variable leaves its segment. By complementary slackness the
/// remaining points are exactly the optima of the level, for any optimal basis. The next level
/// starts from there. The required constraints are level 0, with an optimum that has to be 0.
///
/// Reference: Chvatal, Linear Programming, 1983 (bounded simplex, Bland's rule); Fourer, A simplex
/// algorithm for piecewise-linear programming, Mathematical Programming 33, 1985.
struct LexicographicSimplex: ~Copyable {
  enum Status { case optimal, infeasible, doubt, workLimit }

  private let arena: BufferArena
  var problem: KinkedProblem
  let structuralCount: Int
  let fault: SimplexFault?
  var workLimit: Int
  var tableau: SparseTableau
  var pivots = 0
  var steps = 0
  var level: Int32 = 0
  /// The number of parametric steps since the last run, and since values were computed again.
  ///
  /// Steps that round count several times.
  var stepsSinceRun = 0
  var stepsSinceRevision = 0
  /// The number of degenerate steps in a row; Bland's rule ends cycles when there are many.
  var degenerateSteps = 0
  /// The column at which pricing resumes.
  var priceCursor = 0

  // By variable.
  let value: Buffer<Double>
  let lower: Buffer<Double>
  let upper: Buffer<Double>
  /// The slopes of the cost of this level just below and just above the value; equal in a segment.
  let slopeBelow: Buffer<Double>
  let slopeAbove: Buffer<Double>
  /// The segment of a basic variable: between two kinks or bounds.
  let segmentLower: Buffer<Double>
  let segmentUpper: Buffer<Double>
  /// The kinks of this level, `kinkFirst ..< kinkEnd`; those before `kinkIndex` are below the
  /// value.
  let kinkFirst: Buffer<Int32>
  let kinkEnd: Buffer<Int32>
  let kinkIndex: Buffer<Int32>
  /// The column of a nonbasic variable, or the complement of the row of a basic one.
  let place: Buffer<Int32>
  /// The rates by which a level has closed the directions down and up, 0 when none has.
  ///
  /// A rate that may be rounding noise counts as almost 0.
  let closingRateDown: Buffer<Double>
  let closingRateUp: Buffer<Double>
  /// The level that has closed both directions of a nonbasic variable, or `Int32.max`.
  let fixedLevel: Buffer<Int32>

  /// The basic variable of each row of the tableau.
  let basic: Buffer<Int32>
  /// The nonbasic variable of each column.
  let nonbasic: Buffer<Int32>
  /// The change of the basic variables' cost with each column's nonbasic one, and the sum of the
  /// absolute summands.
  let gradient: Buffer<Double>
  let gradientScale: Buffer<Double>

  // Scratch of the ratio test, by candidate.
  let candidateCell: Buffer<Int32>
  let candidateStep: Buffer<Double>
  /// Scratch by structural variable.
  let scratch: Buffer<Double>
  let scratchScale: Buffer<Double>
  /// The cost of each level when the level was solved.
  var optima: ContiguousArray<Double> = []

  init(_ problem: KinkedProblem, workLimit: Int, fault: SimplexFault?) {
    self.problem = problem
    self.workLimit = workLimit
    self.fault = fault
    structuralCount = problem.structuralCount
    let rows = problem.rowCount
    let columns = problem.structuralCount
    let variables = rows + columns
    tableau = SparseTableau(
      rows: rows, columns: columns, cellCount: problem.columns.count)
    var arena = BufferArena(
      byteCount: 9 * BufferArena.byteCount(of: Double.self, variables)
        + 5 * BufferArena.byteCount(of: Int32.self, variables)
        + 4 * BufferArena.byteCount(of: Double.self, columns)
        + BufferArena.byteCount(of: Int32.self, columns)
        + BufferArena.byteCount(of: Double.self, rows)
        + 2 * BufferArena.byteCount(of: Int32.self, rows))
    value = Buffer(repeating: 0, count: variables, in: &arena)
    lower = Buffer(repeating: -.infinity, count: variables, in: &arena)
    upper = Buffer(repeating: .infinity, count: variables, in: &arena)
    slopeBelow = Buffer(repeating: 0, count: variables, in: &arena)
    slopeAbove = Buffer(repeating: 0, count: variables, in: &arena)
    segmentLower = Buffer(repeating: -.infinity, count: variables, in: &arena)
    segmentUpper = Buffer(repeating: .infinity, count: variables, in: &arena)
    kinkFirst = Buffer(repeating: 0, count: variables, in: &arena)
    kinkEnd = Buffer(repeating: 0, count: variables, in: &arena)
    kinkIndex = Buffer(repeating: 0, count: variables, in: &arena)
    place = Buffer(repeating: 0, count: variables, in: &arena)
    closingRateDown = Buffer(repeating: 0, count: variables, in: &arena)
    closingRateUp = Buffer(repeating: 0, count: variables, in: &arena)
    fixedLevel = Buffer(repeating: .max, count: variables, in: &arena)
    basic = Buffer(repeating: 0, count: rows, in: &arena)
    nonbasic = Buffer(repeating: 0, count: columns, in: &arena)
    gradient = Buffer(repeating: 0, count: columns, in: &arena)
    gradientScale = Buffer(repeating: 0, count: columns, in: &arena)
    candidateCell = Buffer(repeating: 0, count: rows, in: &arena)
    candidateStep = Buffer(repeating: 0, count: rows, in: &arena)
    scratch = Buffer(repeating: 0, count: columns, in: &arena)
    scratchScale = Buffer(repeating: 0, count: columns, in: &arena)
    self.arena = arena
    problem.checkInvariants()
    loadStart()
  }

  private mutating func loadStart() {
    for column in 0..<structuralCount {
      nonbasic[column] = Int32(column)
      place[column] = Int32(column)
      lower[column] = problem.lower[column]
      upper[column] = problem.upper[column]
      value[column] = problem.start[column]
      if lower[column] == upper[column] { fixedLevel[column] = 0 }
    }
    for row in 0..<problem.rowCount {
      basic[row] = Int32(structuralCount + row)
      place[structuralCount + row] = ~Int32(row)
    }
    for variable in 0..<problem.variableCount { kinkEnd[variable] = problem.kinkStarts[variable] }
    // At the start bounds hold.
    for variable in 0..<structuralCount {
      while kinkEnd[variable] < problem.kinkStarts[variable + 1],
        problem.kinks[Int(kinkEnd[variable])].level == 0
      {
        kinkEnd[variable] += 1
      }
    }
    loadRows()
    computeRowValues()
  }

  /// Fills the tableau with the rows of the problem.
  mutating func loadRows() {
    for row in 0..<problem.rowCount {
      for cell in Int(problem.rowStarts[row])..<Int(problem.rowStarts[row + 1]) {
        tableau.insert(
          row: row, column: Int(problem.columns[cell]), value: problem.coefficients[cell],
          isBlurred: problem.isBlurred[cell])
      }
    }
  }

  /// Computes the values of basic rows from those of the structural variables.
  func computeRowValues() {
    for row in 0..<problem.rowCount where place[structuralCount + row] < 0 {
      value[structuralCount + row] = activity(ofRow: row)
    }
  }

  func activity(ofRow row: Int) -> Double {
    var sum = 0.0
    for cell in Int(problem.rowStarts[row])..<Int(problem.rowStarts[row + 1]) {
      sum += problem.coefficients[cell] * value[Int(problem.columns[cell])]
    }
    return sum
  }

  // MARK: - Levels

  private static let fewLevels = 1_000
  private static let readingsOfLevel = 16

  /// Solves all levels.
  mutating func run() -> Status {
    optima.reserveCapacity(problem.levelCount)
    for level in 0..<problem.levelCount {
      self.level = Int32(level)
      if tableau.isOver(workLimit) { return .workLimit }
      // A level reads all variables several times, whatever its contents: that is expensive for
      // very many levels.
      if problem.levelCount > Self.fewLevels {
        tableau.spend(operations: Self.readingsOfLevel * problem.variableCount)
      }
      guard beginLevel() else {
        optima.append(0)
        continue
      }
      checkInvariants()
      let status = optimize()
      if status != .optimal { return status }
      if level == 0 {
        let feasibility = judgeFeasibility()
        if feasibility != .optimal && fault != .failedPhaseIgnored { return feasibility }
      }
      if hasDoubtfulDirection() && fault == nil { return .doubt }
      optima.append(cost())
      if fault != .levelsNotHeld || level == 0 { closeLevel() }
      checkInvariants()
    }
    if fault != nil { return .optimal }
    return tableau.hasLostDetail || !holdsOptima() ? .doubt : .optimal
  }

  /// Moves variables until no direction improves the level.
  mutating func optimize() -> Status {
    var isFresh = false
    var repairs = 0
    let stepLimit = steps + 10_000 + 100 * problem.variableCount
    while true {
      if tableau.isOver(workLimit) { return .workLimit }
      if steps > stepLimit { return .doubt }
      if let entering = price() {
        isFresh = false
        // Costs are 0 or more, so only rounding can make a level look unbounded.
        if !move(column: entering.column, upward: entering.upward, rate: entering.rate) {
          guard repairs < 3, refactor() else { return .doubt }
          repairs += 1
        }
        continue
      }
      if isFresh { return .optimal }
      if !refresh() {
        guard repairs < 3, refactor() else { return .doubt }
        repairs += 1
        guard refresh() else { return .doubt }
      }
      isFresh = true
    }
  }

  /// The largest absolute value of a structural variable, at least 1.
  var extent: Double {
    var extent = 1.0
    for variable in 0..<structuralCount { extent = max(extent, abs(value[variable])) }
    return extent
  }

  /// Returns whether the required rows hold: `.optimal`, `.infeasible` or `.doubt`.
  private func judgeFeasibility() -> Status {
    let extent = self.extent
    guard extent.isFinite else { return .doubt }
    var status = Status.optimal
    for variable in 0..<problem.variableCount {
      for index in Int(kinkFirst[variable])..<Int(kinkEnd[variable]) {
        let kink = problem.kinks[index]
        let distance = value[variable] - kink.position
        guard distance < 0 && kink.below < 0 || distance > 0 && kink.above > 0 else { continue }
        var size = kink.magnitude
        if variable >= structuralCount { size += activitySize(ofRow: variable - structuralCount) }
        if abs(distance) > 1e-8 * size + 1e-12 * extent { return .infeasible }
        if !(abs(distance) <= 1e-12 * size + 1e-14 * extent) { status = .doubt }
      }
    }
    return status
  }

  /// Returns the sum of the absolute terms of a row, cancelled parts of its coefficients included.
  func activitySize(ofRow row: Int) -> Double {
    var size = 0.0
    for cell in Int(problem.rowStarts[row])..<Int(problem.rowStarts[row + 1]) {
      size += problem.sizes[cell] * abs(value[Int(problem.columns[cell])])
    }
    return size
  }

  // MARK: - Cost

  /// Returns the cost of the current level.
  func cost() -> Double {
    var sum = 0.0
    for variable in 0..<problem.variableCount {
      for index in Int(kinkFirst[variable])..<Int(kinkEnd[variable]) {
        sum += problem.kinks[index].cost(at: value[variable])
      }
    }
    return sum
  }

  /// Whether the final point is as good at every level as when that was solved: a check that no
  /// direction was left open by mistake.
  private func holdsOptima() -> Bool {
    var weights = ContiguousArray(repeating: 0.0, count: problem.levelCount)
    var costs = weights
    for variable in 0..<problem.variableCount {
      for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
        let kink = problem.kinks[index]
        weights[Int(kink.level)] += kink.above - kink.below
        costs[Int(kink.level)] += kink.cost(at: value[variable])
      }
    }
    let extent = self.extent
    for level in 0..<problem.levelCount {
      let change = abs(costs[level] - optima[level])
      if !(change <= 1e-9 * extent * weights[level]) { return false }
    }
    return true
  }
}
