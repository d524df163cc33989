// SPDX-License-Identifier: MIT

import Foundation
import Platform
import RegularFiles

/// The command of a program that answers the line protocol of `scripts/peers/README.md`.
package struct PeerLaunch: Sendable, Equatable {
  /// The name in rows: `kiwi`.
  package let name: String
  package let executable: String
  /// The arguments before the path of the workload file.
  package let arguments: [String]
  /// The time limit of an answer, in seconds of CPU time.
  package var secondsMax = PeerPhase.secondsMax

  package init(name: String, executable: String, arguments: [String] = []) {
    self.name = name
    self.executable = executable
    self.arguments = arguments
  }
}

/// The reason for a missing answer of a program.
package enum PeerFailure: Error, Equatable {
  case cannotStart(String)
  /// The time limit was reached, in seconds of CPU time, or ten times as long by the clock; the
  /// process has been ended.
  case timedOut(seconds: Double)
  /// The process ended; the text is its last line on standard error, if any.
  case died(String)
  /// The program reported that it does not support the command.
  case refused(String)
  /// The answer violates the protocol.
  case malformed(String)

  package var text: String {
    switch self {
    case .cannotStart(let reason): return "cannot be started: \(reason)"
    case .timedOut(let seconds): return "did not answer within \(Int(seconds)) s"
    case .died(let reason): return "ended without an answer: \(reason)"
    case .refused(let reason): return "refused: \(reason)"
    case .malformed(let reply): return "gave an answer that cannot be read: '\(reply)'"
    }
  }
}

/// A fresh process that holds one workload and measures on request.
package final class PeerProcess {
  /// The largest size of an answer, in bytes: it has room for the times of the largest number of
  /// builds.
  private static let replyBytesMax = 1 << 20
  /// The time limit for reading a workload, in seconds.
  private static let startSeconds = 60.0

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errorFile: URL
  private var buffer: [UInt8] = []
  private var hasEnded = false
  /// The program's own name, with its version.
  package private(set) var program = ""

  /// Starts a program and waits until it has read its workload.
  ///
  /// `scratch` is a folder for the program's standard error.
  ///
  /// - Throws: when the program does not start or does not greet.
  package init(_ launch: PeerLaunch, workload: String, scratch: URL) throws(PeerFailure) {
    errorFile = scratch.appendingPathComponent("\(launch.name)-\(UUID().uuidString).err")
    process.executableURL = URL(fileURLWithPath: launch.executable)
    process.arguments = launch.arguments + [workload]
    process.standardInput = input
    process.standardOutput = output
    do {
      try Data().write(to: errorFile)
      process.standardError = try FileHandle(forWritingTo: errorFile)
      try process.run()
    } catch {
      throw .cannotStart("\(launch.executable): \(error.localizedDescription)")
    }
    // The other ends belong to the child: only then does its end close the stream.
    try? input.fileHandleForReading.close()
    try? output.fileHandleForWriting.close()
    let greeting = try readLine(within: PeerProcess.startSeconds)
    guard greeting.hasPrefix("ready ") else {
      end()
      throw .malformed(greeting)
    }
    program = String(greeting.dropFirst("ready ".count))
  }

  deinit { end() }

  /// Sends a command and waits for its answer.
  ///
  /// `seconds` is the limit of CPU time, which other programs on the machine do not use up.
  ///
  /// - Returns: the words of the answer after the first, which repeats the verb.
  /// - Throws: a failure of the program; `.refused` with the error that it answers.
  package func ask(
    _ command: String, answer verb: String? = nil, within seconds: Double
  ) throws(PeerFailure) -> [Substring] {
    do {
      try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    } catch {
      throw endedFailure()
    }
    let reply = try readLine(within: seconds)
    let words = reply.split(separator: " ")
    let expected = verb ?? command.split(separator: " ").first.map(String.init) ?? ""
    guard let first = words.first else { throw .malformed(reply) }
    if first == "error" { throw .refused(String(reply.dropFirst(6))) }
    guard first == expected else { throw .malformed(reply) }
    return Array(words.dropFirst())
  }

  /// Ends the process if it still runs; it has no data to lose.
  package func end() {
    if hasEnded { return }
    hasEnded = true
    try? input.fileHandleForWriting.close()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? output.fileHandleForReading.close()
    try? FileManager.default.removeItem(at: errorFile)
  }

  private func readLine(within seconds: Double) throws(PeerFailure) -> String {
    let descriptor = output.fileHandleForReading.fileDescriptor
    let patience = Patience(of: process.processIdentifier, seconds: seconds)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var searched = 0
    while true {
      if let newline = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...newline) }
        return String(decoding: buffer[..<newline], as: UTF8.self)
      }
      searched = buffer.count
      let left = patience.left
      guard left > 0 else {
        end()
        throw .timedOut(seconds: seconds)
      }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(min(left * 1000 + 1, 60_000))) > 0 else { continue }
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw endedFailure() }
      buffer += chunk[..<count]
      guard buffer.count <= PeerProcess.replyBytesMax else {
        end()
        throw .malformed("more than \(PeerProcess.replyBytesMax) bytes")
      }
    }
  }

  /// Returns the failure of a process that ended by itself.
  private func endedFailure() -> PeerFailure {
    process.waitUntilExit()
    let said = RegularFile.text(errorFile.path) ?? ""
    let last = said.split(separator: "\n").last.map(String.init)
    let status = "status \(process.terminationStatus)"
    end()
    return .died(last.map { "\(status), \($0)" } ?? status)
  }
}

/// The time limit of a process: in seconds of its CPU time, or ten times as many by the clock,
/// since it may itself wait.
private struct Patience {
  private let processor: ProcessorTime?
  private let used: Double
  private let seconds: Double
  private let deadline: Date

  init(of process: Int32, seconds: Double) {
    processor = ProcessorTime(of: process)
    self.seconds = seconds
    deadline = Date(timeIntervalSinceNow: 10 * seconds)
    used = processor?.seconds ?? 0
  }

  /// The seconds until the next check; not positive when the limit is reached.
  var left: Double {
    let spent = (processor?.seconds ?? used) - used
    return min(seconds - spent, deadline.timeIntervalSinceNow)
  }
}
