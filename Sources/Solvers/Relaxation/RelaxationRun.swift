// SPDX-License-Identifier: MIT

import LinearModel

/// One run of the relaxation strategy on one system.
struct RelaxationRun: ~Copyable {
  /// The largest number of sweeps over all levels; a third of them for the required constraints.
  ///
  /// Points that have not settled by then are left to the polishing step. In measurements more
  /// sweeps improved hardly any layout.
  static let sweepsMax = 240
  /// The over-relaxation: 1 is a plain projection, 2 would never settle.
  private static let relaxation = 1.5
  /// The largest movement of a settled point in one step of a sweep, in points.
  private static let settled = 1e-3
  /// The largest violation of a constraint that counts as holding at a settled point, in points.
  private static let near = 1e-2
  /// The smallest distance that a constraint of the current level can pull the point from its
  /// anchor, in points; and the increase each time it pulled in vain.
  private static let reach = 300.0
  private static let reachGrowth = 4.0

  /// The largest ratio of the longest final step to the longest step halfway at which required
  /// constraints count as contradictory.
  ///
  /// The final step must also be longer than `stalledStep`.
  private static let stalled = 0.8
  private static let stalledStep = 0.1

  /// The work limit of the descent for each cell of the system: some hundred steps where they are
  /// needed.
  private static let descentEffort = 600

  private let rows: ScaledRows
  private var descent: ActiveSetDescent
  private var sweeper: Sweeper
  private let equalities: EchelonForm.EqualityVerdict
  private let fault: RelaxationFault?
  /// Whether sweeps continue after the point has settled, and many more of them; planted.
  private let neverSettles: Bool
  private let sweepsMax: Int
  private let limit: WorkLimit
  /// The optional rows by descending strength.
  private var optional: [Int] = []
  /// The distinct optional strengths, highest first.
  private var levels: [Double] = []
  private var scannedCells = 0

  /// - Parameters:
  ///   - rows: the constraints.
  ///   - start: values to start from.
  ///   - fault: a planted fault.
  ///   - slowdown: planted useless work.
  ///   - limit: bounds the work.
  init(
    _ rows: consuming ScaledRows, start: [Double]?, fault: RelaxationFault?,
    slowdown: RelaxationSlowdown?, limit: WorkLimit
  ) {
    self.fault = fault
    neverSettles = slowdown == .neverSettles
    sweepsMax = Self.sweepsMax * (neverSettles ? RelaxationSlowdown.moreSweeps : 1)
    self.limit = limit
    optional.reserveCapacity(rows.count)
    for row in 0..<rows.count where !rows.isRequired(row) { optional.append(row) }
    optional.sort {
      rows.strengths[$0] == rows.strengths[$1]
        ? $0 < $1 : rows.strengths[$0] > rows.strengths[$1]
    }
    for row in optional where levels.last != rows.strengths[row] {
      levels.append(rows.strengths[row])
    }
    descent = ActiveSetDescent(rows)
    equalities = descent.eliminateEqualities(of: rows, operationsMax: limit.cellOperations)
    sweeper = Sweeper(rows, solved: &descent.form, start: start)
    self.rows = rows
  }

  var work: WorkCounters {
    var work = WorkCounters()
    work.pivots = descent.steps + descent.form.pivotCount
    work.rowOperations = sweeper.projections + descent.form.rowOperations
    work.iterations = sweeper.sweeps
    work.peakCells = rows.cellCount + descent.form.peakCells
    work.cellOperations = cellOperations
    return work
  }

  private var cellOperations: Int {
    sweeper.cellOperations + descent.cellOperations + scannedCells
  }

  private var isLimitReached: Bool { cellOperations >= limit.cellOperations }

  mutating func outcome() -> SolveOutcome {
    guard rows.isUsable else { return .gaveUp(.numericalDoubt) }
    switch equalities {
    case .consistent: break
    case .contradictory: return .infeasible(conflict: [])
    case .doubtful: return .gaveUp(.numericalDoubt)
    case .limitReached: return .gaveUp(.workLimit)
    }
    relax()
    if isLimitReached { return .gaveUp(.workLimit) }
    descent.form.solve(into: sweeper.values)
    for variable in 0..<rows.variableCount where !sweeper.values[variable].isFinite {
      return .gaveUp(.numericalDoubt)
    }
    if let lie = fault?.unpolished(rows, sweeper) { return lie }
    let outcome = polish()
    return fault?.spoil(outcome, sweeper) ?? outcome
  }

  // MARK: - Polishing

