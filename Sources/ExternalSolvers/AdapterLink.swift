// SPDX-License-Identifier: MIT

import Foundation
import LinearModel
import Platform
import Processes

/// A running program that answers each line with a line of the same number, whatever the lines
/// mean.
///
/// It has one owner at a time, which the pool ensures. Therefore sending it is safe.
package final class AdapterLink: @unchecked Sendable {
  /// Whether it has only answered the handshake.
  ///
  /// After that, a failure may be a late effect of another case.
  package private(set) var isFresh = true
  private let child: ChildProcess
  private var nextID = 1

  /// The time limit of the handshake as a multiple of that of a case, and its least value.
  ///
  /// An interpreter has to start and load its packages.
  private static let handshakeFactor: UInt64 = 6
  private static let handshakeNanosecondsMin: UInt64 = 10_000_000_000

  /// Returns the time limit of the handshake of an adapter with this time limit of a case.
  package static func handshakeNanoseconds(timeout: UInt64) -> UInt64 {
    let (time, isTooMuch) = timeout.multipliedReportingOverflow(by: handshakeFactor)
    return isTooMuch ? timeout : max(time, handshakeNanosecondsMin)
  }

  /// The result of sending lines.
  package enum Exchange: Sendable {
    /// One line for each request; the first one answers the request with this number.
    case lines([[UInt8]], first: Int)
    /// The process has been ended.
    case failed(ProcessFailure)
    /// The run is stopped; the process has been ended.
    case stopped
  }

  private init(_ child: ChildProcess) { self.child = child }

  /// Starts a program and greets it.
  ///
  /// - Parameters:
  ///   - command: the program.
  ///   - hello: the line of the handshake, which has the number 0.
  ///   - timeout: the time limit of a case, in nanoseconds.
  ///   - now: nanoseconds since some fixed moment.
  ///   - isStopped: whether the run is stopped.
  /// - Returns: the running program, and the line with which it answers the handshake.
  package static func open(
    _ command: AdapterCommand, hello: [UInt8], timeout: UInt64,
    now: @escaping @Sendable () -> UInt64, isStopped: () -> Bool
  ) throws(AdapterStartError) -> (link: AdapterLink, greeting: [UInt8]) {
    let child: ChildProcess
    do throws(SpawnError) {
      child = try ChildProcess(command: command.command, now: now)
    } catch {
      throw AdapterStartError(
        name: command.name, problem: "\(error)", isShortage: error.code == EMFILE)
    }
    let exchange = child.exchange(
      hello, lines: 1, deadline: now().later(by: handshakeNanoseconds(timeout: timeout)),
      isStopped: isStopped)
    switch exchange {
    case .stopped: throw AdapterStartError(name: command.name, problem: "stopped")
    case .failed(let failure):
      throw AdapterStartError(
        name: command.name, problem: failure.sentence,
        isDisturbance: child.wasEndedFromOutside)
    case .lines(let lines): return (AdapterLink(child), lines[0])
    }
  }

  package var isUsable: Bool { child.isUsable }

  package func end() { child.end() }

  /// Whether a signal of another process than this one has ended it.
  package var wasEndedFromOutside: Bool { child.wasEndedFromOutside }

  /// The end of the bytes that it has written to standard error so far.
  package var errorTail: ErrorTail { child.errorTail }

  /// Whether it has written more lines than were expected.
  package var hasUnreadOutput: Bool { child.hasUnreadOutput }

  /// Sends lines at once and reads as many.
  ///
  /// - Parameters:
  ///   - count: the number of lines.
  ///   - deadline: in nanoseconds of the clock given at the start.
  ///   - isStopped: whether the run is stopped.
  ///   - line: returns the bytes of a line with its line break, by its position and its number.
  package func exchange(
    _ count: Int, deadline: UInt64, isStopped: () -> Bool,
    line: (_ position: Int, _ id: Int) -> [UInt8]
  ) -> Exchange {
    let first = nextID
    if count == 0 { return .lines([], first: first) }
    var bytes: [UInt8] = []
    for position in 0..<count { bytes += line(position, first + position) }
    nextID += count
    let exchange = child.exchange(bytes, lines: count, deadline: deadline, isStopped: isStopped)
    isFresh = false
    switch exchange {
    case .stopped: return .stopped
    case .failed(let failure): return .failed(failure)
    case .lines(let lines): return .lines(lines, first: first)
    }
  }

  /// Ends the process because of lines that are no answers.
  package func garbled(_ problem: String) -> ProcessFailure {
    child.end()
    return .garbled(problem)
  }
}
