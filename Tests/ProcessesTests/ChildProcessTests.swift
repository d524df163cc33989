// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Processes

@Suite("Child processes", .timeLimit(.minutes(30)), .waitsForProcesses)
struct ChildProcessTests {
  /// Returns the current time: time-outs need a clock, but no expectation depends on it.
  private static func clock() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private func answer(_ command: String, seconds: UInt64 = 60) throws -> ChildProcess.Exchange {
    let child = try ChildProcess(command: command, now: { Self.clock() })
    return child.exchange([], lines: 1, deadline: Self.clock() + seconds * 1_000_000_000)
  }

  /// A clock that jumps: the tool was suspended.
  private final class JumpingClock: Sendable {
    private let jump = Atomic<UInt64>(0)

    func now() -> UInt64 { ChildProcessTests.clock() + jump.load(ordering: .relaxed) }

    func advance(seconds: UInt64) {
      jump.add(seconds * 1_000_000_000, ordering: .relaxed)
    }
  }

  @Test("a time in which the tool was suspended, in or between exchanges, is no hang of a program")
  func suspended() throws {
    let clock = JumpingClock()
    let child = try ChildProcess(
      command: "while read line; do sleep 0.4; echo $line; done", now: { clock.now() })
    defer { child.end() }
    let deadline = clock.now() + 10_000_000_000
    for round in 1...3 {
      // While the program works on the first request, and before the others.
      if round > 1 { clock.advance(seconds: 1000) }
      var looks = 0
      let exchange = child.exchange(
        Array("a\n".utf8), lines: 1, deadline: deadline,
        isStopped: {
          looks += 1
          if round == 1, looks == 2 { clock.advance(seconds: 1000) }
          return false
        })
      guard case .lines = exchange else {
        Issue.record("round \(round): \(exchange)")
        return
      }
    }
  }

  /// Checks a write to a pipe without a reader: SIGPIPE ended the process of the tests in the past.
  @Test("the end of a program that reads nothing is noticed, however much is written to it")
  func readsNothing() throws {
    let request = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    for _ in 0..<20 {
      let child = try ChildProcess(command: "exec 0<&-; exec sleep 0.02", now: { Self.clock() })
      let deadline = Self.clock() + 60_000_000_000
      guard case .failed(.crashed) = child.exchange(request, lines: 1, deadline: deadline) else {
        Issue.record("the end of the program was not seen")
        return
      }
    }
  }

  @Test("the end of a program is noticed though its child keeps the pipes open")
  func leftBehind() throws {
    guard case .failed(.crashed(let how)) = try answer("sleep 100 & exit 3") else {
      Issue.record("the end of the program was not seen")
      return
    }
    #expect(how == "exit code 3")
  }

  @Test("a program that has left its process group is ended, too")
  func leftGroup() throws {
    let leave =
      "import os, time; os.setpgid(0, os.getpgid(os.getppid())); print(os.getpid(), flush=True);"
      + "time.sleep(100)"
    let child = try ChildProcess(command: "exec python3 -c '\(leave)'", now: { Self.clock() })
    let deadline = Self.clock() + 60_000_000_000
    guard case .lines(let lines) = child.exchange([], lines: 1, deadline: deadline),
      let process = pid_t(String(decoding: lines[0], as: UTF8.self))
    else {
      Issue.record("the program did not begin")
      return
    }
    #expect(process == child.identifier && getpgid(process) != process)
    child.end()
    #expect(kill(process, 0) != 0 && errno == ESRCH, "the program is still there")
  }

  @Test(
    "a command is any text for a shell",
    arguments: [
      "echo right", "cd / && echo right", "WORD=right; echo $WORD", "WORD=a echo right",
      "exec echo right", "exec /bin/echo right", "cd / && exec echo right", "eval 'echo right'",
      "eval echo right", "command echo right", ": ; exec echo right", "{ exec echo right; }",
      "(exec echo right)", "if true; then echo right; fi", "case a in a) echo right;; esac",
      "for word in right; do echo $word; done", "$(echo echo) right", "\"echo\" right",
      "'exec' echo right", "\\exec echo right", " \t echo right", "echo right # && false",
      "echo right\n", "exec 2>&1; echo right >&2", "! false && echo right",
      "set -e; echo right", "ulimit -t 100 && exec echo right",
    ])
  func shell(command: String) throws {
    guard case .lines(let lines) = try answer(command) else {
      Issue.record("no line came from: \(command)")
      return
    }
    #expect(lines == [Array("right".utf8)])
  }

  @Test("the end of its standard error is kept, however much it wrote")
  func errors() throws {
    // The last lines are still in the pipe when it ends.
    let command = "for i in $(seq 1 30000); do echo line $i; done >&2; exit 3"
    let child = try ChildProcess(command: command, now: { Self.clock() })
    let exchange = child.exchange([], lines: 1, deadline: Self.clock() + 60_000_000_000)
    guard case .failed(.crashed(let how)) = exchange else {
      Issue.record("the end of the program was not seen")
      return
    }
    #expect(how == "exit code 3, line 30000")
    let tail = child.errorTail
    #expect(tail.isCut && tail.bytes.count == ErrorTail.bytesMax)
    let text = String(decoding: tail.bytes, as: UTF8.self)
    #expect(text.hasSuffix("line 29998\nline 29999\nline 30000\n"))
    #expect(tail.process == child.identifier)
  }

  @Test("the standard error of a killed program is kept, too")
  func errorsOfHang() throws {
    let child = try ChildProcess(
      command: "echo so far >&2; exec sleep 100", now: { Self.clock() })
    let exchange = child.exchange([], lines: 1, deadline: Self.clock() + 2_000_000_000)
    guard case .failed(.hung) = exchange else {
      Issue.record("the program was not taken for one that hangs")
      return
    }
    #expect(String(decoding: child.errorTail.bytes, as: UTF8.self) == "so far\n")
    #expect(!child.errorTail.isCut)
  }

  private static let abort = "sh -c 'kill -ABRT $$'"

  @Test(
    "the signal that ends a command is recognized, also behind a shell",
    arguments: [
      abort, "exec \(abort)", "cd / && \(abort)", "cd / && exec \(abort)", "A=1 \(abort)",
      "(\(abort))",
      "true; \(abort)", "eval \"\(abort)\"", "if true; then \(abort); fi", "command \(abort)",
    ])
  func signal(command: String) throws {
    guard case .failed(.crashed(let how)) = try answer(command) else {
      Issue.record("the end of the program was not seen")
      return
    }
    #expect(how.hasPrefix("signal 6 (SIGABRT)"), "\(how)")
  }

  @Test(
    "an end by a signal of another process is distinguished, also behind a shell",
    arguments: ["kill -9 $$", "sh -c 'kill -TERM $$'; exit", "true; sh -c 'kill -9 $$'"])
  func outside(command: String) throws {
    let child = try ChildProcess(command: command, now: { Self.clock() })
    let exchange = child.exchange([], lines: 1, deadline: Self.clock() + 60_000_000_000)
    guard case .failed(.crashed) = exchange else {
      Issue.record("the end of the program was not seen")
      return
    }
    #expect(child.wasEndedFromOutside)
    for own in ["exit 3", "kill -SEGV $$", Self.abort, "sh -c 'kill -ILL $$'; exit"] {
      let child = try ChildProcess(command: own, now: { Self.clock() })
      _ = child.exchange([], lines: 1, deadline: Self.clock() + 60_000_000_000)
      #expect(!child.wasEndedFromOutside, "\(own)")
    }
  }
}
