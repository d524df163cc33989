// SPDX-License-Identifier: MIT

import CorpusStore
import ExactNumerics
import ExternalSolvers
import Foundation
import LinearModel
import ObservedRates
import Oracles
import Scripts
import Synchronization
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging
@testable import ProgramCampaigns

/// Failures that do not come in each run: their rates, their share of the time, and stops.
@Suite(.timeLimit(.minutes(30)), .waitsForProcesses)
struct RareFailureTests {
  private typealias Fake = ExternalCampaignTests.Fake

  /// A fault in each fifth reading of a process.
  private static let fifthReading = """
    json.reads = getattr(json, 'reads', 0) + (op == 'read')
        if op == 'read' and json.reads % 5 == 0: reply.update(status='optimal', values=[0] * count)
    """

  /// A script with some required constraints and a reading.
  private static func script(constraints: Int = 1) -> SolverScript {
    SolverScript(
      variableCount: 1,
      steps: (0..<constraints).map {
        .add(.init(id: $0, [.init(.one, VariableID(0))], .equal, Rational(7), strength: .required))
      } + [.solve])
  }

  /// Returns a stop request that comes after a number of questions.
  private static func stop(after count: Int) -> @Sendable () -> Bool {
    let asked = Asked()
    return { asked.next() > count }
  }

