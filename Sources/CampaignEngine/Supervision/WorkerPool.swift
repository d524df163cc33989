// SPDX-License-Identifier: MIT

import Clocks
import Diagnosis
import Foundation
import JSON
import LinearModel
import Processes
import Supervision

/// A pool of worker processes of this tool for a campaign.
///
/// A case that traps, loops or takes all memory only ends one of them.
///
/// A death counts only when the case ends new processes again, alone (`Suspicion`). It is then
/// passed on with the requests for the cases around it, and not tried again. So no case is lost,
/// and none is counted twice. The pool gives up when workers are ended from outside again and
/// again, or none can be started. All work then stops as on a request of the user.
package final class WorkerPool: CaseDesk, Sendable {
  private let settings: CampaignSettings
  private let empty: CaseBatch
  private let stock: WorkerStock
  private let caseLimits: WorkerLimits
  private let now: @Sendable () -> UInt64

  /// - Parameters:
  ///   - settings: the settings of the campaign that the pool works for.
  ///   - command: the path of this tool, and the subcommand that makes it a worker (`WorkerLoop`).
  ///   - limits: the limits of one case.
  ///   - now: returns nanoseconds since some fixed moment.
  ///   - isStopped: whether the run is stopped.
  ///   - onGivingUp: called once with the reason when workers fail for any work.
  /// - Throws: when no process can be started.
  package init(
    _ settings: CampaignSettings, command: [String], limits: WorkerLimits = WorkerLimits(),
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping @Sendable () -> Bool = { false },
    onGivingUp: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SpawnError) {
    self.settings = settings
    empty = BatchRunner(settings).emptyBatch
    caseLimits = limits
    self.now = now
    stock = try WorkerStock(
      command: command, jobs: settings.jobs, now: now, isStopped: isStopped, onGivingUp: onGivingUp)
  }

  /// The reason why the pool has given up; nil while it works.
  package var problem: String? { stock.problem }

  package var hasGivenUp: Bool { problem != nil }

  /// The number of workers that ended without a proof that their case is the reason: something
  /// outside, or earlier work, has ended them.
  package var unexplainedDeaths: Int { stock.unexplainedDeaths }

  /// The numbers of the idle processes.
  var identifiers: [Int32] { stock.identifiers }

  /// Ends all workers.
  package func endAll() { stock.endAll() }

  // MARK: - Cases

  /// The additional time after the time limit of a case in which running cases are awaited once the
  /// campaign is over, in nanoseconds.
  private static let patience: UInt64 = 2_000_000_000

  /// The number of times that the same cases may end workers without a failure of one case alone,
  /// before each runs alone.
  private static let togetherMax = 2

  func run(_ all: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch? {
    var cases = all
    var deaths: [CaseDeath] = []
    var unexplained = 0
    var overSince: UInt64?
    /// Whether the cases are stopped because the campaign is over.
    ///
    /// A few huge screens may take minutes. But a case that hangs is a finding, so its examination
    /// is awaited.
    func isLate() -> Bool {
      guard deaths.isEmpty, unexplained == 0, isOver() else { return false }
      let since = overSince ?? now()
      overSince = since
      return now().elapsed(since: since) >= caseLimits.caseNanoseconds + Self.patience
    }
    while unexplained < Self.togetherMax {
      let work = CaseWork.cases(cases, deaths)
      switch ask(work, on: borrow(), isMinimizing: false, isOver: isLate) {
      case .done(.cases(var batch)):
        batch.isPartial = cases != all
        return batch
      case .stopped: return nil
      case .done: unexplained += 1
      // Such an end accuses no case, so none is awaited.
      case .died(let death) where death.isDisturbance && isOver(): return nil
      case .died(let death):
        var confirmed: [CaseDeath] = []
        if let index = death.index, cases.contains(index) {
          guard let once = alone(index, deaths, after: death, isOver: isOver) else { return nil }
          confirmed = once.deaths
        }
        if confirmed.isEmpty {
          unexplained += 1
          stock.countUnexplainedDeath()
        }
        deaths += confirmed
        // Each further case may hang, too, and would take two time limits of a case.
        if let last = confirmed.last?.index, isOver() { cases = all.lowerBound..<last + 1 }
      }
    }
    var batch = each(of: cases, deaths, isOver: isOver)
    batch?.isPartial = cases != all
    return batch
  }

  /// Runs each case in a process that has run no other one.
  private func each(
    of cases: Range<Int>, _ deaths: [CaseDeath], isOver: () -> Bool
  ) -> CaseBatch? {
    var all = empty
    for index in cases {
      guard let once = alone(index, deaths, isOver: isOver) else { return nil }
      all.append(once.batch)
      if all.internalError != nil { break }
    }
    return all
  }

  /// The most unconfirmed ends of processes by one case alone.
  ///
  /// It has fewer phases in which it can end one, and two ends confirm each.
  private static let aloneMax = 160

  /// Runs one case in a new process, and in another one for each time that it ends one.
  ///
  /// - Parameters:
  ///   - index: the index of the case.
  ///   - known: the known deaths, which are not tried again.
  ///   - death: the death of the process of a batch on it; nil without one.
  ///   - isOver: whether the campaign is over: after a disturbance, the case is not tried again.
  /// - Returns: the deaths that are due to the case, and its other results; nil when the run is
  ///   stopped.
  private func alone(
    _ index: Int, _ known: [CaseDeath], after death: CaseDeath? = nil, isOver: () -> Bool
  ) -> (deaths: [CaseDeath], batch: CaseBatch)? {
    let only = index..<index + 1
    var found: [CaseDeath] = []
    var (suspicion, backOff, ends) = (Suspicion(after: death), BackOff(caseLimits.backOff), 0)
    while ends < Self.aloneMax {
      let work = CaseWork.cases(only, known + found)
      switch ask(work, on: start(), isMinimizing: false) {
      case .done(.cases(let batch)): return (found, batch)
      case .stopped: return nil
      case .done: ends += 1
      case .died(let death):
        if suspicion.confirms(death), death.index == index {
          // The case ends its process although this phase is skipped: it cannot be completed.
          if (known + found).contains(where: { $0.index == index && $0.phase == death.phase }) {
            ends = Self.aloneMax
          }
          found.append(death)
          suspicion = Suspicion()
          backOff.reset()
        } else if death.isDisturbance {
          guard !isOver(), stock.rest(&backOff, after: death) else { return nil }
        } else {
          ends += 1
        }
      }
    }
    var batch = empty
    batch.internalError = .init(
      index: index, error: InternalError("no worker finished case \(index)", on: nil))
    return (found, batch)
  }

  // MARK: - Other work

  /// Does work in a process of the pool, or in one that has done no other work.
  ///
  /// - Returns: the outcome, and whether the process had done no other work.
  func tried(_ work: CaseWork, alone: Bool) -> (outcome: CaseWorkOutcome, isFresh: Bool) {
    let (outcome, worker) = undisturbed(work, alone: alone)
    return (outcome, worker?.wasFresh ?? true)
  }

  var limits: WorkerLimits? { caseLimits }

  func confirm(_ work: CaseWork) -> (outcome: CaseWorkOutcome, errors: StandardError?) {
    let (outcome, worker) = undisturbed(work, alone: true)
    guard let worker, case .died(let death) = outcome else { return (outcome, nil) }
    return (outcome, StandardError(worker.errorTail, of: death.failure))
  }

  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome {
    undisturbed(work, alone: false, isMinimizing: isMinimizing).outcome
  }

  /// Repeats work as long as disturbances end the workers.
  ///
  /// - Returns: the outcome and the last worker. The outcome is the end of a worker only if the
  ///   work may be the reason.
  private func undisturbed(
    _ work: CaseWork, alone: Bool, isMinimizing: Bool = false
  ) -> (outcome: CaseWorkOutcome, worker: SupervisedWorker?) {
    var backOff = BackOff(caseLimits.backOff)
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
      bytes, memoryBytes: caseLimits.memoryBytes,
      limit: { limit(isMinimizing: isMinimizing) },
      // The texts of a finding are completed within the time that a stop leaves.
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
          return .died(worker.refuse("a reply about cases that were not requested"))
        }
        return .done(result)
      } catch {
        return .died(worker.refuse(error.message))
      }
    }
  }

  private func limit(isMinimizing: Bool) -> UInt64 {
    let limit = isMinimizing ? caseLimits.minimizing : caseLimits.caseNanoseconds
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
  /// Whether a stop request cuts the work short.
  fileprivate var hearsStop: Bool {
    switch self {
    case .cases, .judge, .examine: return true
    case .probe, .describe, .probeScript: return false
    }
  }
}
