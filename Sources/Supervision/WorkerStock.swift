// SPDX-License-Identifier: MIT

import Foundation
import Pools
import Processes
import Synchronization

/// The idle processes of this tool, all started with the same command.
///
/// The stock gives up when processes are ended from outside again and again, or none can be
/// started. Then no further work begins.
package final class WorkerStock: Sendable {
  private let command: [String]
  /// The most processes that are kept idle.
  private let idleMax: Int
  let now: @Sendable () -> UInt64
  let isStopped: @Sendable () -> Bool
  private let idle = Mutex<[SupervisedWorker]>([])
  private let lost = Mutex<Int>(0)
  private let given = Mutex<String?>(nil)
  private let onGivingUp: @Sendable (String) -> Void

  /// - Parameters:
  ///   - command: the path of this tool, and the words that make it a worker (`WorkerLoop`).
  ///   - jobs: the number of processes that work at a time.
  ///   - now: nanoseconds since some fixed moment.
  ///   - isStopped: whether the run is stopped.
  ///   - onGivingUp: called once with the reason when workers fail for any work.
  /// - Throws: when no process can be started.
  package init(
    command: [String], jobs: Int, now: @escaping @Sendable () -> UInt64,
    isStopped: @escaping @Sendable () -> Bool,
    onGivingUp: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SpawnError) {
    do throws(Descriptors.Shortage) {
      try Descriptors.ensureRoom(for: Self.filesPerWorker * jobs + Self.filesOfOthers)
    } catch {
      throw SpawnError(code: EMFILE, remedy: "\(error)")
    }
    // A worker that traps must end at once: a backtrace takes seconds.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    self.command = command
    idleMax = jobs + 1
    self.now = now
    self.isStopped = isStopped
    self.onGivingUp = onGivingUp
    giveBack(try SupervisedWorker(command: command, now: now))
  }

  /// The most files that this process has open for a worker, reached while it starts, and those for
  /// other work.
  private static let filesPerWorker = 8
  private static let filesOfOthers = 12

  /// The numbers of the idle processes.
  package var identifiers: [Int32] { idle.withLock { $0.map(\.identifier) } }

  /// Ends all idle processes.
  package func endAll() {
    let workers = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for worker in workers { worker.end() }
  }

  /// Takes an idle process, or starts one.
  package func borrow() throws(SpawnError) -> SupervisedWorker {
    if let worker = idle.withLock({ $0.popLast() }) { return worker }
    return try start()
  }

  /// The number of tries to start a process that the system has no room for: with the pauses
  /// between, some seconds.
  private static let starts: BackOff.Limits = {
    var limits = BackOff.Limits()
    (limits.countMax, limits.millisecondsMax) = (50, 100)
    return limits
  }()

  /// Starts a process that has done no other work.
  package func start() throws(SpawnError) -> SupervisedWorker {
    var backOff = BackOff(Self.starts)
    while true {
      do throws(SpawnError) {
        return try SupervisedWorker(command: command, now: now)
      } catch {
        guard case .again = backOff.rest(isStopped: { isEnding }) else { throw error }
      }
    }
  }

  /// Keeps a process for more work, or ends it if enough processes are idle.
  package func giveBack(_ worker: SupervisedWorker) {
    guard worker.isUsable else { return }
    let isKept = idle.withLock { idle in
      if idle.count < idleMax { idle.append(worker) }
      return idle.contains { $0 === worker }
    }
    if !isKept { worker.end() }
  }

  // MARK: - Disturbances

  /// The reason why no further work begins; nil while work continues.
  package var problem: String? { given.withLock { $0 } }

  /// Whether no further work begins.
  package var isEnding: Bool { isStopped() || problem != nil }

  /// The number of workers that ended without a proof that their work is the reason.
  package var unexplainedDeaths: Int { lost.withLock { $0 } }

  /// Counts a worker that ended without a proof that its work is the reason.
  package func countUnexplainedDeath() { lost.withLock { $0 += 1 } }

  /// Waits after a disturbance.
  ///
  /// - Returns: whether the same work may be tried again.
  package func rest(_ backOff: inout BackOff, after death: CaseDeath) -> Bool {
    countUnexplainedDeath()
    switch backOff.rest(isStopped: { isEnding }) {
    case .again: return true
    case .stopped: return false
    case .hopeless:
      let cause = death.isFromOutside ? "are ended from outside" : "end before they have begun"
      giveUp(
        "workers \(cause): \(backOff.count) in a row with the same work, the last one so: "
          + death.failure.sentence)
      return false
    }
  }

  /// Begins no further work, for a reason; only the first reason counts and is reported.
  package func giveUp(_ problem: String) {
    let isFirst = given.withLock { given in
      defer { given = given ?? problem }
      return given == nil
    }
    if isFirst { onGivingUp(problem) }
  }
}
