// SPDX-License-Identifier: MIT

/// Moves of a kink beyond the range of its basis: from breakpoint to breakpoint, with a step of the
/// dual simplex method at each.
///
/// A basis is optimal at all levels at once under two conditions. The rates of every column, up and
/// down, are lexicographically 0 or more, and every basic variable is in its segment. Moving a kink
/// together with the nonbasic variable that rests at it changes no rate. The move ends where a
/// basic variable reaches the end of its segment. That variable may pass the kink there if the
/// rates in its row stay valid. Otherwise it leaves the basis, and the column of its row with the
/// smallest ratio of rate to coefficient enters. Either way the rates are valid again. Only the row
/// and the columns with a cell in it are read.
///
/// After each step these invariants hold, for `range` and the next step:
/// - `lower` and `upper` of every *basic* variable are the ends of the segment of its slopes at all
///   levels: kinks of any level, none of them inside;
/// - every nonbasic variable except those that no kink holds rests at a kink exactly;
/// - `lower`, `upper`, `fixedLevel` and closing rates of *nonbasic* variables are outdated values
///   of the last run, and so are gradient, segments and slopes of the last level. `rerun` first
///   computes all of them again.
///
/// Every special case is left to `rerun`: a required constraint that would break, a variable that
/// leaves its kink, a rate or a cell in doubt, too many steps.
///
/// Reference: Gass and Saaty, The computational algorithm for the parametric objective function,
/// 1955; Maros, Computational Techniques of the Simplex Method, 2003 (dual long step).
extension LexicographicSimplex {
  /// The largest distance that a value moves: longer moves would lose digits.
  private static let longestWay = 1e5

  /// The number of steps after which another run is due, which checks the tableau.
  private static let mostSteps = 10_000

  /// The number of steps after which values are computed again from the rows.
  private static let stepsToRevision = 500

  /// The count of a step that rounds, because it does not divide by a power of two.
  private static let roundingStep = 8

  /// The smallest absolute value of a pivot here; its inverse is the largest one.
  private static let leastPivot = 1.0 / 32

  /// The largest number of rows with a cell in a column that is chosen without comparing it with
  /// equally good ones.
  private static let shortColumn: Int32 = 3

  /// Moves a kink, and the nonbasic variable that rests at it, through any number of breakpoints.
  ///
  /// - Parameters:
  ///   - kink: the index of the kink; no other kink of the variable is on the way.
  ///   - variable: the variable that has the kink.
  ///   - target: the new position of the kink.
  ///   - limit: the largest number of coefficients that may be read or written.
  ///   - scratch: for as many levels; its contents are ignored.
  /// - Returns: false when `rerun` has to continue; then the kink is at its old position, and the
  ///   variable rests at the target.
  /// - Complexity: O(cells of the variable's column) for each breakpoint, plus the cells and
  ///   columns that are read in the row of the breakpoint.
  mutating func travel(
    _ kink: Int, of variable: Int, to target: Double, limit: Int, _ scratch: ParametricScratch
  ) -> Bool {
    let start = problem.kinks[kink].position
    guard place[variable] >= 0, value[variable] == start, start != target,
      stepsSinceRun < Self.mostSteps, isWayClear(kink, of: variable, to: target)
    else { return false }
    let work = tableau.spent
    let most = min(limit, 6 * (problem.variableCount + tableau.liveCells))
    let upward = target > start
    var shortSteps = 0
    while true {
      let ends = nextEnd(column: Int(place[variable]), upward: upward)
      let way = abs(target - value[variable])
      guard way * ends.steepest <= Self.longestWay else {
        return giveUp(kink, of: variable, start: start, target)
      }
      guard let end = ends.nearest, end.distance < way else { break }
      shift(column: Int(place[variable]), by: upward ? end.distance : -end.distance)
      problem.kinks[kink].position = value[variable]
      shortSteps = end.distance > 0 ? 0 : shortSteps + 1
      guard !end.isRequired, shortSteps <= 2 * basic.count + 8,
        step(at: end, moving: variable, scratch), !tableau.hasLostDetail,
        !tableau.isFull, tableau.spent - work <= most
      else { return giveUp(kink, of: variable, start: start, target) }
    }
    rest(variable, at: target)
    problem.kinks[kink].position = target
    problem.checkKinks(of: variable)
    if stepsSinceRevision < Self.stepsToRevision { return true }
    stepsSinceRevision = 0
    return reviseValues() || giveUp(kink, of: variable, start: start, target)
  }

