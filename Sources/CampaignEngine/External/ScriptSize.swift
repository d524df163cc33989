// SPDX-License-Identifier: MIT

import ExactNumerics
import ExternalSolvers
import LinearModel

/// The order of simplicity of scripts: fewer operations, then fewer terms, then simpler numbers.
struct ScriptSize: Comparable {
  private let key: [Int]

  init(_ script: SolverScript) {
    var terms = 0
    var inequalities = 0
    var digits = 0
    var rank = 0
    // Of scripts that are as small in all else: operations in a usual order, smaller numbers first.
    var order: [Int] = []
    for step in script.steps {
      order.append(Self.rank(step))
      switch step {
      case .add(let constraint):
        terms += constraint.terms.count
        inequalities += Self.rank(constraint.relation)
        rank += Self.rank(constraint.strength) + constraint.id
        for value in constraint.terms.map(\.coefficient) + [constraint.constant] {
          digits += Self.length(value)
        }
      case .suggest(_, let value, let strength):
        digits += Self.length(value)
        rank += Self.rank(strength)
      case .setConstant(let id, let value):
        digits += Self.length(value)
        rank += id
      case .setStrength(let id, let strength): rank += Self.rank(strength) + id
      case .remove(let id), .setActive(let id, _): rank += id
      case .endSuggestion, .solve: break
      }
    }
    key =
      [
        script.steps.count, terms, script.strengths.count, script.variableCount, digits,
        inequalities, rank,
      ] + order + script.numbers.map { $0.isFinite ? Self.length($0) : 0 }
  }

  static func < (lhs: ScriptSize, rhs: ScriptSize) -> Bool {
    lhs.key.lexicographicallyPrecedes(rhs.key)
  }

  /// Simpler numbers are shorter; of those of one length, smaller ones.
  private static func length(_ value: Rational) -> Int {
    "\(value)".utf8.count * 1000 + min(999, Int(min(999, value.magnitude.doubleValue)))
  }

  /// Of numbers that are none the plainest is NaN.
  private static func length(_ value: Double) -> Int {
    if !value.isFinite { return value.isNaN ? 1_000_000 : 1_000_001 }
    if let whole = Int(exactly: value), whole.magnitude < 1_000_000_000 {
      return length(Rational(whole))
    }
    return 20_000 + min(400, log2Size(value))
  }

  private static func rank(_ relation: Relation) -> Int {
    switch relation {
    case .equal: return 0
    case .lessThanOrEqual: return 1
    case .greaterThanOrEqual: return 2
    }
  }

  /// The usual order of operations, readings last.
  private static func rank(_ step: SolverScript.Step) -> Int {
    switch step {
    case .add: return 0
    case .suggest: return 1
    case .remove: return 2
    case .endSuggestion: return 3
    case .setConstant: return 4
    case .setStrength: return 5
    case .setActive(_, let isActive): return isActive ? 7 : 6
    case .solve: return 8
    }
  }

  private static func rank(_ strength: Strength) -> Int {
    let usual = [1000.0, 750, 500, 250]
    return (usual.firstIndex(of: strength.value) ?? 4) * 1_000_000
  }
}

/// The number of binary digits before the point.
private func log2Size(_ value: Double) -> Int { value == 0 ? 0 : Int(max(0, value.exponent)) + 1 }

extension SolverScript {
  /// The strengths that occur, highest first.
  var strengths: [Strength] {
    var found = Set(constraints.map(\.strength))
    for step in steps {
      switch step {
      case .suggest(_, _, let strength), .setStrength(_, let strength): found.insert(strength)
      case .add, .remove, .endSuggestion, .setConstant, .setActive, .solve: break
      }
    }
    return found.sorted(by: >)
  }

  /// The script with other variables in place of its own; coefficients of one variable add up, those that cancel go.
  func mapping(_ place: (Int) -> Int) -> SolverScript {
    var copy = self
    for (index, step) in steps.enumerated() {
      switch step {
      case .add(var constraint):
        var row = LinearRow()
        for term in constraint.terms {
          row.add(term.coefficient, VariableID(place(term.variable.index)))
        }
        constraint.terms = row.terms.filter { !$0.coefficient.isZero }
        copy.steps[index] = .add(constraint)
      case .suggest(let variable, let value, let strength):
        copy.steps[index] = .suggest(
          variable: place(variable), value: value, strength: strength)
      case .endSuggestion(let variable):
        copy.steps[index] = .endSuggestion(variable: place(variable))
      case .remove, .setConstant, .setStrength, .setActive, .solve: break
      }
    }
    return copy
  }

  func replacing(_ strength: Strength, by other: Strength) -> SolverScript {
    var copy = self
    for (index, step) in steps.enumerated() {
      switch step {
      case .add(var constraint) where constraint.strength == strength:
        constraint.strength = other
        copy.steps[index] = .add(constraint)
      case .suggest(let variable, let value, strength) where !other.isRequired:
        copy.steps[index] = .suggest(variable: variable, value: value, strength: other)
      case .setStrength(let id, strength): copy.steps[index] = .setStrength(id, other)
      default: break
      }
    }
    return copy
  }
}
