// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Simpler numbers, relations and priorities.
extension ScriptMinimizer {
  mutating func simplifyNumbers() {
    let finite = Set(best.numbers.filter { $0.isFinite && $0 != 0 })
    for value in finite.sorted(by: { ($0.magnitude, $0) < ($1.magnitude, $1) }) {
      simplifyTogether(value)
    }
    simplifyRows()
    for index in best.steps.indices where !isExhausted {
      switch best.steps[index] {
      case .suggest(let variable, let value, let strength):
        simplify(value, at: index) { .suggest(variable: variable, value: $0, strength: strength) }
      case .setConstant(let id, let value):
        simplify(value, at: index) { .setConstant(id, $0) }
      case .add, .remove, .endSuggestion, .setStrength, .setActive, .solve: break
      }
    }
  }

  /// Simplifies a number at all of its places: faults often need equal numbers, of any value.
  private mutating func simplifyTogether(_ value: Double) {
    for simpler in [0.0, 1, 2, 10, 100, value.rounded()] where !isExhausted {
      if tryAndCommit(best.mappingNumbers { $0 == value ? simpler : $0 }) { return }
    }
  }

  /// Simplifies rows with the same left side together, then each by itself.
  private mutating func simplifyRows() {
    var groups: [[Int]] = []
    for (index, step) in best.steps.enumerated() {
      guard case .add(let constraint) = step else { continue }
      let alike = groups.firstIndex { group in
        guard case .add(let first) = best.steps[group[0]] else { return false }
        return first.terms == constraint.terms
      }
      if let alike { groups[alike].append(index) } else { groups.append([index]) }
    }
    for group in groups where group.count > 1 { simplify(group) }
    for index in groups.joined().sorted() where !isExhausted { simplify([index]) }
  }

  private mutating func simplify(_ rows: [Int]) {
    guard case .add(let constraint) = best.steps[rows[0]] else { return }
    // Scales the row so that its first coefficient is 1.
    let first = constraint.terms[0].coefficient
    if first != .one {
      let factor = Rational.one / first
      replace(rows) { row in
        row.constant *= factor
        row.terms = row.terms.map { .init($0.coefficient * factor, $0.variable) }
        if factor.signum < 0 { row.relation = row.relation.turned }
      }
    }
    for value in Self.simpler(constraint.constant) where value != constraint.constant {
      if replace(rows, with: { $0.constant = value }) { break }
    }
    for position in constraint.terms.indices {
      let term = constraint.terms[position]
      for value in Self.simpler(term.coefficient) where !value.isZero {
        let isDone = replace(rows) { row in
          guard row.terms.indices.contains(position) else { return }
          row.terms[position] = .init(value, row.terms[position].variable)
        }
        if isDone { break }
      }
    }
    for relation in [Relation.equal, .lessThanOrEqual] where relation != constraint.relation {
      if replace(rows, with: { $0.relation = relation }) { break }
    }
  }

  private mutating func simplify(
    _ value: Double, at index: Int, _ step: (Double) -> SolverScript.Step
  ) {
    for simpler in [0.0, 1, 10, 100] where simpler < value.magnitude || !value.isFinite {
      var copy = best
      copy.steps[index] = step(simpler)
      if tryAndCommit(copy) { return }
    }
  }

  /// Returns candidates that are simpler than a given number, the simplest first.
  private static func simpler(_ value: Rational) -> [Rational] {
    let near = value.doubleValue.rounded()
    let rounded = near.magnitude < 1e9 ? [Rational(Int(near))] : []
    return [0, 1, 2, 10, 100].map { Rational(value.signum < 0 ? -$0 : $0) } + rounded
      + [value.magnitude]
  }

  // MARK: - Priorities

  /// Replaces ranks by common priorities, merges two ranks, and gives steps another rank.
  mutating func simplifyPriorities() {
    let usual = [1000, 750, 500, 250].map { Strength($0) }
    let optional = best.strengths.filter { !$0.isRequired }
    if optional.count < usual.count {
      let places = Dictionary(uniqueKeysWithValues: zip(optional, usual.dropFirst()))
      tryAndCommit(best.mappingStrengths { places[$0] ?? $0 })
    }
    for strength in best.strengths where !strength.isRequired {
      for simpler in usual where simpler != strength && !isExhausted {
        if tryAndCommit(best.mappingStrengths { $0 == strength ? simpler : $0 }) { break }
      }
    }
    for index in best.steps.indices where !isExhausted {
      for simpler in usual {
        var copy = best
        switch copy.steps[index] {
        case .add(var constraint):
          constraint.strength = simpler
          copy.steps[index] = .add(constraint)
        case .suggest(let variable, let value, _) where !simpler.isRequired:
          copy.steps[index] = .suggest(variable: variable, value: value, strength: simpler)
        case .setStrength(let id, _): copy.steps[index] = .setStrength(id, simpler)
        default: continue
        }
        if tryAndCommit(copy) { break }
      }
    }
  }
}
