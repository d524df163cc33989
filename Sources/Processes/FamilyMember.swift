// SPDX-License-Identifier: MIT

import Foundation

/// A process that this one has started and not reaped yet: the program itself, or its keeper.
package struct FamilyMember: Sendable, Hashable {
  package let identifier: pid_t
  /// The number of the process in order of starts.
  let number: Int
  /// The write end of the pipe to the keeper; nil without a keeper.
  let lifeline: Int32?

  var isKept: Bool { lifeline != nil }

  /// The line that reports the process to the guard.
  var notice: String { (isKept ? "*" : "+") + "\(identifier)\n" }

  /// The time in which a keeper must end the processes below it, in rounds of a millisecond.
  private static let roundsMax = 2_000

  /// Ends the process and its known descendants, and waits for it.
  ///
  /// `leave` must follow.
  package func end() {
    guard let lifeline else {
      kill(-identifier, SIGKILL)
      // A process that has left its group must be ended, too: else the wait would not end.
      kill(identifier, SIGKILL)
      while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
      return
    }
    _ = [UInt8(ascii: ".")].withUnsafeBytes { PipeWriting.write($0, to: lifeline) }
    // A stopped keeper would not end.
    kill(identifier, SIGCONT)
    for _ in 0..<Self.roundsMax {
      let ended = waitpid(identifier, nil, WNOHANG)
      if ended == identifier || (ended < 0 && errno != EINTR) { return }
      poll(nil, 0, 1)
    }
    // This process then adopts the processes below it.
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
  }

  /// Reaps the process if it has ended by itself; `leave` must follow then.
  ///
  /// - Returns: how it ended; nil while it runs.
  /// - Throws: when the system does not report its end.
  func reap() throws(SpawnError) -> ProcessEnd? {
    var status: Int32 = 0
    while true {
      let ended = waitpid(identifier, &status, WNOHANG)
      if ended == identifier { return ProcessEnd(status, ofShell: false) }
      if ended == 0 { return nil }
      if errno != EINTR { throw SpawnError(code: errno) }
    }
  }

  /// Records that the process has been reaped, and ends the processes that it has left behind.
  package func leave() {
    if let lifeline { close(lifeline) }
    ProcessFamily.leave(self)
  }
}
