// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

extension ExactOracle {
  /// Returns for each member of an irreducible conflict a point that satisfies all other members.
  ///
  /// The result is nil when some member is not needed: then the conflict is not irreducible.
  ///
  /// The members' own system is solved, with their own variables: others are 0 in the points.
  ///
  /// - Precondition: the members are required constraints of the system.
  /// - Complexity: an exact solution for each member.
  package static func witnesses(
    ofConflict members: [ConstraintID], in system: LinearSystem, limit: OracleLimit = .standard
  ) throws(OracleError) -> [[Rational]]? {
    let part = PartOfSystem(system, members)
    let all = members.indices.map { ConstraintID($0) }
    var points: [[Rational]] = []
    let limit = limit.ofQuestion
    for left in all {
      let others = all.filter { $0 != left }
      let table = LevelTable(part.system, onlyRequired: others)
      let answer = try solve(part.system, table, limit: limit)
      guard let optimum = answer.optimum else { return nil }
      points.append(part.point(from: optimum.point, variableCount: system.variableCount))
    }
    return points
  }
}

/// Some constraints of a system with the variables that occur in them, as a system of their own.
struct PartOfSystem {
  private(set) var system = LinearSystem()
  /// The variable of the whole system, by variable of the part.
  private var variables: [Int] = []

  /// Creates the part; its constraint `k` is the `k`-th of `members`.
  ///
  /// - Complexity: O(terms of the members), and O(variables of the whole).
  init(_ whole: LinearSystem, _ members: [ConstraintID]) {
    var position = [Int](repeating: -1, count: whole.variableCount)
    for member in members {
      var terms: [LinearSystem.Term] = []
      for cell in whole.cells(of: member.index) {
        let variable = Int(whole.columns[cell])
        if position[variable] < 0 {
          position[variable] = system.addVariable().index
          variables.append(variable)
        }
        terms.append(.init(whole.exactCoefficients[cell], VariableID(position[variable])))
      }
      system.addConstraint(
        terms, whole.relations[member.index], whole.exactConstants[member.index],
        strength: whole.strengths[member.index])
    }
  }

  /// Returns a point of the part as one of the whole; variables outside of the part are 0.
  func point(from values: [Rational], variableCount: Int) -> [Rational] {
    var point = [Rational](repeating: .zero, count: variableCount)
    for (variable, value) in zip(variables, values) { point[variable] = value }
    return point
  }
}
