// SPDX-License-Identifier: MIT

import EngineScripts
import ExternalSolvers
import LinearModel
import Processes

/// The processes of an adapter of a layout engine.
package typealias EnginePool = ProgramPool<EngineProcess>

/// A running adapter of a layout engine after a successful handshake.
package final class EngineProcess: PooledProcess {
  package static var title: String { "layout engine" }
  package static var conformanceOption: String { "--engine " }

  package static func flaw(of greeting: EngineGreeting) -> String? { greeting.flaw }
  package static func remarks(on greeting: EngineGreeting) -> [String] { greeting.remarks }

  package let greeting: EngineGreeting
  package let link: AdapterLink

  package typealias Answer = AdapterLink.Answer<EngineReply>

  /// - Parameters:
  ///   - command: the adapter.
  ///   - timeout: the time limit of a script, in nanoseconds.
  ///   - now: nanoseconds since some fixed moment.
  ///   - isStopped: whether the run is stopped.
  /// - Throws: when the program does not start, or does not complete the handshake.
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
      throw AdapterStartError(
        name: command.name, problem: problem.text,
        fix: problem.fix.map { .change($0) } ?? .read(document: "docs/engines.md"))
    }
  }

  /// Sends all requests at once and reads the replies.
  ///
  /// - Parameters:
  ///   - requests: the requests.
  ///   - deadline: in nanoseconds of the clock given at the start.
  ///   - isStopped: whether the run is stopped.
  /// - Returns: the replies, or the reason why there are none.
  package func ask(
    _ requests: [EngineRequest], deadline: UInt64, isStopped: () -> Bool = { false }
  ) -> Answer {
    link.ask(
      requests, deadline: deadline, isStopped: isStopped, line: { $0.line(id: $1) },
      read: { EngineReply.read($0, id: $1, to: $2) })
  }
}
