// SPDX-License-Identifier: MIT

import LinearModel
import Oracles
import Solvers

/// The healthy simplex strategy, whose answers get one small error.
struct AnswerFaultSolver: Solver {
  let fault: AnswerFault

  /// The error of required constraints and priorities, in tolerances.
  private static let off = 3.0
  /// The error of a coordinate, in tolerances, when each constraint feels at most half of it.
  private static let coordinateOff = 1.8
  /// The changes that are tried before an answer stays as it is.
  private static let attemptsMax = 64
  /// The violation up to which a constraint counts as held, in points.
  private static let roundingMax = 1e-9

  var name: String { SimplexSolver().name }

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    let right = SimplexSolver().solve(system, limit: limit)
    return SolveResult(spoiled(right.outcome, of: system), work: right.work)
  }

  private func spoiled(_ outcome: SolveOutcome, of system: LinearSystem) -> SolveOutcome {
    switch outcome {
    case .infeasible(let conflict) where fault == .needlessMember:
      let others = (0..<system.constraintCount).map { ConstraintID($0) }
      let needless = others.first {
        system.strengths[$0.index].isRequired && !conflict.contains($0)
      }
      return .infeasible(conflict: (conflict + [needless].compactMap { $0 }).sorted())
    case .optimal(let solution):
      return .optimal(Solution(values: spoiled(solution.values, of: system)))
    case .infeasible, .feasible, .gaveUp: return outcome
    }
  }

  private func spoiled(_ values: [Double], of system: LinearSystem) -> [Double] {
    let tolerance = system.acceptedDistance(at: values)
    switch fault {
    case .requiredJustOff: return movedOffRequired(values, system, Self.off * tolerance)
    case .levelJustOff: return movedOffLevel(values, system, Self.off * tolerance) ?? values
    case .coordinateJustOff:
      return movedAside(values, system, Self.coordinateOff * tolerance)
    case .needlessMember: return values
    }
  }

  /// Moves all variables of the first required equation away from it.
  private func movedOffRequired(
    _ values: [Double], _ system: LinearSystem, _ distance: Double
  ) -> [Double] {
    let equation = (0..<system.constraintCount).first {
      system.strengths[$0].isRequired && system.relations[$0] == .equal
        && !system.cells(of: $0).isEmpty
    }
    guard let equation else { return values }
    var moved = values
    for cell in system.cells(of: equation) {
      moved[Int(system.columns[cell])] += system.coefficients[cell] > 0 ? distance : -distance
    }
    return moved
  }

  /// Moves a variable so that some priority gets worse, and no higher one.
  ///
  /// - Returns: nil when no tried variable can be moved like this.
  private func movedOffLevel(
    _ values: [Double], _ system: LinearSystem, _ distance: Double
  ) -> [Double]? {
    let before = system.objectives(at: values)
    var attempts = 0
    for row in 0..<system.constraintCount where !system.strengths[row].isRequired {
      guard let level = before.firstIndex(where: { $0.strength == system.strengths[row] }) else {
        continue
      }
      let sensitivity = sensitivity(of: system.strengths[row], system)
      for cell in system.cells(of: row) {
        for sign in [1.0, -1.0] {
          attempts += 1
          if attempts > Self.attemptsMax { return nil }
          var moved = values
          moved[Int(system.columns[cell])] +=
            sign * distance * sensitivity / abs(system.coefficients[cell])
          let after = system.objectives(at: moved)
          let isHeld = (0..<level).allSatisfy {
            after[$0].violation <= before[$0].violation + Self.roundingMax
          }
          let excess = after[level].violation - before[level].violation
          if isHeld, excess >= distance * sensitivity * 0.99, requiredHold(moved, system) {
            return moved
          }
        }
      }
    }
    return nil
  }

  /// Moves a variable that is at most half of each of its constraints.
  private func movedAside(
    _ values: [Double], _ system: LinearSystem, _ distance: Double
  ) -> [Double] {
    var shares = [Double](repeating: 0, count: system.variableCount)
    for row in 0..<system.constraintCount {
      let cells = system.cells(of: row)
      let norm = cells.reduce(0) { $0 + abs(system.coefficients[$1]) }
      for cell in cells {
        let column = Int(system.columns[cell])
        shares[column] = max(shares[column], abs(system.coefficients[cell]) / norm)
      }
    }
    guard let place = shares.firstIndex(where: { $0 > 0 && $0 <= 0.5 }) else { return values }
    var moved = values
    moved[place] += distance
    return moved
  }

  private func requiredHold(_ values: [Double], _ system: LinearSystem) -> Bool {
    (0..<system.constraintCount).allSatisfy {
      !system.strengths[$0].isRequired
        || system.violation(of: $0, at: values) <= Self.roundingMax
    }
  }

  /// Returns the sum of all absolute coefficients of a strength.
  private func sensitivity(of strength: Strength, _ system: LinearSystem) -> Double {
    var sum = 0.0
    for row in 0..<system.constraintCount where system.strengths[row] == strength {
      for cell in system.cells(of: row) { sum += abs(system.coefficients[cell]) }
    }
    return sum
  }
}
