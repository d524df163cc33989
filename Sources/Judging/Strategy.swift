// SPDX-License-Identifier: MIT

import LinearModel
import Solvers

/// A solver strategy under its name in campaigns and reports.
package struct Strategy: Sendable {
  /// The name: `simplex` for a healthy strategy, `simplex.weightedLevels` for a mutant of it.
  package let name: String
  package let solver: any Solver

  package init(name: String, solver: any Solver) {
    self.name = name
    self.solver = solver
  }

  /// The built-in strategies without faults, in the order of reports.
  package static let healthy: [Strategy] = StrategyName.allCases.map(healthy)

  /// Returns a built-in strategy without faults.
  package static func healthy(_ name: StrategyName) -> Strategy {
    switch name {
    case .simplex: return Strategy(name: name.rawValue, solver: SimplexSolver())
    case .relaxation: return Strategy(name: name.rawValue, solver: RelaxationSolver())
    case .naive: return Strategy(name: name.rawValue, solver: NaiveSolver())
    }
  }
}
