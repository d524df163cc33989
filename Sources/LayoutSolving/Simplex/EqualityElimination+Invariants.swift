// SPDX-License-Identifier: MIT

extension EqualityElimination {
  /// Stops a debug build where a definition contains a variable defined earlier, or ranks and
  /// definitions are inconsistent.
  ///
  /// - Complexity: O(variables + cells); nothing in release builds.
  func checkInvariants() {
    #if DEBUG
      let count = variables.count
      assert(starts.count == count + 1, "\(starts.count) starts of \(count) definitions")
      assert(constants.count == count && magnitudes.count == count, "constants are missing")
      assert(coefficients.count == columns.count, "\(coefficients.count) of \(columns.count) cells")
      assert(isBlurred.count == columns.count, "\(isBlurred.count) of \(columns.count) cells")
      assert(!(leastPivotShare <= 0 || leastPivotShare > 1), "a pivot share of \(leastPivotShare)")
      for definition in 0..<count { checkDefinition(definition) }
      var defined = 0
      for variable in 0..<ranks.count where ranks[variable] >= 0 { defined += 1 }
      assert(defined == count, "\(defined) variables have a rank, \(count) a definition")
    #endif
  }

  private func checkDefinition(_ definition: Int) {
    #if DEBUG
      let variable = Int(variables[definition])
      assert(Int(ranks[variable]) == definition, "variable \(variable) has another rank")
      assert(!(magnitudes[definition] < 0), "a magnitude of \(magnitudes[definition])")
      assert(starts[definition] <= starts[definition + 1], "definition \(definition) ends early")
      for cell in Int(starts[definition])..<Int(starts[definition + 1]) {
        let rank = Int(ranks[Int(columns[cell])])
        assert(rank < 0 || rank > definition, "variable \(variable) hangs on an earlier definition")
      }
    #endif
  }
}
