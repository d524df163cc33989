// SPDX-License-Identifier: MIT

import LinearModel

/// Moves a point down, level by level, along edges of the constraints that hold tightly: the active
/// set method.
///
/// The first level is the sum of violations of the required inequalities. At a point, minus the
/// slope of the level's sum is written as a sum of active rows. If it is none, the point moves in a
/// direction that keeps all of them, past kinks of the sum until it falls no further or a row that
/// must hold stops it; that row becomes active. If it is one, multipliers out of their bounds name
/// a row to let go; when there is none, they prove the level optimal. Then its rows are closed:
/// those with a multiplier inside the bounds stay tight, the others stay on their side, so that the
/// sum cannot change any more. A level of required rows that cannot reach 0 proves that they
/// contradict each other (Farkas).
///
/// Started from a good point it takes few steps. Each costs an elimination of the active rows after
/// the one that is let go, and one pass over all rows. The point is never worse than the one it was
/// started from, at the first level that differs. Reference: Conn, SIAM J. Numer. Anal. 1976
/// (piecewise linear penalties by active sets); Bartels, J. Approx. Theory 1978.
struct ActiveSetDescent: ~Copyable {
  /// How a descent ended.
  enum Ending {
    /// All required rows hold, and every level is optimal, if the multipliers stand the test.
    case optimal
    /// All required rows hold.
    case feasible
    case infeasible
    /// Nothing is known.
    case lost
  }

  /// What a row asks of the point at the level at hand.
  enum Demand: UInt8 {
    /// Belongs to a lower level, or was given up.
    case nothing
    /// Counts its violation.
    case own
    case atMost, exactly, atLeast
  }

  var form: EchelonForm
  /// By row of the form: its constraint.
  var basis: [Int] = []
  /// By constraint.
  var demands: [Demand]
  var isActive: [Bool]
  /// By constraint: the side on which a row of the level at hand is counted while it is not active,
  /// also where it is tight: 1 above, -1 below, 0 not known yet.
  ///
  /// Where many rows meet in one point, this is what tells one set of active rows from another;
  /// without it a row that is let go would be forgotten, and be let go for ever.
  var sides: [Int8]
  let values: UnsafeMutablePointer<Double>
  let gradient: UnsafeMutablePointer<Double>
  let weights: UnsafeMutablePointer<Double>
  let direction: UnsafeMutablePointer<Double>
  /// The rows of the form that are required equalities, which stay.
  var equalityRank = 0
  var isDoubtful = false
  var scannedCells = 0
  private(set) var steps = 0
  /// The steps of length 0 since the last longer one.
  var stalls = 0
  var breakpoints: [Breakpoint] = []
  /// The multipliers of each level that has violations, highest first.
  private(set) var proofs: [[(row: Int, weight: Double)]] = []
  /// How nearly a row must hold to count as holding, per unit of its norm.
  private(set) var tolerance = 0.0

  /// A place on the way where the slope of the level's sum changes.
  struct Breakpoint {
    let row: Int
    let length: Double
    let slopeChange: Double
    let rate: Double
    /// The side of the row on which the point is behind it.
    let side: Int8
  }

  init(_ rows: borrowing ScaledRows) {
    form = EchelonForm(
      variableCount: rows.variableCount, cellCapacity: 2 * rows.cellCount, isRecording: true)
    values = .allocate(capacity: rows.variableCount)
    demands = [Demand](repeating: .nothing, count: rows.count)
    isActive = [Bool](repeating: false, count: rows.count)
    sides = [Int8](repeating: 0, count: rows.count)
    gradient = .allocate(capacity: rows.variableCount)
    weights = .allocate(capacity: rows.variableCount)
    direction = .allocate(capacity: rows.variableCount)
    basis.reserveCapacity(rows.variableCount)
  }

  deinit {
    values.deallocate()
    gradient.deallocate()
    weights.deallocate()
    direction.deallocate()
  }

