// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import LayoutModel
import LinearModel
import Minimization
import Processes
import Supervision

/// The runs of an examination.
extension FailingLayoutLook {
  /// The most runs of a minimization that may end a process.
  ///
  /// A crash takes a new process, some hundredths of a second; a hang takes the time limit, and
  /// memory takes some time to fill.
  private var deathsMax: Int { known.verdict == .process(.crash) ? 200 : 20 }

  /// Whether the failure ends its process.
  var endsProcess: Bool { known.verdict.endsProcess }

  /// Minimizes the case.
  ///
  /// - Parameters:
  ///   - jobs: the number of runs at a time.
  ///   - isOver: whether the time of minimization is over.
  /// - Returns: the smallest case, with the reason why minimization ended.
  func minimized(
    jobs: Int = 1, isOver: @escaping @Sendable () -> Bool = { false }
  ) -> MinimizationResult {
    let isStopped: @Sendable () -> Bool = { [isStopped] in isStopped() || isOver() }
    return Minimizer.minimize(
      subject, budget: MinimizationBudget(endings: deathsMax), hints: hints,
      origin: self.isStopped() ? nil : origin, explains: !endsProcess, isStopped: isStopped,
      bench: .pool(jobs: jobs, isStopped: isStopped, trial: trial))
  }

  @Sendable private func trial(_ layoutCase: LayoutCase) -> Trial {
    switch desk.done(.probe(accusation, layoutCase), isMinimizing: true) {
    case .done(.probe(let fails)): return Trial(fails: fails)
    case .died(let death): return Trial(fails: isMeant(death), endsProcess: true)
    case .done, .stopped: return Trial(fails: false)
    }
  }

  /// Whether a process has ended in the way of this failure.
  private func isMeant(_ death: CaseDeath) -> Bool {
    guard .process(death.failure.kind) == known.verdict else { return false }
    // A probe runs only the accused strategy.
    if case .strategy = death.phase { return accusation.part == nil }
    return accusation.part == death.phase
  }

  /// The end of a process in the way of a failure, with its standard error.
  typealias ProcessEnd = (failure: ProcessFailure, errors: StandardError?)

  /// Returns the end of the process on a case; nil when it does not end in the way of this failure.
  func end(on layoutCase: LayoutCase) -> ProcessEnd? {
    guard endsProcess,
      case let (.died(death), errors) = desk.confirm(.probe(accusation, layoutCase)),
      isMeant(death)
    else { return nil }
    return (death.failure, errors)
  }

  /// Whether a failure that ends its process has done so once more; true for other failures.
  func isConfirmed(by end: ProcessEnd?) -> Bool { end != nil || !endsProcess }

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - layoutCase: the case that is described.
  ///   - end: the end of the process in which the strategy runs on it; nil when it gives an answer.
  ///   - compares: whether other strategies solve the case, too.
  /// - Returns: the texts; short ones when the failure could not be repeated, or ends the process.
  func description(
    of layoutCase: LayoutCase, endedBy end: ProcessFailure?, compares: Bool
  ) -> FindingDescription {
    var death: CaseDeath?
    // Another strategy of the comparison may end the process on this case.
    for compares in compares ? [true, false] : [false] {
      let work = CaseWork.describe(accusation, layoutCase, endedBy: end, compares: compares)
      switch desk.done(work, isMinimizing: false) {
      case .done(.description(let found?)): return found
      case .died(let now):
        death = now
        continue
      case .done, .stopped: break
      }
      break
    }
    if let end { return FindingDescription(sentence(end)) }
    guard let death else { return .notRepeated }
    return FindingDescription(
      "the process that describes the failure ended: \(death.failure.sentence)")
  }

  /// Returns the end of the process with the work and the limits.
  private func sentence(_ failure: ProcessFailure) -> String {
    failure.sentence(
      during: accusation.part == nil ? "while it solved the case" : nil,
      time: desk.limits.map { ShownNumber.limit(nanoseconds: $0.caseNanoseconds) },
      memory: desk.limits.map { ShownNumber.megabytes($0.memoryBytes) })
  }
}
