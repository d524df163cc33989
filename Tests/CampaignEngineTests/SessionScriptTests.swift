// SPDX-License-Identifier: MIT

import CorpusStore
import ExactNumerics
import Foundation
import JSON
import LinearModel
import Scripts
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

/// Runs campaigns that edit layouts in a session.
@Suite("Scripts for a session")
struct SessionScriptTests {
  private static func scripts(seed: UInt64, count: Int) throws -> [SolverScript] {
    let source = CaseSource(seed: seed)
    let runner = CaseRunner(strategies: [])
    return try (0..<count).compactMap {
      let record = try runner.run(try source.generate($0).layoutCase)
      return ScriptGenerator.session(for: record, seed: UInt64($0))
    }
  }

  @Test("every kind of step is drawn, and the scripts are well formed and read back")
  func kinds() throws {
    let scripts = try Self.scripts(seed: 1, count: 60)
    #expect(scripts.count == 60)
    var kinds = Set<String>()
    for script in scripts {
      // NaN is not equal to itself, but its text is.
      #expect(try SolverScript(decoding: script.encoded).encoded == script.encoded)
      kinds.formUnion(ScriptShape.lines(script))
    }
    let all = [
      "activate", "add optional equality", "add optional inequality", "add required equality",
      "add required inequality", "deactivate", "end suggestion", "remove", "set constant",
      "set constant extreme", "set priority", "suggest", "suggest extreme",
    ]
    #expect(kinds.sorted() == all)
  }

  @Test("the healthy session is right on every step, also after refusals")
  func healthy() throws {
    let result = try Campaign(
      CampaignSettings(
        seed: 2, caseCount: 48, jobs: 2, strategies: [], laws: [], scriptFrequency: .always),
      now: { 0 }
    ).run()
    #expect(result.foundNothing, "\(result.scriptFindings.map(\.summary)), seed 2")
    #expect(result.internalErrors.isEmpty, "\(result.internalErrors)")
    let counts = result.counts.scripts
    #expect(counts.scripts > 40 && counts.answers > 200 && counts.refusals > 20, "\(counts)")
    #expect(counts.wrong == 0 && counts.gaveUp <= counts.scripts / 20, "\(counts)")
    #expect(result.json["scripts"]?["steps"]?.int == counts.steps)
  }

  @Test("a failure of a session is examined with the script of the campaign that found it")
  func otherSeed() throws {
    let name = "session.dependentsUnreported"
    var found = CampaignSettings(seed: 3, caseCount: 40, strategies: [], laws: [])
    found.session = try #require(SessionTarget(named: name))
    found.scriptFrequency = .always
    var tonight = found
    tonight.seed = 4
    tonight.scriptFrequency = .sampled
    let source = CaseSource(seed: 3)
    var scripts = 0
    for index in 0..<40 {
      let layoutCase = try source.generate(index).layoutCase
      let then = BatchRunner(found).script(of: index, on: layoutCase)
      let now = BatchRunner(tonight).looking(into: 3).script(of: index, on: layoutCase)
      #expect(now == then, "case \(index)")
      scripts += then == nil ? 0 : 1
    }
    #expect(scripts > 0, "\(name), seed 3")
    let kind = FailureIdentity(name: SessionTarget.healthyName, verdict: .process(.crash))
    let work = CaseWork.probe(
      Accusation(kind, index: 7, seed: .max), try source.generate(0).layoutCase)
    #expect(JSONWriter.line(try CaseWork(work.json).json) == JSONWriter.line(work.json))
    #expect(work.json["seed"]?.string == "\(UInt64.max)")
  }

  @Test("a sample of the cases is edited by default")
  func sampled() throws {
    let result = try Campaign(
      CampaignSettings(seed: 2, caseCount: 32, strategies: [], laws: []), now: { 0 }
    ).run()
    #expect(result.counts.scripts.scripts == 32 / CampaignSettings.scriptPeriod)
  }

  // MARK: - Transactions

  private static func hold(_ id: Int, at constant: Int) -> SolverScript.Step {
    .add(.init(id: id, [.init(.one, VariableID(0))], .equal, Rational(constant)))
  }

  private static func truth(_ steps: [SolverScript.Step]) throws -> ScriptTruth {
    try ScriptTruth(ofTransactions: SolverScript(variableCount: 1, steps: steps))
  }

  @Test("changes between two readings are refused together")
  func transactions() throws {
    let truth = try Self.truth(
      [
        Self.hold(0, at: 1), .solve, .remove(0), Self.hold(1, at: 2), Self.hold(2, at: 3), .solve,
        .setActive(1, false), .setConstant(0, 4), .solve,
      ])
    #expect(truth.refused == [2, 3, 4, 5])
    guard case .skipped = truth.expectations[6], case .answer(let last) = truth.expectations[8]
    else {
      Issue.record("\(truth.expectations)")
      return
    }
    #expect(last.answer.optimum?.point == [Rational(4)])
  }

  @Test("a number that is not finite is refused while it is in force, and not while it is off")
  func nonFinite() throws {
    let truth = try Self.truth(
      [
        Self.hold(0, at: 1), .solve, .setConstant(0, .nan), .solve, .setActive(0, false), .solve,
        .setConstant(0, .infinity), .solve, .setActive(0, true), .solve,
      ])
    let kinds = truth.expectations.map { expectation in
      switch expectation {
      case .refusedNumber: return "refused"
      case .answer: return "answer"
      default: return "-"
      }
    }
    #expect(
      kinds == ["-", "answer", "-", "refused", "-", "answer", "-", "answer", "-", "refused"])
  }

  @Test("a finding is stored with its script, which fails again, and not in a healthy session")
  func stored() throws {
    let folder = TestFolder.root
      .appendingPathComponent("layoutfuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let target = SessionTarget(fault: .dependentsUnreported)
    var settings = CampaignSettings(
      seed: 1, caseCount: nil, strategies: [], laws: [], session: target, scriptFrequency: .always)
    (settings.outputFolder, settings.failuresMax) = (folder.path, 1)
    let result = try Campaign(settings, now: { 0 }).run()
    let finding = try #require(result.scriptFindings.first)
    let path = try #require(finding.path)
    let script = try SolverScript(
      decoding: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    #expect(script == finding.smallest)
    #expect(finding.signature.hasPrefix("session.dependentsUnreported-"))
    let found = try ScriptDiagnosis(ScriptRunner(target)).examined(script)
    #expect(found?.failure == finding.failure)
    #expect(try ScriptDiagnosis(ScriptRunner(SessionTarget())).examined(script) == nil)
  }
}
