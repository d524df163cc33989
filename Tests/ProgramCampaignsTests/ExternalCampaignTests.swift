// SPDX-License-Identifier: MIT

import CorpusStore
import ExactNumerics
import ExternalSolvers
import Foundation
import LinearModel
import ObservedRates
import Scripts
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging
@testable import ProgramCampaigns

/// Runs campaigns against programs with known faults: each fault is found, minimized and
/// distinguished from the others.
@Suite(.timeLimit(.minutes(30)), .waitsForProcesses)
struct ExternalCampaignTests {
  /// An adapter that gives up at every reading and has one fault.
  final class Fake {
    private let folder: URL
    let pool: AdapterPool

    /// Writes an adapter with a fault.
    ///
    /// `fault` is Python code that runs once for each request, with `op`, `request` and `reply`.
    init(_ fault: String, seconds: UInt64 = 60) throws {
      folder = TestFolder.root
        .appendingPathComponent("layoutfuzz-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("fake.py")
      let source = """
        import sys, json, os, time
        count = 0
        for line in sys.stdin:
            request = json.loads(line)
            op, reply = request["op"], {"id": request["id"], "status": "ok"}
            if op == "hello":
                reply = {"id": request["id"], "protocol": "layoutfuzz-solver", "version": 1,
                         "solver": "fake", "session": True}
            if op == "open": count = request["variables"]
            if op == "read": reply = {"id": request["id"], "status": "gaveUp"}
            \(fault)
            sys.stdout.write(json.dumps(reply) + "\\n")
            sys.stdout.flush()

        """
      try Data(source.utf8).write(to: file)
      pool = try AdapterPool(
        AdapterCommand(name: "fake", command: "\(Python.command) '\(file.path)'"),
        timeoutNanoseconds: seconds * 1_000_000_000, now: Fake.clock)
    }

    deinit {
      pool.endAll()
      try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the current time: time-outs need a clock, but no expectation depends on it.
    static func clock() -> UInt64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
  }

  static func run(
    _ fault: String, cases: Int, jobs: Int = 1, seconds: UInt64 = 60, minimizes: Bool = true,
    output: String? = nil
  ) throws -> ExternalResult {
    let fake = try Fake(fault, seconds: seconds)
    let settings = ExternalSettings(
      seed: 1, caseCount: cases, jobs: jobs, pools: [fake.pool], minimizes: minimizes,
      outputFolder: output)
    return try ProgramCampaign<SolverPrograms>(
      settings, minimizing: MinimizingTime(each: .max, now: Fake.clock), now: Fake.clock
    ).run()
  }

  static func kinds(_ result: ExternalResult) -> Set<String> {
    Set(result.findings.map(\.failure.kind))
  }

  @Test("giving up is no finding, and the digest does not depend on the jobs")
  func gaveUp() throws {
    let one = try Self.run("", cases: 120)
    let two = try Self.run("", cases: 120, jobs: 2)
    #expect(one.findings.isEmpty, "\(one.findings.map(\.signature))")
    #expect(one.counts.cases == 120)
    #expect(one.counts.digest == two.counts.digest)
  }

  @Test(
    "all-zero answers are wrong, and are minimized to one constraint or suggestion and a reading")
  func zeros() throws {
    let result = try Self.run(
      "if op == 'read': reply.update(status='optimal', values=[0] * count)",
      cases: TestLength.choose(quick: 24, full: 60))
    #expect(Self.kinds(result).contains("worseThanOptimal-alone"))
    #expect(result.findings.map(\.smallest.steps.count).min() == 2)
  }

  @Test("a failure that comes at each fifth reading has a rate, and the smallest script, too")
  func sometimes() throws {
    let result = try Self.run(
      """
      json.reads = getattr(json, 'reads', 0) + (op == 'read')
          if op == 'read' and json.reads % 5 == 0: reply.update(status='optimal', values=[0] * count)
      """, cases: TestLength.choose(quick: 24, full: 80))
    #expect(!result.findings.isEmpty)
    for finding in result.findings {
      // Long scripts have five readings and more, and always fail. Short ones do not.
      #expect(finding.failure.cause == .sometimes, "\(finding.signature)")
      let rate = try #require(finding.rate)
      #expect(rate.isPartial && rate.interval.contains(0.2), "\(rate.text)")
      #expect(finding.smallest.steps.count <= 2, "\(finding.smallest)")
    }
    // Scripts that were counted under the cause of a long script count, too.
    let counted = result.findings.map(\.occurrences).max() ?? 0
    #expect(counted * 2 > result.counts.programs[0].wrong, "\(counted)")
  }

  @Test("a script whose length makes it always fail is minimized to one that fails sometimes")
  func alwaysByLength() throws {
    let fake = try Fake(
      """
      json.reads = getattr(json, 'reads', 0) + (op == 'read')
          if op == 'read' and json.reads % 5 == 0: reply.update(status='optimal', values=[0] * count)
      """)
    let one = SolverScript.Constraint(
      id: 0, [.init(.one, VariableID(0))], .equal, .one, strength: .required)
    let script = SolverScript(
      variableCount: 1,
      steps: [.add(one), .suggest(variable: 0, value: 0, strength: Strength(750))]
        + [SolverScript.Step](repeating: .solve, count: 7))
    let failure = FailureIdentity(.solver("fake"), .requiredViolated, cause: .alone)
    let minimized = DirectScriptDesk(ScriptRunner(fake.pool)).minimize(
      script, failure, isStopped: { false })
    #expect(minimized.failure.cause == .sometimes)
    #expect(minimized.result.subject.steps.count == 2, "\(minimized.result.subject)")
  }

  @Test("a crash in some runs is measured in new processes")
  func crashSometimes() throws {
    // Each process that starts adds a byte to a file, and each third one crashes.
    let result = try Self.run(
      """
      json.path = __file__ + '.starts'
          if op == 'hello': open(json.path, 'a').write('x')
          json.start = getattr(json, 'start', 0) or os.path.getsize(json.path)
          if op == 'add' and json.start % 3 == 1: os._exit(3)
      """, cases: 8, minimizes: false)
    let finding = try #require(result.findings.first)
    #expect(result.findings.count == 1 && finding.failure.kind == "crash-sometimes")
    #expect(finding.failure.ending?.exit == "exit3")
    // The first and then each third run has a process that crashes.
    #expect(finding.rate == ObservedRate(failures: 3, of: 7), "\(finding.rate?.text ?? "")")
  }

  @Test("a script that fails in another way than before is examined as that")
  func changedVerdict() throws {
    let fake = try Fake(
      "if op == 'read': reply.update(status='optimal', values=[0] * count)")
    let diagnosis = ScriptDiagnosis(ScriptRunner(fake.pool))
    let script = SolverScript(
      variableCount: 1,
      steps: [
        .add(.init(id: 0, [.init(.one, VariableID(0))], .equal, Rational(7), strength: .required)),
        .solve,
      ])
    guard
      case .failed(let now)? = try diagnosis.examination(script, of: .init(.process(.crash)))
    else {
      Issue.record("the wrong answer is not seen")
      return
    }
    #expect(!now.failure.verdict.isOfProcess && now.failure.cause == .alone)
    #expect(now.rate == ObservedRate(failures: 3, of: 3))
    let look = try DirectScriptDesk(ScriptRunner(fake.pool)).examine(
      script, of: .init(.process(.crash)), isStopped: { false })
    #expect(look?.failure(of: "fake") == now.failure)
  }

  @Test("a crash at an infinity is minimized to that infinity; every case is counted once")
  func crash() throws {
    let cases = TestLength.choose(quick: 60, full: 160)
    let result = try Self.run(
      "if op == 'suggest' and request['value'] == 'inf': os.abort()", cases: cases)
    #expect(Self.kinds(result) == ["crash-afterExtreme"])
    #expect(result.counts.cases == cases)
    let counts = result.counts.programs[0]
    #expect(counts.passed + counts.wrong + counts.gaveUp + counts.undecided == cases)
    #expect(counts.wrong > 0)
    for finding in result.findings {
      #expect(finding.smallest.steps.count == 1, "\(finding.smallest)")
      #expect(finding.summary.contains("SIGABRT"))
    }
  }

  @Test(
    "crashes with different exit codes or last words are distinguished on cases of one shape",
    .exhaustive)
  func crashEndings() throws {
    let result = try Self.run(
      """
      if op == 'suggest' and request['value'] == 'inf' and count % 2: os._exit(3)
          if op == 'suggest' and request['value'] == 'inf': raise ValueError('x%d of %d is bad' % (count, count))
      """, cases: 160)
    #expect(Self.kinds(result) == ["crash-afterExtreme"])
    let endings = Set(result.findings.compactMap(\.failure.ending))
    #expect(
      endings == [
        CrashEnding(exit: "exit3", words: ""),
        CrashEnding(exit: "exit1", words: "ValueError of is bad"),
      ], "\(endings)")
    let buckets = Set(result.findings.map(\.signature))
    #expect(buckets.count == 2, "one bucket for each: \(buckets)")
    #expect(buckets.allSatisfy { $0.hasPrefix("fake-crash-afterExtreme-exit") })
  }

