// SPDX-License-Identifier: MIT

import Clocks
import Foundation
import LinearModel

/// A child process that replies to lines with lines.
///
/// It runs in a process group of its own, so that ending it also ends the processes it started. No
/// other process inherits its ends of the pipes, so that a closed pipe is noticed. It has one owner
/// at a time: it is not `Sendable`, and ends with its owner.
package final class ChildProcess {
  /// The longest line that is accepted, in bytes: the largest valid replies have a few megabytes.
  package static let lineLengthMax = 16 << 20
  /// The longest line from another process of this tool, in bytes.
  ///
  /// It may send the pictures of a whole document in one line.
  private static let ownLineLengthMax = 1 << 30
  /// The number of reads of standard error after the process has ended: enough for more than a pipe
  /// holds.
  ///
  /// The number is limited because a process that it started may continue to write.
  private static let lastReadsMax = 64
  /// The longest wait before the request to stop is checked again, in milliseconds.
  private static let pollMilliseconds: UInt64 = 50

  /// The result of an exchange.
  package enum Exchange: Sendable {
    /// As many lines as were expected, without their line breaks.
    case lines([[UInt8]])
    /// The process has been ended.
    case failed(ProcessFailure)
    /// The run is stopped; the process has been ended.
    case stopped
  }

  private let member: FamilyMember
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private let lineLengthMax: Int
  private let now: @Sendable () -> UInt64
  private var received = LineBuffer()
  /// Returns how long the threads of a process have waited for a processor; tests set others.
  var processorWaits: (pid_t) -> QuietTime.Waits = QuietTime.waits(of:)
  /// The end of the bytes that it has written to standard error so far.
  package private(set) var errorTail: ErrorTail
  private var errorsAreOpen = true
  /// Whether another process than this one has ended the process by a signal.
  package private(set) var wasEndedFromOutside = false
  private let isShell: Bool
  /// The number of processes that the system had ended for lack of memory when this one began.
  private let memoryKills = EndingSignal.memoryKills
  private var isRunning = true
  private var inputIsOpen = true
  private var exchanges = 0
  /// The time that does not count in and between the exchanges with the last deadline, up to an
  /// end.
  private var excuse: (deadline: UInt64, nanoseconds: UInt64, end: UInt64) = (0, 0, 0)
  /// The number of exchanges after which ended orphans are reaped.
  private static let reapingPeriod = 256

  /// The descriptors of a child whose requests and replies do not use its standard streams.
  package enum Descriptor {
    package static let requests: Int32 = 3
    package static let replies: Int32 = 4
    package static let shared: Int32 = 5
  }

  /// Starts a command by the shell.
  ///
  /// `now` returns nanoseconds since some fixed moment.
  ///
  /// - Throws: when the system starts no process; a command that does not exist ends with code 127.
  package convenience init(
    command: String, now: @escaping @Sendable () -> UInt64
  ) throws(SpawnError) {
    let command = ShellCommand(command)
    try self.init(
      command.words, .standard, isShell: command.keepsShell, lineLengthMax: Self.lineLengthMax,
      now: now)
  }

  /// Starts a program that gets requests and replies on descriptors of its own, and shares one more
  /// with this process.
  ///
  /// Its standard output is discarded.
  ///
  /// - Parameters:
  ///   - words: the path of the program and its arguments.
  ///   - shared: stays open here; above 5 and inherited by no other process.
  ///   - now: nanoseconds since some fixed moment.
  /// - Throws: when the system starts no process.
  package convenience init(
    program words: [String], shared: Int32, now: @escaping @Sendable () -> UInt64
  ) throws(SpawnError) {
    try self.init(
      words, .apart(shared: shared), isShell: false, lineLengthMax: Self.ownLineLengthMax, now: now)
  }

  /// Starts a program whose work is measured: exactly this environment, and no process between it
  /// and this one.
  ///
  /// A mark of the family would have another length each time, and the size of the environment
  /// shifts the stack.
  ///
  /// - Parameters:
  ///   - words: the path of the program and its arguments.
  ///   - environment: the whole environment.
  ///   - lineLengthMax: the longest accepted line, in bytes.
  ///   - now: nanoseconds since some fixed moment.
  /// - Throws: when the system starts no process.
  package convenience init(
    measured words: [String], environment: [String: String], lineLengthMax: Int,
    now: @escaping @Sendable () -> UInt64
  ) throws(SpawnError) {
    try self.init(
      words, .measured(environment: environment), isShell: false, lineLengthMax: lineLengthMax,
      now: now)
  }

  private init(
    _ words: [String], _ wiring: ProcessPipes.Wiring, isShell: Bool, lineLengthMax: Int,
    now: @escaping @Sendable () -> UInt64
  ) throws(SpawnError) {
    self.now = now
    self.isShell = isShell
    self.lineLengthMax = lineLengthMax
    let pipes = try ProcessPipes()
    do throws(SpawnError) {
      member = try pipes.spawn(words, wiring)
    } catch {
      pipes.closeAll()
      throw error
    }
    errorTail = ErrorTail(process: member.identifier)
    pipes.closeChildEnds()
    (input, output, errors) = (pipes.input.write, pipes.output.read, pipes.errors.read)
    for descriptor in [input, output, errors] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit { end() }

  /// The process identifier.
  package var identifier: pid_t { member.identifier }

  private var pid: pid_t { member.identifier }

  /// Whether the process can take requests.
  package var isUsable: Bool { isRunning }

  /// Writes bytes and waits until `count` lines have arrived.
  ///
  /// Reads while it writes, so that neither side can block the other.
  ///
  /// - Parameters:
  ///   - bytes: whole lines.
  ///   - count: the expected number of lines.
  ///   - deadline: in nanoseconds of `now`; later by the time that does not count (`QuietTime`),
  ///     and by the time between the exchanges with this deadline.
  ///   - isStopped: whether the run is stopped; checked at least every 50 ms.
  ///   - watch: called many times a second while there is nothing to read; a failure ends the
  ///     process.
  ///   - judge: called with each line and its number; after a failure, the wait for the others is
  ///     short. If the process ends in it, that is the failure.
  /// - Returns: the lines, or the reason why some are missing.
  package func exchange(
    _ bytes: [UInt8], lines count: Int, deadline: UInt64, isStopped: () -> Bool = { false },
    watch: () -> ProcessFailure? = { nil },
    judge: (_ line: [UInt8], _ number: Int) -> ProcessFailure? = { _, _ in nil }
  ) -> Exchange {
    guard isRunning else { return .failed(.crashed("it has been ended")) }
    exchanges += 1
    // Processes that it leaves behind may end long before it does.
    if exchanges.isMultiple(of: Self.reapingPeriod) { ProcessFamily.reapOrphans() }
    let (waits, process) = (processorWaits, pid)
    var quiet = QuietTime(since: now()) { waits(process) }
    let excused =
      excuse.deadline == deadline
      ? excuse.nanoseconds.later(by: now().elapsed(since: excuse.end)) : 0
    let limit = deadline.later(by: excused).elapsed(since: now())
    var written = 0
    var lines: [[UInt8]] = []
    var badLine: BadLine?
    func takeLines() {
      while lines.count < count, let line = received.takeLine() {
        if badLine == nil, let failure = judge(line, lines.count) {
          badLine = BadLine(failure: failure, deadline: now().later(by: Self.badLineNanoseconds))
        }
        lines.append(line)
      }
    }
    while true {
      takeLines()
      if lines.count == count {
        let end = now()
        excuse = (deadline, excused.later(by: quiet.excused(now: end)), end)
        return .lines(lines)
      }
      if received.count > lineLengthMax {
        return fail(.garbled("a line of more than \(lineLengthMax) bytes"))
      }
      if isStopped() {
        end()
        return .stopped
      }
      if let badLine, now() >= badLine.deadline { return fail(badLine.failure) }
      if deadline < .max, quiet.reaches(limit, now: now()) {
        return fail(badLine?.failure ?? .hung)
      }
      if let failure = watch() { return fail(failure) }
      let wantsToWrite = written < bytes.count
      let events = wait(deadline: deadline, writes: wantsToWrite)
      if events.errors { drainErrors() }
      if events.output, !drainOutput() {
        // Lines that arrived before the end count.
        takeLines()
        return lines.count == count ? .lines(lines) : fail(howItEnded(badLine))
      }
      if !events.output, !events.errors, hasEnded {
        // A process that it started still holds its pipes open; no reply will follow. Its last
        // output counts.
        let known = received.count
        if drainOutput(), received.count > known { continue }
        return fail(howItEnded(badLine))
      }
      if wantsToWrite, events.input, !write(bytes, &written) {
        // It no longer reads. Its output still counts, until that ends, too.
        written = bytes.count
      }
    }
  }

  /// Whether bytes arrived without a request.
  package var hasUnreadOutput: Bool { received.count > 0 }

  /// The bytes that arrived and belong to no line taken so far.
  package var unreadOutput: [UInt8] { received.rest }

  /// Closes its standard input and waits until it ends.
  ///
  /// - Returns: how it ended; nil when it was ended at the deadline.
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

  /// Ends the process and all processes it has started, and waits for it, so that none is left
  /// behind.
  package func end() {
    guard isRunning else { return }
    isRunning = false
    member.end()
    drainLastErrors()
    closeInput()
    close(output)
    close(errors)
    member.leave()
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
    let left = deadline.elapsed(since: now())
    // After the deadline the process has got more time, because it had waited for a processor.
    let milliseconds =
      left > 0 ? min(left / 1_000_000 + 1, Self.pollMilliseconds) : Self.pollMilliseconds
    _ = poll(&list, 3, Int32(milliseconds))
    return (list[2].revents != 0, list[0].revents != 0, list[1].revents != 0)
  }

  /// - Returns: false when the process has closed its standard input.
  private func write(_ bytes: [UInt8], _ written: inout Int) -> Bool {
    let count = bytes[written...].withUnsafeBytes {
      PipeWriting.write($0, to: input)
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
    if count > 0 { received.append(buffer[..<count]) }
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
  }

  /// - Returns: whether bytes arrived.
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

  /// Reads the rest of standard error after the process has ended.
  private func drainLastErrors() {
    for _ in 0..<Self.lastReadsMax where errorsAreOpen {
      guard drainErrors() else { return }
    }
  }

  // MARK: - Ends

  private func fail(_ failure: ProcessFailure) -> Exchange {
    end()
    return .failed(failure)
  }

  /// Whether the process has ended; it is not reaped.
  private var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo != 0
  }

  /// The time in which a process that has closed its output must end by itself.
  ///
  /// A keeper gets more, since it first ends all processes that are left below it.
  private var graceNanoseconds: UInt64 { member.isKept ? 10_000_000_000 : 1_000_000_000 }

  /// The time in which the end of a process after a bad line is the failure.
  ///
  /// Minimizing repeats the wait for each attempt.
  private static let badLineNanoseconds: UInt64 = 1_000_000_000

  /// A line that is no reply, while others are missing.
  private struct BadLine {
    let failure: ProcessFailure
    /// The time until which the process may end by itself.
    let deadline: UInt64
  }

  /// Returns the reason for the end of the output, mostly the end of the process.
  private func howItEnded(_ badLine: BadLine?) -> ProcessFailure {
    let deadline = now().later(by: graceNanoseconds)
    var status: Int32 = 0
    while true {
      let ended = waitpid(pid, &status, WNOHANG)
      if ended == pid { break }
      if ended < 0, errno != EINTR { return .crashed("how is not known") }
      if now() > deadline {
        return badLine?.failure ?? .garbled("it closed its output without an answer")
      }
      var none = pollfd()
      _ = poll(&none, 0, 1)
    }
    drainLastErrors()
    // It is reaped. Its number may soon belong to another process, but its group may not while
    // members live.
    isRunning = false
    kill(-pid, SIGKILL)
    member.leave()
    closeInput()
    close(output)
    close(errors)
    let end = ProcessEnd(status, ofShell: isShell)
    wasEndedFromOutside =
      end.signal.map {
        EndingSignal.isFromOutside(
          $0, memoryKillsBefore: memoryKills, after: EndingSignal.memoryKills)
      } ?? false
    return .crashed(end.text + (errorTail.lastLine.map { ", \($0)" } ?? ""))
  }
}
