// SPDX-License-Identifier: MIT

import CaseFormats
import Dispatch
import ExternalSolvers
import Foundation
import Synchronization

/// The life of a worker: reads the settings of a campaign, then requests, and answers each with one line, until nobody
/// asks any more.
package enum WorkerLoop {
  /// Works until the requests end, and ends the process then.
  ///
  /// A thread of its own waits for requests, so that a worker whose supervisor is gone ends even in the middle of a case
  /// that never does. Cases run on the main thread.
  ///
  /// - Returns: only when this process was not started as a worker.
  package static func run() {
    guard let slot = try? ProgressSlot(inherited: ChildProcess.Descriptor.shared) else { return }
    var none = rlimit()
    // What is left of a crash is its case, not a file as large as the memory was.
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    let inbox = Inbox()
    let reader = Thread {
      inbox.fill(from: ChildProcess.Descriptor.requests)
      _exit(0)
    }
    reader.start()
    guard let settings = try? settings(inbox.next()) else { _exit(ExitStatus.badRequest) }
    let service = CaseService(settings, onPhase: slot.note)
    while true {
      guard let work = try? CaseWork(try JSONParser.parse(inbox.next())) else {
        _exit(ExitStatus.badRequest)
      }
      slot.note(nil, .idle)
      let result = service.result(of: work)
      guard send(result.json.lineOfText) else { _exit(0) }
    }
  }

  private enum ExitStatus {
    static let badRequest: Int32 = 65
  }

  private static func settings(_ line: [UInt8]) throws(JSONError) -> CampaignSettings {
    try CampaignSettings(identity: try JSONParser.parse(line))
  }

  /// - Returns: whether somebody reads.
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

/// Lines that have come and nobody has taken yet.
private final class Inbox: Sendable {
  private let lines = Mutex<[[UInt8]]>([])
  private let count = DispatchSemaphore(value: 0)

  /// Reads lines until there are no more.
  func fill(from descriptor: Int32) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = read(descriptor, &chunk, chunk.count)
      if got < 0, errno == EINTR { continue }
      if got <= 0 { return }
      bytes += chunk[..<got]
      while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(bytes[..<end])
        bytes.removeFirst(end + 1)
        lines.withLock { $0.append(line) }
        count.signal()
      }
    }
  }

  /// Waits for a line.
  func next() -> [UInt8] {
    count.wait()
    return lines.withLock { $0.removeFirst() }
  }
}
