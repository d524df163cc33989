// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// A process that this one has started and has not waited for yet: the program itself, or its
/// keeper.
package struct FamilyMember: Sendable, Hashable {
  package let identifier: pid_t
  /// Its place among all that were started.
  let number: Int
  /// The end of the pipe to the keeper; nil where there is none.
  let lifeline: Int32?

  var isKept: Bool { lifeline != nil }

  /// The line by which the guard hears of it.
  var notice: String { (isKept ? "*" : "+") + "\(identifier)\n" }

  /// How long a keeper may take to end what is below it, in rounds of a millisecond.
  private static let roundsMax = 2_000

  /// Ends the process with all that it has started, as far as that is known, and waits for it.
  ///
  /// `leave` comes after it.
  package func end() {
    guard let lifeline else {
      kill(-identifier, SIGKILL)
      // One that has left its group is ended all the same: it is waited for.
      kill(identifier, SIGKILL)
      while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
      return
    }
    _ = [UInt8(ascii: ".")].withUnsafeBytes { PipeWriting.write($0, to: lifeline) }
    // One that was stopped would not end.
    kill(identifier, SIGCONT)
    for _ in 0..<Self.roundsMax {
      let ended = waitpid(identifier, nil, WNOHANG)
      if ended == identifier || (ended < 0 && errno != EINTR) { return }
      poll(nil, 0, 1)
    }
    // What is below it comes to this process then.
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
  }

  /// Takes note that the process has been waited for, and ends what it has left behind.
  package func leave() {
    if let lifeline { close(lifeline) }
    ProcessFamily.leave(self)
  }
}
