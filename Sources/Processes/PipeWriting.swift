// SPDX-License-Identifier: MIT

import Foundation

/// Writing to pipes whose reader may have ended.
package enum PipeWriting {
  /// Writes bytes as `write` does, without the signal that ends a process whose reader has ended.
  ///
  /// The action of SIGPIPE belongs to the program and stays unchanged. The calling thread blocks
  /// the signal during the write and takes the signal that the write has caused.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to write.
  ///   - descriptor: the write end of a pipe.
  /// - Returns: the number of bytes written, or -1 with `errno`, which is EPIPE without a reader.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    var (broken, before) = (sigset_t(), sigset_t())
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    let wasPending = isPending
    pthread_sigmask(SIG_BLOCK, &broken, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let count = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
    guard count < 0, errno == EPIPE else { return count }
    // A signal from an earlier write is left pending. Where the signal is ignored, there is none.
    if !wasPending, isPending {
      var taken: Int32 = 0
      sigwait(&broken, &taken)
    }
    errno = EPIPE
    return count
  }

  private static var isPending: Bool {
    var signals = sigset_t()
    sigpending(&signals)
    return sigismember(&signals, SIGPIPE) == 1
  }
}
