// SPDX-License-Identifier: MIT

import Foundation
import LinearModel
import Platform
import Processes

/// The reason why an adapter cannot be used at all.
package struct AdapterStartError: Error, Sendable, Hashable, CustomStringConvertible {
  package let name: String
  package let problem: String
  /// Whether a signal from outside ended it before it could reply.
  let isDisturbance: Bool
  /// Whether the limit of open files is too low.
  package let isShortage: Bool

  package init(
    name: String, problem: String, isDisturbance: Bool = false, isShortage: Bool = false
  ) {
    self.name = name
    self.problem = problem
    self.isDisturbance = isDisturbance
    self.isShortage = isShortage
  }

  package var description: String { "\(name): \(problem)" }
}

/// A running adapter after a successful handshake.
///
/// It has one owner at a time, which the pool ensures. Therefore sending it is safe.
package final class AdapterProcess: @unchecked Sendable {
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

  package let greeting: AdapterGreeting
  /// Whether it has only replied to the handshake.
  ///
  /// After that, a failure may be a late effect of another case.
  package private(set) var isFresh = true
  private let child: ChildProcess
  private var nextID = 1

  /// The result of sending requests to an adapter.
  package enum Answer: Sendable {
    /// One reply for each request.
    case replies([AdapterReply])
    /// The process has been ended.
    case failed(ProcessFailure)
    /// The run is stopped; the process has been ended.
    case stopped
  }

  /// - Parameters:
  ///   - command: the adapter.
  ///   - timeout: the time limit of a case, in nanoseconds.
  ///   - now: nanoseconds since some fixed moment.
  ///   - isStopped: whether the run is stopped.
  package init(
    _ command: AdapterCommand, timeout: UInt64, now: @escaping @Sendable () -> UInt64,
    isStopped: () -> Bool = { false }
  ) throws(AdapterStartError) {
    let child: ChildProcess
    do throws(SpawnError) {
      child = try ChildProcess(command: command.command, now: now)
    } catch {
      throw AdapterStartError(
        name: command.name, problem: "\(error)", isShortage: error.code == EMFILE)
    }
    self.child = child
    let exchange = child.exchange(
      AdapterRequest.hello.line(id: 0), lines: 1,
      deadline: now().later(by: Self.handshakeNanoseconds(timeout: timeout)), isStopped: isStopped)
    switch exchange {
    case .stopped: throw AdapterStartError(name: command.name, problem: "stopped")
    case .failed(let failure):
      throw AdapterStartError(
        name: command.name, problem: "no handshake: \(failure.sentence)",
        isDisturbance: child.wasEndedFromOutside)
    case .lines(let lines):
      switch AdapterGreeting.read(lines[0], id: 0) {
      case .success(let greeting): self.greeting = greeting
      case .failure(let problem):
        child.end()
        throw AdapterStartError(name: command.name, problem: problem.text)
      }
    }
  }

  package var isUsable: Bool { child.isUsable }

  package func end() { child.end() }

  /// Whether a signal of another process than this one has ended it.
  var wasEndedFromOutside: Bool { child.wasEndedFromOutside }

  /// The end of the bytes that it has written to standard error so far.
  package var errorTail: ErrorTail { child.errorTail }

  /// Sends all requests at once and reads the replies.
  ///
  /// - Parameters:
  ///   - requests: the requests.
  ///   - scale: the mapping of priorities.
  ///   - deadline: in nanoseconds of the clock given at the start.
  ///   - isStopped: whether the run is stopped.
  package func ask(
    _ requests: [AdapterRequest], _ scale: PriorityScale = .asIs, deadline: UInt64,
    isStopped: () -> Bool = { false }
  ) -> Answer {
    if requests.isEmpty { return .replies([]) }
    var bytes: [UInt8] = []
    let first = nextID
    for (offset, request) in requests.enumerated() {
      bytes += request.line(id: first + offset, scale)
    }
    nextID += requests.count
    let exchange = child.exchange(
      bytes, lines: requests.count, deadline: deadline, isStopped: isStopped)
    isFresh = false
    switch exchange {
    case .stopped: return .stopped
    case .failed(let failure): return .failed(failure)
    case .lines(let lines): return understood(lines, first, requests)
    }
  }

  private func understood(
    _ lines: [[UInt8]], _ first: Int, _ requests: [AdapterRequest]
  ) -> Answer {
    var replies: [AdapterReply] = []
    replies.reserveCapacity(lines.count)
    for (offset, line) in lines.enumerated() {
      switch AdapterReply.read(line, id: first + offset, to: requests[offset]) {
      case .success(let reply): replies.append(reply)
      case .failure(let problem): return garbled(problem.text)
      }
    }
    if child.hasUnreadOutput { return garbled("more than one line for a request") }
    return .replies(replies)
  }

  private func garbled(_ problem: String) -> Answer {
    child.end()
    return .failed(.garbled(problem))
  }
}
