// SPDX-License-Identifier: MIT

import LinearModel

/// A solution of a system by elimination of equations in order of strength, with a guess of the
/// active inequalities.
///
/// Each round eliminates, in this order: the required equalities (once, they stay), the activated
/// required inequalities, the optional equalities and activated optional inequalities by descending
/// strength. It then activates violated inequalities and starts the next round. Variables that no
/// equation fixes are 0.
struct ActiveSetRun: ~Copyable {
  /// The planted faults of this type; none in a healthy strategy.
  struct Flaws: OptionSet {
    let rawValue: Int

    /// A required equality that follows from others counts as a contradiction.
    static let refusesRedundancy = Flaws(rawValue: 1)
    /// Violated inequalities are searched only once.
    static let repairsOnce = Flaws(rawValue: 2)
    /// A dropped constraint does not prevent the claim that the answer is optimal.
    static let forgetsDrops = Flaws(rawValue: 4)
    /// Inequalities are neither activated nor checked.
    static let ignoresInequalities = Flaws(rawValue: 8)
    /// The limit of the effort is a hundred times as high.
    static let spendsMore = Flaws(rawValue: 16)
  }

  /// The current use of an inequality.
  private enum Role: UInt8 {
    /// The inequality is not an equation.
    case idle
    case active
    /// The inequality was an equation, but contradicted the ones before it.
    case refused
  }

  let rows: ScaledRows
  private let flaws: Flaws
  private let cellOperationsMax: Int
  private var form: EchelonForm
  private var equalityRank = 0
  private var roles: [Role]
  /// The required inequalities, in the order in which they became equations.
  private var activeRequired: [Int] = []
  /// All optional constraints by descending strength.
  private var optional: [Int] = []
  private let values: UnsafeMutablePointer<Double>
  /// The values of the latest round that kept all required constraints.
  private var bestValues: [Double]?
  private var isDropped = false
  private var rounds = 0
  private var scannedCells = 0

  init(_ rows: consuming ScaledRows, flaws: Flaws, limit: WorkLimit) {
    self.flaws = flaws
    cellOperationsMax = limit.cellOperations
    form = EchelonForm(variableCount: rows.variableCount, cellCapacity: 2 * rows.cellCount)
    roles = [Role](repeating: .idle, count: rows.count)
    values = .allocate(capacity: rows.variableCount)
    values.initialize(repeating: 0, count: rows.variableCount)
    optional.reserveCapacity(rows.count)
    for row in 0..<rows.count where !rows.isRequired(row) { optional.append(row) }
    optional.sort {
      rows.strengths[$0] == rows.strengths[$1]
        ? $0 < $1 : rows.strengths[$0] > rows.strengths[$1]
    }
    self.rows = rows
  }

  deinit {
    values.deallocate()
  }

  var work: WorkCounters {
    var work = WorkCounters()
    work.pivots = form.pivotCount
    work.rowOperations = form.rowOperations
    work.iterations = rounds
    work.peakCells = rows.cellCount + form.peakCells
    work.cellOperations = cellOperations
    return work
  }

  private var cellOperations: Int { form.cellOperations + scannedCells }

  private var isLimitReached: Bool { cellOperations >= cellOperationsMax }

  /// Whether the rounds have reached their cost limit, so that a hard system is given up early.
  ///
  /// Of 6,000 generated layouts that were solved at all, none took more than 27 times its size.
  private var isEffortSpent: Bool {
    let effort = 2_000 + 40 * (rows.cellCount + rows.count + rows.variableCount)
    return cellOperations > (flaws.contains(.spendsMore) ? 100 * effort : effort)
  }

  /// The number of rounds without a point that satisfies all required rows before a contradiction
  /// is searched.
  private static let suspiciousRound = 4

  mutating func outcome() -> SolveOutcome {
    guard rows.isUsable else { return .gaveUp(.numericalDoubt) }
    switch form.eliminateEqualities(
      of: rows, operationsMax: cellOperationsMax,
      refusesRedundancy: flaws.contains(.refusesRedundancy))
    {
    case .consistent: equalityRank = form.rank
    case .contradictory: return .infeasible(conflict: [])
    case .doubtful: return .gaveUp(.numericalDoubt)
    case .limitReached: return .gaveUp(.workLimit)
    }
    scannedCells += 2 * rows.cellCount
    repeat {
      rounds += 1
      values.update(repeating: 0, count: rows.variableCount)
      eliminate()
      if isLimitReached { return .gaveUp(.workLimit) }
      form.solve(into: values)
      if flaws.contains(.repairsOnce) && rounds == 2 { return .feasible(solution) }
      // Contradicting rows alternate forever.
      guard activateViolated() else { return claim() }
      if rounds == Self.suspiciousRound && bestValues == nil && isContradictory() {
        return .infeasible(conflict: [])
      }
    } while !isEffortSpent
    return claim()
  }

  private var solution: Solution {
    Solution(values: [Double](UnsafeBufferPointer(start: values, count: rows.variableCount)))
  }

  /// Brings everything except the required equalities into echelon form.
  private mutating func eliminate() {
    assert(form.rank >= equalityRank, "\(form.rank) rows, \(equalityRank) equalities")
    form.truncate(to: equalityRank)
    isDropped = false
    var kept = 0
    for index in activeRequired.indices {
      let row = activeRequired[index]
      if insertOrRefuse(row) {
        activeRequired[kept] = row
        kept += 1
      }
      if isLimitReached { return }
    }
    activeRequired.removeLast(activeRequired.count - kept)
    assert(
      activeRequired.allSatisfy { rows.isRequired($0) && rows.relations[$0] != .equal },
      "an active row is no required inequality")
    for row in optional where rows.relations[row] == .equal || roles[row] == .active {
      if !insertOrRefuse(row) { isDropped = true }
      if isLimitReached { return }
    }
  }

