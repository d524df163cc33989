// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Platform
import Processes

/// A fixed list of checks for any adapter: the protocol, and systems with known answers.
package struct Conformance {
  /// The result of one check.
  package struct Result: Sendable, Hashable {
    /// The state of a check.
    package enum Status: Sendable, Hashable {
      case passed
      /// The check failed, with the expected and the actual reply.
      case failed(String)
      /// The adapter replied that it cannot answer, for the given reason, which may be empty.
      case gaveUp(reason: String)
      /// The adapter does not offer the feature that is checked.
      case notOffered
    }

    package let name: String
    package let status: Status
  }

  private let command: AdapterCommand
  private let timeout: UInt64
  private let now: @Sendable () -> UInt64
  private let isStopped: () -> Bool

  package init(
    _ command: AdapterCommand, timeoutNanoseconds: UInt64 = AdapterPool.timeoutDefault,
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping () -> Bool = { false }
  ) {
    self.command = command
    timeout = timeoutNanoseconds
    self.now = now
    self.isStopped = isStopped
  }

  /// Runs all checks, each with a process of its own, so that none depends on another.
  ///
  /// - Throws: when the adapter does not start or its handshake fails: then no check is possible.
  package func run() throws(AdapterStartError) -> [Result] {
    let greeting = try AdapterProcess(
      command, timeout: timeout, now: now, isStopped: isStopped
    ).greeting
    var results = [Result(name: "handshake", status: .passed)]
    for check in ConformanceCheck.all where !isStopped() {
      guard greeting.hasSessions || !check.needsSession else {
        results.append(Result(name: check.name, status: .notOffered))
        continue
      }
      results.append(Result(name: check.name, status: status(of: check, greeting)))
    }
    return results
  }

  private func status(
    of check: ConformanceCheck, _ greeting: AdapterGreeting
  ) -> Result.Status {
    guard
      let scale = PriorityScale(
        Set([750, 250].map { Strength($0) }), offered: greeting.priorities)
    else { return .notOffered }
    do throws(ConformanceProblem) {
      let talk = try ConformanceTalk(
        command: command, scale: scale, timeout: timeout, now: now, isStopped: isStopped)
      try check.run(talk)
      return .passed
    } catch {
      return error.isGivenUp ? .gaveUp(reason: error.text) : .failed(error.text)
    }
  }
}

/// The expected and the actual reply of a failed check.
struct ConformanceProblem: Error {
  let text: String
  /// Whether the adapter gave up; then the text is its reason.
  let isGivenUp: Bool

  init(_ text: String) {
    self.text = text
    isGivenUp = false
  }

  init(givenUp reply: AdapterReply) {
    text = reply.reason
    isGivenUp = true
  }
}

/// An exchange of requests and replies with one process.
final class ConformanceTalk {
  private let child: ChildProcess
  private let scale: PriorityScale
  private let timeout: UInt64
  private let now: @Sendable () -> UInt64
  private let isStopped: () -> Bool

  init(
    command: AdapterCommand, scale: PriorityScale, timeout: UInt64,
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping () -> Bool
  ) throws(ConformanceProblem) {
    do throws(SpawnError) {
      child = try ChildProcess(command: command.command, now: now)
    } catch {
      throw ConformanceProblem("\(error)")
    }
    self.scale = scale
    self.timeout = timeout
    self.now = now
    self.isStopped = isStopped
    _ = try lines(
      AdapterRequest.hello.line(id: 0), 1,
      timeout: AdapterLink.handshakeNanoseconds(timeout: timeout))
  }

  /// Sends all requests at once and returns the replies.
  ///
  /// - Parameters:
  ///   - requests: the requests.
  ///   - ids: their ids; 1, 2, 3 and so on if nil.
  ///   - mayGiveUp: whether the adapter may give up; else giving up ends the check.
  func ask(
    _ requests: [AdapterRequest], ids: [Int]? = nil, mayGiveUp: Bool = false
  ) throws(ConformanceProblem) -> [AdapterReply] {
    let ids = ids ?? Array(1...max(1, requests.count))
    var bytes: [UInt8] = []
    for (request, id) in zip(requests, ids) { bytes += request.line(id: id, scale) }
    let lines = try lines(bytes, requests.count, timeout: timeout)
    var replies: [AdapterReply] = []
    for (index, line) in lines.enumerated() {
      replies.append(try reply(line, id: ids[index], to: requests[index]))
    }
    if !mayGiveUp, let reply = replies.first(where: { $0.status == .gaveUp }) {
      throw ConformanceProblem(givenUp: reply)
    }
    return replies
  }

  func ask(_ request: AdapterRequest) throws(ConformanceProblem) -> AdapterReply {
    try ask([request])[0]
  }

  /// Sends a request with a field that the protocol does not have.
  func ask(
    _ request: AdapterRequest, withField field: String
  ) throws(ConformanceProblem) -> AdapterReply {
    let line = request.line(id: 1, scale)
    let changed = Array("{\(field), ".utf8) + line.dropFirst()
    let reply = try reply(try lines(changed, 1, timeout: timeout)[0], id: 1, to: request)
    if reply.status == .gaveUp { throw ConformanceProblem(givenUp: reply) }
    return reply
  }

  /// Sends bytes unchanged and returns the given number of lines.
  func lines(
    _ bytes: [UInt8], _ count: Int, timeout: UInt64? = nil
  ) throws(ConformanceProblem) -> [[UInt8]] {
    let exchange = child.exchange(
      bytes, lines: count, deadline: now().later(by: timeout ?? self.timeout), isStopped: isStopped)
    switch exchange {
    case .lines(let lines):
      if child.hasUnreadOutput { throw ConformanceProblem("more lines than requests") }
      return lines
    case .failed(let failure): throw ConformanceProblem(failure.sentence)
    case .stopped: throw ConformanceProblem("stopped")
    }
  }

  func reply(
    _ line: [UInt8], id: Int, to request: AdapterRequest
  ) throws(ConformanceProblem) -> AdapterReply {
    switch AdapterReply.read(line, id: id, to: request) {
    case .success(let reply): return reply
    case .failure(let problem): throw ConformanceProblem(problem.text)
    }
  }

  /// Closes the input.
  ///
  /// Returns how the process ends then; nil when it does not end.
  func finish() -> String? { child.finish(deadline: now().later(by: timeout)) }
}
