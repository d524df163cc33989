// SPDX-License-Identifier: MIT

/// An adapter whose conformance is checked, and the terms of each exchange with it.
package struct ConformanceAdapter {
  package let command: AdapterCommand
  /// The time limit of one exchange.
  package let timeoutNanoseconds: UInt64
  /// Returns nanoseconds since some fixed moment.
  package let now: @Sendable () -> UInt64
  /// Whether the run is stopped.
  package let isStopped: () -> Bool

  package init(
    _ command: AdapterCommand, timeoutNanoseconds: UInt64 = AdapterPool.timeoutDefault,
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping () -> Bool = { false }
  ) {
    self.command = command
    self.timeoutNanoseconds = timeoutNanoseconds
    self.now = now
    self.isStopped = isStopped
  }

  /// Starts a process, completes the handshake and ends the process.
  ///
  /// - Throws: when the adapter does not start or its handshake fails: then no check is possible.
  package func greeting<Process: PooledProcess>(
    of type: Process.Type
  ) throws(AdapterStartError) -> Process.Greeting {
    let process = try Process(
      command, timeout: timeoutNanoseconds, now: now, isStopped: isStopped)
    defer { process.end() }
    return process.greeting
  }

  /// Performs a check in processes of its own.
  ///
  /// - Parameters:
  ///   - name: the name of the check.
  ///   - hello: the line of the handshake.
  ///   - testsAnswers: whether the check compares an answer with a known one.
  ///   - run: performs the check, and gets a function that starts a process.
  /// - Returns: the result, with the exchanges with all processes.
  package func result(
    of name: String, hello: [UInt8], testsAnswers: Bool = true,
    _ run: (() throws(ConformanceProblem) -> ConformanceTalk) throws(ConformanceProblem) -> Void
  ) -> Conformance.Result {
    var talks: [ConformanceTalk] = []
    let status: Conformance.Result.Status
    do throws(ConformanceProblem) {
      try run { () throws(ConformanceProblem) in
        let talk = try ConformanceTalk(with: self, hello: hello)
        talks.append(talk)
        return talk
      }
      status = .passed
    } catch {
      status = error.status
    }
    return .init(
      name: name, status: status, testsAnswers: testsAnswers,
      exchanges: talks.flatMap(\.exchanges))
  }
}
