// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import LayoutSolving
import LinearModel
import Scripts
import Supervision
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

/// Checks sessions that are wrong on all scripts and end their process on short ones, which occur
/// only during minimization with this seed.
@Suite("Supervision of scripts", .serialized, .waitsForProcesses)
struct SupervisedScriptTests {
  private static let fault = SessionFault.dependentsUnreported

  private static func settings(_ ending: ProcessFault) -> CampaignSettings {
    CampaignSettings(
      seed: 8, caseCount: 12, jobs: 2, strategies: [], laws: [],
      session: SessionTarget(fault: fault, ending: ending), scriptFrequency: .always)
  }

  private static func pool(
    _ settings: CampaignSettings, _ limits: WorkerLimits
  ) throws -> WorkerPool {
    try WorkerPool(
      settings, command: [try ToolRun.executable().path, "worker"], limits: limits, now: now)
  }

  @Sendable private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  private static let limits = WorkerLimits(
    caseNanoseconds: 2_000_000_000, memoryBytes: 256 << 20)

  @Test("the names of unruly sessions are parsed")
  func names() {
    for fault in SessionFault.allCases {
      for ending in [nil] + ProcessFault.allCases.map(Optional.some) {
        let target = SessionTarget(fault: fault, ending: ending)
        #expect(SessionTarget(named: target.name) == target)
      }
    }
  }

  @Test(
    "a session that ends on short scripts is minimized down to them, and ends no campaign",
    arguments: TestLength.some(of: [ProcessFault.trap, .exit, .recursion], quick: 1))
  func endings(ending: ProcessFault) throws {
    let settings = Self.settings(ending)
    let pool = try Self.pool(settings, Self.limits)
    defer { pool.endAll() }
    let result = try Campaign(settings, workers: pool, now: { 0 }).run()
    #expect(result.counts.cases == settings.caseCount)
    #expect(result.internalErrors.isEmpty && result.findings.isEmpty)
    let finding = try #require(result.scriptFindings.first, "not found, seed 8")
    #expect(finding.failure.accused == .solver(settings.session.name))
    #expect(finding.smallest.steps.count >= SessionTarget.endingStepsMax)
    #expect(
      finding.smallest.steps.count < finding.original.steps.count,
      "\(finding.smallest.steps.count) of \(finding.original.steps.count) steps")
  }

  @Test("a script on which the session hangs during minimization ends only workers")
  func loops() throws {
    let settings = Self.settings(.loop)
    let pool = try Self.pool(
      settings, WorkerLimits(caseNanoseconds: 500_000_000, memoryBytes: 256 << 20))
    defer { pool.endAll() }
    let desk = SupervisedScripts(settings.session, in: pool)
    let script = Self.longScript
    let failure = FailureIdentity(
      .solver(settings.session.name), .promiseBroken(.changesAreReported),
      cause: .unexamined)
    #expect(desk.trial(script, failure, runs: 1, isStopped: { false }).fails)
    let result = desk.minimize(script, failure, jobs: 2, isStopped: { false }).result
    #expect(result.subject.steps.count >= SessionTarget.endingStepsMax)
    #expect(result.subject.steps.count < script.steps.count)
    guard case .died(.hung)? = try desk.examine(Self.fault.handMade) else {
      Issue.record("the hand-made script is short, and should never end")
      return
    }
  }

  @Test("a script that ends its process is minimized while it still does so")
  func minimizesEndings() throws {
    let settings = Self.settings(.trap)
    let pool = try Self.pool(settings, Self.limits)
    defer { pool.endAll() }
    let desk = SupervisedScripts(settings.session, in: pool)
    var script = Self.fault.handMade
    script.steps.insert(.suggest(variable: 0, value: 7, strength: Strength(250)), at: 0)
    let look = try #require(try desk.examine(script))
    let failure = try #require(look.failure(of: settings.session.name))
    #expect(failure.kind == "crash-unexamined")
    let result = desk.minimize(script, failure, isStopped: { false }).result
    // Every short script ends the process, the empty one, too.
    #expect(result.end == .fixpoint && result.subject.steps.isEmpty, "\(result.subject)")
  }

  /// The hand-made script with unrelated steps.
  private static var longScript: SolverScript {
    var script = fault.handMade
    for id in 10..<18 {
      script.steps.append(
        .add(
          .init(
            id: id, [.init(.one, VariableID(0))], .greaterThanOrEqual, .zero,
            strength: Strength(250))))
    }
    script.steps.append(.solve)
    return script
  }

  @Test("any number of jobs gives the same script of a finding, in as many runs")
  func jobs() throws {
    let target = SessionTarget(fault: Self.fault)
    let pool = try Self.pool(CampaignSettings(replaying: target), Self.limits)
    defer { pool.endAll() }
    let desk = SupervisedScripts(target, in: pool)
    guard case .seen(let seen)? = try desk.examine(Self.longScript),
      let failure = seen.failure(of: target.name)
    else {
      Issue.record("the script does not fail")
      return
    }
    let results = [1, 2, 5].map {
      desk.minimize(Self.longScript, failure, jobs: $0, isStopped: { false }).result
    }
    let direct = ScriptDiagnosis(ScriptRunner(target)).minimize(Self.longScript, failure)
    for result in results {
      #expect(result.subject == direct.subject)
      #expect(result.runs == direct.runs && result.acceptedSteps == direct.acceptedSteps)
      #expect(result.end == .fixpoint)
    }
  }
}
