// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

extension ExactOracle {
  /// The variables that do not have the same value in every optimal layout, in order.
  ///
  /// Asks for each variable, with a wish below all strengths of the system, whether it can be larger or
  /// smaller than in the known optimum. Every answer is another optimal layout, in which often more
  /// variables differ than the one that was asked for.
  ///
  /// - Complexity: at most two exact solutions per variable: for reports, not for every case of a campaign.
  package static func ambiguousVariables(
    in system: LinearSystem, answer: ExactAnswer, limit: OracleLimit = .standard
  ) throws(OracleError) -> [VariableID] {
    guard let optimum = answer.optimum, case .ambiguous(let second) = optimum.uniqueness else {
      return []
    }
    var differs = optimum.point.indices.map { optimum.point[$0] != second[$0] }
    let lowest = optimum.levels.last?.strength ?? .required
    for variable in differs.indices {
      for direction in [1, -1] where !differs[variable] {
        var probe = system
        let value = optimum.point[variable]
        probe.addConstraint(
          [.init(.one, VariableID(variable))],
          direction > 0 ? .greaterThanOrEqual : .lessThanOrEqual, value + Rational(direction),
          strength: Strength(lowest.value / 2))
        guard let other = try solve(probe, limit: limit).optimum?.point else { continue }
        for index in differs.indices where other[index] != optimum.point[index] {
          differs[index] = true
        }
      }
    }
    return differs.indices.filter { differs[$0] }.map { VariableID($0) }
  }
}
