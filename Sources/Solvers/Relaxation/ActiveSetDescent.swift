// SPDX-License-Identifier: MIT

import LinearModel

/// A descent of a point, level by level, along edges of the constraints that hold tightly: the
/// active set method.
///
/// The first level is the sum of violations of the required inequalities. At a point, minus the
/// slope of the level's sum is expressed as a sum of active rows. If there is no such sum, the
/// point moves in a direction that keeps all of them. It passes kinks of the sum until the sum
/// falls no further or a row that must hold stops it. That row becomes active. If there is such a
/// sum, multipliers out of their bounds name a row to release. When there is none, they prove the
/// level optimal. Then its rows are closed: those with a multiplier inside the bounds stay tight,
/// the others stay on their side, so that the sum cannot change any more. A level of required rows
/// that cannot reach 0 proves that they contradict each other (Farkas).
///
/// From a good start point it takes few steps. Each costs an elimination of the active rows after
/// the released one, and one pass over all rows. The point is never worse than the start point, at
/// the first level that differs. Reference: Conn, SIAM J. Numer. Anal. 1976 (piecewise linear
/// penalties by active sets); Bartels, J. Approx. Theory 1978.
struct ActiveSetDescent: ~Copyable {
  /// The end of a descent.
  enum Ending {
    /// All required rows hold, and every level is optimal, if the multipliers pass their check.
    case optimal
    /// All required rows hold.
    case feasible
    case infeasible
    /// No statement is known.
    case lost
  }

  /// The demand of a row on the point at the current level.
  enum Demand: UInt8 {
    /// The row belongs to a lower level, or was given up.
    case nothing
    /// The row's violation counts.
    case own
    case atMost, exactly, atLeast
  }

  var form: EchelonForm
  /// The constraint of each row of the form.
  var basis: [Int] = []
  /// The demands by constraint.
  var demands: [Demand]
  var isActive: [Bool]
  /// The side on which a row of the current level counts while it is not active, also where it is
  /// tight: 1 above, -1 below, 0 not known yet; by constraint.
  ///
  /// Where many rows meet in one point, the sides distinguish the sets of active rows. Without them
  /// a released row would be lost, and be released forever.
  var sides: [Int8]
  let values: UnsafeMutablePointer<Double>
  let gradient: UnsafeMutablePointer<Double>
  let weights: UnsafeMutablePointer<Double>
  let direction: UnsafeMutablePointer<Double>
  /// The number of rows of the form that are required equalities, which stay.
  var equalityRank = 0
  var isDoubtful = false
  var scannedCells = 0
  private(set) var steps = 0
  /// The number of steps of length 0 since the last longer one.
  var stalls = 0
  var breakpoints: [Breakpoint] = []
  /// The multipliers of each level that has violations, highest first.
  private(set) var proofs: [[(row: Int, weight: Double)]] = []
  /// The largest violation of a row that counts as holding, per unit of its norm.
  private(set) var tolerance = 0.0

  /// A place on the way where the slope of the level's sum changes.
  struct Breakpoint {
    let row: Int
    let length: Double
    let slopeChange: Double
    let rate: Double
    /// The side of the row that the point reaches behind it.
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

  /// Eliminates the required equalities; must be called first.
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

  /// Moves the point to where the given rows hold exactly, as far as they are independent.
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

  /// Descends all levels.
  ///
  /// - Parameters:
  ///   - rows: the constraints given to `init`.
  ///   - optional: the optional rows by descending strength.
  ///   - usesInequalities: a planted fault if false.
  ///   - operationsMax: the number of operations at which the descent ends.
  /// - Returns: the end of the descent.
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

  /// The end of the work on a level.
  private enum LevelEnd {
    case bottom(isZero: Bool)
    /// The level reached a limit, or numerical trouble.
    case stuck
  }

  /// Activates a row unless it depends on the active rows; returns whether it is active.
  @discardableResult
  private mutating func insert(
    _ row: Int, _ rows: borrowing ScaledRows
  ) -> Bool {
    guard case .independent = form.insert(row, of: rows) else { return false }
    basis.append(row)
    isActive[row] = true
    return true
  }

  /// Releases an active row.
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

  /// Sets `gradient` to minus the slope of the level's sum; returns whether any row is violated.
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

  /// Returns the side of an inactive row; a tight one stays on its previous side, at first on one
  /// where it holds.
  func side(of row: Int, residual: Double, _ rows: borrowing ScaledRows) -> Int8 {
    if residual != 0 { return residual > 0 ? 1 : -1 }
    if sides[row] != 0 { return sides[row] }
    return rows.relations[row] == .lessThanOrEqual ? -1 : 1
  }

  /// Returns the rate of the level's sum with the residual of a row on its side.
  private func slope(of row: Int, _ rows: borrowing ScaledRows) -> Double {
    let side = sides[row]
    if side > 0 && rows.relations[row] == .greaterThanOrEqual { return 0 }
    if side < 0 && rows.relations[row] == .lessThanOrEqual { return 0 }
    return Double(side) / rows.scales[row]
  }

  /// Adds the gradient of a row that is violated, or about to be, on its side.
  private mutating func pull(_ row: Int, _ rows: borrowing ScaledRows) {
    let slope = slope(of: row, rows)
    if slope == 0 { return }
    for cell in rows.cells(of: row) {
      gradient[Int(rows.columns[cell])] -= slope * rows.coefficients[cell]
    }
  }

  /// Returns the range of a row's multiplier, which pushes against its violation.
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

  /// The ratio to the largest multiplier below which a multiplier counts as rounding.
  private static let slip = 1e-9

  /// Returns an active row whose multiplier is out of bounds, and the side on which it must be
  /// left; nil if there is none.
  ///
  /// It is the one with the multiplier farthest out, or the first row when steps of length 0
  /// repeat, so that they cannot cycle.
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

  /// The number of steps of length 0 after which the order of rows decides.
  static let stallsMax = 30

  /// Records the multipliers of a level as its proof: those of the active rows, and those of the
  /// tight ones that count on one side.
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

  /// Ends a level: from now on its rows, and those in its proof, keep its sum.
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

  /// Whether the violations of the required rows are certainly more than rounding.
  private func isContradiction(_ rows: borrowing ScaledRows, _ required: [Int]) -> Bool {
    guard let proof = proofs.first else { return false }
    return FarkasProof(rows, violated: required, at: values, tolerance, proof).holds(rows)
  }

  mutating func countStep() { steps += 1 }

  /// Activates the row that stopped a step, and moves the point to where all active rows hold.
  mutating func enter(_ row: Int, _ rows: borrowing ScaledRows) -> Bool {
    guard insert(row, rows) else { return false }
    form.solve(into: values)
    checkInvariants(rows)
    return true
  }

  /// Stops a debug build where the active rows differ from those of the form.
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