  var cellOperations: Int { form.cellOperations + scannedCells }

  /// Eliminates the required equalities: to be done first.
  mutating func eliminateEqualities(
    of rows: borrowing ScaledRows, operationsMax: Int
  ) -> EchelonForm.EqualityVerdict {
    let verdict = form.eliminateEqualities(of: rows, operationsMax: operationsMax) { row in
      basis.append(row)
      isActive[row] = true
    }
    for row in 0..<rows.count where rows.isRequired(row) && rows.relations[row] == .equal {
      demands[row] = .exactly
    }
    equalityRank = form.rank
    scannedCells += 2 * rows.cellCount
    checkInvariants(rows)
    return verdict
  }

  /// Puts the point where the given rows hold exactly, as far as they are independent.
  ///
  /// - Parameters:
  ///   - rows: the constraints given to `init`.
  ///   - point: values of all variables.
  ///   - tight: rows that nearly hold with equality there, the most important first.
  mutating func begin(
    _ rows: borrowing ScaledRows, at point: UnsafeMutablePointer<Double>, tight: [Int]
  ) {
    for row in tight { insert(row, rows) }
    values.update(from: point, count: rows.variableCount)
    form.solve(into: values)
    tolerance = max(4 * rows.tolerance(at: values), 1e-9 * rows.magnitude)
  }

  /// Goes down all levels.
  ///
  /// - Parameters:
  ///   - rows: the constraints given to `init`.
  ///   - optional: the optional rows by descending strength.
  ///   - usesInequalities: a planted fault if false.
  ///   - operationsMax: when reached, the point at hand is the end.
  /// - Returns: how the descent ended.
  mutating func descend(
    _ rows: borrowing ScaledRows, optional: [Int], usesInequalities: Bool, operationsMax: Int
  ) -> Ending {
    var required: [Int] = []
    required.reserveCapacity(rows.count)
    for row in 0..<rows.count where rows.isRequired(row) && rows.relations[row] != .equal {
      if usesInequalities { required.append(row) }
    }
    switch descend(rows, level: required[...], operationsMax) {
    case .stuck: return .lost
    case .bottom(let isZero):
      if !isZero { return isContradiction(rows, required) ? .infeasible : .lost }
    }
    var next = 0
    while next < optional.count {
      let first = next
      let strength = rows.strengths[optional[first]]
      while next < optional.count && rows.strengths[optional[next]] == strength { next += 1 }
      if case .stuck = descend(rows, level: optional[first..<next], operationsMax) {
        return .feasible
      }
    }
    return isDoubtful ? .feasible : .optimal
  }

  /// How the work on a level ended.
  private enum LevelEnd {
    case bottom(isZero: Bool)
    /// At a limit, or in numerical trouble.
    case stuck
  }

  /// Makes a row active unless it depends on the active rows; returns whether it is.
  @discardableResult
  private mutating func insert(
    _ row: Int, _ rows: borrowing ScaledRows
  ) -> Bool {
    guard case .independent = form.insert(row, of: rows) else { return false }
    basis.append(row)
    isActive[row] = true
    return true
  }

  /// Lets an active row go.
  private mutating func remove(at index: Int, _ rows: borrowing ScaledRows) {
    isActive[basis[index]] = false
    let after = basis[(index + 1)...]
    basis.removeLast(basis.count - index)
    form.truncate(to: index)
    for row in after {
      isActive[row] = false
      insert(row, rows)
    }
  }

  // MARK: - One level