  @Test(
    "the text of an ending has no numbers, addresses, names and quotations",
    arguments: [
      ("exit code 3", "exit3", ""), ("signal 11 (SIGSEGV)", "signal11", ""),
      ("exit code 1, KeyError: 'x12'", "exit1", "KeyError"),
      ("exit code 1, ValueError: [1, nan] is -1e-05 at 0x7f3a", "exit1", "ValueError is at"),
      (
        "signal 6 (SIGABRT), a.out: /src/f.c:12: go: Assertion `x > 0' failed.", "signal6",
        "go Assertion"
      ),
    ])
  func endings(_ text: String, exit: String, words: String) throws {
    let ending = try #require(CrashEnding(.processFailed(.crashed(text))))
    #expect(ending.exit == exit && ending.words == words, "\(ending)")
  }

  @Test("an empty ending is none, and findings of earlier versions match any ending")
  func withoutEnding() throws {
    #expect(CrashEnding(.processFailed(.hung)) == nil)
    #expect(CrashEnding(.processFailed(.crashed("how is not known"))) == nil)
    let old = FailureIdentity(.solver("fake"), .process(.crash), cause: .unexamined)
    #expect(old.pendingQueue.name == "fake-crash-unexamined-unminimized")
    let fake = try Fake("if op == 'add': os._exit(3)")
    let script = SolverScript(
      variableCount: 1,
      steps: [.add(.init(id: 1, [.init(.one, VariableID(0))], .equal, .one)), .solve])
    let diagnosis = ScriptDiagnosis(ScriptRunner(fake.pool))
    func failure(_ exit: String) -> FailureIdentity {
      FailureIdentity(
        .solver("fake"), .process(.crash), cause: .unexamined,
        ending: CrashEnding(exit: exit, words: ""))
    }
    #expect(try diagnosis.fails(script, as: old))
    #expect(try diagnosis.fails(script, as: failure("exit3")))
    #expect(try !diagnosis.fails(script, as: failure("exit4")))
  }

