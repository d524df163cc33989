// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A fixed list of checks for any adapter: the protocol, and systems with known answers.
package struct Conformance {
  /// The result of one check.
  package struct Result: Sendable, Hashable {
    /// The state of a check.
    package enum Status: Sendable, Hashable {
      case passed
      /// The check failed, with the expected and the actual reply.
      case failed(Mismatch)
      /// The adapter replied that it cannot answer, for the given reason, which may be empty.
      case gaveUp(reason: String)
      /// The adapter does not offer the feature that is checked.
      case notOffered
      /// The exact comparison of the reply takes too long.
      case undecided
    }

    package let name: String
    package let status: Status
    /// Whether the check compares an answer with a known one, and not just the form of replies.
    package let testsAnswers: Bool
    /// The requests of the check with their responses, in order.
    package let exchanges: [Exchange]

    package init(
      name: String, status: Status, testsAnswers: Bool = true, exchanges: [Exchange] = []
    ) {
      self.name = name
      self.status = status
      self.testsAnswers = testsAnswers
      self.exchanges = exchanges
    }
  }

  /// The expected and the actual reply of a failed check.
  package struct Mismatch: Sendable, Hashable, CustomStringConvertible {
    /// The expected reply; nil when the exchange itself failed.
    package let expected: String?
    /// The actual reply, or the failure of the exchange.
    package let actual: String

    package var description: String {
      expected.map { "expected \($0), actual \(actual)" } ?? actual
    }
  }

  /// One request with its response, as they were sent.
  package struct Exchange: Sendable, Hashable {
    package let request: String
    /// The response; nil when the program did not send one in time.
    package let response: String?
  }

  /// The results of all checks of one program.
  package struct Report: Sendable {
    /// The name and version of the program.
    package let program: String
    package let results: [Result]
    /// Warnings about the handshake, for the author of the adapter.
    package let remarks: [String]

    package init(program: String, results: [Result], remarks: [String] = []) {
      self.program = program
      self.results = results
      self.remarks = remarks
    }

    /// Whether a check that passed compared an answer with a known one.
    package var hasTestedAnswers: Bool {
      results.contains { $0.status == .passed && $0.testsAnswers }
    }
  }

  private let adapter: ConformanceAdapter

  package init(_ adapter: ConformanceAdapter) { self.adapter = adapter }

  /// Runs all checks, each with a process of its own, so that none depends on another.
  ///
  /// - Throws: when the adapter does not start or its handshake fails: then no check is possible.
  package func run() throws(AdapterStartError) -> Report {
    let greeting = try adapter.greeting(of: AdapterProcess.self)
    var results = [Result(name: "handshake", status: .passed, testsAnswers: false)]
    for check in ConformanceCheck.all where !adapter.isStopped() {
      results.append(result(of: check, greeting))
    }
    return Report(program: greeting.solver, results: results)
  }

  private func result(of check: ConformanceCheck, _ greeting: AdapterGreeting) -> Result {
    guard greeting.hasSessions || !check.needsSession,
      let scale = PriorityScale(
        Set([750, 250].map { Strength($0) }), offered: greeting.priorities)
    else { return Result(name: check.name, status: .notOffered) }
    return adapter.result(of: check.name, hello: AdapterRequest.hello.line(id: 0)) {
      (start) throws(ConformanceProblem) in
      try check.run(SolverTalk(try start(), scale: scale))
    }
  }
}
