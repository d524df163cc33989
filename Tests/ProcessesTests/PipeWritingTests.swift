// SPDX-License-Identifier: MIT

import Foundation
import Processes
import Testing

/// Checks writes that would end the test process by SIGPIPE without the tested protection.
@Suite("Writing to pipes without a reader")
struct PipeWritingTests {
  private func write(_ byte: UInt8, to descriptor: Int32) -> Int {
    [byte].withUnsafeBytes { PipeWriting.write($0, to: descriptor) }
  }

  @Test("a pipe without a reader is an error and no signal, at every attempt")
  func broken() throws {
    let ends = try ProcessStart.pipe()
    defer { close(ends.write) }
    #expect(write(7, to: ends.write) == 1)
    close(ends.read)
    for _ in 0..<3 {
      #expect(write(7, to: ends.write) == -1 && errno == EPIPE)
    }
    var (pending, blocked) = (sigset_t(), sigset_t())
    sigpending(&pending)
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    #expect(sigismember(&pending, SIGPIPE) == 0, "the signal is not left for later")
    #expect(sigismember(&blocked, SIGPIPE) == 0, "the signal is not blocked afterwards")
  }

  @Test("bytes written to a pipe with a reader arrive")
  func arrives() throws {
    let ends = try ProcessStart.pipe()
    defer {
      close(ends.read)
      close(ends.write)
    }
    let bytes: [UInt8] = [1, 2, 3]
    #expect(bytes.withUnsafeBytes { PipeWriting.write($0, to: ends.write) } == 3)
    var read = [UInt8](repeating: 0, count: 4)
    #expect(Foundation.read(ends.read, &read, 4) == 3 && read == [1, 2, 3, 0])
  }
}
