// SPDX-License-Identifier: MIT

import LinearModel
import Synchronization

/// The running processes of one adapter: as many as have been needed at a time, each with one owner.
package final class AdapterPool: Sendable {
  package let command: AdapterCommand
  /// How long an adapter may take for one case.
  package let timeoutNanoseconds: UInt64
  /// Nanoseconds since some fixed moment.
  package let now: @Sendable () -> UInt64
  /// Whether somebody wants everything to end.
  package let isStopped: @Sendable () -> Bool
  /// What the adapter said of itself at first.
  package let greeting: AdapterGreeting
  private let idle: Mutex<[AdapterProcess]>

  package static let timeoutDefault: UInt64 = 5_000_000_000

  /// Starts the first process.
  ///
  /// - Throws: when the adapter does not start or does not shake hands.
  package init(
    _ command: AdapterCommand, timeoutNanoseconds: UInt64 = AdapterPool.timeoutDefault,
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(AdapterStartError) {
    self.command = command
    self.timeoutNanoseconds = timeoutNanoseconds
    self.now = now
    self.isStopped = isStopped
    let first = try AdapterProcess(
      command, timeout: timeoutNanoseconds, now: now, isStopped: isStopped)
    greeting = first.greeting
    idle = Mutex([first])
  }

  /// How a piece of work with an adapter ended.
  package enum Outcome<Value: Sendable>: Sendable {
    case done(Value)
    /// A process that had just been started failed, or none can be started to try again.
    case failed(ProcessFailure)
    /// A process that had worked on other cases failed; one that had just been started does not on this case.
    case failedAfterOthers(ProcessFailure, Value)
    /// Somebody wants everything to end.
    case stopped
  }

  /// The result of one attempt.
  package enum Attempt<Value: Sendable>: Sendable {
    case done(Value)
    case failed(ProcessFailure)
    case stopped
  }

  /// Does a piece of work with a process; a failure of one that has worked before is looked at again with a new one.
  ///
  /// - Parameter work: is given a process and its deadline; called once or twice.
  /// - Throws: when no process can be started any more.
  package func run<Value: Sendable>(
    _ work: (AdapterProcess, UInt64) -> Attempt<Value>
  ) throws(AdapterStartError) -> Outcome<Value> {
    let process = try borrow()
    let wasFresh = process.isFresh
    let attempt = work(process, now() + timeoutNanoseconds)
    giveBack(process)
    switch attempt {
    case .done(let value): return .done(value)
    case .stopped: return .stopped
    case .failed(let failure) where wasFresh: return .failed(failure)
    case .failed(let failure):
      let process: AdapterProcess
      do throws(AdapterStartError) {
        process = try start()
      } catch {
        // The failure has been seen all the same; that no process starts any more shows at the next case.
        return .failed(failure)
      }
      let second = work(process, now() + timeoutNanoseconds)
      giveBack(process)
      switch second {
      case .done(let value): return .failedAfterOthers(failure, value)
      case .stopped: return .stopped
      case .failed(let failure): return .failed(failure)
      }
    }
  }

  /// Does a piece of work with a process that does nothing else.
  ///
  /// - Returns: how it failed, with the end of what it wrote to standard error; nil when it did not.
  /// - Throws: when no process can be started any more.
  package func failure<Value: Sendable>(
    of work: (AdapterProcess, UInt64) -> Attempt<Value>
  ) throws(AdapterStartError) -> (failure: ProcessFailure, errors: ErrorTail)? {
    let process = try start()
    defer { process.end() }
    guard case .failed(let failure) = work(process, now() + timeoutNanoseconds) else { return nil }
    return (failure, process.errorTail)
  }

  /// Ends all processes that nobody works with.
  package func endAll() {
    let processes = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for process in processes { process.end() }
  }

  private func borrow() throws(AdapterStartError) -> AdapterProcess {
    if let process = idle.withLock({ $0.popLast() }) { return process }
    return try start()
  }

  private func start() throws(AdapterStartError) -> AdapterProcess {
    try AdapterProcess(command, timeout: timeoutNanoseconds, now: now, isStopped: isStopped)
  }

  private func giveBack(_ process: AdapterProcess) {
    if process.isUsable { idle.withLock { $0.append(process) } }
  }
}
