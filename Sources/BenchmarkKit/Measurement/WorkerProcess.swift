// SPDX-License-Identifier: MIT

import Foundation

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
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread: [UInt8] = []
  /// The largest size of a reply, in bytes: a reply with the answers of an instance is long.
  private static let replyBytesMax = 256 << 20

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
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = WorkerProcess.environment
    process.standardInput = input
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      throw .cannotStart("\(executable): \(error.localizedDescription)")
    }
    // The child has its own ends; an open end here would keep the pipe open when it dies.
    try? output.fileHandleForWriting.close()
    try? input.fileHandleForReading.close()
  }

  package var pid: Int32 { process.processIdentifier }

  /// Sends a request and waits for the reply.
  ///
  /// `limit` is in seconds. A worker that takes longer is killed.
  ///
  /// - Throws: when the worker crashes, is killed or refuses the request.
  package func ask(_ request: WorkRequest, limit: Double) throws(WorkerFailure) -> WorkReply {
    guard let data = try? JSONEncoder().encode(request) else {
      throw .crashed("the request cannot be encoded")
    }
    do {
      try input.fileHandleForWriting.write(contentsOf: data + [UInt8(ascii: "\n")])
    } catch {
      throw .crashed(ending)
    }
    let line = try readLine(limit: limit)
    guard let reply = try? JSONDecoder().decode(WorkReply.self, from: Data(line)) else {
      throw .crashed("reply is no JSON: \(String(decoding: line.prefix(200), as: UTF8.self))")
    }
    if let error = reply.error { throw .refused(error) }
    return reply
  }

  private func readLine(limit: Double) throws(WorkerFailure) -> [UInt8] {
    let watch = Stopwatch()
    let descriptor = output.fileHandleForReading.fileDescriptor
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(unread[..<end])
        unread.removeSubrange(...end)
        return line
      }
      let left = limit - Double(watch.elapsed().wall) / 1e9
      if left <= 0 {
        stop()
        throw .timedOut
      }
      if unread.count > WorkerProcess.replyBytesMax {
        stop()
        throw .crashed("reply is longer than \(WorkerProcess.replyBytesMax) bytes")
      }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let state = poll(&ready, 1, Int32(min(left * 1000 + 1, 60_000)))
      if state <= 0 { continue }
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw .crashed(ending) }
      unread += chunk[..<count]
    }
  }

  /// The reason for the end of the process; waits for the end.
  private var ending: String {
    process.waitUntilExit()
    let status = process.terminationStatus
    return process.terminationReason == .exit
      ? "worker ended with code \(status)" : "worker was ended by signal \(status)"
  }

  /// Closes the input of an idle worker, so that it exits, and waits for that.
  package func finish() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Kills the process and waits for its end.
  package func stop() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
