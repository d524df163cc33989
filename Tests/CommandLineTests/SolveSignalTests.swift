// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("Command line: solve ends at once by a signal")
struct SolveSignalTests {
  /// Preferences at four priorities: more than the planted fault comes to an end on.
  private static let layout = """
    {"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"},
    {"id": "a", "parent": "root"}], "constraints": [
    {"id": "c1", "first": "a.width", "constant": 1, "priority": 100},
    {"id": "c2", "first": "a.width", "constant": 2, "priority": 200},
    {"id": "c3", "first": "a.width", "constant": 3, "priority": 300},
    {"id": "c4", "first": "a.width", "constant": 4, "priority": 400}]}
    """

  @Test(
    "a strategy that never comes to an end ends with the command", arguments: [SIGTERM, SIGINT])
  func endless(signal: Int32) throws {
    let folder = try TemporaryFolder.make(["a.case.json": Self.layout])
    let tool = try RunningTool(
      ["solve", "a.case.json", "--strategies", "unruly.loop"], in: folder)
    tool.waitUntilItHears(signal)
    // Time to begin with the work; a signal that comes before ends the command just as well.
    usleep(300_000)
    tool.send(signal: signal)
    // Where it changes nothing, the command is ended after a while, and the code is another one.
    let deadline = Date(timeIntervalSinceNow: 60)
    while tool.isRunning, Date() < deadline { usleep(20_000) }
    if tool.isRunning { tool.send(signal: SIGKILL) }
    let run = try tool.finish()
    #expect(run.status == 128 + signal, "\(run.status)")
  }
}
