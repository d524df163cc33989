// SPDX-License-Identifier: MIT

import LinearModel

extension SolverScript {
  /// An error in a script that can be read, and its place.
  struct Flaw: Sendable, Hashable {
    /// The error as one sentence without a full stop.
    var text: String
    /// The index of the step; nil if the number of variables is wrong.
    var step: Int?
    /// The key of the wrong member of the step in files; nil if the whole step is wrong.
    var key: String?
    /// The position of the wrong term, if one is wrong.
    var term: Int?
  }

  /// The first error; nil when the script is well formed.
  ///
  /// - Complexity: O(terms) expected.
  var flaw: Flaw? {
    guard (0...1_000_000).contains(variableCount) else {
      return Flaw(text: "\(variableCount) variables")
    }
    var books = FlawSearch(variableCount: variableCount)
    for (index, step) in steps.enumerated() {
      if let flaw = books.flaw(of: step, at: index) { return flaw }
    }
    return nil
  }
}

/// The ids and suggestions that the steps so far have defined.
private struct FlawSearch {
  private var ids = Set<Int>()
  private var suggested: [Strength?]

  init(variableCount: Int) { suggested = [Strength?](repeating: nil, count: variableCount) }

  mutating func flaw(of step: SolverScript.Step, at index: Int) -> SolverScript.Flaw? {
    func flaw(_ text: String, _ key: String, term: Int? = nil) -> SolverScript.Flaw {
      SolverScript.Flaw(text: "step \(index + 1) \(text)", step: index, key: key, term: term)
    }
    let unknown = "speaks of a variable that is not there"
    switch step {
    case .solve: break
    case .remove(let id):
      if !ids.contains(id) { return flaw("takes back what was never added", "constraint") }
    case .setConstant(let id, _), .setStrength(let id, _), .setActive(let id, _):
      if !ids.contains(id) { return flaw("changes what was never added", "constraint") }
    case .endSuggestion(let variable):
      guard suggested.indices.contains(variable) else { return flaw(unknown, "variable") }
      suggested[variable] = nil
    case .add(let constraint):
      // The limit keeps sums of ids within the range of integers.
      guard (0..<1_000_000_000).contains(constraint.id) else {
        return flaw("has an id that is not from 0 to 999,999,999", "constraint")
      }
      if !ids.insert(constraint.id).inserted { return flaw("uses an id again", "constraint") }
      if constraint.terms.isEmpty { return flaw("has no terms", "terms") }
      var named = Set<Int>()
      for (position, term) in constraint.terms.enumerated() {
        let column = term.variable.index
        guard suggested.indices.contains(column) else {
          return flaw(unknown, "terms", term: position)
        }
        guard named.insert(column).inserted else {
          return flaw("names a variable twice", "terms", term: position)
        }
        if term.coefficient.isZero {
          return flaw("has a coefficient of zero", "terms", term: position)
        }
      }
    case .suggest(let variable, _, let strength):
      guard suggested.indices.contains(variable) else { return flaw(unknown, "variable") }
      if strength.isRequired { return flaw("suggests with the required priority", "priority") }
      if let before = suggested[variable], before != strength {
        return flaw("changes the priority of suggestions for its variable", "priority")
      }
      suggested[variable] = strength
    }
    return nil
  }
}