  @Test(
    "a flood of output is one finding, whether it comes with an answer or later",
    arguments: TestLength.some(
      of: [
        "if op == 'suggest': [sys.stdout.write(json.dumps(reply) + '\\n') for _ in range(2000)]",
        "if op == 'read': [(sys.stdout.write(json.dumps(reply) + '\\n'), sys.stdout.flush(), time.sleep(0.002)) for _ in range(3)]",
        "if op == 'suggest': sys.stdout.write('x' * (17 << 20) + '\\n')",
        // The flood comes late because no request follows it.
        "if op == 'add': reply['status'] = 'gaveUp'; sys.stdout.write(json.dumps(reply) + '\\n'); sys.stdout.flush(); time.sleep(0.01)",
      ], quick: 1))
  func flood(fault: String) throws {
    let cases = TestLength.choose(quick: 4, full: 12)
    let result = try Self.run(fault, cases: cases)
    #expect(Set(result.findings.map(\.signature)).count == 1, "\(result.findings.map(\.signature))")
    #expect(Self.kinds(result) == ["garbled-alone"], "\(Self.kinds(result))")
    #expect(result.findings.allSatisfy { $0.smallest.steps.count == 1 })
    #expect(result.counts.cases == cases)
  }

  @Test("garbage at a removal is distinguished from a crash at a refusal")
  func garbage() throws {
    let result = try Self.run(
      "if op == 'remove': reply = {'what': 1}", cases: TestLength.choose(quick: 40, full: 120))
    #expect(Self.kinds(result).allSatisfy { $0.hasPrefix("garbled-") })
    #expect(!result.findings.isEmpty)
  }

