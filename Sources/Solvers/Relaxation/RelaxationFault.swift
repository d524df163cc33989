// SPDX-License-Identifier: MIT

import LinearModel

/// The planted faults of the relaxation strategy: each turns it into a mutant with wrong claims on
/// some systems.
package enum RelaxationFault: String, CaseIterable, Sendable {
  /// Stops after three sweeps and claims its current point.
  ///
  /// Models an iteration limit that counts as convergence (lume/kiwi's limit of 10,000 iterations).
  case stopsEarly
  /// Ignores inequalities when it polishes the answer.
  ///
  /// Models the skipped infeasible rows of compnerd/cassowary.
  case inequalitiesForgotten
  /// Uses strengths as weights of one sum and claims that its minimum is optimal.
  ///
  /// Models GNUstep, where four constraints at 250 beat one at 750.
  case strengthAsWeight
  /// Returns results rounded to 32 bits.
  ///
  /// Models GNUstep and amoeba, which store results as `float`.
  case singlePrecision
  /// Returns the value that a variable had before the last update.
  ///
  /// Models the stale cached values of amoeba (765fdf4).
  case staleValue
  /// Takes a required constraint that is violated by less than half a point as satisfied.
  ///
  /// Models a convergence test on visible differences.
  case halfPoint
}

extension RelaxationFault {
  /// Plants the faults that misread the input.
  func misread(_ rows: inout ScaledRows) {
    guard self == .strengthAsWeight else { return }
    for row in 0..<rows.count where !rows.isRequired(row) {
      rows.scales[row] *= 500 / rows.strengths[row]
      rows.strengths[row] = 500
    }
  }

  /// Plants the faults that spoil the answer of the polishing step.
  func spoil(_ outcome: SolveOutcome, _ sweeper: borrowing Sweeper) -> SolveOutcome {
    guard var values = outcome.solution?.values else { return outcome }
    switch self {
    case .strengthAsWeight: return .optimal(Solution(values: values))
    case .singlePrecision: values = values.map { Double(Float($0)) }
    case .staleValue:
      guard let variable = sweeper.lastMoved else { return outcome }
      values[variable] = sweeper.values[variable]
    case .stopsEarly, .inequalitiesForgotten, .halfPoint: return outcome
    }
    if case .optimal = outcome { return .optimal(Solution(values: values)) }
    return .feasible(Solution(values: values))
  }

  /// Plants the faults that do without the polishing step; nil for the others.
  func unpolished(_ rows: borrowing ScaledRows, _ sweeper: borrowing Sweeper) -> SolveOutcome? {
    switch self {
    case .stopsEarly: break
    case .halfPoint:
      for row in 0..<rows.count where rows.isRequired(row) {
        let violation = rows.violation(of: row, at: sweeper.values)
        if violation > 0.5 * rows.norms[row] { return .gaveUp(.noConvergence) }
      }
    case .inequalitiesForgotten, .strengthAsWeight, .singlePrecision, .staleValue: return nil
    }
    let values = UnsafeBufferPointer(start: sweeper.values, count: rows.variableCount)
    return .feasible(Solution(values: [Double](values)))
  }
}
