// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import ExternalSolvers
import Foundation
import LinearModel
import Synchronization

/// Runs the work of a campaign in processes of this tool, so that a case that traps, loops or takes all memory ends one
/// of them and nothing else.
///
/// A death counts only when the case ends a new process again, alone. Then it is told to whoever runs the cases around
/// it, who does not try it again: no case is lost, none is counted twice.
package final class WorkerPool: CaseDesk, Sendable {
  private let settings: CampaignSettings
  private let empty: CaseBatch
  private let command: [String]
  private let limits: WorkerLimits
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool
  private let idle = Mutex<[SupervisedWorker]>([])
  private let lost = Mutex<Int>(0)

  /// - Parameters:
  ///   - settings: of the campaign that the pool works for.
  ///   - command: the path of this tool, and the subcommand that makes it a worker (`WorkerLoop`).
  ///   - now: nanoseconds since some fixed moment.
  /// - Throws: when no process can be started.
  package init(
    _ settings: CampaignSettings, command: [String], limits: WorkerLimits = WorkerLimits(),
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(SpawnError) {
    // A worker that traps is to end at once, not to explain itself for seconds.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    self.settings = settings
    empty = BatchRunner(settings).emptyBatch
    self.command = command
    self.limits = limits
    self.now = now
    self.isStopped = isStopped
    giveBack(try SupervisedWorker(command: command, now: now))
  }

  /// How often a worker ended without the case it worked on being found to be the reason: what ended it came from
  /// outside, or hangs on what ran before.
  package var unexplainedDeaths: Int { lost.withLock { $0 } }

  /// The numbers of the processes that nobody works with.
  var identifiers: [Int32] { idle.withLock { $0.map(\.identifier) } }

  /// Ends all workers.
  package func endAll() {
    let workers = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for worker in workers { worker.end() }
  }

  // MARK: - Cases

  /// How much longer than a hang takes cases are waited for when the time is over, in nanoseconds.
  private static let patience: UInt64 = 2_000_000_000

  /// How often the same cases may end workers for reasons that do not show alone, before each runs alone.
  private static let togetherMax = 2

  func run(
    _ cases: Range<Int>, _ recipes: RecipeBook, isOver: @escaping @Sendable () -> Bool
  ) -> CaseBatch? {
    var deaths: [CaseDeath] = []
    var unexplained = 0
    var overSince: UInt64?
    /// A few huge screens may take minutes; but one that hangs is found, and what it takes to look into that is waited for.
    func isLate() -> Bool {
      guard deaths.isEmpty, unexplained == 0, isOver() else { return false }
      let since = overSince ?? now()
      overSince = since
      return now() - since >= limits.caseNanoseconds + Self.patience
    }
    while unexplained < Self.togetherMax {
      let work = CaseWork.cases(cases, deaths, recipes[cases])
      switch ask(work, on: try? borrow(), isMinimizing: false, isOver: isLate) {
      case .done(.cases(let batch)): return batch
      case .stopped: return nil
      case .done: unexplained += 1
      case .died(let death):
        var confirmed: [CaseDeath] = []
        if let index = death.index, cases.contains(index) {
          guard let once = alone(index, deaths, recipes) else { return nil }
          confirmed = once.deaths
        }
        if confirmed.isEmpty {
          unexplained += 1
          lost.withLock { $0 += 1 }
        }
        deaths += confirmed
      }
    }
    return each(of: cases, deaths, recipes)
  }

  /// Runs each case in a process that has run no other one.
  private func each(
    of cases: Range<Int>, _ deaths: [CaseDeath], _ recipes: RecipeBook
  ) -> CaseBatch? {
    var all = empty
    for index in cases {
      guard let once = alone(index, deaths, recipes) else { return nil }
      all.append(once.batch)
      if all.internalError != nil { break }
    }
    return all
  }

  /// The most attempts for one case alone: it has fewer phases in which it can end its process.
  private static let aloneMax = 64

  /// Runs one case in a new process, and in another one for each time that it ends one.
  ///
  /// - Returns: what ends its process, and what came of the case beside that; nil when somebody wants everything to end.
  private func alone(
    _ index: Int, _ known: [CaseDeath], _ recipes: RecipeBook
  ) -> (deaths: [CaseDeath], batch: CaseBatch)? {
    var found: [CaseDeath] = []
    for _ in 0..<Self.aloneMax {
      guard let worker = try? start() else { break }
      let only = index..<index + 1
      let work = CaseWork.cases(only, known + found, recipes[only])
      switch ask(work, on: worker, isMinimizing: false) {
      case .done(.cases(let batch)): return (found, batch)
      case .stopped: return nil
      case .done: break
      case .died(let death):
        if death.index == index, death.phase != .idle { found.append(death) }
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
    let worker = alone ? try? start() : try? borrow()
    let isFresh = worker?.isFresh ?? true
    return (ask(work, on: worker, isMinimizing: false), isFresh)
  }

  func confirm(_ work: CaseWork) -> (outcome: CaseWorkOutcome, errors: StandardError?) {
    let worker = try? start()
    let outcome = ask(work, on: worker, isMinimizing: false)
    guard let worker, case .died(let death) = outcome else { return (outcome, nil) }
    return (outcome, StandardError(worker.errorTail, of: death.failure))
  }

  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome {
    ask(work, on: try? borrow(), isMinimizing: isMinimizing)
  }

  private func ask(
    _ work: CaseWork, on worker: SupervisedWorker?, isMinimizing: Bool,
    isOver: () -> Bool = { false }
  ) -> CaseWorkOutcome {
    guard let worker else {
      return .died(CaseDeath(index: nil, phase: .idle, failure: .crashed("no process starts")))
    }
    defer { giveBack(worker) }
    var bytes = worker.isFresh ? settings.identity.lineOfText : []
    bytes += work.json.lineOfText
    let answer = worker.ask(
      bytes, memoryBytes: limits.memoryBytes,
      limit: { limit(isMinimizing: isMinimizing) },
      // What is to be told about a finding is told in the time that a stop leaves.
      isStopped: { isOver() || (isMinimizing || work.hearsStop) && isStopped() })
    switch answer {
    case .stopped: return .stopped
    case .died(let death): return .died(death)
    case .reply(let value):
      do throws(JSONError) {
        let result = try CaseWorkResult(value, empty: empty)
        if case .cases(let batch) = result, case .cases(let cases, _, _) = work,
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
    return isStopped() ? min(limit, WorkerLimits.stoppingNanoseconds) : limit
  }

  // MARK: - Workers

  /// More of them are not kept waiting.
  private var idleMax: Int { settings.jobs + 1 }

  private func borrow() throws(SpawnError) -> SupervisedWorker {
    if let worker = idle.withLock({ $0.popLast() }) { return worker }
    return try start()
  }

  /// How often, and with which pauses in microseconds, a process is started that the system has no room for.
  private static let startsMax = 50
  private static let pause: UInt32 = 100_000

  private func start() throws(SpawnError) -> SupervisedWorker {
    var attempt = 1
    while true {
      do throws(SpawnError) {
        return try SupervisedWorker(command: command, now: now)
      } catch {
        if attempt == Self.startsMax || isStopped() { throw error }
      }
      attempt += 1
      usleep(Self.pause)
    }
  }

  private func giveBack(_ worker: SupervisedWorker) {
    guard worker.isUsable else { return }
    let isKept = idle.withLock { idle in
      if idle.count < idleMax { idle.append(worker) }
      return idle.contains { $0 === worker }
    }
    if !isKept { worker.end() }
  }
}

extension JSONValue {
  /// The value with the line break that ends it.
  var lineOfText: [UInt8] { JSONWriter.line(self) + [UInt8(ascii: "\n")] }
}

extension CaseWork {
  /// Whether it is not worth finishing when somebody wants everything to end.
  fileprivate var hearsStop: Bool {
    switch self {
    case .cases, .judge, .script, .examine: return true
    case .origin, .probe, .describe, .report, .probeScript, .reportScript: return false
    }
  }
}
