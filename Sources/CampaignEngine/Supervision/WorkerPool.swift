// SPDX-License-Identifier: MIT

import Diagnosis
import Foundation
import JSON
import LinearModel
import Platform
import Processes
import Supervision

/// Runs the work of a campaign in processes of this tool, so that a case that traps, loops or takes
/// all memory ends one of them and nothing else.
///
/// A death counts only when the case ends new processes again, alone (`Suspicion`). Then it is
/// known to who runs the cases around it, who does not try it again: no case is lost, none is
/// counted twice. When workers are ended from outside again and again, or none can be started, the
/// pool gives up: all work is stopped as if the user had asked for it.
package final class WorkerPool: CaseDesk, Sendable {
  private let settings: CampaignSettings
  private let empty: CaseBatch
  private let stock: WorkerStock
  private let limits: WorkerLimits
  private let now: @Sendable () -> UInt64

  /// - Parameters:
  ///   - settings: of the campaign that the pool works for.
  ///   - command: the path of this tool, and the subcommand that makes it a worker (`WorkerLoop`).
  ///   - now: nanoseconds since some fixed moment.
  ///   - onGivingUp: called once with the reason when no worker comes to an end, whatever it works
  ///     on.
  /// - Throws: when no process can be started.
  package init(
    _ settings: CampaignSettings, command: [String], limits: WorkerLimits = WorkerLimits(),
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping @Sendable () -> Bool = { false },
    onGivingUp: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SpawnError) {
    self.settings = settings
    empty = BatchRunner(settings).emptyBatch
    self.limits = limits
    self.now = now
    stock = try WorkerStock(
      command: command, jobs: settings.jobs, now: now, isStopped: isStopped, onGivingUp: onGivingUp)
  }

  /// Why the pool has given up; nil when it has not.
  package var problem: String? { stock.problem }

  package var hasGivenUp: Bool { problem != nil }

  /// How often a worker ended without the case it worked on being found to be the reason: what
  /// ended it came from outside, or hangs on what ran before.
  package var unexplainedDeaths: Int { stock.unexplainedDeaths }

  /// The numbers of the processes that nobody works with.
  var identifiers: [Int32] { stock.identifiers }

  /// Ends all workers.
  package func endAll() { stock.endAll() }

  // MARK: - Cases

  /// How much longer than a hang takes cases are waited for when the time is over, in nanoseconds.
  private static let patience: UInt64 = 2_000_000_000

  /// How often the same cases may end workers for reasons that do not show alone, before each runs
  /// alone.
  private static let togetherMax = 2

  func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch? {
    var deaths: [CaseDeath] = []
    var unexplained = 0
    var overSince: UInt64?
    /// A few huge screens may take minutes; but one that hangs is found, and what it takes to look
    /// into that is waited for.
    func isLate() -> Bool {
      guard deaths.isEmpty, unexplained == 0, isOver() else { return false }
      let since = overSince ?? now()
      overSince = since
      return now().elapsed(since: since) >= limits.caseNanoseconds + Self.patience
    }
    while unexplained < Self.togetherMax {
      let work = CaseWork.cases(cases, deaths)
      switch ask(work, on: borrow(), isMinimizing: false, isOver: isLate) {
      case .done(.cases(let batch)): return batch
      case .stopped: return nil
      case .done: unexplained += 1
      case .died(let death):
        var confirmed: [CaseDeath] = []
        if let index = death.index, cases.contains(index) {
          guard let once = alone(index, deaths, after: death) else { return nil }
          confirmed = once.deaths
        }
        if confirmed.isEmpty {
          unexplained += 1
          stock.countUnexplainedDeath()
        }
        deaths += confirmed
      }
    }
    return each(of: cases, deaths)
  }

  /// Runs each case in a process that has run no other one.
  private func each(of cases: Range<Int>, _ deaths: [CaseDeath]) -> CaseBatch? {
    var all = empty
    for index in cases {
      guard let once = alone(index, deaths) else { return nil }
      all.append(once.batch)
      if all.internalError != nil { break }
    }
    return all
  }

  /// The most ends of its process that one case alone may have for reasons of its own: it has fewer
  /// phases in which it can end one, and each is confirmed by two.
  private static let aloneMax = 160

  /// Runs one case in a new process, and in another one for each time that it ends one.
  ///
  /// - Parameter death: how it ended the process of a batch, if it did.
  /// - Returns: what ends its process, and what came of the case beside that; nil when the run
  ///   is stopped.
  private func alone(
    _ index: Int, _ known: [CaseDeath], after death: CaseDeath? = nil
  ) -> (deaths: [CaseDeath], batch: CaseBatch)? {
    let only = index..<index + 1
    var found: [CaseDeath] = []
    var (suspicion, backOff, ends) = (Suspicion(after: death), BackOff(limits.backOff), 0)
    while ends < Self.aloneMax {
      let work = CaseWork.cases(only, known + found)
      switch ask(work, on: start(), isMinimizing: false) {
      case .done(.cases(let batch)): return (found, batch)
      case .stopped: return nil
      case .done: ends += 1
      case .died(let death):
        if suspicion.confirms(death), death.index == index {
          // Where nothing can stand in for what ends the process, the case has no end.
          if (known + found).contains(where: { $0.index == index && $0.phase == death.phase }) {
            ends = Self.aloneMax
          }
          found.append(death)
          suspicion = Suspicion()
          backOff.reset()
        } else if death.isDisturbance {
          guard stock.rest(&backOff, after: death) else { return nil }
        } else {
          ends += 1
        }
      }
    }
    var batch = empty
    batch.internalError = .init(
      index: index, error: InternalError("no worker comes to an end with case \(index)", on: nil))
    return (found, batch)
  }

  // MARK: - Other work

  /// Does work in a process of the pool, or in one that has done nothing else.
  ///
  /// - Returns: what came of it, and whether the process had done nothing else.
  func tried(_ work: CaseWork, alone: Bool) -> (outcome: CaseWorkOutcome, isFresh: Bool) {
    let (outcome, worker) = undisturbed(work, alone: alone)
    return (outcome, worker?.wasFresh ?? true)
  }

  func confirm(_ work: CaseWork) -> (outcome: CaseWorkOutcome, errors: StandardError?) {
    let (outcome, worker) = undisturbed(work, alone: true)
    guard let worker, case .died(let death) = outcome else { return (outcome, nil) }
    return (outcome, StandardError(worker.errorTail, of: death.failure))
  }

  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome {
    undisturbed(work, alone: false, isMinimizing: isMinimizing).outcome
  }

  /// Does work again as long as something disturbs the workers.
  ///
  /// - Returns: what came of it, which is the end of a worker only when the work may be the reason,
  ///   and the last worker.
  private func undisturbed(
    _ work: CaseWork, alone: Bool, isMinimizing: Bool = false
  ) -> (outcome: CaseWorkOutcome, worker: SupervisedWorker?) {
    var backOff = BackOff(limits.backOff)
    while true {
      let worker = alone || backOff.count > 0 ? start() : borrow()
      let outcome = ask(work, on: worker, isMinimizing: isMinimizing)
      guard case .died(let death) = outcome, death.isDisturbance else { return (outcome, worker) }
      guard stock.rest(&backOff, after: death) else { return (.stopped, nil) }
    }
  }

  private func ask(
    _ work: CaseWork, on worker: SupervisedWorker?, isMinimizing: Bool,
    isOver: () -> Bool = { false }
  ) -> CaseWorkOutcome {
    // Without a worker the pool has given up, or the run is stopped.
    guard let worker else { return .stopped }
    defer { giveBack(worker) }
    var bytes = worker.isFresh ? settings.identity.lineOfText : []
    bytes += work.json.lineOfText
    let answer = worker.ask(
      bytes, memoryBytes: limits.memoryBytes,
      limit: { limit(isMinimizing: isMinimizing) },
      // What is to be told about a finding is told in the time that a stop leaves.
      isStopped: { isOver() || (isMinimizing || work.hearsStop) && stock.isEnding })
    switch answer {
    case .stopped: return .stopped
    case .died(let death): return .died(death)
    case .reply(let value):
      do throws(JSONError) {
        let result = try CaseWorkResult(value, empty: empty)
        if case .cases(let batch) = result, case .cases(let cases, _) = work,
          !batch.isAbout(cases)
        {
          return .died(worker.refuse("a reply about cases that nobody has asked for"))
        }
        return .done(result)
      } catch {
        return .died(worker.refuse(error.message))
      }
    }
  }

  private func limit(isMinimizing: Bool) -> UInt64 {
    let limit = isMinimizing ? limits.minimizing : limits.caseNanoseconds
    return stock.isEnding ? min(limit, WorkerLimits.stoppingNanoseconds) : limit
  }

  // MARK: - Workers

  private func borrow() -> SupervisedWorker? {
    obtained { () throws(SpawnError) in try stock.borrow() }
  }

  /// - Returns: nil when there is no room for a process, and the pool has given up.
  private func start() -> SupervisedWorker? {
    obtained { () throws(SpawnError) in try stock.start() }
  }

  private func obtained(
    _ worker: () throws(SpawnError) -> SupervisedWorker
  ) -> SupervisedWorker? {
    do throws(SpawnError) {
      return try worker()
    } catch {
      if !stock.isEnding { stock.giveUp("\(error)") }
      return nil
    }
  }

  private func giveBack(_ worker: SupervisedWorker) { stock.giveBack(worker) }
}

extension CaseWork {
  /// Whether it is not worth finishing when the run is stopped.
  fileprivate var hearsStop: Bool {
    switch self {
    case .cases, .judge, .script, .examine: return true
    case .origin, .probe, .describe, .probeScript: return false
    }
  }
}
