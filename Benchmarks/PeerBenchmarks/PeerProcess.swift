// SPDX-License-Identifier: MIT

import BenchmarkKit
import Clocks
import Display
import LinearModel
import Platform
import Processes

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

  private let child: ChildProcess
  /// The program's own name, with its version.
  package private(set) var program = ""

  /// Starts a program and waits until it has read its workload.
  ///
  /// - Throws: when the program does not start or does not greet.
  package init(_ launch: PeerLaunch, workload: String) throws(PeerFailure) {
    do throws(SpawnError) {
      child = try ChildProcess(
        measured: [launch.executable] + launch.arguments + [workload],
        environment: Command.environment,
        lineLengthMax: PeerProcess.replyBytesMax, now: { SystemClock.monotonic.now })
    } catch {
      throw .cannotStart("\(launch.executable): \(error)")
    }
    let greeting = try exchange("", within: PeerProcess.startSeconds)
    guard greeting.begins(with: "ready ") else {
      end()
      throw .malformed(greeting)
    }
    program = String(greeting.dropFirst("ready ".count))
  }

  /// Sends a command and waits for its answer.
  ///
  /// `seconds` is the limit of CPU time, which other programs on the machine do not use up.
  ///
  /// - Returns: the words of the answer after the first, which repeats the verb.
  /// - Throws: a failure of the program; `.refused` with the error that it answers.
  package func ask(
    _ command: String, answer verb: String? = nil, within seconds: Double
  ) throws(PeerFailure) -> [Substring] {
    let reply = try exchange("\(command)\n", within: seconds)
    let words = reply.split(separator: " ")
    let expected = verb ?? command.split(separator: " ").first.map(String.init) ?? ""
    guard let first = words.first else { throw .malformed(reply) }
    if first == "error" { throw .refused(String(reply.dropFirst(6))) }
    guard first == expected else { throw .malformed(reply) }
    return Array(words.dropFirst())
  }

  /// Ends the process if it still runs; it has no data to lose.
  package func end() { child.end() }

  /// Writes whole lines and returns the line of the answer.
  private func exchange(_ text: String, within seconds: Double) throws(PeerFailure) -> String {
    let patience = Patience(of: child.identifier, seconds: seconds)
    let exchange = child.exchange(
      Array(text.utf8), lines: 1, deadline: patience.deadline,
      watch: { patience.isOver ? .hung : nil })
    switch exchange {
    case .lines(let lines): return String(decoding: lines[0], as: UTF8.self)
    case .failed(.hung): throw .timedOut(seconds: seconds)
    case .failed(.crashed(let end)): throw .died(end)
    case .failed(.garbled(let reason)): throw .malformed(reason)
    case .failed(let failure): throw .died(failure.sentence)
    case .stopped: preconditionFailure("nothing stops an exchange of a peer")
    }
  }
}

/// The time limit of a process: in seconds of its CPU time, or ten times as many by the clock,
/// since it may itself wait.
private struct Patience {
  private let process: Int32
  private let used: Double
  private let seconds: Double
  /// By the monotonic clock of the system.
  let deadline: UInt64

  init(of process: Int32, seconds: Double) {
    self.process = process
    self.seconds = seconds
    deadline = SystemClock.monotonic.now.later(by: UInt64(10e9 * seconds))
    used = ProcessorTime.seconds(of: process) ?? 0
  }

  /// Whether the CPU time is used up.
  var isOver: Bool { (ProcessorTime.seconds(of: process) ?? used) - used >= seconds }
}
