// SPDX-License-Identifier: MIT

/// The variables of a system in groups: two are in one group when rows connect them.
///
/// The groups do not affect each other.
package struct VariableGroups: Sendable {
  private let system: LinearSystem
  private let isOpen: [Bool]
  /// The representative of each variable's group; during construction, the next variable on the
  /// path there.
  private var next: [Int]

  /// Joins the variables that rows connect.
  ///
  /// - Parameters:
  ///   - system: any system.
  ///   - isOpen: whether a variable may take several values; others connect nothing.
  ///   - connects: whether a row connects its variables.
  /// - Complexity: O(size of the system), nearly.
  package init(
    of system: LinearSystem, isOpen: [Bool], connects: (_ row: Int) -> Bool = { _ in true }
  ) {
    precondition(isOpen.count == system.variableCount, "each variable is open or not")
    self.system = system
    self.isOpen = isOpen
    next = Array(isOpen.indices)
    for row in 0..<system.constraintCount where connects(row) {
      var first: Int?
      for variable in openVariables(ofRow: row) {
        if let first { join(first, variable) } else { first = variable }
      }
    }
    for variable in next.indices { next[variable] = end(of: variable) }
  }

  /// Returns the representative of a variable's group; nil when it is not open.
  package func group(of variable: Int) -> Int? { isOpen[variable] ? next[variable] : nil }

  /// Returns the groups of a row, in the order of its variables.
  package func groups(ofRow row: Int) -> [Int] {
    openVariables(ofRow: row).compactMap { group(of: $0) }
  }

  private func openVariables(ofRow row: Int) -> [Int] {
    system.cells(of: row).map { Int(system.columns[$0]) }.filter { isOpen[$0] }
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (first, second) = (end(of: one), end(of: other))
    // The lower number represents both, so that the order of rows does not matter.
    next[max(first, second)] = min(first, second)
  }

  /// Returns the end of the path from a variable, and halves the path for later lookups.
  private mutating func end(of variable: Int) -> Int {
    var end = variable
    while next[end] != end {
      next[end] = next[next[end]]
      end = next[end]
    }
    return end
  }
}
