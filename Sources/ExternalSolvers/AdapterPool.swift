// SPDX-License-Identifier: MIT

import Clocks
import Display
import LinearModel
import Processes
import Synchronization

/// A process of a pool: a running program after a successful handshake.
package protocol PooledProcess: AnyObject, Sendable {
  associatedtype Greeting: Sendable

  /// The kind of program, in the words of messages.
  static var title: String { get }
  /// The option of `conformance` for this kind of program, with a space after it; empty for none.
  static var conformanceOption: String { get }
  /// The description that the program gave of itself.
  var greeting: Greeting { get }
  var link: AdapterLink { get }

  /// Returns the reason why no answer of a program can be tested; nil when answers can.
  static func flaw(of greeting: Greeting) -> String?
  /// Returns warnings about a handshake, for the author of the adapter.
  static func remarks(on greeting: Greeting) -> [String]

  init(
    _ command: AdapterCommand, timeout: UInt64, now: @escaping @Sendable () -> UInt64,
    isStopped: () -> Bool
  ) throws(AdapterStartError)
}

extension PooledProcess {
  package static func flaw(of greeting: Greeting) -> String? { nil }
  package static func remarks(on greeting: Greeting) -> [String] { [] }

  package var isUsable: Bool { link.isUsable }
  package func end() { link.end() }

  /// Returns the command that checks a program step by step.
  package static func check(of command: String) -> String {
    "layoutfuzz conformance \(conformanceOption)-- \(ShellWord.quoted(command))"
  }
}

/// The processes of an adapter of a solver.
package typealias AdapterPool = ProgramPool<AdapterProcess>

