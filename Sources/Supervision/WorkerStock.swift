// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Processes
import Synchronization

/// The processes of this tool that wait for work, all started with one command.
///
/// When they are ended from outside again and again, or none can be started, the stock gives up: no
/// work is begun any more.
package final class WorkerStock: Sendable {
  private let command: [String]
  /// More processes than this do not wait.
  private let idleMax: Int
  let now: @Sendable () -> UInt64
  let isStopped: @Sendable () -> Bool
  private let idle = Mutex<[SupervisedWorker]>([])
  private let lost = Mutex<Int>(0)
  private let given = Mutex<String?>(nil)
  private let onGivingUp: @Sendable (String) -> Void

  /// - Parameters:
  ///   - command: the path of this tool, and the words that make it a worker (`WorkerLoop`).
  ///   - jobs: how many processes work at a time.
  ///   - now: nanoseconds since some fixed moment.
  ///   - onGivingUp: called once with the reason when no worker comes to an end, whatever it works
  ///     on.
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
    // A worker that traps is to end at once, not to explain itself for seconds.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    self.command = command
    idleMax = jobs + 1
    self.now = now
    self.isStopped = isStopped
    self.onGivingUp = onGivingUp
    giveBack(try SupervisedWorker(command: command, now: now))
  }

  /// The most files that this process has open for a worker, which is while it starts, and those
  /// for other work.
  private static let filesPerWorker = 8
  private static let filesOfOthers = 12

  /// The numbers of the processes that wait for work.
  package var identifiers: [Int32] { idle.withLock { $0.map(\.identifier) } }

  /// Ends all processes that wait for work.
  package func endAll() {
    let workers = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for worker in workers { worker.end() }
  }

  /// Takes a process that waits for work, or starts one.
  package func borrow() throws(SpawnError) -> SupervisedWorker {
    if let worker = idle.withLock({ $0.popLast() }) { return worker }
    return try start()
  }

  /// How often a process is started that the system has no room for: with the pauses between, for
  /// some seconds.
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

  /// Keeps a process for more work, or ends it where enough of them wait.
  package func giveBack(_ worker: SupervisedWorker) {
    guard worker.isUsable else { return }
    let isKept = idle.withLock { idle in
      if idle.count < idleMax { idle.append(worker) }
      return idle.contains { $0 === worker }
    }
    if !isKept { worker.end() }
  }

  // MARK: - Disturbances

  /// Why no work is begun any more; nil when it is.
  package var problem: String? { given.withLock { $0 } }

  /// Whether nothing more is to be begun.
  package var isEnding: Bool { isStopped() || problem != nil }

  /// How often a worker ended without its work being found to be the reason.
  package var unexplainedDeaths: Int { lost.withLock { $0 } }

  package func countUnexplainedDeath() { lost.withLock { $0 += 1 } }

  /// Waits after a disturbance.
  ///
  /// - Returns: whether it makes sense to try the same work again.
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

  package func giveUp(_ problem: String) {
    let isFirst = given.withLock { given in
      defer { given = given ?? problem }
      return given == nil
    }
    if isFirst { onGivingUp(problem) }
  }
}
