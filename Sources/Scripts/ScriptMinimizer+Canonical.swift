// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Changes of a whole script that no sequence of single steps reaches. They choose the canonical
/// one of several scripts of equal size, so that all minimizations end with the same script.
extension ScriptMinimizer {
  mutating func makeCanonical() {
    rankNumbers()
    mirror()
    exchangeNumbers()
    constrainSuggestions()
    order()
    tryAndCommit(best.numbered())
  }

  /// Replaces the numbers by their ranks, from 0 or from 1.
  private mutating func rankNumbers() {
    for first in 0...1 where !isExhausted {
      if tryAndCommit(best.rankingNumbers(from: first)) { return }
    }
  }

  /// Negates every variable.
  private mutating func mirror() {
    var mirrored = best.mappingNumbers { -$0 }
    for (index, step) in mirrored.steps.enumerated() {
      guard case .add(var constraint) = step else { continue }
      constraint.relation = constraint.relation.turned
      mirrored.steps[index] = .add(constraint)
    }
    if tryAndCommit(mirrored) { return }
    for first in 0...1 where !isExhausted {
      if tryAndCommit(mirrored.rankingNumbers(from: first)) { return }
    }
  }

  /// Exchanges two numbers.
  private mutating func exchangeNumbers() {
    let count = best.numbers.count
    for first in 0..<count {
      for second in first + 1..<max(first + 1, count) where !isExhausted {
        let numbers = best.numbers
        if numbers[first] == numbers[second] { continue }
        var place = -1
        tryAndCommit(
          best.mappingNumbers { number in
            place += 1
            return place == first
              ? numbers[second] : place == second ? numbers[first] : number
          })
      }
    }
  }

  /// Replaces the suggestions for a variable by a constraint.
  private mutating func constrainSuggestions() {
    for variable in 0..<best.variableCount where !isExhausted {
      if let candidate = best.constrainingSuggestions(of: variable) { tryNumbered(candidate) }
    }
  }

  /// The most steps of a script in which any two steps are exchanged; in longer ones only
  /// neighbours are.
  private static let movedStepsMax = 10

  /// Exchanges steps, so that readings come as late as possible.
  private mutating func order() {
    for end in stride(from: best.steps.count - 1, to: 0, by: -1) {
      for index in 0..<end where !isExhausted && index + 1 < best.steps.count {
        var copy = best
        copy.steps.swapAt(index, index + 1)
        if !tryNumbered(copy) { tryAndCommit(copy.complementingNumbers().numbered()) }
      }
    }
    guard best.steps.count <= Self.movedStepsMax else { return }
    for from in best.steps.indices {
      for to in 0..<from where !isExhausted && from < best.steps.count {
        var copy = best
        copy.steps.insert(copy.steps.remove(at: from), at: to)
        tryNumbered(copy)
      }
    }
  }
}

extension SolverScript {
  /// The right sides and suggested values, in order of the steps.
  var numbers: [Double] {
    steps.compactMap { step in
      switch step {
      case .add(let constraint): return constraint.constant.doubleValue
      case .suggest(_, let value, _), .setConstant(_, let value): return value
      case .remove, .endSuggestion, .setStrength, .setActive, .solve: return nil
      }
    }
  }

  /// Returns the script with `numbers` changed; unchanged numbers keep their exact value.
  func mappingNumbers(_ change: (Double) -> Double) -> SolverScript {
    var copy = self
    for (index, step) in steps.enumerated() {
      switch step {
      case .add(var constraint):
        let old = constraint.constant.doubleValue
        let new = change(old)
        guard new != old, let exact = Rational(exactly: new) else { continue }
        constraint.constant = exact
        copy.steps[index] = .add(constraint)
      case .suggest(let variable, let value, let strength) where !value.isNaN:
        copy.steps[index] = .suggest(
          variable: variable, value: change(value).withoutNegativeZero, strength: strength)
      case .setConstant(let id, let value) where !value.isNaN:
        copy.steps[index] = .setConstant(id, change(value).withoutNegativeZero)
      default: break
      }
    }
    return copy
  }

  /// Returns the script with the order of its numbers reversed: the largest in place of the
  /// smallest, and so on.
  func complementingNumbers() -> SolverScript {
    let values = Set(numbers.filter(\.isFinite)).sorted()
    let opposites = Dictionary(uniqueKeysWithValues: zip(values, values.reversed()))
    return mappingNumbers { opposites[$0] ?? $0 }
  }

  /// Returns the script with consecutive numbers from `first` in place of its own, in the same
  /// order.
  fileprivate func rankingNumbers(from first: Int) -> SolverScript {
    let values = Set(numbers.filter(\.isFinite)).sorted()
    let ranks = Dictionary(
      uniqueKeysWithValues: zip(values, values.indices.map { Double($0 + first) }))
    return mappingNumbers { ranks[$0] ?? $0 }
  }

  /// Returns the script with a constraint in place of the suggestions for a variable.
  ///
  /// The first suggestion adds it, later ones change it, and the end removes it. Nil without a
  /// suggestion, or if one is not finite.
  fileprivate func constrainingSuggestions(of variable: Int) -> SolverScript? {
    let id = (constraints.map(\.id).max() ?? -1) + 1
    var copy = self
    var isThere = false
    for (index, step) in steps.enumerated() {
      switch step {
      case .suggest(variable, let value, let strength):
        if isThere {
          copy.steps[index] = .setConstant(id, value)
          continue
        }
        guard let exact = Rational(exactly: value) else { return nil }
        copy.steps[index] = .add(
          .init(
            id: id, [.init(.one, VariableID(variable))], .equal, exact, strength: strength))
        isThere = true
      case .endSuggestion(variable): copy.steps[index] = .remove(id)
      default: break
      }
    }
    return isThere ? copy : nil
  }
}

extension Double {
  /// The number, with 0 in place of -0: the file format has only one zero.
  var withoutNegativeZero: Double { self + 0 }
}
