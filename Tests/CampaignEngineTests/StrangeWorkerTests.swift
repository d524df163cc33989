// SPDX-License-Identifier: MIT

import CorpusStore
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
    batch.failing = [try .sample(3)]
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

  @Test("at the end of the time no cases are tried again whose workers do not begin")
  func endOfTime() throws {
    let pool = try WorkerPool(
      CampaignSettings(seed: 1, caseCount: 64), command: ["/bin/false"], now: Self.now)
    defer { pool.endAll() }
    #expect(pool.run(0..<16, isOver: { true }) == nil)
    #expect(pool.problem == nil && pool.unexplainedDeaths == 0)
  }

  @Test("a worker that ends before it begins gives no verdict on its script")
  func idle() throws {
    let target = SessionTarget()
    var limits = WorkerLimits()
    limits.backOff.millisecondsMax = 1
    let pool = try WorkerPool(
      CampaignSettings(replaying: target), command: ["/bin/false"], limits: limits, now: Self.now)
    defer { pool.endAll() }
    let failure = FailureIdentity(.solver(target.name), .process(.crash), cause: .unexamined)
    let script = SolverScript(variableCount: 1, steps: [.solve])
    let trial = SupervisedScripts(target, in: pool).trial(
      script, failure, runs: 1, isStopped: { false })
    #expect(trial == Trial(fails: false), "\(trial)")
    #expect(pool.problem?.contains("end before they have begun") == true)
  }

  @Test("a failure needs one request for its texts besides its batch and its trials")
  func requests() throws {
    let wrong = CampaignSettings(
      seed: 3, caseCount: 40,
      strategies: [try #require(Strategy.named("simplex.conflictNotMinimal"))],
      profile: .conflicting, laws: [], scriptFrequency: .never)
    let session = CampaignSettings(
      seed: 3, caseCount: 40, strategies: [], laws: [],
      session: try #require(SessionTarget(named: "session.dependentsUnreported")),
      scriptFrequency: .always)
    // A script is examined before its minimization, too, which keeps the cause.
    for (settings, texts) in [(wrong, ["describe"]), (session, ["examine", "examine"])] {
      let desk = CountingDesk(CaseService(settings))
      var collected = settings
      collected.failuresMax = 1
      var tally = CampaignTally(collected, desk, isStopped: { false })
      _ = try tally.fold(desk.run(0..<40), elapsed: { 0 })
      #expect(tally.findings.count + tally.scriptFindings.count == 1)
      #expect(desk.requests == texts)
    }
  }
}

@Suite("Descriptions of failures")
struct FailureDescriptionTests {
  private static let found = FindingDescription("found")
  private static let death = CaseDeath(index: nil, phase: .layout, failure: .crashed("signal 4"))

  /// A desk that answers requests for a description, with or without a comparison.
  private struct Desk: CaseDesk {
    let answer: @Sendable (_ compares: Bool) -> CaseWorkOutcome

    func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome {
      guard case .describe(_, _, _, let compares) = work else { return .stopped }
      return answer(compares)
    }

    func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch? { nil }
  }

  private func sentence(
    compares: Bool, _ answer: @escaping @Sendable (_ compares: Bool) -> CaseWorkOutcome
  ) throws -> String {
    let accusation = Accusation(.init(name: "naive", verdict: .wrongValue))
    let layoutCase = try CaseSource(seed: 1).generate(0).layoutCase
    let look = FailingLayoutLook(
      accusation, on: layoutCase, at: Desk(answer: answer), isStopped: { false })
    return look.description(of: layoutCase, endedBy: nil, compares: compares).sentence
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

/// A desk that records the requests for work besides batches and trials.
private final class CountingDesk: CaseDesk, Sendable {
  private let service: CaseService
  private let asked = Mutex<[String]>([])

  init(_ service: CaseService) { self.service = service }

  var requests: [String] { asked.withLock { $0 } }

  func done(_ work: CaseWork, isMinimizing: Bool) -> CaseWorkOutcome {
    switch work {
    case .probe, .probeScript: break
    default:
      let name = work.json.members?.first?.value.string ?? ""
      asked.withLock { $0.append(name) }
    }
    return service.done(work, isMinimizing: isMinimizing)
  }

  func run(_ cases: Range<Int>, isOver: @escaping @Sendable () -> Bool) -> CaseBatch? {
    service.run(cases, isOver: isOver)
  }
}