  private mutating func descend(
    _ rows: borrowing ScaledRows, level: ArraySlice<Int>, _ operationsMax: Int
  ) -> LevelEnd {
    for row in level { demands[row] = .own }
    stalls = 0
    while true {
      if cellOperations > operationsMax { return .stuck }
      var slope = 0.0
      if !sumViolated(level, rows) {
        close(level, rows, isZero: true)
        return .bottom(isZero: true)
      }
      var column = -1
      var released = -1
      switch form.express(gradient, as: weights) {
      case .remainder(let free, let coefficient): (column, slope) = (free, coefficient)
      case .sum:
        guard let (index, side) = rowToRelease(rows) else {
          note(level, rows)
          close(level, rows, isZero: false)
          return .bottom(isZero: false)
        }
        released = basis[index]
        remove(at: index, rows)
        if demands[released] == .own {
          sides[released] = side
          pull(released, rows)
        }
        guard case .remainder(let free, let coefficient) = form.express(gradient, as: weights)
        else {
          return .stuck
        }
        (column, slope) = (free, coefficient)
      }
      form.direction(of: column, step: slope < 0 ? -1 : 1, into: direction)
      if !step(rows, slope: -abs(slope), released: released) { return .stuck }
    }
  }

  /// Sets `gradient` to minus the slope of the level's sum; returns whether anything is violated.
  private mutating func sumViolated(
    _ level: ArraySlice<Int>, _ rows: borrowing ScaledRows
  ) -> Bool {
    gradient.update(repeating: 0, count: rows.variableCount)
    var isAny = false
    for row in level where !isActive[row] {
      scannedCells += rows.cells(of: row).count
      let residual = rows.residual(of: row, at: values)
      let isTight = abs(residual) <= tolerance * rows.norms[row]
      sides[row] = side(of: row, residual: isTight ? 0 : residual, rows)
      if !isTight && slope(of: row, rows) != 0 { isAny = true }
      pull(row, rows)
    }
    return isAny
  }

  /// The side of a row that is not active; a tight one stays on the side where it was, at first on
  /// one where it holds.
  func side(of row: Int, residual: Double, _ rows: borrowing ScaledRows) -> Int8 {
    if residual != 0 { return residual > 0 ? 1 : -1 }
    if sides[row] != 0 { return sides[row] }
    return rows.relations[row] == .lessThanOrEqual ? -1 : 1
  }

  /// How the level's sum changes with the residual of a row on its side.
  private func slope(of row: Int, _ rows: borrowing ScaledRows) -> Double {
    let side = sides[row]
    if side > 0 && rows.relations[row] == .greaterThanOrEqual { return 0 }
    if side < 0 && rows.relations[row] == .lessThanOrEqual { return 0 }
    return Double(side) / rows.scales[row]
  }

  /// Adds the pull of a row that is violated, or about to be, on its side.
  private mutating func pull(_ row: Int, _ rows: borrowing ScaledRows) {
    let slope = slope(of: row, rows)
    if slope == 0 { return }
    for cell in rows.cells(of: row) {
      gradient[Int(rows.columns[cell])] -= slope * rows.coefficients[cell]
    }
  }

  /// The multipliers that a row may have: it pushes against what it must not do.
  private func bounds(of row: Int, _ rows: borrowing ScaledRows) -> (low: Double, high: Double) {
    switch demands[row] {
    case .nothing: return (0, 0)
    case .atMost: return (0, .infinity)
    case .exactly: return (-.infinity, .infinity)
    case .atLeast: return (-.infinity, 0)
    case .own:
      let most = 1 / rows.scales[row]
      return (
        rows.relations[row] == .lessThanOrEqual ? 0 : -most,
        rows.relations[row] == .greaterThanOrEqual ? 0 : most
      )
    }
  }

  /// Multipliers smaller than this share of the largest are taken for rounding.
  private static let slip = 1e-9

  /// An active row whose multiplier is out of bounds, and the side to which it must be left; nil if
  /// there is none.
  ///
  /// The multiplier farthest out, or the first row when steps of length 0 repeat, so that they
  /// cannot go round.
  private func rowToRelease(_ rows: borrowing ScaledRows) -> (index: Int, side: Int8)? {
    var largest = 0.0
    for index in basis.indices { largest = max(largest, abs(weights[index])) }
    let slip = Self.slip * largest
    var best: (index: Int, side: Int8)?
    var farthest = 0.0
    for index in equalityRank..<basis.count {
      let row = basis[index]
      let (low, high) = bounds(of: row, rows)
      let excess = max(low - weights[index], weights[index] - high)
      if excess <= slip { continue }
      let isBetter =
        stalls > Self.stallsMax ? row < best.map { basis[$0.index] } ?? .max : excess > farthest
      if !isBetter { continue }
      best = (index, weights[index] > high ? 1 : -1)
      farthest = excess
    }
    return best
  }