  @Test("an adapter that does not answer is a finding, and the campaign continues", .exhaustive)
  func hung() throws {
    let result = try Self.run(
      "if op == 'suggest' and request['value'] == 'nan': time.sleep(600)", cases: 40, seconds: 5,
      minimizes: false)
    #expect(!result.findings.isEmpty)
    #expect(Self.kinds(result).allSatisfy { $0.hasPrefix("hang-") })
    #expect(result.counts.cases == 40)
  }

  @Test("a finding is stored with its script, which reads back")
  func stored() throws {
    let folder = TestFolder.root
      .appendingPathComponent("layoutfuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Self.run(
      "if op == 'suggest' and request['value'] == 'inf': sys.exit(3)",
      cases: TestLength.choose(quick: 40, full: 80),
      output: folder.path)
    let finding = try #require(result.findings.first)
    let path = try #require(finding.path)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(try SolverScript(decoding: bytes) == finding.smallest)
    let record = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent("finding.json")
    let read = try FindingRecord(decoding: [UInt8](try Data(contentsOf: record)))
    #expect(read.failure == finding.failure && read.signature == finding.signature)
  }

  @Test("an adapter that does not start again ends the campaign with the reason")
  func gone() throws {
    let fake = try Fake("if op == 'suggest': os.remove(__file__); os.abort()")
    let settings = ExternalSettings(seed: 1, caseCount: 60, pools: [fake.pool])
    let result = try ProgramCampaign<SolverPrograms>(
      settings, minimizing: MinimizingTime(each: .max, now: Fake.clock), now: Fake.clock
    ).run()
    #expect(result.endsByAdapter)
    #expect(result.counts.cases < 60)
    #expect(Self.kinds(result) == ["crash-unexamined"])
  }

  @Test("findings made before a stop are kept, though they were not yet examined")
  func stopped() throws {
    let fake = try Fake(
      "if op == 'read': reply = {'id': request['id'], 'status': 'optimal', 'values': []}")
    let settings = ExternalSettings(seed: 1, caseCount: 8, pools: [fake.pool])
    var tally = ProgramTally<SolverPrograms>(
      settings, minimizing: MinimizingTime(now: { 0 }), isStopped: { true })
    _ = try tally.fold(ProgramBatchRunner<SolverPrograms>(settings).run(batch: 0), elapsed: { 0 })
    #expect(tally.findings.map(\.failure.cause) == [.unexamined])
  }
}

extension ExternalResult {
  /// Whether an adapter that did not start again ended the campaign.
  fileprivate var endsByAdapter: Bool {
    if case .adapter? = problem { true } else { false }
  }
}
