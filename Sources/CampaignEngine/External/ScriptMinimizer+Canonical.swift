// SPDX-License-Identifier: MIT

import ExactNumerics
import ExternalSolvers
import LinearModel

/// Of scripts that are equally small, the one that everybody ends at: whole changes that no single step leads to.
extension ScriptMinimizer {
  mutating func makeCanonical() {
    rankNumbers()
    mirror()
    exchangeNumbers()
    nameKinds()
    order()
  }

  /// Puts 0, 1, 2, ... in place of the numbers that are compared with each other, in their order.
  private mutating func rankNumbers() {
    let values = Set(best.numbers.filter(\.isFinite)).sorted()
    let ranks = Dictionary(uniqueKeysWithValues: zip(values, values.indices.map(Double.init)))
    tryAndCommit(best.mappingNumbers { ranks[$0] ?? $0 })
  }

  /// Turns every variable's sign around.
  private mutating func mirror() {
    var mirrored = best.mappingNumbers { -$0 }
    for (index, step) in mirrored.steps.enumerated() {
      guard case .add(var constraint) = step else { continue }
      switch constraint.relation {
      case .equal: continue
      case .lessThanOrEqual: constraint.relation = .greaterThanOrEqual
      case .greaterThanOrEqual: constraint.relation = .lessThanOrEqual
      }
      mirrored.steps[index] = .add(constraint)
    }
    if tryAndCommit(mirrored) { return }
    let last = Set(mirrored.numbers.filter(\.isFinite)).sorted()
    let ranks = Dictionary(uniqueKeysWithValues: zip(last, last.indices.map(Double.init)))
    tryAndCommit(mirrored.mappingNumbers { ranks[$0] ?? $0 })
  }

  /// Lets two numbers change places.
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

  /// Of operations that come to the same, the plainest.
  private mutating func nameKinds() {
    for index in best.steps.indices where !isExhausted {
      var copy = best
      switch best.steps[index] {
      case .setActive(let id, false): copy.steps[index] = .remove(id)
      case .suggest(let variable, let value, let strength)
      where ScriptTruth.isExtreme(value) && !value.isNaN:
        copy.steps[index] = .suggest(variable: variable, value: .nan, strength: strength)
      case .setConstant(let id, let value) where ScriptTruth.isExtreme(value) && !value.isNaN:
        copy.steps[index] = .setConstant(id, .nan)
      case .add(var constraint) where constraint.relation == .greaterThanOrEqual:
        constraint.relation = .lessThanOrEqual
        copy.steps[index] = .add(constraint)
      default: continue
      }
      tryAndCommit(copy)
    }
  }

  /// Lets neighbours change places, readings as late as can be.
  private mutating func order() {
    for end in stride(from: best.steps.count - 1, to: 0, by: -1) {
      for index in 0..<end where !isExhausted && index + 1 < best.steps.count {
        var copy = best
        copy.steps.swapAt(index, index + 1)
        tryAndCommit(copy)
      }
    }
  }
}

extension SolverScript {
  /// The right sides and suggestions, in order of the steps.
  var numbers: [Double] {
    steps.compactMap { step in
      switch step {
      case .add(let constraint): return constraint.constant.doubleValue
      case .suggest(_, let value, _), .setConstant(_, let value): return value
      case .remove, .endSuggestion, .setStrength, .setActive, .solve: return nil
      }
    }
  }

  /// The script with others in place of `numbers`; those that stay are not touched.
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
      case .suggest(let variable, let value, let strength):
        copy.steps[index] = .suggest(
          variable: variable, value: change(value), strength: strength)
      case .setConstant(let id, let value): copy.steps[index] = .setConstant(id, change(value))
      case .remove, .endSuggestion, .setStrength, .setActive, .solve: break
      }
    }
    return copy
  }
}
