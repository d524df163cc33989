// SPDX-License-Identifier: MIT

import LinearModel
import Processes

/// The reason why an adapter cannot be used at all.
package struct AdapterStartError: Error, Sendable, Hashable, CustomStringConvertible {
  package let name: String
  package let problem: String
  /// Whether a signal from outside ended it before it could reply.
  let isDisturbance: Bool
  /// Whether the limit of open files is too low.
  package let isShortage: Bool
  /// The way out.
  package let fix: Fix

  /// A way out of a failed start.
  package enum Fix: Sendable, Hashable {
    /// The program did not start: its command has to work by itself.
    case runAlone
    /// The handshake failed for a known reason, with the change that is needed in words.
    case change(String)
    /// The handshake failed in another way: the document describes it, and `conformance` shows it.
    case read(document: String)

    /// The words of a way out.
    package var text: String {
      switch self {
      case .runAlone: return "run its command by itself"
      case .change(let words): return words
      case .read(let document): return "see \(document)"
      }
    }
  }

  package init(
    name: String, problem: String, isDisturbance: Bool = false, isShortage: Bool = false,
    fix: Fix = .runAlone
  ) {
    self.name = name
    self.problem = problem
    self.fix = fix
    self.isDisturbance = isDisturbance
    self.isShortage = isShortage
  }

  package var description: String { "\(name): \(problem)" }
}

/// A running adapter of a solver after a successful handshake.
package final class AdapterProcess: PooledProcess {
  package static var title: String { "external solver" }
  package static var conformanceOption: String { "" }

  package let greeting: AdapterGreeting
  package let link: AdapterLink

  package typealias Answer = AdapterLink.Answer<AdapterReply>

  /// - Parameters:
  ///   - command: the adapter.
  ///   - timeout: the time limit of a case, in nanoseconds.
  ///   - now: nanoseconds since some fixed moment.
  ///   - isStopped: whether the run is stopped.
  /// - Throws: when the program does not start, or does not complete the handshake.
  package init(
    _ command: AdapterCommand, timeout: UInt64, now: @escaping @Sendable () -> UInt64,
    isStopped: () -> Bool = { false }
  ) throws(AdapterStartError) {
    let (link, line) = try AdapterLink.open(
      command, hello: AdapterRequest.hello.line(id: 0), timeout: timeout, now: now,
      isStopped: isStopped)
    switch AdapterGreeting.read(line, id: 0) {
    case .success(let greeting): (self.link, self.greeting) = (link, greeting)
    case .failure(let problem):
      link.end()
      throw AdapterStartError(
        name: command.name, problem: problem.text,
        fix: problem.fix.map { .change($0) } ?? .read(document: "scripts/adapters/README.md"))
    }
  }

  /// Sends all requests at once and reads the replies.
  ///
  /// - Parameters:
  ///   - requests: the requests.
  ///   - scale: the mapping of priorities.
  ///   - deadline: in nanoseconds of the clock given at the start.
  ///   - isStopped: whether the run is stopped.
  /// - Returns: the replies, or the reason why there are none.
  package func ask(
    _ requests: [AdapterRequest], _ scale: PriorityScale = .asIs, deadline: UInt64,
    isStopped: () -> Bool = { false }
  ) -> Answer {
    link.ask(
      requests, deadline: deadline, isStopped: isStopped, line: { $0.line(id: $1, scale) },
      read: { AdapterReply.read($0, id: $1, to: $2) })
  }
}
