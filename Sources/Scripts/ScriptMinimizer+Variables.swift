// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Fewer variables, fewer terms.
extension ScriptMinimizer {
  mutating func simplifyVariables() {
    substitute()
    dropVariables()
    dropTerms()
    mergeVariables()
    turnSigns()
    tryAndCommit(best.numbered())
  }

  /// Substitutes a variable that a required equality defines by another one, and drops the
  /// equality.
  private mutating func substitute() {
    var index = 0
    while index < best.steps.count, !isExhausted {
      if !substitute(byStep: index) { index += 1 }
    }
  }

  private mutating func substitute(byStep index: Int) -> Bool {
    guard case .add(let equality) = best.steps[index], equality.relation == .equal,
      equality.strength.isRequired, equality.terms.count == 2
    else { return false }
    for place in [1, 0] {
      let (gone, kept) = (equality.terms[place], equality.terms[1 - place])
      // gone.variable == offset + factor * kept.variable
      let meaning = AffineMeaning(
        variable: gone.variable.index, factor: -kept.coefficient / gone.coefficient,
        other: kept.variable.index, offset: equality.constant / gone.coefficient)
      guard let rest = best.removing(where: { $0 == index }) else { continue }
      if tryAndCommit(rest.substituting(meaning)) { return true }
    }
    return false
  }

  /// Drops all terms and steps of a variable.
  private mutating func dropVariables() {
    for variable in (0..<best.variableCount).reversed() where !isExhausted {
      var copy = best
      var emptied = Set<Int>()
      for (index, step) in best.steps.enumerated() {
        switch step {
        case .add(var constraint):
          constraint.terms.removeAll { $0.variable.index == variable }
          copy.steps[index] = .add(constraint)
          if constraint.terms.isEmpty { emptied.insert(index) }
        case .suggest(variable, _, _), .endSuggestion(variable): emptied.insert(index)
        default: break
        }
      }
      tryAndCommit(emptied.isEmpty ? copy : copy.removing { emptied.contains($0) } ?? copy)
    }
  }

  private mutating func dropTerms() {
    for index in best.steps.indices {
      guard case .add(let constraint) = best.steps[index], constraint.terms.count > 1 else {
        continue
      }
      for variable in constraint.terms.map(\.variable) {
        replace([index]) { $0.terms.removeAll { $0.variable == variable } }
      }
    }
  }

  /// Merges two variables.
  private mutating func mergeVariables() {
    for later in (0..<best.variableCount).reversed() {
      for earlier in 0..<later where !isExhausted {
        if tryAndCommit(best.mapping { $0 == later ? earlier : $0 }) { break }
      }
    }
  }

  /// Negates one variable.
  private mutating func turnSigns() {
    for variable in 0..<best.variableCount where !isExhausted {
      tryAndCommit(
        best.substituting(
          AffineMeaning(variable: variable, factor: Rational(-1), other: variable, offset: .zero)))
    }
  }
}

/// The equation `variable == offset + factor * other`.
struct AffineMeaning {
  let variable: Int
  let factor: Rational
  let other: Int
  let offset: Rational
}

extension SolverScript {
  /// Returns the script with a multiple of another variable in place of a variable.
  ///
  /// Suggestions are converted to the nearest doubles.
  func substituting(_ meaning: AffineMeaning) -> SolverScript {
    var copy = self
    // The amount that each constraint's right side loses, by id.
    var shifts: [Int: Rational] = [:]
    for (index, step) in steps.enumerated() {
      switch step {
      case .add(var constraint):
        var row = LinearRow()
        for term in constraint.terms {
          guard term.variable.index == meaning.variable else {
            row.add(term.coefficient, term.variable)
            continue
          }
          row.add(term.coefficient * meaning.factor, VariableID(meaning.other))
          let shift = term.coefficient * meaning.offset
          shifts[constraint.id] = shift
          constraint.constant -= shift
        }
        constraint.terms = row.terms.filter { !$0.coefficient.isZero }
        copy.steps[index] = .add(constraint)
      case .suggest(meaning.variable, let value, let strength):
        let other = (value - meaning.offset.doubleValue) / meaning.factor.doubleValue
        copy.steps[index] = .suggest(
          variable: meaning.other, value: other.withoutNegativeZero, strength: strength)
      case .endSuggestion(meaning.variable):
        copy.steps[index] = .endSuggestion(variable: meaning.other)
      case .setConstant(let id, let value):
        copy.steps[index] = .setConstant(id, value - (shifts[id]?.doubleValue ?? 0))
      case .suggest, .endSuggestion, .remove, .setStrength, .setActive, .solve: break
      }
    }
    return copy
  }

  /// Returns the script with variables and constraints numbered in order of their first use.
  func numbered() -> SolverScript {
    var places: [Int: Int] = [:]
    for step in steps {
      switch step {
      case .add(let constraint):
        for term in constraint.terms where places[term.variable.index] == nil {
          places[term.variable.index] = places.count
        }
      case .suggest(let variable, _, _), .endSuggestion(let variable):
        if places[variable] == nil { places[variable] = places.count }
      case .remove, .setConstant, .setStrength, .setActive, .solve: break
      }
    }
    var copy = mapping { places[$0] ?? 0 }
    copy.variableCount = places.count
    copy.numberConstraints()
    return copy
  }

  private mutating func numberConstraints() {
    var ids: [Int: Int] = [:]
    for (index, step) in steps.enumerated() {
      switch step {
      case .add(var constraint):
        let id = ids.count
        ids[constraint.id] = id
        constraint.id = id
        steps[index] = .add(constraint)
      case .remove(let id): steps[index] = .remove(ids[id] ?? id)
      case .setConstant(let id, let value): steps[index] = .setConstant(ids[id] ?? id, value)
      case .setStrength(let id, let rank): steps[index] = .setStrength(ids[id] ?? id, rank)
      case .setActive(let id, let isOn): steps[index] = .setActive(ids[id] ?? id, isOn)
      case .suggest, .endSuggestion, .solve: break
      }
    }
  }
}
