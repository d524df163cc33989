// SPDX-License-Identifier: MIT

import Foundation
import Platform

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

  /// Waits until a program that needs no input ends by itself, and records that.
  ///
  /// - Returns: how it ended; nil when the system does not report it.
  package func wait() -> ProcessEnd? {
    defer { leave() }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) != identifier {
      if errno != EINTR { return nil }
    }
    return ProcessEnd(status, ofShell: false)
  }

  /// Records that the process has been reaped, and ends the processes that it has left behind.
  package func leave() {
    if let lifeline { close(lifeline) }
    ProcessFamily.leave(self)
  }
}
