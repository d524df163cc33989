// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TestSupport

@testable import Processes

@Suite("Signals that end processes", .waitsForProcesses)
struct EndingSignalTests {
  @Test(
    "signals of other processes and of limits come from outside, those of the process itself do not"
  )
  func outside() {
    for signal in [SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGXCPU, SIGXFSZ] {
      #expect(EndingSignal.isFromOutside(signal), "\(signal)")
    }
    for signal in [SIGILL, SIGSEGV, SIGABRT, SIGTRAP, SIGPIPE, SIGALRM] {
      #expect(!EndingSignal.isFromOutside(signal), "\(signal)")
    }
  }

  @Test("a kill counted by the system is attributed to the process")
  func memory() {
    #expect(EndingSignal.isFromOutside(SIGKILL, memoryKillsBefore: 3, after: 3))
    #expect(!EndingSignal.isFromOutside(SIGKILL, memoryKillsBefore: 3, after: 4))
    #expect(EndingSignal.isFromOutside(SIGTERM, memoryKillsBefore: 3, after: 4))
    #expect(EndingSignal.isFromOutside(SIGKILL, memoryKillsBefore: nil, after: 4))
    let table = Array("nr_free_pages 5\noom_killer 9\noom_kill 12\n".utf8)
    #expect(EndingSignal.count(ofMemoryKills: table) == 12)
    #expect(EndingSignal.count(ofMemoryKills: Array("oom_kill x\n".utf8)) == nil)
    #expect(EndingSignal.count(ofMemoryKills: []) == nil)
  }

  @Test("a shell reports a signal by 128 and its number")
  func reported() {
    #expect(EndingSignal.reported(byExitCode: 134) == SIGABRT)
    #expect(EndingSignal.reported(byExitCode: 137) == SIGKILL)
    for code in [0, 1, 3, 127, 128, 160, 255] as [Int32] {
      #expect(EndingSignal.reported(byExitCode: code) == nil, "\(code)")
    }
  }

  @Test("a back-off is hopeless at its maximum, ends at once on a stop, and can restart")
  func backOff() {
    var limits = BackOff.Limits()
    (limits.countMax, limits.milliseconds, limits.millisecondsMax) = (4, 1, 2)
    var backOff = BackOff(limits)
    for _ in 1..<4 {
      guard case .again = backOff.rest(isStopped: { false }) else {
        Issue.record("\(backOff)")
        return
      }
    }
    guard case .hopeless = backOff.rest(isStopped: { false }) else {
      Issue.record("\(backOff)")
      return
    }
    backOff.reset()
    #expect(backOff.count == 0)
    guard case .stopped = backOff.rest(isStopped: { true }) else {
      Issue.record("\(backOff)")
      return
    }
  }
}
