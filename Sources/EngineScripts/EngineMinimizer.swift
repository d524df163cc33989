// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Minimization

/// A minimizer of scripts on which an engine fails in one way.
///
/// The budget counts runs, so that a slow engine gets the same smallest script as a fast one. A
/// script of which every single removal was tried is called minimal.
package struct EngineMinimizer: SubjectMinimizer {
  /// The limit of runs: enough to finish the largest scripts of the generator.
  package static let runsMax = 3000
  /// The limit of runs for failures that end a process each.
  package static let crashRunsMax = 800
  /// The limits of runs for failures that come sometimes.
  package static let rareRunsMax = 6000
  package static let rareCrashRunsMax = 2000
  /// The limit of runs that take the whole time limit.
  private static let hangsMax = 40

  /// Returns the limit of runs for a failure.
  ///
  /// - Parameters:
  ///   - perTrial: the number of runs of which one fails.
  ///   - endsProcess: whether each failing run ends a process.
  /// - Returns: a limit that does not depend on the speed of the engine.
  package static func runsMax(perTrial: Int, endsProcess: Bool) -> Int {
    if endsProcess { return perTrial > 1 ? rareCrashRunsMax : crashRunsMax }
    return perTrial > 1 ? rareRunsMax : runsMax
  }

  package var gate: SubjectGate<EngineScript>

  /// Minimizes a script.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - runsMax: the limit of runs.
  ///   - isStopped: whether the minimization must stop.
  ///   - trial: runs a script, and returns whether it fails in the same way.
  /// - Returns: the smallest script, and the numbers of runs and accepted steps.
  /// - Precondition: the script is well formed and fails.
  package static func minimize(
    _ script: EngineScript, runsMax: Int = runsMax, isStopped: @escaping () -> Bool = { false },
    trial: @escaping (EngineScript) -> Trial
  ) -> MinimizedSubject<EngineScript> {
    var minimizer = EngineMinimizer(
      gate: SubjectGate(
        script, budget: .runs(runsMax, endings: hangsMax, acceptedSteps: .max),
        isStopped: isStopped, bench: TrialBench(trial: trial)))
    minimizer.repeatToFixpoint { minimizer in
      minimizer.dropSteps()
      minimizer.dropViews()
      minimizer.startFresh()
      minimizer.simplifyFormats()
      minimizer.simplifyViews()
      minimizer.simplifyConstraints()
      minimizer.simplifyNumbers()
    }
    return minimizer.gate.result
  }

  // MARK: - Passes

  /// Drops runs of steps, half of all at first, then ever shorter ones.
  private mutating func dropSteps() {
    var length = max(1, best.steps.count / 2)
    while !isExhausted {
      var start = 0
      while start < best.steps.count, !isExhausted {
        var candidate = best
        candidate.steps.removeSubrange(start..<min(start + length, best.steps.count))
        if !tryAndCommit(candidate) { start += length }
      }
      if length == 1 { return }
      length /= 2
    }
  }

  /// Drops views with everything that names them; views in them go to their superviews.
  private mutating func dropViews() {
    for view in best.views.reversed() {
      var candidate = best
      candidate.views = best.views.filter { $0.id != view.id }
      for index in candidate.views.indices where candidate.views[index].parent == view.id {
        candidate.views[index].parent = view.parent
      }
      candidate.steps = best.steps.filter { !$0.names(view.id) }
      tryAndCommit(candidate)
    }
  }

  /// Replaces the script up to a reading by one that makes the same scene without edits.
  private mutating func startFresh() {
    var scene = EngineScene(best)
    for step in best.steps {
      if step == .frames { tryAndCommit(scene.fresh) }
      scene.apply(step)
    }
  }

  /// Drops parts of formats, ever again from the start of a text that has become shorter.
  private mutating func simplifyFormats() {
    for index in best.steps.indices {
      var isShrinking = true
      while isShrinking, !isExhausted, best.steps.indices.contains(index),
        case .format(let format) = best.steps[index]
      {
        isShrinking = format.simpler.contains { simpler in
          var candidate = best
          candidate.steps[index] = .format(simpler)
          return tryAndCommit(candidate)
        }
      }
    }
  }

  private mutating func simplifyViews() {
    var turned = best
    turned.direction = .leftToRight
    tryAndCommit(turned)
    for index in best.views.indices {
      change { $0.views[index].hints = EngineHints() }
      for kind in EngineHints.Kind.allCases { change { $0.views[index].hints[kind] = nil } }
      change { $0.views[index].isGuide = false }
      change { $0.views[index].parent = 0 }
    }
  }

  private mutating func simplifyConstraints() {
    for index in best.steps.indices {
      changeConstraint(index) { $0.strength = .required }
      changeConstraint(index) { $0.relation = .equal }
      for factor in EngineScriptSize.simpleFactors {
        changeConstraint(index) { $0.multiplier = factor }
      }
      changeConstraint(index) { $0.multiplier = $0.multiplier.magnitude }
      changeConstraint(index) { $0.second?.view = 0 }
      changeConstraint(index) { constraint in
        if constraint.first.attribute.isSize { constraint.second = nil }
      }
    }
  }

  /// Replaces numbers by zero, by a round one, and by ever smaller ones.
  private mutating func simplifyNumbers() {
    for index in 0..<best.numbers.count {
      let value = best.numbers[index]
      for simple in Self.simpler(value) {
        if tryAndCommit(best.replacing(number: index, by: simple)) { break }
      }
    }
  }

  private static func simpler(_ value: Rational) -> [Rational] {
    let whole = value.doubleValue.rounded(.towardZero)
    guard whole.magnitude < 1e9 else { return [.zero, .one, Rational(100)] }
    let number = Int(whole)
    var simple = [0, 1, 10, 100, number / 100 * 100, number / 10 * 10, number / 2, number]
    if number < 0 { simple.append(-number) }
    return simple.map { Rational($0) }.filter { $0 != value }
  }

  private mutating func change(_ change: (inout EngineScript) -> Void) {
    var candidate = best
    change(&candidate)
    tryAndCommit(candidate)
  }

  private mutating func changeConstraint(
    _ index: Int, _ change: (inout EngineConstraint) -> Void
  ) {
    guard best.steps.indices.contains(index) else { return }
    var candidate = best
    switch best.steps[index] {
    case .add(var constraint):
      change(&constraint)
      candidate.steps[index] = .add(constraint)
    case .change(var constraint):
      change(&constraint)
      candidate.steps[index] = .change(constraint)
    default: return
    }
    tryAndCommit(candidate)
  }
}

extension EngineScript: ReducibleSubject {
  package var reducedSize: EngineScriptSize { EngineScriptSize(self) }
  package func key(_ size: EngineScriptSize) -> EngineScript { self }
  package var isValid: Bool { problem == nil }
}

extension EngineScript.Step {
  /// Whether the step names a view.
  fileprivate func names(_ view: Int) -> Bool {
    switch self {
    case .add(let constraint), .change(let constraint): return constraint.views.contains(view)
    case .format(let format): return format.syntax?.names.contains("v\(view)") ?? false
    case .hint(let other, _), .drop(let other): return other == view
    case .move(let other, let parent): return other == view || parent == view
    case .remove, .resize, .reroot, .frames: return false
    }
  }
}
