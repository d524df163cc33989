// SPDX-License-Identifier: MIT

import CorpusStore
import Dispatch
import EngineScripts
import Engines
import ExactNumerics
import ExternalSolvers
import Foundation
import LinearModel
import ObservedRates
import Oracles
import Scripts
import StoredRuns
import TestSupport
import Testing
import ToolSupport

@Suite("Replays of findings about engines", .waitsForProcesses)
struct ReplayedEngineTests {
  private static let width = EngineConstraint(
    id: 1, .init(1, .width), .equal, constant: Rational(40))

  /// Returns a stored script that reads the frame of a view after the given steps.
  private static func stored(
    _ cause: FailureCause, _ steps: [EngineScript.Step] = []
  ) -> StoredEngineScript {
    let script = EngineScript(
      size: EngineSize(width: Rational(100), height: Rational(100)), views: [EngineView(id: 1)],
      steps: [.add(width)] + steps + [.frames])
    let record = FindingRecord(
      .engine, FailureIdentity(.engine("ref"), .wrongValue, cause: cause),
      signature: "ref-wrongValue",
      summary: "the width of view 1 is 41 pt, expected 40 pt", original: script.recordSize,
      minimized: script.recordSize, toolVersion: "1")
    return StoredEngineScript(path: "script.json", script: script, record: record)
  }

  /// Returns the replay of runs that all pass or all fail.
  private static func replay(_ stored: StoredEngineScript, fails: Bool) -> Replay? {
    let verdict: EngineVerdict =
      fails ? .wrongFrame(view: 1, .width, expected: Rational(40), actual: 41, nil) : .pass
    return EngineObservation(runs: stored.runs) {
      EngineJudgement(.judged(verdict), step: 1)
    }.map { Replay(stored, $0, by: "ref", "reference 2") }
  }

  @Test(
    "a failure that comes with its script alone is fixed when it passes",
    arguments: [FailureCause.alone, .afterEdits, .sometimes])
  func fixed(_ cause: FailureCause) throws {
    let passed = try #require(Self.replay(Self.stored(cause), fails: false))
    #expect(passed.answers.map(\.verdict) == [.pass])
    #expect(passed.lines(Palette(isOn: false)) == ["script.json: fixed in reference 2"])
  }

  @Test(
    "passing decides nothing about a failure that was never seen again",
    arguments: [FailureCause.unexamined, .unrepeatable])
  func undecided(_ cause: FailureCause) throws {
    let passed = try #require(Self.replay(Self.stored(cause), fails: false))
    #expect(passed.answers.map(\.verdict) == [.undecided])
    #expect(
      passed.lines(Palette(isOn: false)).first
        == "script.json: undecided (stored as wrongValue-\(cause))")
    let failed = try #require(Self.replay(Self.stored(cause), fails: true))
    #expect(failed.answers.map(\.name) == ["wrongValue-\(cause)"])
    #expect(failed.answers.allSatisfy { $0.verdict.isFailure })
  }

  @Test("a failure that was not examined is looked for in many runs, up to the third failure")
  func runs() throws {
    let stored = Self.stored(.unexamined)
    #expect(stored.runs == ObservedRate.runsMax)
    let failed = try #require(Self.replay(stored, fails: true))
    #expect(failed.answers.first?.rate?.runs == ObservedRate.failuresMax)
  }

  @Test("a change that the engine does not offer is no failure of it")
  func notOffered() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("scripts/engines").path
    let file = try TestFolder.make().appendingPathComponent("engine.py")
    try """
    import sys
    sys.path.insert(0, "\(folder)")
    import protocol, reference

    class Engine(reference.Engine):
        def offer(self):
            return {**super().offer(), "changes": []}

    protocol.serve(Engine(False, ["priority-not-changed"]))
    """.write(to: file, atomically: true, encoding: .utf8)
    let pool = try EnginePool(
      AdapterCommand(name: "ref", command: "\(Python.command) '\(file.path)'"),
      timeoutNanoseconds: 60_000_000_000,
      now: { DispatchTime.now().uptimeNanoseconds })
    defer { pool.endAll() }
    var optional = Self.width
    optional.strength = Strength(500)
    let replay = try Self.stored(.alone, [.change(optional)]).replay(pool)
    let replayed = try #require(replay)
    #expect(replayed.answers.map(\.verdict) == [.undecided])
    #expect(replayed.answers.first?.sentence.contains("does not offer") == true)
  }
}
