// SPDX-License-Identifier: MIT

import Foundation
import JSON
import LinearModel
import Minimization
import Scripts
import Supervision
import Synchronization
import Testing

@testable import CampaignEngine
@testable import Judging

/// Checks workers that break the protocol, and desks that fail now and then.
@Suite("Faulty workers", .serialized)
struct StrangeWorkerTests {
  @Sendable private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Returns a pool whose workers answer each request with the same line.
  private static func pool(_ settings: CampaignSettings, reply: JSONValue) throws -> WorkerPool {
    let text = String(decoding: JSONWriter.line(reply), as: UTF8.self)
    // A worker first reads the line of the settings.
    let script = "read -r line <&3; while read -r line <&3; do printf '%s\\n' '\(text)' >&4; done"
    return try WorkerPool(settings, command: ["/bin/sh", "-c", script], now: now)
  }

  @Test("a reply about cases that were not requested ends its worker, and is ignored")
  func foreignReply() throws {
    let settings = CampaignSettings(seed: 1, caseCount: 64)
    var batch = BatchRunner(settings).emptyBatch
    let kind = FailureSignature.Kind(strategy: "simplex", verdict: .wrongValue)
    batch.failing = [NotableCase(index: 3, profile: .wellFormed, kinds: [kind])]
    let pool = try Self.pool(settings, reply: CaseWorkResult.cases(batch).json)
    defer { pool.endAll() }
    let outcome = pool.done(.cases(0..<16, []), isMinimizing: false)
    guard case .done(.cases(let own)) = outcome else {
      Issue.record("what was asked for is not taken: \(outcome)")
      return
    }
    #expect(own == batch)
    let before = pool.identifiers
    guard case .died(let death) = pool.done(.cases(16..<32, []), isMinimizing: false) else {
      Issue.record("a reply about case 3 was taken for one about cases 16 to 31")
      return
    }
    #expect(death.phase == .idle && death.index == nil)
    #expect(death.failure == .garbled("a reply about cases that were not requested"))
    #expect(Set(before).isDisjoint(with: pool.identifiers), "it is not asked again")
  }

  @Test("a worker that ends before it begins gives no verdict on its script")
  func idle() throws {
    let target = SessionTarget()
    var limits = WorkerLimits()
    limits.backOff.millisecondsMax = 1
    let pool = try WorkerPool(
      CampaignSettings(replaying: target), command: ["/bin/false"], limits: limits, now: Self.now)
    defer { pool.endAll() }
    let failure = ScriptFailure(solver: target.name, verdict: .process(.crash), cause: .unexamined)
    let script = SolverScript(variableCount: 1, steps: [.solve])
    let trial = SupervisedScripts(target, in: pool).trial(script, failure)
    #expect(trial == Trial(fails: false), "\(trial)")
    #expect(pool.problem?.contains("end before they have begun") == true)
  }

  @Test("the script of a failing case is requested twice if a worker ends before making it")
  func retry() throws {
    let name = "session.dependentsUnreported"
    let settings = CampaignSettings(
      seed: 3, caseCount: 40, strategies: [], minimizes: false, laws: [],
      session: try #require(SessionTarget(named: name)), scriptFrequency: .always)
    let whole = try Campaign(settings, now: { 0 }).run()
    #expect(!whole.scriptFindings.isEmpty, "\(name), seed 3")
    for deaths in [1, 2] {
      let desk = DyingDesk(CaseService(settings), deathsPerScript: deaths)
      var tally = CampaignTally(settings, desk, isStopped: { false })
      _ = try tally.fold(try #require(desk.run(0..<40)), elapsed: { 0 })
      #expect(tally.hasInternalErrors == (deaths == 2), "\(deaths) deaths")
      if deaths == 2 { continue }
      #expect(tally.scriptFindings.map(\.signature) == whole.scriptFindings.map(\.signature))
      #expect(tally.scriptFindings.map(\.original) == whole.scriptFindings.map(\.original))
    }
  }
}

@Suite("Descriptions of failures")
struct FailureDescriptionTests {
  private static let found = FindingDescription(
    sentence: "found", certificate: nil, body: ReportBody())
  private static let death = CaseDeath(index: nil, phase: .layout, failure: .crashed("signal 4"))

  /// A desk that answers requests for a description, with or without a comparison.
  private struct Desk: CaseDesk {
    let answer: @Sendable (_ compares: Bool) -> CaseWorkOutcome

    func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome {
      guard case .describe(_, let compares) = work else { return .stopped }
      return answer(compares)
    }

    func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch? { nil }
  }

  private func sentence(
    compares: Bool, _ answer: @escaping @Sendable (_ compares: Bool) -> CaseWorkOutcome
  ) throws -> String {
    let accusation = Accusation(.init(strategy: "naive", verdict: .wrongValue))
    let failure = CaseWork.Failure(
      accusation: accusation, layoutCase: try CaseSource(seed: 1).generate(0).layoutCase,
      death: nil)
    return FailureProbe(accusation, Desk(answer: answer))
      .description(of: failure, compares: compares).sentence
  }

  @Test("a comparison that ends the process is left out; an end without a comparison is reported")
  func ends() throws {
    let found = CaseWorkOutcome.done(.description(Self.found))
    #expect(try sentence(compares: true) { _ in found } == "found")
    #expect(try sentence(compares: true) { $0 ? .died(Self.death) : found } == "found")
    let ended = try sentence(compares: true) { _ in .died(Self.death) }
    #expect(ended.hasPrefix("the process that describes the failure ended: "))
    #expect(try sentence(compares: false) { $0 ? found : .died(Self.death) } == ended)
    for outcome in [CaseWorkOutcome.done(.description(nil)), .stopped] {
      #expect(
        try sentence(compares: true) { _ in outcome } == "the failure did not show again")
    }
  }
}

/// A desk whose workers end at the first few requests for the script of each case.
private final class DyingDesk: CaseDesk, Sendable {
  private let service: CaseService
  private let deathsPerScript: Int
  private let asked = Mutex<[Int: Int]>([:])

  init(_ service: CaseService, deathsPerScript: Int) {
    self.service = service
    self.deathsPerScript = deathsPerScript
  }

  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome {
    if case .script(let index) = work {
      let count = asked.withLock { asked in
        asked[index, default: 0] += 1
        return asked[index, default: 0]
      }
      if count <= deathsPerScript {
        return .died(CaseDeath(index: nil, phase: .idle, failure: .crashed("signal 9")))
      }
    }
    return service.done(work, isMinimizing: isMinimizing)
  }

  func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch? {
    service.run(cases, isOver: isOver)
  }
}
