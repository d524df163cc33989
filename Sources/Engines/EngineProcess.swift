// SPDX-License-Identifier: MIT

import EngineScripts
import ExternalSolvers
import LinearModel
import Processes

/// The processes of an adapter of a layout engine.
package typealias EnginePool = ProgramPool<EngineProcess>

/// A running adapter of a layout engine after a successful handshake.
package final class EngineProcess: PooledProcess {
  package let greeting: EngineGreeting
  package let link: AdapterLink

  /// The result of sending requests.
  package enum Answer: Sendable {
    /// One reply for each request.
    case replies([EngineReply])
    /// The process has been ended.
    case failed(ProcessFailure)
    /// The run is stopped; the process has been ended.
    case stopped
  }

  /// - Parameters:
  ///   - command: the adapter.
  ///   - timeout: the time limit of a script, in nanoseconds.
  ///   - now: nanoseconds since some fixed moment.
  ///   - isStopped: whether the run is stopped.
  package init(
    _ command: AdapterCommand, timeout: UInt64, now: @escaping @Sendable () -> UInt64,
    isStopped: () -> Bool = { false }
  ) throws(AdapterStartError) {
    let (link, line) = try AdapterLink.open(
      command, hello: EngineRequest.hello.line(id: 0), timeout: timeout, now: now,
      isStopped: isStopped)
    switch EngineGreeting.read(line) {
    case .success(let greeting): (self.link, self.greeting) = (link, greeting)
    case .failure(let problem):
      link.end()
      throw AdapterStartError(name: command.name, problem: problem.text)
    }
  }

  /// Sends all requests at once and reads the replies.
  ///
  /// - Parameters:
  ///   - requests: the requests.
  ///   - deadline: in nanoseconds of the clock given at the start.
  ///   - isStopped: whether the run is stopped.
  package func ask(
    _ requests: [EngineRequest], deadline: UInt64, isStopped: () -> Bool = { false }
  ) -> Answer {
    let exchange = link.exchange(requests.count, deadline: deadline, isStopped: isStopped) {
      requests[$0].line(id: $1)
    }
    switch exchange {
    case .stopped: return .stopped
    case .failed(let failure): return .failed(failure)
    case .lines(let lines, let first):
      var replies: [EngineReply] = []
      replies.reserveCapacity(lines.count)
      for (offset, line) in lines.enumerated() {
        switch EngineReply.read(line, id: first + offset, to: requests[offset]) {
        case .success(let reply): replies.append(reply)
        case .failure(let problem): return .failed(link.garbled(problem.text))
        }
      }
      if link.hasUnreadOutput { return .failed(link.garbled("more than one line for a request")) }
      return .replies(replies)
    }
  }
}