  /// Leaves the rest of the way to the primal simplex method.
  private mutating func giveUp(_ kink: Int, of variable: Int, start: Double, _ target: Double)
    -> Bool
  {
    problem.kinks[kink].position = start
    rest(variable, at: target)
    return false
  }

  /// Whether there is no other kink of a variable on the way of one.
  private func isWayClear(_ moving: Int, of variable: Int, to target: Double) -> Bool {
    let kink = problem.kinks[moving]
    let margin = KinkList.rounding * max(kink.magnitude, abs(target))
    let first = min(kink.position, target) - margin
    let last = max(kink.position, target) + margin
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1])
    where index != moving {
      let other = problem.kinks[index]
      let rounding = KinkList.rounding * other.magnitude
      if other.position >= first - rounding && other.position <= last + rounding { return false }
    }
    return true
  }

  /// The end of a basic variable's segment on a motion.
  private struct SegmentEnd {
    var distance: Double
    var row: Int
    var isUpper: Bool
    /// Whether the required constraints end there, otherwise only a segment.
    var isRequired: Bool
  }

  /// Returns the first end that a basic variable reaches when the nonbasic one of a column moves,
  /// and the largest rate.
  ///
  /// The end is nil when there is none.
  private mutating func nextEnd(column: Int, upward: Bool) -> (
    nearest: SegmentEnd?, steepest: Double
  ) {
    var nearest: SegmentEnd?
    var steepest = 1.0
    tableau.cellOperations += Int(tableau.columnLengths[column])
    var cell = tableau.columnHeads[column]
    while cell >= 0 {
      let entry = tableau.cells[Int(cell)]
      cell = entry.nextInColumn
      if entry.value == 0 { continue }
      steepest = max(steepest, abs(entry.value))
      let variable = Int(basic[Int(entry.row)])
      let isUpper = upward == (entry.value > 0)
      let room = room(of: variable, isUpper: isUpper)
      let distance = max(0, room.distance) / abs(entry.value)
      if distance < nearest?.distance ?? .infinity {
        nearest = SegmentEnd(
          distance: distance, row: Int(entry.row), isUpper: isUpper, isRequired: room.isRequired)
      }
    }
    return (nearest, steepest)
  }

  /// Returns the distance that a basic variable may move one way in its segment and its required
  /// bounds.
  private func room(of variable: Int, isUpper: Bool) -> (distance: Double, isRequired: Bool) {
    let bounds = requiredBounds(of: variable)
    let position = value[variable]
    if isUpper {
      return (min(upper[variable], bounds.upper) - position, bounds.upper < upper[variable])
    }
    return (position - max(lower[variable], bounds.lower), bounds.lower > lower[variable])
  }

  // MARK: - One step

  private enum Exchange {
    /// The basic variable passes its kink.
    case none
    /// The cell whose column enters, and the direction in which its variable then moves.
    case pivot(cell: Int, upward: Bool)
    case doubtful
  }

  /// Moves a basic variable beyond the end of its segment, or out of the basis.
  private mutating func step(
    at end: SegmentEnd, moving: Int, _ scratch: ParametricScratch
  ) -> Bool {
    let variable = Int(basic[end.row])
    let position = end.isUpper ? upper[variable] : lower[variable]
    guard findJump(of: variable, at: position, scratch.jump) else { return false }
    steps += 1
    stepsSinceRun += 1
    stepsSinceRevision += 1
    switch exchange(at: end, moving: moving, scratch) {
    case .doubtful: return false
    case .none:
      setSegment(of: variable, from: position, upward: end.isUpper)
      return true
    case .pivot(let cell, let upward):
      let entering = Int(nonbasic[Int(tableau.cells[cell].column)])
      if tableau.cells[cell].value.significand != 1 { stepsSinceRun += Self.roundingStep }
      setSegment(of: entering, from: value[entering], upward: upward)
      exchangeBasis(cell: cell)
      value[variable] = position
      return true
    }
  }

  private func setSegment(of variable: Int, from position: Double, upward: Bool) {
    let segment = segment(of: variable, from: position, upward: upward)
    lower[variable] = segment.lower
    upper[variable] = segment.upper
    checkSegment(of: variable)
  }

  /// Returns the result of the dual simplex method's ratio test over the levels, for a basic
  /// variable at the end of its segment with a known jump.
  ///
  /// A column that moves at no cost is chosen at once. The search begins at the cell of the row's
  /// last result: along a drag the columns alternate.
  private mutating func exchange(
    at end: SegmentEnd, moving: Int, _ scratch: ParametricScratch
  ) -> Exchange {
    var best = -1
    var bestLength = Int32.max
    let head = tableau.rowHeads[end.row]
    let known = candidateCell[end.row]
    let first = tableau.isLive(Int(known), inRow: end.row) ? known : head
    var cell = first
    repeat {
      let entry = tableau.cells[Int(cell)]
      let here = Int(cell)
      cell = entry.nextInRow >= 0 ? entry.nextInRow : head
      if entry.value == 0 { continue }
      if entry.isBlurred { return .doubtful }
      let column = Int(entry.column)
      let upward = end.isUpper == (entry.value < 0)
      let isMoving = Int(nonbasic[column]) == moving
      let length = isMoving ? .max : tableau.columnLengths[column]
      switch findRates(column: column, upward: upward, scratch.candidate) {
      case .less, .doubtful: return .doubtful
      case .same where length <= Self.shortColumn && isPivot(entry.value):
        candidateCell[end.row] = Int32(truncatingIfNeeded: here)
        return .pivot(cell: here, upward: upward)
      case .same, .greater: break
      }
      let order =
        best < 0
        ? .less : scratch.candidate.compared(to: scratch.least, dividedBy: abs(entry.value))
      switch order {
      case .doubtful: return .doubtful
      case .greater: continue
      case .same:
        // Of equally good columns the moving one enters last, before it the longer ones.
        if length >= bestLength { continue }
      case .less: break
      }
      best = here
      bestLength = length
      scratch.least.set(scratch.candidate, dividedBy: abs(entry.value))
    } while cell != first
    return choice(best, end, moving: moving, scratch)
  }

  private func choice(
    _ best: Int, _ end: SegmentEnd, moving: Int, _ scratch: ParametricScratch
  ) -> Exchange {
    guard best >= 0 else { return .doubtful }
    let isRequired = scratch.jump[0] > 0
    if !isRequired {
      switch scratch.jump.compared(to: scratch.least, dividedBy: 1) {
      case .doubtful: return .doubtful
      case .less, .same: return .none
      case .greater: break
      }
    }
    let entry = tableau.cells[best]
    guard Int(nonbasic[Int(entry.column)]) != moving, isPivot(entry.value) else {
      return .doubtful
    }
    candidateCell[end.row] = Int32(truncatingIfNeeded: best)
    return .pivot(cell: best, upward: end.isUpper == (entry.value < 0))
  }

  private func isPivot(_ value: Double) -> Bool {
    abs(value) >= Self.leastPivot && abs(value) <= 1 / Self.leastPivot
  }

  /// Exchanges the basic and the nonbasic variable of a cell in the tableau alone.
  private mutating func exchangeBasis(cell: Int) {
    let row = Int(tableau.cells[cell].row)
    let column = Int(tableau.cells[cell].column)
    let leaving = basic[row]
    let entering = nonbasic[column]
    if !tableau.isSymmetric(cell) { tableau.pivot(at: cell) }
    basic[row] = entering
    nonbasic[column] = leaving
    place[Int(entering)] = ~Int32(truncatingIfNeeded: row)
    place[Int(leaving)] = Int32(truncatingIfNeeded: column)
    pivots += 1
    checkAfterPivot(row: row, column: column)
  }
}
