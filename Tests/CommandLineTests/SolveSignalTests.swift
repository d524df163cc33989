// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Command line: a signal ends solve at once", .waitsForProcesses)
struct SolveSignalTests {
  /// A case with preferences at four priorities, on which the planted fault never ends.
  private static let layout = """
    {"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"},
    {"id": "a", "parent": "root"}], "constraints": [
    {"id": "c1", "first": "a.width", "constant": 1, "priority": 100},
    {"id": "c2", "first": "a.width", "constant": 2, "priority": 200},
    {"id": "c3", "first": "a.width", "constant": 3, "priority": 300},
    {"id": "c4", "first": "a.width", "constant": 4, "priority": 400}]}
    """

  @Test("a strategy that never ends is ended with the command", arguments: [SIGTERM, SIGINT])
  func endless(signal: Int32) throws {
    let folder = try TemporaryFolder.make(["a.case.json": Self.layout])
    let tool = try RunningTool(
      ["solve", "a.case.json", "--strategies", "unruly.loop"], in: folder)
    tool.waitUntilItHears(signal)
    // Leaves time to begin the work; an earlier signal ends the command as well.
    usleep(300_000)
    tool.send(signal: signal)
    // If the signal has no effect, the command is killed later, with another exit code.
    let deadline = Date(timeIntervalSinceNow: 60)
    while tool.isRunning, Date() < deadline { usleep(20_000) }
    if tool.isRunning { tool.send(signal: SIGKILL) }
    let run = try tool.finish()
    #expect(run.status == 128 + signal, "\(run.status)")
  }
}
