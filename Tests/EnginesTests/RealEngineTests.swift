// SPDX-License-Identifier: MIT

import Dispatch
import EngineScripts
import ExternalSolvers
import Foundation
import Oracles
import Reproducers
import TestSupport
import Testing

@testable import Engines

/// Runs scripts with the adapters of layout engines of other projects, where these are installed.
@Suite("Layout engines of other projects", .serialized, .waitsForProcesses)
struct RealEngineTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Starts an adapter; nil when its engine is not installed.
  private static func pool(_ words: String) -> EnginePool? {
    try? EnginePool(
      AdapterCommand(name: "real", command: words), timeoutNanoseconds: 60_000_000_000,
      now: { DispatchTime.now().uptimeNanoseconds })
  }

  private static let gtk = "/usr/bin/python3 \(root.path)/scripts/engines/gtk4.py"
  private static let qt = "python3 \(root.path)/scripts/engines/qt_anchors.py"
  private static let hasGTK = isInstalled(gtk)
  private static let hasQt = isInstalled(qt)

  private static func isInstalled(_ words: String) -> Bool {
    guard let pool = pool(words) else { return false }
    pool.endAll()
    return true
  }

  /// Runs the scripts of seeds and counts the names of verdicts; a pass has none.
  private static func verdicts(_ pool: EnginePool, _ count: UInt64) throws -> [String: Int] {
    let runner = EngineRunner(pool)
    let generator = EngineGenerator(runner.offer)
    var verdicts: [String: Int] = [:]
    for seed in 0..<count {
      let script = generator.script(seed: seed)
      let truth = try EngineTruth(of: script, runner.offer)
      guard case .judged(let judgement, _) = try runner.run(script, truth) else { continue }
      switch judgement.verdict {
      case .gaveUp(let reason): Issue.record("the adapter gave up: \(reason)")
      default: verdicts[judgement.failure?.name ?? "pass", default: 0] += 1
      }
    }
    return verdicts
  }

  /// The judgement on the case of a trophy.
  private static func judgement(_ pool: EnginePool, _ trophy: String) throws -> EngineJudgement? {
    let file = root.appending(path: "Corpus/trophies/\(trophy)/case.engine.json")
    let script = try EngineScript(decoding: [UInt8](try Data(contentsOf: file)))
    let runner = EngineRunner(pool)
    guard
      case .judged(let judgement, _) = try runner.run(
        script, try EngineTruth(of: script, runner.offer))
    else { return nil }
    return judgement
  }

  /// Checks that programs of scripts without a finding are made for the offer of the adapter.
  private static func checkOffer(_ pool: EnginePool, _ formats: [ProgramFormat]) {
    var offer = pool.greeting.offer
    #expect(offer.programs == formats.map(\.rawValue))
    (offer.programs, offer.formats) = ([], [])
    for format in formats { #expect(EngineProgram.offer(format) == offer) }
  }

  @Test("the cases of trophies are well formed, and at most ten steps long")
  func trophies() throws {
    let folder = Self.root.appending(path: "Corpus/trophies")
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: "\(name)/case.engine.json")
      guard let data = try? Data(contentsOf: file) else { continue }
      let script = try EngineScript(decoding: [UInt8](data))
      #expect(script.problem == nil && script.steps.count <= 10, "\(name)")
      count += 1
    }
    #expect(count >= 6)
  }

  @Test(
    "GTK 4 answers, is right in many cases, and loses edges in another window",
    .enabled(if: hasGTK, "skipped: GTK 4, gi or Xvfb is not installed"))
  func gtkRuns() throws {
    let pool = try #require(Self.pool(Self.gtk))
    defer { pool.endAll() }
    #expect(pool.greeting.engine.hasPrefix("GTK 4."))
    Self.checkOffer(pool, [.gtkPython, .gtkC])
    let verdicts = try Self.verdicts(pool, 300)
    #expect(verdicts["pass", default: 0] > 30, "\(verdicts)")
    #expect(verdicts["malformed"] == nil && verdicts["garbled"] == nil, "\(verdicts)")
    // The fault is stable: it does not depend on what the process did before.
    for _ in 0..<3 {
      let judgement = try Self.judgement(pool, "gtk-window-change-loses-edges")
      #expect(judgement?.failure == .requiredViolated)
    }
  }

  @Test(
    "Qt 6 answers, is right nearly always, and moves items without a size",
    .enabled(if: hasQt, "skipped: python3 has no PySide6"))
  func qtRuns() throws {
    let pool = try #require(Self.pool(Self.qt))
    defer { pool.endAll() }
    #expect(pool.greeting.engine.hasPrefix("Qt 6."))
    Self.checkOffer(pool, [.pySide])
    let verdicts = try Self.verdicts(pool, 300)
    #expect(verdicts["pass", default: 0] > 290, "\(verdicts)")
    #expect(try Self.judgement(pool, "qt-zero-size-item-floats")?.failure == .wrongValue)
  }
}
