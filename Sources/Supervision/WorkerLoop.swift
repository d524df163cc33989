// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import JSON
import Platform
import Pools
import Processes
import Synchronization

/// The program of a worker: reads a greeting, then requests, and replies to each with one line,
/// until the requests end.
package enum WorkerLoop {
  /// A function that replies to a request.
  package typealias Service = (JSONValue) throws(JSONError) -> JSONValue

  /// Works until the requests end, and then ends the process.
  ///
  /// A separate thread waits for requests, so that a worker whose supervisor has ended also ends in
  /// the middle of an endless case. Cases run on the main thread.
  ///
  /// Returns only when this process was not started as a worker.
  ///
  /// - Parameter makeService: creates the service from the greeting; it records progress on the
  ///   slot.
  package static func run(
    _ makeService: (_ greeting: JSONValue, _ slot: ProgressSlot) throws(JSONError) -> Service
  ) {
    guard let slot = try? ProgressSlot(inherited: ChildProcess.Descriptor.shared) else { return }
    // The case is the evidence of a crash, so no core file is needed.
    CrashHandling.leaveNothing()
    let inbox = Inbox()
    let reader = OwnThread {
      inbox.fill(from: ChildProcess.Descriptor.requests)
      _exit(0)
    }
    guard let reader else { _exit(ExitStatus.noThread) }
    reader.detach()
    // From here on the limit of a request applies instead of that of a start.
    slot.note(nil, .idle)
    do throws(JSONError) {
      let service = try makeService(try JSONParser.parse(inbox.next()), slot)
      while true {
        let reply = try service(try JSONParser.parse(inbox.next()))
        guard send(reply.lineOfText) else { _exit(0) }
      }
    } catch {
      _exit(ExitStatus.badRequest)
    }
  }

  private enum ExitStatus {
    static let badRequest: Int32 = 65
    /// The system has no room for a thread.
    static let noThread: Int32 = 71
  }

  /// - Returns: whether the supervisor still reads.
  private static func send(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        write(ChildProcess.Descriptor.replies, $0.baseAddress, $0.count)
      }
      if count < 0, errno != EINTR { return false }
      written += max(count, 0)
    }
    return true
  }
}

/// Lines that have arrived and were not taken yet.
private final class Inbox: Sendable {
  private let lines = Mutex<[[UInt8]]>([])
  private let count = DispatchSemaphore(value: 0)

  /// Reads lines until the input ends.
  func fill(from descriptor: Int32) {
    var buffer = LineBuffer()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = read(descriptor, &chunk, chunk.count)
      if got < 0, errno == EINTR { continue }
      if got <= 0 { return }
      buffer.append(chunk[..<got])
      while let line = buffer.takeLine() {
        lines.withLock { $0.append(line) }
        count.signal()
      }
    }
  }

  /// Waits for a line and removes it.
  func next() -> [UInt8] {
    count.wait()
    return lines.withLock { $0.removeFirst() }
  }
}
