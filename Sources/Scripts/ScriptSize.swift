// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The order of simplicity of scripts: fewer operations, then fewer terms, then simpler numbers.
///
/// Only equal scripts have the same size; NaN equals NaN.
package struct ScriptSize: Comparable, Hashable {
  private let key: [Int]

  package init(_ script: SolverScript) {
    var terms = 0
    var inequalities = 0
    var digits = 0
    var rank = 0
    // Tie-breakers: operations in a usual order, then smaller numbers.
    var order: [Int] = []
    var details: [Int] = []
    for step in script.steps {
      order.append(Self.rank(step))
      switch step {
      case .add(let constraint):
        terms += constraint.terms.count
        inequalities += Self.rank(constraint.relation)
        rank += Self.rank(constraint.strength)
        digits += Self.length(constraint.constant)
        details +=
          [constraint.id] + Self.words(constraint.strength) + [Self.rank(constraint.relation)]
        for term in constraint.terms {
          digits += term.coefficient == .one ? 0 : Self.length(term.coefficient)
          details += [term.variable.index] + Self.words(term.coefficient)
        }
        details += Self.words(constraint.constant)
      case .suggest(let variable, let value, let strength):
        terms += 1
        digits += Self.length(value)
        rank += Self.rank(strength)
        details += [variable] + Self.words(strength) + Self.words(value)
      case .setConstant(let id, let value):
        digits += Self.length(value)
        details += [id] + Self.words(value)
      case .setStrength(let id, let strength):
        rank += Self.rank(strength)
        details += [id] + Self.words(strength)
      case .remove(let id), .setActive(let id, _): details.append(id)
      case .endSuggestion(let variable): details.append(variable)
      case .solve: break
      }
    }
    key =
      [
        script.steps.count, terms, script.strengths.count, script.variableCount, digits,
        inequalities, rank,
      ] + order + script.numbers.map { $0.isFinite ? Self.length($0) : 0 } + details
  }

  /// Whether a script is simpler: by its measures, the most important first.
  package static func < (lhs: ScriptSize, rhs: ScriptSize) -> Bool {
    lhs.key.lexicographicallyPrecedes(rhs.key)
  }

  /// Returns the length of a number, and among equal lengths its magnitude: smaller is simpler.
  private static func length(_ value: Rational) -> Int {
    "\(value)".utf8.count * 1000 + min(999, Int(min(999, value.magnitude.doubleValue)))
  }

  /// Returns the length of a double.
  ///
  /// Values that are not finite are longest, NaN before infinities.
  private static func length(_ value: Double) -> Int {
    if !value.isFinite { return value.isNaN ? 1_000_000 : 1_000_001 }
    if let whole = Int(exactly: value), whole.magnitude < 1_000_000_000 {
      return length(Rational(whole))
    }
    return 20_000 + min(400, log2Size(value))
  }

  /// Returns a key that distinguishes numbers of the same length.
  private static func words(_ value: Rational) -> [Int] {
    let text = "\(value)".utf8
    return [length(value), text.count] + text.map(Int.init)
  }

  private static func words(_ value: Double) -> [Int] {
    [
      length(value), value.sign == .minus ? 1 : 0,
      Int(truncatingIfNeeded: value.magnitude.bitPattern),
    ]
  }

  private static func words(_ strength: Strength) -> [Int] {
    [rank(strength), Int(truncatingIfNeeded: strength.value.bitPattern)]
  }

  private static func rank(_ relation: Relation) -> Int {
    switch relation {
    case .equal: return 0
    case .lessThanOrEqual: return 1
    case .greaterThanOrEqual: return 2
    }
  }

  /// Returns the position in the usual order of operations, readings last.
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

  /// Returns the rank of a priority: common ones first, then the others, the higher first.
  private static func rank(_ strength: Strength) -> Int {
    let usual = [1000.0, 750, 500, 250]
    let place = usual.firstIndex(of: strength.value) ?? 4
    return place * 1_000_000
      + (place < 4 ? 0 : Int(max(0, min(999_000, 1e6 - 1000 * strength.value))))
  }
}

/// Returns the number of binary digits before the point.
private func log2Size(_ value: Double) -> Int { value == 0 ? 0 : Int(max(0, value.exponent)) + 1 }

extension SolverScript {
  /// The strengths that occur, highest first.
  package var strengths: [Strength] {
    var found = Set(constraints.map(\.strength))
    for step in steps {
      switch step {
      case .suggest(_, _, let strength), .setStrength(_, let strength): found.insert(strength)
      case .add, .remove, .endSuggestion, .setConstant, .setActive, .solve: break
      }
    }
    return found.sorted(by: >)
  }

  /// Returns the script with its variables replaced.
  ///
  /// Coefficients of one variable add up, and terms that cancel are dropped.
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

  /// Returns the script with its strengths changed.
  ///
  /// Strengths of suggestions stay where the new one would be required.
  func mappingStrengths(_ change: (Strength) -> Strength) -> SolverScript {
    var copy = self
    for (index, step) in steps.enumerated() {
      switch step {
      case .add(var constraint):
        constraint.strength = change(constraint.strength)
        copy.steps[index] = .add(constraint)
      case .suggest(let variable, let value, let strength):
        let other = change(strength)
        if !other.isRequired {
          copy.steps[index] = .suggest(variable: variable, value: value, strength: other)
        }
      case .setStrength(let id, let strength):
        copy.steps[index] = .setStrength(id, change(strength))
      default: break
      }
    }
    return copy
  }
}