  /// Makes nearly tight rows hold exactly, and continues from there to an optimum.
  private mutating func polish() -> SolveOutcome {
    descent.begin(rows, at: sweeper.values, tight: tightRows())
    let effort = min(
      limit.cellOperations - sweeper.cellOperations - scannedCells,
      descent.cellOperations + 20_000 + Self.descentEffort * rows.cellCount)
    let ending = descent.descend(
      rows, optional: optional, usesInequalities: fault != .inequalitiesForgotten,
      operationsMax: effort)
    if isLimitReached { return .gaveUp(.workLimit) }
    switch ending {
    case .infeasible: return .infeasible(conflict: [])
    case .lost: return .gaveUp(.noConvergence)
    case .optimal, .feasible: break
    }
    let solution = Solution(
      values: [Double](UnsafeBufferPointer(start: descent.values, count: rows.variableCount)))
    // A variable that no required row contains can overflow unnoticed by them.
    guard solution.values.allSatisfy({ $0.isFinite }) else { return .gaveUp(.numericalDoubt) }
    // The descent has ended, and not where it was to end.
    guard holdsRequired() else { return .gaveUp(.noConvergence) }
    guard case .optimal = ending else { return .feasible(solution) }
    var proof = OptimalityProof(rows, at: descent.values, tolerance: descent.tolerance)
    scannedCells += rows.cellCount * 6
    return proof.holds(rows, optional: optional, descent.proofs)
      ? .optimal(solution) : .feasible(solution)
  }

  /// Returns the rows that act at the point and nearly hold with equality.
  ///
  /// Required ones are first, then by strength; of the same strength the nearest first.
  private mutating func tightRows() -> [Int] {
    scannedCells += rows.cellCount
    var tight: [(row: Int, distance: Double)] = []
    let near = Self.near * rows.magnitude
    for row in 0..<rows.count where !(rows.isRequired(row) && rows.relations[row] == .equal) {
      let distance = abs(rows.residual(of: row, at: sweeper.values)) / rows.norms[row]
      let isNear =
        distance <= near && (rows.relations[row] == .equal || sweeper.multipliers[row] != 0)
      if isNear || sweeper.isHeld[row] { tight.append((row, distance)) }
    }
    tight.sort {
      if rows.strengths[$0.row] != rows.strengths[$1.row] {
        return rows.strengths[$0.row] > rows.strengths[$1.row]
      }
      return $0.distance == $1.distance ? $0.row < $1.row : $0.distance < $1.distance
    }
    return tight.map(\.row)
  }

  private mutating func holdsRequired() -> Bool {
    let tolerance = rows.tolerance(at: descent.values)
    scannedCells += rows.cellCount
    for row in 0..<rows.count where rows.isRequired(row) {
      if fault == .inequalitiesForgotten && rows.relations[row] != .equal { continue }
      // Written so that a value that is not a number fails.
      let violation = rows.violation(of: row, at: descent.values)
      if !(violation <= tolerance * rows.norms[row]) { return false }
    }
    return true
  }

  // MARK: - Sweeps

  /// Sweeps the required constraints, then one level after the other.
  private mutating func relax() {
    for row in 0..<rows.count
    where rows.isRequired(row) && rows.relations[row] != .equal {
      sweeper.add(row, rows.relations[row], reach: .infinity)
    }
    if fault == .stopsEarly {
      _ = settle(sweepsMax: 3)
      return
    }
    // Contradicting required constraints make the point oscillate forever.
    let half = settle(sweepsMax: sweepsMax / 6)
    let whole = settle(sweepsMax: sweepsMax / 6)
    if whole > Self.stalled * half && whole > Self.stalledStep * rows.magnitude { return }
    let sweepsEach = max(8, sweepsMax * 2 / 3 / max(1, levels.count))
    for level in levels {
      if sweeper.sweeps >= sweepsMax { return }
      let own = (0..<rows.count).filter { rows.strengths[$0] == level }
      var reach = Self.reach
      for row in own { reach = max(reach, 1.5 * sweeper.pull(of: row) * rows.scales[row]) }
      for row in own { sweeper.add(row, rows.relations[row], reach: reach / rows.scales[row]) }
      sweeper.reanchor()
      settle(level: own, reach: reach, lastSweep: min(sweepsMax, sweeper.sweeps + sweepsEach))
      for row in own { sweeper.freeze(row, in: rows, within: Self.near * rows.magnitude) }
    }
  }

  /// Sweeps a level; while rows are saturated, sweeps again from the new point with a larger reach.
  private mutating func settle(level: [Int], reach: Double, lastSweep: Int) {
    var reach = reach
    while true {
      _ = settle(sweepsMax: lastSweep - sweeper.sweeps)
      if sweeper.sweeps >= lastSweep || !isSaturated(level) { return }
      if sweeper.distanceFromAnchor() <= Self.near * rows.magnitude { return }
      sweeper.reanchor()
      reach *= Self.reachGrowth
      for row in level { sweeper.bind(row, rows.relations[row], reach: reach / rows.scales[row]) }
    }
  }

  private func isSaturated(_ level: [Int]) -> Bool {
    for row in level where sweeper.isSaturated(row) { return true }
    return false
  }

  /// Sweeps until the point settles; returns the longest step of the last sweep.
  private mutating func settle(sweepsMax: Int) -> Double {
    let settled = Self.settled * rows.magnitude
    var longest = 0.0
    for _ in 0..<sweepsMax where !isLimitReached {
      longest = sweeper.sweep(relaxation: Self.relaxation)
      if longest <= settled, !neverSettles { break }
    }
    return longest
  }
}
