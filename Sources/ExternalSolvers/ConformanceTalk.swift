// SPDX-License-Identifier: MIT

import Clocks
import Processes

/// The reason for which a check ends early.
package enum ConformanceProblem: Error {
  /// The reply differs from the expected one.
  case mismatch(Conformance.Mismatch)
  /// The adapter gave up, for the given reason, which may be empty.
  case gaveUp(reason: String)
  /// The exact comparison of the reply takes too long.
  case undecided

  /// A problem of the exchange itself.
  package init(_ text: String) { self = .mismatch(.init(expected: nil, actual: text)) }

  package init(expected: String, actual: String) {
    self = .mismatch(.init(expected: expected, actual: actual))
  }

  init(givenUp reply: AdapterReply) { self = .gaveUp(reason: reply.reason) }

  package var status: Conformance.Result.Status {
    switch self {
    case .mismatch(let mismatch): .failed(mismatch)
    case .gaveUp(let reason): .gaveUp(reason: reason)
    case .undecided: .undecided
    }
  }
}

/// An exchange of lines with one process, which records them.
package final class ConformanceTalk {
  private let child: ChildProcess
  private let adapter: ConformanceAdapter
  /// The requests after the handshake, with their responses.
  package private(set) var exchanges: [Conformance.Exchange] = []

  /// Starts a process and completes the handshake.
  ///
  /// - Parameters:
  ///   - adapter: the adapter.
  ///   - hello: the line of the handshake.
  /// - Throws: when the process does not start, or does not complete the handshake.
  init(with adapter: ConformanceAdapter, hello: [UInt8]) throws(ConformanceProblem) {
    do throws(SpawnError) {
      child = try ChildProcess(command: adapter.command.command, now: adapter.now)
    } catch {
      throw ConformanceProblem("\(error)")
    }
    self.adapter = adapter
    _ = try lines(
      hello, 1, timeout: AdapterLink.handshakeNanoseconds(timeout: adapter.timeoutNanoseconds))
    exchanges = []
  }

  /// Sends bytes unchanged and returns the given number of lines.
  package func lines(
    _ bytes: [UInt8], _ count: Int, timeout: UInt64? = nil
  ) throws(ConformanceProblem) -> [[UInt8]] {
    let exchange = child.exchange(
      bytes, lines: count, deadline: deadline(timeout), isStopped: adapter.isStopped)
    let requests = bytes.split(separator: UInt8(ascii: "\n"))
    func record(_ responses: [[UInt8]]) {
      exchanges += requests.indices.map { index in
        .init(
          request: String(decoding: requests[index], as: UTF8.self),
          response: index < responses.count
            ? String(decoding: responses[index], as: UTF8.self) : nil)
      }
    }
    switch exchange {
    case .lines(let lines):
      record(lines)
      if child.hasUnreadOutput { throw ConformanceProblem("more lines than requests") }
      return lines
    case .failed(let failure):
      record([])
      throw ConformanceProblem(failure.sentence)
    case .stopped: throw ConformanceProblem("stopped")
    }
  }

  private func deadline(_ timeout: UInt64?) -> UInt64 {
    adapter.now().later(by: timeout ?? adapter.timeoutNanoseconds)
  }

  /// Checks that the process ends with exit code 0 when its input ends.
  package func expectEnd() throws(ConformanceProblem) {
    guard let end = child.finish(deadline: deadline(nil)) else {
      throw ConformanceProblem(expected: "the process ends", actual: "it still runs")
    }
    if !end.begins(with: "exit code 0") {
      throw ConformanceProblem(expected: "exit code 0", actual: end)
    }
  }
}

/// An exchange of requests and replies with one process of an external solver.
struct SolverTalk {
  private let talk: ConformanceTalk
  private let scale: PriorityScale

  init(_ talk: ConformanceTalk, scale: PriorityScale) {
    self.talk = talk
    self.scale = scale
  }

  /// Sends a line unchanged and returns the line of the reply.
  func line(_ bytes: [UInt8]) throws(ConformanceProblem) -> [UInt8] {
    try talk.lines(bytes, 1)[0]
  }

  /// Checks that the process ends with exit code 0 when its input ends.
  func expectEnd() throws(ConformanceProblem) { try talk.expectEnd() }

  /// Sends all requests at once.
  ///
  /// - Parameters:
  ///   - requests: the requests.
  ///   - ids: their ids; 1, 2, 3 and so on if nil.
  ///   - mayGiveUp: whether the adapter may give up; else giving up ends the check.
  /// - Returns: the replies, in the order of the requests.
  /// - Throws: when a reply is missing or not valid, and when the adapter gives up without
  ///   `mayGiveUp`.
  func ask(
    _ requests: [AdapterRequest], ids: [Int]? = nil, mayGiveUp: Bool = false
  ) throws(ConformanceProblem) -> [AdapterReply] {
    let ids = ids ?? Array(1...max(1, requests.count))
    var bytes: [UInt8] = []
    for (request, id) in zip(requests, ids) { bytes += request.line(id: id, scale) }
    let lines = try talk.lines(bytes, requests.count)
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
    let reply = try reply(try self.line(changed), id: 1, to: request)
    if reply.status == .gaveUp { throw ConformanceProblem(givenUp: reply) }
    return reply
  }

  func reply(
    _ line: [UInt8], id: Int, to request: AdapterRequest
  ) throws(ConformanceProblem) -> AdapterReply {
    switch AdapterReply.read(line, id: id, to: request) {
    case .success(let reply): return reply
    case .failure(let problem): throw ConformanceProblem(problem.text)
    }
  }
}
