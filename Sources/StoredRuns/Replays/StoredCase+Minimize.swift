// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import Judging
import Minimization
import ToolSupport

extension StoredCase {
  /// Returns the predicate of a law that is broken on the case.
  ///
  /// - Throws: `.badInput` when the law holds.
  package func predicate(_ law: LawCheck) throws(CommandFailure) -> FailurePredicate {
    let predicate = FailurePredicate(law)
    guard predicate.failure(on: layoutCase) != nil else {
      throw .badInput(
        at: path, "nothing to minimize: the law '\(law.law.name)' holds on this case")
    }
    return predicate
  }

  /// Returns the predicate of the first strategy that is wrong on the case.
  ///
  /// `external` are strategies of other programs, which have their own processes.
  ///
  /// - Throws: `.badInput` when none of them is wrong, and when the tool contradicts itself.
  package func predicate(
    of external: [Strategy]
  ) throws(CommandFailure) -> FailurePredicate {
    do throws(InternalError) {
      let record = try CaseRunner(strategies: external).run(
        layoutCase, inParallel: true, repeats: true, costs: costs)
      for (strategy, answer) in zip(external, record.strategies) {
        if let kind = FailureIdentity(strategy: strategy.name, verdict: answer.verdict) {
          return FailurePredicate(strategy, kind, costs: costs)
        }
      }
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
    throw nothingWrong(external)
  }

  /// Minimizes the case in worker processes, which the strategy may end.
  ///
  /// - Parameters:
  ///   - kind: the wrong strategy and its failure.
  ///   - workers: the processes, for the settings of the failure.
  ///   - jobs: the number of cases that are tried at a time.
  ///   - time: the time limit.
  /// - Returns: the smallest case, with the reason why minimization ended.
  /// - Throws: `.badInput` when the case does not fail in this way.
  package func minimized(
    _ kind: FailureIdentity, in workers: WorkerPool, jobs: Int, time: MinimizingTime
  ) throws(CommandFailure) -> MinimizationResult {
    let endsProcess = kind.verdict.endsProcess
    let result = time.measure(countsRuns: endsProcess) { isOver in
      workers.minimize(
        layoutCase, kind, profile: profile, index: caseIndex, jobs: jobs,
        isStopped: { Interruption.signal != 0 || isOver() })
    }
    guard result.end != .startPasses || Interruption.signal != 0 else {
      throw .badInput(
        at: path,
        "nothing to minimize: "
          + (endsProcess
            ? "\(kind.accused.name) completes this case"
            : "\(kind.accused.name) is wrong on this case only at times"))
    }
    return result
  }

  /// Returns the failure when no strategy is wrong on the case.
  fileprivate func nothingWrong(_ strategies: [Strategy]) -> CommandFailure {
    let names = strategies.map(\.name).joined(separator: ", ")
    let hint = strategyBeside.map {
      "; the finding in its folder is about \($0): give --strategy \($0)"
    }
    return .badInput(
      at: path, "nothing to minimize: not wrong on this case: \(names)" + (hint ?? ""))
  }
}

extension ReplayWorkers {
  /// Returns the first strategy that is wrong on a case, and its failure.
  ///
  /// - Returns: nil when the run is stopped.
  /// - Throws: `.badInput` when none is wrong, and as `judge` does.
  package func failure(
    _ stored: StoredCase, _ strategies: [Strategy]
  ) throws(CommandFailure) -> FailureIdentity? {
    guard let answers = try judge(stored, strategies) else { return nil }
    if let kind = answers.lazy.compactMap(\.failure).first { return kind }
    throw stored.nothingWrong(strategies)
  }
}