  private final class Asked: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = TestFolder.root.appendingPathComponent("layoutfuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  // MARK: - Stops

  @Test("a stop ends a measurement and a trial of many runs")
  func stops() throws {
    let fake = try Fake("")
    let desk = DirectScriptDesk(ScriptRunner(fake.pool))
    let known = ScriptDiagnosis.Known(.process(.crash))
    #expect(try desk.examine(Self.script(), of: known, isStopped: Self.stop(after: 3)) == nil)
    let rare = FailureIdentity(.solver("fake"), .process(.crash), cause: .sometimes)
    let trial = desk.trial(Self.script(), rare, runs: 90, isStopped: Self.stop(after: 3))
    #expect(!trial.fails && trial.runs == 3)
  }

  // MARK: - Rates

  @Test("a failure in each run but the tenth is called rare, however the first runs end")
  func agreeing() throws {
    let fake = try Fake(
      """
      json.reads = getattr(json, 'reads', 0) + (op == 'read')
          if op == 'read' and json.reads % 10: reply.update(status='optimal', values=[0] * count)
      """)
    let diagnosis = ScriptDiagnosis(ScriptRunner(fake.pool))
    let known = ScriptDiagnosis.Known(.requiredViolated, agreeing: ObservedRate.agreeingMin)
    guard case .failed(let found)? = try diagnosis.examination(Self.script(), of: known) else {
      Issue.record("no failure")
      return
    }
    #expect(found.failure.cause == .sometimes && found.rate == ObservedRate(failures: 9, of: 10))
    // A few runs that agree carry their interval.
    guard
      case .failed(let few)? = try diagnosis.examination(
        Self.script(), of: .init(.requiredViolated))
    else {
      Issue.record("no failure")
      return
    }
    #expect(few.failure.cause == .alone && few.rate?.isUncertain == true)
  }

  @Test("a random hang has a rate and no cause")
  func randomHang() throws {
    let fake = try Fake(
      """
      json.path = __file__ + '.starts'
          if op == 'hello': open(json.path, 'a').write('x')
          json.start = getattr(json, 'start', 0) or os.path.getsize(json.path)
          if op == 'read' and json.start % 2 == 0: time.sleep(600)
      """, seconds: 2)
    let examined = try ScriptDiagnosis(ScriptRunner(fake.pool)).examination(
      Self.script(), of: .init(.process(.hang)))
    guard case .failed(let hang)? = examined else {
      Issue.record("no hang: \(String(describing: examined))")
      return
    }
    #expect(hang.failure.cause == .sometimes)
    #expect(hang.rate?.failures == 3 && hang.rate?.isPartial == true)
  }

  @Test("a failure of worn processes only is unrepeatable, not undecided")
  func worn() throws {
    let fake = try Fake(
      """
      json.opens = getattr(json, 'opens', 0) + (op == 'open' and count > 0)
          if op == 'add' and json.opens > 2: os._exit(3)
      """)
    let diagnosis = ScriptDiagnosis(ScriptRunner(fake.pool))
    var causes: Set<FailureCause> = []
    for _ in 0..<4 {
      guard let examined = try diagnosis.examination(Self.script()) else {
        Issue.record("no statement")
        continue
      }
      if case .failed(let worn) = examined {
        causes.insert(try #require(worn.failure.cause))
        #expect(worn.failure.verdict == .process(.crash))
      }
    }
    #expect(causes == [.unrepeatable])
  }

  // MARK: - Minimization

  @Test("the runs of all trials are counted, and limited")
  func countedRuns() throws {
    let fake = try Fake(Self.fifthReading)
    let desk = DirectScriptDesk(ScriptRunner(fake.pool))
    let failure = FailureIdentity(.solver("fake"), .requiredViolated, cause: .sometimes)
    let rate = ObservedRate(failures: 3, of: 15)
    let whole = desk.minimize(
      Self.script(constraints: 6), failure, rate: rate, isStopped: { false })
    #expect(whole.result.subject.steps.count == 2 && whole.result.end == .fixpoint)
    // A trial that does not fail takes all its runs.
    #expect(whole.result.runs > rate.runsPerTrial)
    let cut = desk.minimize(
      Self.script(constraints: 6), failure, rate: rate, share: 10, isStopped: { false })
    #expect(cut.result.end == .stopped && cut.result.runs < 10 + rate.runsPerTrial)
  }

  @Test("a rare failure waits until others have their smallest script")
  func waits() throws {
    // A process crashes at each seventh addition that it sees first; zeros are always wrong.
    let fake = try Fake(
      """
      json.path = __file__ + '.starts'
          if op == 'hello': open(json.path, 'a').write('x')
          json.start = getattr(json, 'start', 0) or os.path.getsize(json.path)
          if op == 'suggest' and json.start % 4 == 1: os._exit(3)
          if op == 'read': reply.update(status='optimal', values=[0] * count)
      """)
    let settings = ExternalSettings(seed: 1, caseCount: 16, pools: [fake.pool])
    var tally = ProgramTally<SolverPrograms>(
      settings, minimizing: MinimizingTime(each: .max, now: Fake.clock), isStopped: { false })
    let runner = ProgramBatchRunner<SolverPrograms>(settings)
    for batch in 0..<4 { _ = try tally.fold(runner.run(batch: batch), elapsed: { 0 }) }
    let before = tally.findings.filter { $0.failure.verdict == .process(.crash) }
    #expect(before.allSatisfy { $0.failure.cause != .sometimes }, "\(before.map(\.signature))")
    #expect(before.contains { $0.failure.cause == .unexamined })
    try tally.examinePending()
    let after = tally.findings.filter { $0.failure.verdict == .process(.crash) }
    #expect(!after.contains { $0.failure.cause == .unexamined }, "\(after.map(\.signature))")
    let rare = after.filter { $0.failure.cause == .sometimes }
    #expect(rare.contains { $0.rate?.isPartial == true })
    #expect(!tally.hasPending)
  }

  // MARK: - Folders

  /// Runs a campaign against the fault of each fifth reading.
  private static func run(
    _ fake: Fake, output: String?, minimizing time: MinimizingTime, known: String? = nil
  ) throws -> ExternalResult {
    let suppressions = known.flatMap { bucket in
      NightDate("2099-01-01").map {
        Suppressions(KnownIssues([.init(bucket: bucket, until: $0, reason: "a test")]), on: $0)
      }
    }
    let settings = ExternalSettings(
      seed: 1, caseCount: 24, pools: [fake.pool], outputFolder: output, suppressions: suppressions)
    return try ProgramCampaign<SolverPrograms>(settings, minimizing: time, now: Fake.clock).run()
  }

  @Test("a pending finding that comes sometimes is minimized later, with its rate")
  func resumed() throws {
    try Self.withFolder { folder in
      let fake = try Fake(Self.fifthReading)
      let result = try Self.run(
        fake, output: folder, minimizing: MinimizingTime(limit: 0, now: Fake.clock))
      let pending = try #require(result.findings.first { $0.failure.cause == .sometimes })
      #expect(pending.signature.hasSuffix("-unminimized"))
      let place = try #require(pending.folders.first)
      let again = try Fake(Self.fifthReading)
      let settings = ExternalSettings(
        seed: 1, caseCount: nil, pools: [again.pool], outputFolder: folder)
      let resumption = ProgramResumption<SolverPrograms>(
        settings, minimizing: MinimizingTime(each: .max, now: Fake.clock), isStopped: { false })
      #expect(try resumption.resume("\(folder)/findings/\(place)"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/findings/\(place)"))
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/findings")
      let buckets = names.filter { $0.contains("-sometimes-") && !$0.hasSuffix("-unminimized") }
      let bucket = try #require(buckets.first)
      let ids = try FileManager.default.contentsOfDirectory(
        atPath: "\(folder)/findings/\(bucket)")
      let record = try FindingStore.record(
        in: "\(folder)/findings/\(bucket)/\(try #require(ids.first))")
      #expect(record?.rate?.isPartial == true && record?.minimization.end == "fixpoint")
    }
  }

  @Test("known issues suppress failures that come sometimes, which only a smaller script shows")
  func known() throws {
    try Self.withFolder { folder in
      let fake = try Fake(Self.fifthReading)
      let all = MinimizingTime(each: .max, now: Fake.clock)
      let found = try Self.run(fake, output: nil, minimizing: all)
      let kinds = Set(found.findings.map { "fake-\($0.failure.kind)-*" })
      #expect(kinds.allSatisfy { $0.hasSuffix("-sometimes-*") }, "\(kinds)")
      for kind in kinds {
        let again = try Fake(Self.fifthReading)
        let rest = try Self.run(again, output: folder, minimizing: all, known: kind)
        let stem = String(kind.dropLast())
        #expect(!rest.findings.contains { $0.signature.hasPrefix(stem) })
        #expect(rest.suppressed.count > 0)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(kinds.count > 1 || !names.contains("findings"), "\(names)")
    }
  }
}