/// The running processes of one program: as many as were needed at a time, each with one owner.
///
/// Some of them only repeat what others did, see `repeated(_:)`.
package final class ProgramPool<Process: PooledProcess>: Sendable {
  package let command: AdapterCommand
  /// The time limit of one case.
  package let timeoutNanoseconds: UInt64
  /// Returns nanoseconds since some fixed moment.
  package let now: @Sendable () -> UInt64
  /// Whether the run is stopped.
  package let isStopped: @Sendable () -> Bool
  /// The description that the adapter gave of itself in its first handshake.
  package let greeting: Process.Greeting
  private let idle: Mutex<[Process]>
  private let idleForRepetitions = Mutex<[Process]>([])
  private let backOff: BackOff.Limits

  /// The most processes for each job: one works, another one repeats.
  package static var processesPerJob: Int { 2 }
  /// How often a process repeats the work of others before a new one replaces it.
  private static var repetitionsMax: Int { 16 }
  /// The number of files that this process has open for each process of an adapter, and of further
  /// ones while it starts one.
  package static var filesPerProcess: Int { 4 }
  package static var filesWhileStarting: Int { 6 }

  package static var timeoutDefault: UInt64 { 5_000_000_000 }

  /// The time limit of one case, for commands that run it again; nil for the usual one.
  package var unusualTimeout: UInt64? {
    timeoutNanoseconds == Self.timeoutDefault ? nil : timeoutNanoseconds
  }

  /// Starts the first process.
  ///
  /// - Throws: when the adapter does not start or does not shake hands.
  package init(
    _ command: AdapterCommand, timeoutNanoseconds: UInt64 = ProgramPool.timeoutDefault,
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

  /// The result of a piece of work with an adapter.
  package enum Outcome<Value: Sendable>: Sendable {
    case done(Value)
    /// A newly started process failed, or none can be started to try again.
    case failed(ProcessFailure)
    /// A process that had worked on other cases failed, but a newly started one does not fail on
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

  /// Runs a piece of work with a process.
  ///
  /// After a failure of a process that has worked before, the work is tried again with a new
  /// process. Work that a signal from outside has ended is repeated.
  ///
  /// - Parameter work: does the work with a process until a deadline.
  /// - Returns: the value of `work`, or the failure of its process.
  /// - Throws: when no further process can be started, or all are ended from outside.
  package func run<Value: Sendable>(
    _ work: (Process, UInt64) -> Attempt<Value>
  ) throws(AdapterStartError) -> Outcome<Value> {
    try run(
      work, first: idle.withLock { $0.popLast() },
      giveBack: { process in idle.withLock { $0.append(process) } })
  }

  /// Repeats a piece of work in a process that `run` never uses.
  ///
  /// To start a process takes longer than many scripts. Therefore one repeats the work of several
  /// cases. A failure in a process that is not new is tried again with a new one, as by `run`.
  ///
  /// - Parameter work: does the work with a process until a deadline.
  /// - Returns: the value of `work`, or the failure of its process.
  /// - Throws: when no further process can be started, or all are ended from outside.
  package func repeated<Value: Sendable>(
    _ work: (Process, UInt64) -> Attempt<Value>
  ) throws(AdapterStartError) -> Outcome<Value> {
    try run(
      work, first: idleForRepetitions.withLock { $0.popLast() },
      giveBack: { process in
        if process.link.exchanges < Self.repetitionsMax {
          idleForRepetitions.withLock { $0.append(process) }
        } else {
          process.end()
        }
      })
  }

  private func run<Value: Sendable>(
    _ work: (Process, UInt64) -> Attempt<Value>, first: Process?, giveBack: (Process) -> Void
  ) throws(AdapterStartError) -> Outcome<Value> {
    var process: Process
    if let first { process = first } else { process = try start() }
    var backOff = BackOff(backOff)
    var earlier: ProcessFailure?
    while true {
      let wasFresh = process.link.isFresh
      let attempt = work(process, now().later(by: timeoutNanoseconds))
      if process.isUsable { giveBack(process) }
      switch attempt {
      case .done(let value):
        return earlier.map { .failedAfterOthers($0, value) } ?? .done(value)
      case .stopped: return .stopped
      case .failed(let failure) where process.link.wasEndedFromOutside:
        guard try rest(&backOff, after: failure) else { return .stopped }
      case .failed(let failure):
        if wasFresh { return .failed(failure) }
        earlier = failure
      }
      do throws(AdapterStartError) {
        process = try start()
      } catch {
        // The failure has been seen all the same. The next case reports that no process starts.
        if let earlier { return .failed(earlier) }
        throw error
      }
    }
  }

  /// Waits after a signal from outside has ended a process.
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

  /// Runs a piece of work with a process that does no other work.
  ///
  /// - Parameter work: does the work with a process until a deadline.
  /// - Returns: the value of `work`, or the failure of its process.
  /// - Throws: when no further process can be started, or all are ended from outside.
  package func runAlone<Value: Sendable>(
    _ work: (Process, UInt64) -> Attempt<Value>
  ) throws(AdapterStartError) -> Outcome<Value> {
    var backOff = BackOff(backOff)
    while true {
      let process = try start()
      defer { process.end() }
      switch work(process, now().later(by: timeoutNanoseconds)) {
      case .done(let value): return .done(value)
      case .stopped: return .stopped
      case .failed(let failure):
        guard process.link.wasEndedFromOutside else { return .failed(failure) }
        guard try rest(&backOff, after: failure) else { return .stopped }
      }
    }
  }

  /// Runs a piece of work with a process that does no other work.
  ///
  /// - Returns: the failure, with the end of the standard error; nil when the work did not fail.
  /// - Throws: when no further process can be started.
  package func failure<Value: Sendable>(
    of work: (Process, UInt64) -> Attempt<Value>
  ) throws(AdapterStartError) -> (failure: ProcessFailure, errors: ErrorTail)? {
    var backOff = BackOff(backOff)
    while true {
      let process = try start()
      defer { process.end() }
      guard case .failed(let failure) = work(process, now().later(by: timeoutNanoseconds)) else {
        return nil
      }
      if !process.link.wasEndedFromOutside { return (failure, process.link.errorTail) }
      guard try rest(&backOff, after: failure) else { return nil }
    }
  }

  /// Ends all idle processes.
  package func endAll() {
    while let process = idle.withLock({ $0.popLast() }) { process.end() }
    while let process = idleForRepetitions.withLock({ $0.popLast() }) { process.end() }
  }

  private func start() throws(AdapterStartError) -> Process {
    try Self.started(
      command, timeout: timeoutNanoseconds, now: now, isStopped: isStopped, backOff)
  }

  private static func started(
    _ command: AdapterCommand, timeout: UInt64, now: @escaping @Sendable () -> UInt64,
    isStopped: () -> Bool, _ limits: BackOff.Limits
  ) throws(AdapterStartError) -> Process {
    var backOff = BackOff(limits)
    while true {
      do throws(AdapterStartError) {
        return try Process(command, timeout: timeout, now: now, isStopped: isStopped)
      } catch {
        guard error.isDisturbance,
          try rest(&backOff, command, isStopped, after: error.problem)
        else { throw error }
      }
    }
  }
}
