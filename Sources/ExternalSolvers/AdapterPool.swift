// SPDX-License-Identifier: MIT

import LinearModel
import Platform
import Processes
import Synchronization

/// The running processes of one adapter: as many as have been needed at a time, each with one
/// owner.
package final class AdapterPool: Sendable {
  package let command: AdapterCommand
  /// How long an adapter may take for one case.
  package let timeoutNanoseconds: UInt64
  /// Nanoseconds since some fixed moment.
  package let now: @Sendable () -> UInt64
  /// Whether the run is stopped.
  package let isStopped: @Sendable () -> Bool
  /// What the adapter said of itself at first.
  package let greeting: AdapterGreeting
  private let idle: Mutex<[AdapterProcess]>
  private let backOff: BackOff.Limits

  /// The files that this process has open for a process of an adapter, and those that it needs
  /// besides while it starts one.
  package static let filesPerProcess = 4
  package static let filesWhileStarting = 6

  package static let timeoutDefault: UInt64 = 5_000_000_000

  /// Starts the first process.
  ///
  /// - Throws: when the adapter does not start or does not shake hands.
  package init(
    _ command: AdapterCommand, timeoutNanoseconds: UInt64 = AdapterPool.timeoutDefault,
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping @Sendable () -> Bool = { false },
    backOff: BackOff.Limits = BackOff.Limits()
  ) throws(AdapterStartError) {
    self.command = command
    self.timeoutNanoseconds = timeoutNanoseconds
    self.now = now
    self.isStopped = isStopped
    self.backOff = backOff
    let first = try Self.started(
      command, timeout: timeoutNanoseconds, now: now, isStopped: isStopped, backOff)
    greeting = first.greeting
    idle = Mutex([first])
  }

  /// How a piece of work with an adapter ended.
  package enum Outcome<Value: Sendable>: Sendable {
    case done(Value)
    /// A process that had just been started failed, or none can be started to try again.
    case failed(ProcessFailure)
    /// A process that had worked on other cases failed; one that had just been started does not on
    /// this case.
    case failedAfterOthers(ProcessFailure, Value)
    /// The run is stopped.
    case stopped
  }

  /// The result of one attempt.
  package enum Attempt<Value: Sendable>: Sendable {
    case done(Value)
    case failed(ProcessFailure)
    case stopped
  }

  /// Does a piece of work with a process; a failure of one that has worked before is looked at
  /// again with a new one, and what a signal from outside has ended is done again.
  ///
  /// - Parameter work: is given a process and its deadline.
  /// - Throws: when no process can be started any more, or all are ended from outside.
  package func run<Value: Sendable>(
    _ work: (AdapterProcess, UInt64) -> Attempt<Value>
  ) throws(AdapterStartError) -> Outcome<Value> {
    var process = try borrow()
    var backOff = BackOff(backOff)
    var earlier: ProcessFailure?
    while true {
      let wasFresh = process.isFresh
      let attempt = work(process, now().later(by: timeoutNanoseconds))
      giveBack(process)
      switch attempt {
      case .done(let value):
        return earlier.map { .failedAfterOthers($0, value) } ?? .done(value)
      case .stopped: return .stopped
      case .failed(let failure) where process.wasEndedFromOutside:
        guard try rest(&backOff, after: failure) else { return .stopped }
      case .failed(let failure):
        if wasFresh { return .failed(failure) }
        earlier = failure
      }
      do throws(AdapterStartError) {
        process = try start()
      } catch {
        // The failure has been seen all the same; that no process starts any more shows at the next
        // case.
        if let earlier { return .failed(earlier) }
        throw error
      }
    }
  }

  /// Waits after the end of a process from outside.
  ///
  /// - Returns: false when the run is stopped.
  private func rest(
    _ backOff: inout BackOff, after failure: ProcessFailure
  ) throws(AdapterStartError) -> Bool {
    try Self.rest(&backOff, command, isStopped, after: failure.sentence)
  }

  private static func rest(
    _ backOff: inout BackOff, _ command: AdapterCommand, _ isStopped: () -> Bool,
    after sentence: String
  ) throws(AdapterStartError) -> Bool {
    switch backOff.rest(isStopped: isStopped) {
    case .again: return true
    case .stopped: return false
    case .hopeless:
      throw AdapterStartError(
        name: command.name,
        problem:
          "its processes are ended from outside: \(backOff.count) in a row, the last one so: "
          + sentence)
    }
  }

  /// Does a piece of work with a process that does nothing else.
  ///
  /// - Returns: how it failed, with the end of what it wrote to standard error; nil when it did
  ///   not.
  /// - Throws: when no process can be started any more.
  package func failure<Value: Sendable>(
    of work: (AdapterProcess, UInt64) -> Attempt<Value>
  ) throws(AdapterStartError) -> (failure: ProcessFailure, errors: ErrorTail)? {
    var backOff = BackOff(backOff)
    while true {
      let process = try start()
      defer { process.end() }
      guard case .failed(let failure) = work(process, now().later(by: timeoutNanoseconds)) else {
        return nil
      }
      if !process.wasEndedFromOutside { return (failure, process.errorTail) }
      guard try rest(&backOff, after: failure) else { return nil }
    }
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
    try Self.started(
      command, timeout: timeoutNanoseconds, now: now, isStopped: isStopped, backOff)
  }

  private static func started(
    _ command: AdapterCommand, timeout: UInt64, now: @escaping @Sendable () -> UInt64,
    isStopped: () -> Bool, _ limits: BackOff.Limits
  ) throws(AdapterStartError) -> AdapterProcess {
    var backOff = BackOff(limits)
    while true {
      do throws(AdapterStartError) {
        return try AdapterProcess(command, timeout: timeout, now: now, isStopped: isStopped)
      } catch {
        guard error.isDisturbance,
          try rest(&backOff, command, isStopped, after: error.problem)
        else { throw error }
      }
    }
  }

  private func giveBack(_ process: AdapterProcess) {
    if process.isUsable { idle.withLock { $0.append(process) } }
  }
}
