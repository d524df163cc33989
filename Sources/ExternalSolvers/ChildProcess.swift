// SPDX-License-Identifier: MIT

import Foundation
import LinearModel

/// A child process that answers lines with lines.
///
/// It runs in a process group of its own, so that ending it ends what it started, too; its ends of the pipes are
/// inherited by nobody else, so that a closed pipe is seen. One owner at a time: it is not `Sendable`, and ends
/// with its owner.
package final class ChildProcess {
  /// More bytes than this in one line are no answer: the largest honest ones have some megabytes.
  package static let lineLengthMax = 16 << 20
  /// How often what is left of standard error is read when the process ends: more than a pipe holds. Something that it
  /// started may go on writing.
  private static let lastReadsMax = 64
  /// How long a wait may last before the request to stop is looked at again, in milliseconds.
  private static let pollMilliseconds: Int32 = 50

  /// What became of an exchange.
  package enum Exchange: Sendable {
    /// As many lines as were expected, without their line breaks.
    case lines([[UInt8]])
    /// The process has been ended.
    case failed(ProcessFailure)
    /// Somebody wants everything to end; the process has been ended.
    case stopped
  }

  private let pid: pid_t
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private let now: @Sendable () -> UInt64
  private var received: [UInt8] = []
  /// Where in `received` the search for a line break goes on.
  private var searched = 0
  /// The end of what it has written to standard error so far.
  package private(set) var errorTail: ErrorTail
  private var errorsAreOpen = true
  private var isRunning = true
  private var inputIsOpen = true

  /// The descriptors of a child that is asked and answers apart from its standard streams.
  package enum Descriptor {
    package static let requests: Int32 = 3
    package static let replies: Int32 = 4
    package static let shared: Int32 = 5
  }

  /// Starts a command by the shell.
  ///
  /// - Parameter now: nanoseconds since some fixed moment.
  /// - Throws: when the system starts no process; a command that does not exist ends with code 127.
  package convenience init(
    command: String, now: @escaping @Sendable () -> UInt64
  ) throws(SpawnError) {
    try self.init(["/bin/sh", "-c", Self.shellText(command)], .standard, now: now)
  }

  /// A simple command takes the place of the shell, so that the signal that ends it is seen; anything else the shell
  /// has to run.
  static func shellText(_ command: String) -> String {
    let first = command.split(whereSeparator: \.isWhitespace).first ?? ""
    let isSimple = !command.contains { ";&|()<>{}!\n".contains($0) } && !first.contains("=")
    return isSimple ? "exec \(command)" : command
  }

  /// Starts a program that is asked and answers on descriptors of its own, and shares one more with this process;
  /// what it prints on standard output is lost.
  ///
  /// - Parameters:
  ///   - words: the path of the program and its arguments.
  ///   - shared: is not closed here; above 5 and inherited by nobody.
  package convenience init(
    program words: [String], shared: Int32, now: @escaping @Sendable () -> UInt64
  ) throws(SpawnError) {
    try self.init(words, .apart(shared: shared), now: now)
  }

  private init(
    _ words: [String], _ wiring: ProcessPipes.Wiring, now: @escaping @Sendable () -> UInt64
  ) throws(SpawnError) {
    self.now = now
    let pipes = try ProcessPipes()
    do throws(SpawnError) {
      pid = try pipes.spawn(words, wiring)
    } catch {
      pipes.closeAll()
      throw error
    }
    errorTail = ErrorTail(process: pid)
    pipes.closeChildEnds()
    (input, output, errors) = (pipes.input.write, pipes.output.read, pipes.errors.read)
    for descriptor in [input, output, errors] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit { end() }

  /// The number of the process.
  package var identifier: pid_t { pid }

  /// Whether the process can be asked.
  package var isUsable: Bool { isRunning }

  /// Writes bytes and waits until so many lines have come back.
  ///
  /// Reads while it writes, so that neither side can block the other.
  ///
  /// - Parameters:
  ///   - bytes: whole lines.
  ///   - count: how many lines are expected.
  ///   - deadline: in nanoseconds of `now`.
  ///   - watch: asked many times a second while there is nothing to read; a failure ends the process.
  package func exchange(
    _ bytes: [UInt8], lines count: Int, deadline: UInt64, isStopped: () -> Bool = { false },
    watch: () -> ProcessFailure? = { nil }
  ) -> Exchange {
    guard isRunning else { return .failed(.crashed("it has been ended")) }
    var written = 0
    var lines: [[UInt8]] = []
    while true {
      while lines.count < count, let line = takeLine() { lines.append(line) }
      if lines.count == count { return .lines(lines) }
      if received.count > Self.lineLengthMax {
        return fail(.garbled("a line of more than \(Self.lineLengthMax) bytes"))
      }
      if isStopped() {
        end()
        return .stopped
      }
      if now() >= deadline { return fail(.hung) }
      if let failure = watch() { return fail(failure) }
      let wantsToWrite = written < bytes.count
      let events = wait(deadline: deadline, writes: wantsToWrite)
      if events.errors { drainErrors() }
      if events.output, !drainOutput() {
        // Lines that came before the end count.
        while lines.count < count, let line = takeLine() { lines.append(line) }
        return lines.count == count ? .lines(lines) : fail(howItEnded())
      }
      if !events.output, !events.errors, hasEnded {
        // Something that it started holds its pipes open; nobody answers any more. What it wrote last counts.
        let known = received.count
        if drainOutput(), received.count > known { continue }
        return fail(howItEnded())
      }
      if wantsToWrite, events.input, !write(bytes, &written) {
        // It does not listen any more; what it has written still counts, until its output ends, too.
        written = bytes.count
      }
    }
  }

  /// Whether bytes came that nobody asked for.
  package var hasUnreadOutput: Bool { received.count > 0 }

  /// Closes its standard input and waits until it ends.
  ///
  /// - Returns: how it ended; nil when it had to be ended.
  package func finish(deadline: UInt64) -> String? {
    closeInput()
    guard case .failed(let failure) = exchange([], lines: Int.max, deadline: deadline) else {
      return nil
    }
    if case .crashed(let how) = failure { return how }
    return nil
  }

  private func closeInput() {
    if inputIsOpen { close(input) }
    inputIsOpen = false
  }

  /// Ends the process and all it has started, and waits for it, so that none is left behind.
  package func end() {
    guard isRunning else { return }
    isRunning = false
    kill(-pid, SIGKILL)
    // One that has left its group is ended all the same: it is waited for.
    kill(pid, SIGKILL)
    drainLastErrors()
    closeInput()
    close(output)
    close(errors)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
  }

  // MARK: - Reading and writing

  private func wait(
    deadline: UInt64, writes: Bool
  ) -> (input: Bool, output: Bool, errors: Bool) {
    var list = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorsAreOpen ? errors : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: writes ? input : -1, events: Int16(POLLOUT), revents: 0),
    ]
    let left = deadline > now() ? (deadline - now()) / 1_000_000 + 1 : 0
    _ = poll(&list, 3, Int32(min(left, UInt64(Self.pollMilliseconds))))
    return (list[2].revents != 0, list[0].revents != 0, list[1].revents != 0)
  }

  /// - Returns: false when the process has closed its standard input.
  private func write(_ bytes: [UInt8], _ written: inout Int) -> Bool {
    let count = bytes[written...].withUnsafeBytes {
      Foundation.write(input, $0.baseAddress, $0.count)
    }
    if count >= 0 {
      written += count
      return true
    }
    return errno == EAGAIN || errno == EINTR
  }

  /// - Returns: false at the end of standard output.
  private func drainOutput() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(output, &buffer, buffer.count)
    if count > 0 { received += buffer[..<count] }
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
  }

  /// - Returns: whether something came.
  @discardableResult
  private func drainErrors() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    let count = read(errors, &buffer, buffer.count)
    if count > 0 {
      errorTail.append(buffer[..<count])
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      errorsAreOpen = false
    }
    return count > 0
  }

  /// Reads what the process has left behind.
  private func drainLastErrors() {
    for _ in 0..<Self.lastReadsMax where errorsAreOpen {
      guard drainErrors() else { return }
    }
  }

  private func takeLine() -> [UInt8]? {
    guard let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = received.count
      return nil
    }
    let line = Array(received[..<end])
    received.removeFirst(end + 1)
    searched = 0
    return line
  }

  // MARK: - Ends

  private func fail(_ failure: ProcessFailure) -> Exchange {
    end()
    return .failed(failure)
  }

  /// Whether the process has ended; it stays to be waited for.
  private var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo != 0
  }

  /// How long a process that has closed its output may take to end by itself.
  private static let graceNanoseconds: UInt64 = 1_000_000_000

  /// What the end of the output means: mostly that the process has ended.
  private func howItEnded() -> ProcessFailure {
    let start = now()
    var status: Int32 = 0
    while true {
      let ended = waitpid(pid, &status, WNOHANG)
      if ended == pid { break }
      if ended < 0, errno != EINTR { return .crashed("how is not known") }
      if now() - start > Self.graceNanoseconds {
        return .garbled("it closed its output without an answer")
      }
      var none = pollfd()
      _ = poll(&none, 0, 1)
    }
    drainLastErrors()
    // It is reaped: its number may belong to another process soon, but not its group while members live.
    isRunning = false
    kill(-pid, SIGKILL)
    closeInput()
    close(output)
    close(errors)
    return .crashed(ExitText.text(status) + (errorTail.lastLine.map { ", \($0)" } ?? ""))
  }
}

/// How a process ended, in words.
enum ExitText {
  /// - Parameter status: as `waitpid` gives it.
  static func text(_ status: Int32) -> String {
    let signal = status & 0x7F
    if signal == 0 { return "exit code \(status >> 8 & 0xFF)" }
    let names = [
      SIGABRT: "SIGABRT", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
      SIGILL: "SIGILL", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP",
    ]
    return "signal \(signal)" + (names[signal].map { " (\($0))" } ?? "")
  }
}
