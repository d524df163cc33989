// SPDX-License-Identifier: MIT

import ExactNumerics
import ExternalSolvers
import LinearModel

/// Makes a script small that fails in one way. Each proposal asks the solver, so calls are limited.
package struct ScriptMinimizer {
  /// What minimizing came to.
  package struct Result: Sendable {
    package let script: SolverScript
    /// How often the predicate was asked.
    package let calls: Int
    package let acceptedSteps: Int
    /// `fixpoint`, `calls` or `stopped`.
    package let end: String
  }

  /// Enough for the largest scripts of the generator to come to an end.
  package static let callsMax = 4000
  /// For failures that take as long as the time-out, each of them.
  package static let slowCallsMax = 40

  private(set) var best: SolverScript
  private var calls = 0
  private var acceptedSteps = 0
  private let callsMax: Int
  private let isStopped: () -> Bool
  private let stillFails: (SolverScript) -> Bool

  private init(
    _ script: SolverScript, callsMax: Int, isStopped: @escaping () -> Bool,
    stillFails: @escaping (SolverScript) -> Bool
  ) {
    best = script
    self.callsMax = callsMax
    self.isStopped = isStopped
    self.stillFails = stillFails
  }

  /// - Precondition: the script fails.
  package static func minimize(
    _ script: SolverScript, callsMax: Int = ScriptMinimizer.callsMax,
    isStopped: @escaping () -> Bool = { false }, stillFails: @escaping (SolverScript) -> Bool
  ) -> Result {
    var minimizer = ScriptMinimizer(
      script, callsMax: callsMax, isStopped: isStopped, stillFails: stillFails)
    var before = -1
    while minimizer.acceptedSteps != before, !minimizer.isExhausted {
      before = minimizer.acceptedSteps
      // Whole operations first: what they leave makes every later call cheaper.
      minimizer.dropSteps()
      minimizer.dropTerms()
      minimizer.mergeVariables()
      minimizer.simplifyNumbers()
      minimizer.simplifyPriorities()
      minimizer.renumber()
      minimizer.makeCanonical()
    }
    let end = isStopped() ? "stopped" : minimizer.calls >= callsMax ? "calls" : "fixpoint"
    return Result(
      script: minimizer.best, calls: minimizer.calls, acceptedSteps: minimizer.acceptedSteps,
      end: end)
  }

  var isExhausted: Bool { calls >= callsMax || isStopped() }

  /// The only way to a smaller script: proposals that are not smaller are not even tried.
  @discardableResult
  mutating func tryAndCommit(_ candidate: SolverScript) -> Bool {
    guard ScriptSize(candidate) < ScriptSize(best), candidate.problem == nil, !isExhausted
    else { return false }
    calls += 1
    guard stillFails(candidate) else { return false }
    best = candidate
    acceptedSteps += 1
    return true
  }

  // MARK: - Passes

  /// Drops runs of steps, half of all at first, then ever shorter ones.
  private mutating func dropSteps() {
    var length = max(1, best.steps.count / 2)
    while !isExhausted {
      var start = 0
      while start < best.steps.count, !isExhausted {
        let range = start..<min(start + length, best.steps.count)
        guard let candidate = best.removing(where: { range.contains($0) }),
          tryAndCommit(candidate)
        else {
          start += length
          continue
        }
      }
      if length == 1 { return }
      length /= 2
    }
  }

  private mutating func dropTerms() {
    for index in best.steps.indices {
      guard case .add(let constraint) = best.steps[index], constraint.terms.count > 1 else {
        continue
      }
      for variable in constraint.terms.map(\.variable) {
        replace(index) { $0.terms.removeAll { $0.variable == variable } }
      }
    }
  }

  /// Lets two variables be one.
  private mutating func mergeVariables() {
    for later in (0..<best.variableCount).reversed() {
      for earlier in 0..<later where !isExhausted {
        if tryAndCommit(best.mapping { $0 == later ? earlier : $0 }) { break }
      }
    }
  }

  private mutating func simplifyNumbers() {
    for index in best.steps.indices where !isExhausted {
      switch best.steps[index] {
      case .add(let constraint):
        for value in Self.simpler(constraint.constant) {
          if replace(index, with: { $0.constant = value }) { break }
        }
        for position in constraint.terms.indices {
          let term = constraint.terms[position]
          for value in Self.simpler(term.coefficient) where !value.isZero {
            if replace(
              index, with: { $0.terms[position] = .init(value, term.variable) })
            {
              break
            }
          }
        }
        if constraint.relation != .equal { replace(index) { $0.relation = .equal } }
      case .suggest(let variable, let value, let strength):
        simplify(value, at: index) { .suggest(variable: variable, value: $0, strength: strength) }
      case .setConstant(let id, let value):
        simplify(value, at: index) { .setConstant(id, $0) }
      case .remove, .endSuggestion, .setStrength, .setActive, .solve: break
      }
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

  /// Numbers that are simpler than a given one, the simplest first.
  private static func simpler(_ value: Rational) -> [Rational] {
    let near = value.doubleValue.rounded()
    let rounded = near.magnitude < 1e9 ? [Rational(Int(near))] : []
    return [0, 1, 2, 10, 100].map { Rational(value.signum < 0 ? -$0 : $0) } + rounded
      + [value.magnitude]
  }

  /// Gives each rank a number that people know, or lets two ranks be one.
  private mutating func simplifyPriorities() {
    let usual = [1000, 750, 500, 250].map { Strength($0) }
    for strength in best.strengths where !strength.isRequired {
      for simpler in usual where simpler != strength && !isExhausted {
        if tryAndCommit(best.replacing(strength, by: simpler)) { break }
      }
    }
  }

  /// Numbers variables and constraints anew, without gaps.
  private mutating func renumber() {
    var used = Set<Int>()
    for step in best.steps {
      switch step {
      case .add(let constraint): used.formUnion(constraint.terms.map(\.variable.index))
      case .suggest(let variable, _, _), .endSuggestion(let variable): used.insert(variable)
      case .remove, .setConstant, .setStrength, .setActive, .solve: break
      }
    }
    let order = used.sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    var copy = best.mapping { places[$0] ?? 0 }
    copy.variableCount = order.count
    var ids: [Int: Int] = [:]
    for (index, step) in copy.steps.enumerated() {
      switch step {
      case .add(var constraint):
        let id = ids.count
        ids[constraint.id] = id
        constraint.id = id
        copy.steps[index] = .add(constraint)
      case .remove(let id): copy.steps[index] = .remove(ids[id] ?? id)
      case .setConstant(let id, let value): copy.steps[index] = .setConstant(ids[id] ?? id, value)
      case .setStrength(let id, let rank): copy.steps[index] = .setStrength(ids[id] ?? id, rank)
      case .setActive(let id, let isOn): copy.steps[index] = .setActive(ids[id] ?? id, isOn)
      case .suggest, .endSuggestion, .solve: break
      }
    }
    tryAndCommit(copy)
  }

  @discardableResult
  private mutating func replace(
    _ index: Int, with change: (inout SolverScript.Constraint) -> Void
  ) -> Bool {
    guard case .add(var constraint) = best.steps[index] else { return false }
    change(&constraint)
    var copy = best
    copy.steps[index] = .add(constraint)
    return tryAndCommit(copy)
  }
}
