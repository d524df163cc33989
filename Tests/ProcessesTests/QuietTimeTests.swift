// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Processes

@Suite("Time without an answer")
struct QuietTimeTests {
  private static let second: UInt64 = 1_000_000_000

  /// Returns at which second a limit of 10 s is reached, with the waits of each second.
  private func end(_ waits: (_ second: UInt64) -> QuietTime.Waits) -> UInt64? {
    var seconds: UInt64 = 0
    return withoutActuallyEscaping(waits) { waits in
      var quiet = QuietTime(since: 7) { waits(seconds) }
      while seconds < 1000 {
        if quiet.reaches(10 * Self.second, now: 7 + seconds * Self.second) { return seconds }
        seconds += 1
      }
      return nil
    }
  }

  @Test("the time in which a thread waits for a processor does not count")
  func waiting() {
    #expect(end { _ in [:] } == 10)
    #expect(end { _ in [1: 5 * Self.second] } == 10)
    // Three of four seconds after the first reading, which is taken in the first second.
    #expect(end { [1: $0 * Self.second * 3 / 4] } == 37)
    #expect(end { [1: $0 * Self.second] } == 100, "nine tenths are excused, not more")
  }

  @Test("of several threads that wait, the longest wait counts")
  func threads() {
    #expect(end { [1: $0 * Self.second / 2, 2: $0 * Self.second / 2] } == 19)
    #expect(end { [1: 0, 2: $0 * Self.second / 2] } == 19)
  }

  @Test("a thread that starts later has waited since its start")
  func laterThread() {
    #expect(end { $0 < 5 ? [:] : [2: 3 * Self.second] } == 13)
    #expect(end { $0 < 5 ? [:] : [2: 3000 * Self.second] } == 100, "not longer than it is watched")
  }

  @Test("the limit is reached by a clock that is set back and forth, and no reading traps")
  func strangeClock() {
    var quiet = QuietTime(since: 0) { [:] }
    var looks = 0
    while looks < 1000, !quiet.reaches(10 * Self.second, now: looks.isMultiple(of: 2) ? 0 : .max) {
      looks += 1
    }
    // Each way forth counts as one look of 0.05 s.
    #expect(looks == 399)
    #expect(quiet.excused(now: .max) == .max)
  }

  @Test("a process that is watched late gets a first reading before it counts as quiet")
  func late() {
    var quiet = QuietTime(since: 0) { [:] }
    let answers = [20, 21].map { quiet.reaches(10 * Self.second, now: $0 * Self.second) }
    #expect(answers == [false, true])
  }

  @Test("a time in which the watching process was suspended counts as one look")
  func suspended() {
    for pause in [0, 1, 100, 10_000] as [UInt64] {
      for before in [0, 4, 9] as [UInt64] {
        var quiet = QuietTime(since: 0) { [:] }
        var counted: UInt64?
        for look in 0...12 as ClosedRange<UInt64> where counted == nil {
          let now = (look + (look > before ? pause : 0)) * Self.second
          if quiet.reaches(10 * Self.second, now: now) { counted = look }
        }
        // The second before the look that comes late does not count, either.
        #expect(counted == (pause == 0 ? 10 : 11), "\(pause) s after \(before) s")
      }
    }
  }

  @Test("the limit is reached also by a process that seldom looks")
  func seldom() {
    var quiet = QuietTime(since: 0) { [:] }
    let reached = (0...300 as ClosedRange<UInt64>).first {
      quiet.reaches(10 * Self.second, now: $0 * 2 * Self.second)
    }
    #expect(reached == 200)
  }

  private static let hasTaskset = FileManager.default.isExecutableFile(atPath: "/usr/bin/taskset")

  @Test(
    "the system counts how long a process and its descendants wait for a processor",
    .linuxOnly("the waits of a process are those of its scheduler"),
    .enabled(if: hasTaskset && !ProcessTable.schedule(of: getpid(), of: getpid()).isEmpty),
    .timeLimit(.minutes(30)), .waitsForProcesses)
  func waitsOfDescendants() throws {
    #expect(ProcessTable.schedule(of: getpid(), of: getpid()).count == 3)
    // Two endless loops share one processor, so that both wait again and again.
    let child = try ChildProcess(
      command: """
        one=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')
        taskset -cp $one $$ > /dev/null
        (while :; do :; done) & while :; do :; done
        """, now: { 0 })
    defer { child.end() }
    var waiting = 0
    for _ in 0..<6000 where waiting < 2 {
      let waits = ProcessTable.processorWaits(of: child.identifier)
      waiting = waits.values.filter { $0 > 1_000_000 }.count
      Thread.sleep(forTimeInterval: 0.01)
    }
    #expect(waiting >= 2)
  }

  /// A clock, or another reading, with a list of values, of which the last one stays.
  private final class Moments: Sendable {
    private let rest: Mutex<ArraySlice<UInt64>>

    init(_ milliseconds: [UInt64]) { rest = Mutex(milliseconds[...]) }

    @Sendable func next() -> UInt64 {
      rest.withLock { ($0.count > 1 ? $0.removeFirst() : $0.first ?? 0) * 1_000_000 }
    }
  }

  @Test(
    "a late answer of a process that waited for a processor is no hang", .waitsForProcesses,
    arguments: [false, true])
  func exchange(hasWaited: Bool) throws {
    // Half a second passes at once, and then none. The deadline is after 0.1 s.
    let (clock, waited) = (Moments([0, 0, 60, 500]), Moments(hasWaited ? [0, 440] : [0]))
    let child = try ChildProcess(
      command: "read -r x; sleep \(hasWaited ? "0.2; echo y" : "600")", now: clock.next)
    defer { child.end() }
    child.processorWaits = { _ in [1: waited.next()] }
    switch child.exchange(Array("a\n".utf8), lines: 1, deadline: 100_000_000) {
    case .lines(let lines): #expect(hasWaited && lines == [Array("y".utf8)])
    case .failed(let failure): #expect(!hasWaited && failure.kind == .hang)
    case .stopped: Issue.record("nothing has stopped it")
    }
  }

  @Test("a short limit needs no reading")
  func short() {
    var quiet = QuietTime(since: 0) {
      Issue.record("a reading was taken")
      return [:]
    }
    let answers = [999_999, 1_000_000].map { quiet.reaches(1_000_000, now: $0) }
    #expect(answers == [false, true])
  }
}