  /// Turns a constraint into an equation unless the equations before it contradict it.
  private mutating func insertOrRefuse(_ row: Int) -> Bool {
    guard case .dependent(let residual, let magnitude) = form.insert(row, of: rows),
      !EchelonForm.isZero(residual, magnitude)
    else { return true }
    roles[row] = .refused
    return false
  }

  /// Activates violated inequalities: the required ones, or else those of the highest strength.
  ///
  /// A required inequality that was refused before and is violated now precedes all others.
  /// - Returns: whether there is a new row to eliminate.
  private mutating func activateViolated() -> Bool {
    if flaws.contains(.ignoresInequalities) { return false }
    let tolerance = rows.tolerance(at: values) / 2
    var violated: [(row: Int, violation: Double)] = []
    var refused: (row: Int, violation: Double)?
    for row in 0..<rows.count where rows.isRequired(row) && rows.relations[row] != .equal {
      let violation = rows.violation(of: row, at: values)
      if violation <= tolerance * rows.norms[row] || roles[row] == .active { continue }
      if roles[row] == .idle {
        violated.append((row, violation))
      } else if refused.map({ $0.violation < violation }) ?? true {
        refused = (row, violation)
      }
    }
    // Rows count too, so that rounds over rows without cells end.
    scannedCells += rows.cellCount + rows.count
    if violated.isEmpty && refused == nil { return activateViolatedOptional(tolerance) }
    violated.sort { $0.violation == $1.violation ? $0.row < $1.row : $0.violation > $1.violation }
    for (row, _) in violated { roles[row] = .active }
    activeRequired += violated.map(\.row)
    if let refused {
      roles[refused.row] = .active
      activeRequired.insert(refused.row, at: 0)
    }
    return true
  }

  private mutating func activateViolatedOptional(_ tolerance: Double) -> Bool {
    bestValues = solution.values
    var strength = 0.0
    for row in optional where rows.relations[row] != .equal && roles[row] == .idle {
      if rows.strengths[row] < strength { break }
      if rows.violation(of: row, at: values) <= tolerance * rows.norms[row] { continue }
      roles[row] = .active
      strength = rows.strengths[row]
    }
    return strength > 0
  }

  /// Claims the statement that the values prove on all rows.
  private mutating func claim() -> SolveOutcome {
    if let bestValues, !holds(required: true) {
      for variable in 0..<rows.variableCount { values[variable] = bestValues[variable] }
    }
    for variable in 0..<rows.variableCount where !values[variable].isFinite {
      return .gaveUp(.numericalDoubt)
    }
    let isFeasible = holds(required: true)
    if isFeasible && (holds(required: false) || (isDropped && flaws.contains(.forgetsDrops))) {
      return .optimal(solution)
    }
    if isFeasible { return .feasible(solution) }
    return isContradictory() ? .infeasible(conflict: []) : .gaveUp(.noConvergence)
  }

  /// Whether all required, or all optional, constraints hold at the values.
  private mutating func holds(required: Bool) -> Bool {
    let tolerance = rows.tolerance(at: values)
    scannedCells += rows.cellCount
    for row in 0..<rows.count where rows.isRequired(row) == required {
      if flaws.contains(.ignoresInequalities) && rows.relations[row] != .equal { continue }
      // Written so that a value that is not a number fails.
      if !(rows.violation(of: row, at: values) <= tolerance * rows.norms[row]) { return false }
    }
    return true
  }

  /// Whether the required rows that became equations contradict another required row.
  ///
  /// A contradiction of the equations is one of the inequalities, too, when each of them pushes in
  /// the right direction: see `FarkasProof`.
  private mutating func isContradictory() -> Bool {
    var combination = EchelonForm(
      variableCount: rows.variableCount, cellCapacity: 2 * rows.cellCount, isRecording: true)
    var basis: [Int] = []
    _ = combination.eliminateEqualities(of: rows, operationsMax: .max) { basis.append($0) }
    var isCandidate = [Bool](repeating: false, count: rows.count)
    for row in activeRequired {
      if case .independent = combination.insert(row, of: rows) {
        basis.append(row)
      } else {
        isCandidate[row] = true
      }
    }
    let weights = UnsafeMutablePointer<Double>.allocate(capacity: rows.variableCount)
    let vector = UnsafeMutablePointer<Double>.allocate(capacity: rows.variableCount)
    vector.initialize(repeating: 0, count: rows.variableCount)
    defer {
      weights.deallocate()
      vector.deallocate()
    }
    var isFound = false
    let tolerance = rows.tolerance(at: values)
    for row in 0..<rows.count where rows.isRequired(row) && rows.relations[row] != .equal {
      if isFound || isLimitReached { break }
      if !isCandidate[row] && rows.violation(of: row, at: values) <= tolerance * rows.norms[row] {
        continue
      }
      let side = rows.relations[row] == .lessThanOrEqual ? 1.0 : -1
      for cell in rows.cells(of: row) {
        vector[Int(rows.columns[cell])] = -side * rows.coefficients[cell]
      }
      if case .sum = combination.express(vector, as: weights) {
        let proof = basis.indices.filter { weights[$0] != 0 }.map { (basis[$0], weights[$0]) }
        isFound = FarkasProof(proof + [(row, side)]).holds(rows)
      }
      for cell in rows.cells(of: row) { vector[Int(rows.columns[cell])] = 0 }
    }
    scannedCells += combination.cellOperations + rows.cellCount
    return isFound
  }
}
