// SPDX-License-Identifier: MIT

import LinearModel

/// A condition that most systems do not meet: a fault that shows only then takes more cases to find.
///
/// Most planted faults show within some dozen cases, which leaves nothing to compare. Real ones that survive are often of
/// this kind: only on large screens, only with many priorities, only when several numbers happen to be so.
package enum FaultCondition: String, Sendable, Hashable, CaseIterable {
  /// At least 300 constraints.
  case large
  /// At least 10 optional strengths.
  case manyStrengths
  /// One system in 64, by a hash of its numbers: what nothing that is counted tells of.
  case coincidence

  /// - Complexity: O(size of the system).
  func isMet(by system: LinearSystem) -> Bool {
    switch self {
    case .large: return system.constraintCount >= 300
    case .manyStrengths: return system.optionalStrengths.count >= 10
    case .coincidence:
      var hasher = StableHash()
      hasher.combine(system.variableCount)
      for constant in system.constants { hasher.combine(constant.bitPattern) }
      return hasher.finalize().isMultiple(of: 64)
    }
  }
}

/// A strategy whose fault shows under a condition only.
private struct HidingSolver: Solver {
  let name: String
  let faulty: any Solver
  let healthy: any Solver
  let condition: FaultCondition

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    (condition.isMet(by: system) ? faulty : healthy).solve(system, limit: limit)
  }
}

extension Mutant {
  /// The mutant with its fault under a condition; nil when it is no mutant of a strategy.
  package func hidden(by condition: FaultCondition) -> Mutant? {
    guard let trial = trial as? CampaignTrial,
      case .strategy(let faulty, let healthy) = trial.subject
    else { return nil }
    let name = "\(name)+\(condition.rawValue)"
    let solver = HidingSolver(
      name: name, faulty: faulty.solver, healthy: healthy.solver, condition: condition)
    return Mutant(
      name: name, origin: origin, seenBy: seenBy,
      trial: CampaignTrial(
        .strategy(Strategy(name: name, solver: solver), healthy: healthy),
        handMade: trial.handMade))
  }
}
