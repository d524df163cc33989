// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writing to pipes whose reader may have ended.
package enum PipeWriting {
  /// Writes bytes as `write` does, without the signal that ends a process whose reader is gone.
  ///
  /// The action of SIGPIPE belongs to the program, so it stays as it is. The calling thread blocks
  /// the signal meanwhile and takes the one that its own write has caused.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to write.
  ///   - descriptor: the end of a pipe that is written to.
  /// - Returns: the number of bytes written, or -1 with `errno`, which is EPIPE without a reader.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    var (broken, before) = (sigset_t(), sigset_t())
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    let wasPending = isPending
    pthread_sigmask(SIG_BLOCK, &broken, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Darwin)
      let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
    guard count < 0, errno == EPIPE else { return count }
    // An earlier one is not ours to take; where the signal is ignored, there is none.
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
