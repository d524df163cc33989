// SPDX-License-Identifier: MIT

import Clocks
import Foundation
import LinearModel
import Platform
import Processes

/// The reason for a missing reply of a worker.
package enum WorkerFailure: Error, Sendable, Hashable {
  /// It could not be started.
  case cannotStart(String)
  /// It exited, or sent a malformed reply.
  case crashed(String)
  /// It worked longer than the limit and was killed.
  case timedOut
  /// It refused the request, with the reason.
  case refused(String)
  /// The samples of its work could not be stored.
  case cannotWrite(String)
}

/// A fresh process that does measured work on request, so that several of them can take turns.
///
/// Request and reply are one line of JSON each.
package final class WorkerProcess {
  private let child: ChildProcess
  /// The largest size of a reply, in bytes: a reply with the answers of an instance is long.
  private static let replyBytesMax = 256 << 20
  /// The time in which an idle worker must end after the end of its input.
  private static let endNanoseconds: UInt64 = 10_000_000_000

  /// The environment of every worker: its size shifts the stack, and hash seeds reorder
  /// dictionaries.
  package static var environment: [String: String] {
    var environment = ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"]
    let own = ProcessInfo.processInfo.environment
    // Without these two the program or its libraries might not be found.
    for name in ["PATH", "LD_LIBRARY_PATH"] { environment[name] = own[name] }
    return environment
  }

  package init(executable: String, arguments: [String]) throws(WorkerFailure) {
    do throws(SpawnError) {
      child = try ChildProcess(
        measured: [executable] + arguments, environment: WorkerProcess.environment,
        lineLengthMax: WorkerProcess.replyBytesMax, now: { SystemClock.monotonic.now })
    } catch {
      throw .cannotStart("\(executable): \(error)")
    }
  }

  package var pid: Int32 { child.identifier }

  /// Sends a request and waits for the reply.
  ///
  /// `limit` is in seconds. A worker that takes longer is killed.
  ///
  /// - Throws: when the worker crashes, is killed or refuses the request.
  package func ask(_ request: WorkRequest, limit: Double) throws(WorkerFailure) -> WorkReply {
    guard let data = try? JSONEncoder().encode(request) else {
      throw .crashed("the request cannot be encoded")
    }
    let line = try exchange(data + [UInt8(ascii: "\n")], limit: limit)
    guard let reply = try? JSONDecoder().decode(WorkReply.self, from: Data(line)) else {
      throw .crashed("reply is no JSON: \(String(decoding: line.prefix(200), as: UTF8.self))")
    }
    if let error = reply.error { throw .refused(error) }
    return reply
  }

  private func exchange(_ request: Data, limit: Double) throws(WorkerFailure) -> [UInt8] {
    let nanoseconds = UInt64(min(max(0, limit * 1e9), 9e18))
    let deadline = SystemClock.monotonic.now.later(by: nanoseconds)
    switch child.exchange(Array(request), lines: 1, deadline: deadline) {
    case .lines(let lines): return lines[0]
    case .failed(.hung): throw .timedOut
    case .failed(.crashed(let end)): throw .crashed("worker ended: \(end)")
    case .failed(let failure): throw .crashed("worker: \(failure.sentence)")
    case .stopped: preconditionFailure("nothing stops an exchange of a worker")
    }
  }

  /// Closes the input of an idle worker, so that it exits, and waits for that.
  package func finish() {
    _ = child.finish(deadline: SystemClock.monotonic.now.later(by: WorkerProcess.endNanoseconds))
  }
}
