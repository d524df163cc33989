// SPDX-License-Identifier: MIT

extension Components {
  /// Stops a debug build where two components share a free variable, or a row is in none.
  ///
  /// - Complexity: O(rows + variables + cells); nothing in release builds.
  func checkInvariants<Number>(_ elimination: borrowing Elimination<Number>) {
    #if DEBUG
      assert(
        rows.count + constantRows.count == elimination.rest.count,
        "\(rows.count) and \(constantRows.count) of \(elimination.rest.count) rows")
      for component in 0..<count {
        assert(!rows(of: component).isEmpty, "component \(component) has no row")
        let own = variables(of: component)
        for place in own {
          let variable = Int(variables[place])
          assert(
            Int(positions[variable]) == place - own.lowerBound,
            "variable \(variable) is at \(positions[variable]) of component \(component)")
        }
        for place in rows(of: component) {
          for cell in elimination.rest.cells(Int(rows[place])) {
            let variable = elimination.rest.columns[cell]
            let position = Int(positions[Int(variable)])
            assert(position >= 0 && position < own.count, "variable \(variable) has no component")
            assert(
              variables[own.lowerBound + position] == variable,
              "variable \(variable) is in component \(component) and in another one")
          }
        }
      }
    #endif
  }
}