  /// After so many steps of length 0 the order of rows decides.
  static let stallsMax = 30

  /// Keeps the multipliers of a level as its proof: those of the active rows, and those of the
  /// tight ones that are counted on one side.
  private mutating func note(_ level: ArraySlice<Int>, _ rows: borrowing ScaledRows) {
    var proof: [(row: Int, weight: Double)] = []
    for (index, row) in basis.enumerated() where weights[index] != 0 {
      proof.append((row, weights[index]))
    }
    for row in level where !isActive[row] {
      scannedCells += rows.cells(of: row).count
      let isTight = abs(rows.residual(of: row, at: values)) <= tolerance * rows.norms[row]
      let slope = slope(of: row, rows)
      if isTight && slope != 0 { proof.append((row, slope)) }
    }
    proofs.append(proof)
  }

  /// Ends a level: from now on its rows, and those that its multipliers lean on, do what keeps its
  /// sum.
  private mutating func close(
    _ level: ArraySlice<Int>, _ rows: borrowing ScaledRows, isZero: Bool
  ) {
    if !isZero, let proof = proofs.last {
      let largest = proof.reduce(0) { max($0, abs($1.weight)) }
      for (row, weight) in proof {
        demands[row] = Multiplier(weight, largest).demand(
          demands[row], of: row, rows, &isDoubtful)
      }
    }
    for row in level where demands[row] == .own {
      if isZero || rows.violation(of: row, at: values) <= tolerance * rows.norms[row] {
        demands[row] = Demand(rows.relations[row])
      } else {
        demands[row] = rows.residual(of: row, at: values) > 0 ? .atLeast : .atMost
      }
    }
  }

  /// Whether the violations of the required rows cannot be nothing but rounding.
  private func isContradiction(_ rows: borrowing ScaledRows, _ required: [Int]) -> Bool {
    guard let proof = proofs.first else { return false }
    return FarkasProof(rows, violated: required, at: values, tolerance, proof).holds(rows)
  }

  mutating func countStep() { steps += 1 }

  /// Makes the row that stopped a step active, and puts the point where all active rows say.
  mutating func enter(_ row: Int, _ rows: borrowing ScaledRows) -> Bool {
    guard insert(row, rows) else { return false }
    form.solve(into: values)
    checkInvariants(rows)
    return true
  }

  /// Stops a debug build where the active rows are not those of the form.
  func checkInvariants(_ rows: borrowing ScaledRows) {
    #if DEBUG
      assert(basis.count == form.rank, "\(basis.count) active rows, \(form.rank) of the form")
      assert(equalityRank <= basis.count, "\(equalityRank) equalities of \(basis.count) rows")
      assert(demands.count == rows.count && sides.count == rows.count, "rows are missing")
      var seen: Set<Int> = []
      for row in basis {
        assert(row >= 0 && row < rows.count, "row \(row) of \(rows.count)")
        assert(isActive[row], "row \(row) of the form is not active")
        assert(seen.insert(row).inserted, "row \(row) is active twice")
      }
      assert(tolerance >= 0 && steps >= 0 && stalls >= 0, "a counter is negative")
      form.checkInvariants()
    #endif
  }
}

extension ActiveSetDescent.Demand {
  init(_ relation: Relation) {
    switch relation {
    case .lessThanOrEqual: self = .atMost
    case .equal: self = .exactly
    case .greaterThanOrEqual: self = .atLeast
    }
  }
}
