// SPDX-License-Identifier: MIT

import Clocks
import Display
import Foundation
import LinearModel
import Processes

/// A running program that answers each line with a line of the same number, whatever the lines
/// mean.
///
/// It has one owner at a time, which the pool ensures. Therefore sending it is safe.
package final class AdapterLink: @unchecked Sendable {
  /// Whether it has only answered the handshake.
  ///
  /// After that, a failure may be a late effect of another case.
  package var isFresh: Bool { exchanges == 0 }
  /// The number of times that it was asked after the handshake.
  package private(set) var exchanges = 0
  /// The number of requests that it has answered since it was asked last, also if it then failed.
  package private(set) var repliesToLast = 0
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

  /// The result of sending requests.
  package enum Answer<Reply: Sendable>: Sendable {
    /// One reply for each request.
    case replies([Reply])
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
  /// - Throws: when the program does not start, or does not answer the handshake.
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
    case .failed(let failure) where failure.kind == .hang:
      let limit = handshakeNanoseconds(timeout: timeout)
      throw AdapterStartError(
        name: command.name,
        problem: "no answer within \(ShownNumber.duration(nanoseconds: limit))"
          + unfinished(child.unreadOutput),
        fix: .change("flush standard output after each line"))
    case .failed(let failure):
      throw AdapterStartError(
        name: command.name, problem: failure.sentence,
        isDisturbance: child.wasEndedFromOutside)
    case .lines(let lines): return (AdapterLink(child), lines[0])
    }
  }

  /// Returns the beginning of a line without its line break, for messages; empty for no bytes.
  private static func unfinished(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "" }
    let text = String(decoding: bytes.prefix(unfinishedMax), as: UTF8.self)
    return ", only '\(text)\(bytes.count > unfinishedMax ? "..." : "")' without a line break"
  }

  /// The most bytes of an unfinished line that a message shows.
  private static let unfinishedMax = 60

  package var isUsable: Bool { child.isUsable }

  /// Ends the process and all processes that it has started.
  package func end() { child.end() }

  /// Whether a signal of another process than this one has ended it.
  package var wasEndedFromOutside: Bool { child.wasEndedFromOutside }

  /// The end of the bytes that it has written to standard error so far.
  package var errorTail: ErrorTail { child.errorTail }

  /// Sends requests at once and reads as many replies.
  ///
  /// - Parameters:
  ///   - requests: the requests.
  ///   - deadline: in nanoseconds of the clock given at the start.
  ///   - isStopped: whether the run is stopped.
  ///   - line: returns a request as a line with its line break, by its number.
  ///   - read: reads the line that replies to a request, by its number. A line that is no reply
  ///     ends the process, as do more lines than requests.
  /// - Returns: the replies, or the reason why there are none.
  package func ask<Request, Reply: Sendable>(
    _ requests: [Request], deadline: UInt64, isStopped: () -> Bool,
    line: (_ request: Request, _ id: Int) -> [UInt8],
    read: (_ line: [UInt8], _ id: Int, _ request: Request) -> Result<Reply, ReplyProblem>
  ) -> Answer<Reply> {
    repliesToLast = 0
    if requests.isEmpty { return .replies([]) }
    let first = nextID
    var bytes: [UInt8] = []
    for (offset, request) in requests.enumerated() { bytes += line(request, first + offset) }
    nextID += requests.count
    var replies: [Reply] = []
    replies.reserveCapacity(requests.count)
    var problem: ReplyProblem?
    let exchange = child.exchange(
      bytes, lines: requests.count, deadline: deadline, isStopped: isStopped,
      judge: { line, offset in
        switch read(line, first + offset, requests[offset]) {
        case .success(let reply): replies.append(reply)
        case .failure(let found): problem = problem ?? found
        }
        return problem.map { .garbled($0.text) }
      })
    exchanges += 1
    repliesToLast = replies.count
    switch exchange {
    case .stopped: return .stopped
    case .failed(let failure): return .failed(failure)
    case .lines:
      if let problem { return garbled(problem.text) }
      return child.hasUnreadOutput
        ? garbled("more than one line for a request") : .replies(replies)
    }
  }

  /// Ends the process because of lines that are no replies.
  private func garbled<Reply>(_ problem: String) -> Answer<Reply> {
    child.end()
    return .failed(.garbled(problem))
  }
}
