// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Foundation
import LayoutModel
import LinearModel
import Supervision
import Synchronization
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

/// A solver that claims that all zeros are optimal, or that the first two constraints conflict; it
/// notes for each call which files are on disk.
private final class Liar: Solver {
  let name = "liar"
  private let folder: String?
  private let saysConflict: Bool
  private let sawOriginal = Mutex<[Bool]>([])

  init(watching folder: String? = nil, saysConflict: Bool = false) {
    self.folder = folder
    self.saysConflict = saysConflict
  }

  /// Whether an original case was on disk, for each call.
  var observations: [Bool] { sawOriginal.withLock { $0 } }

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    if let folder {
      let paths = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
      sawOriginal.withLock { $0.append(paths.contains { $0.hasSuffix("original.json") }) }
    }
    if saysConflict {
      let claimed = (0..<min(2, system.constraintCount)).map { ConstraintID($0) }
      return SolveResult(.infeasible(conflict: claimed), work: WorkCounters())
    }
    let zeros = [Double](repeating: 0, count: system.variableCount)
    return SolveResult(.optimal(Solution(values: zeros)), work: WorkCounters())
  }
}

@Suite("Finding reports")
struct FindingReportTests {
  private func layoutCase(conflicting: Bool = false) -> LayoutCase {
    var result = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), View(id: "v|1`\n", parent: 0)])
    result.constraints = [
      LayoutConstraint(id: "c1", first: Anchor(.view(1), .width), constant: 10, priority: 750)
    ]
    if conflicting {
      result.constraints[0].priority = .required
      result.constraints.append(
        LayoutConstraint(id: "c2", first: Anchor(.view(1), .width), constant: 30))
    }
    return result
  }

  private func report(_ layoutCase: LayoutCase, _ solver: any Solver) throws -> String {
    let strategy = Strategy(name: "liar", solver: solver)
    let record = try CaseRunner(strategies: [strategy]).run(layoutCase)
    let failure = try #require(record.failures.first)
    let summary = FindingSummary(record, failure)
    let kind = try #require(FailureIdentity(strategy: "liar", verdict: failure.verdict))
    var finding = FindingRecord(
      .layout, kind, signature: layoutCase.bucket(of: kind),
      summary: summary.sentence,
      original: .init([("views", 9), ("constraints", 14), ("guides", 1)]),
      minimized: layoutCase.recordSize, toolVersion: "0.1.0")
    finding.seed = 7
    finding.caseIndex = 12
    finding.profile = "extreme"
    finding.minimization = .init(
      end: "fixpoint", calls: 60, acceptedSteps: 9,
      reducers: [.init(name: "bulk", attempts: 4, successes: 2)])
    var description = FindingReport(of: FailurePredicate(strategy, kind), record, failure)
      .description
    description.certificate = []
    return FindingReport.page(finding, description, folder: "out/a b")
  }

  @Test("a report states the fault, its size, the exact answer, and the command to replay it")
  func wrongLayout() throws {
    let text = try report(layoutCase(), Liar())
    #expect(text.hasPrefix("# liar: requiredViolated\n"))
    #expect(text.contains("`layoutfuzz replay 'out/a b'`"))
    #expect(text.contains("9 views, 14 constraints, 1 guide"))
    #expect(text.contains("2 views, 1 constraint; "))
    #expect(text.contains("seed 7, case 12, profile extreme"))
    #expect(
      text.contains("| view | exact (one of several) | liar | simplex | relaxation | naive |"))
    #expect(text.contains("| root | (0, 0, 320, 480) | (0, 0, 0, 0) | (0, 0, 320, 480)"))
    #expect(text.contains("| 750 | 0 | 10 | 0"))
    #expect(text.contains("Priority 750: no layout does better than 0"))
    #expect(text.contains("| bulk | 4 | 2 |"))
  }

  @Test("a page of a script states its source, and has no part about layouts")
  func script() throws {
    var finding = FindingRecord(
      .script,
      FailureIdentity(
        .solver(try #require(CasePhase.session.partName)), .wrongValue, cause: .alone),
      signature: "s-alone-0", summary: "the value is wrong",
      original: .init([("steps", 4), ("constraints", 1), ("variables", 3)]),
      minimized: .init([("steps", 1), ("constraints", 0), ("variables", 1)]),
      toolVersion: "0.1.0")
    (finding.seed, finding.caseIndex) = (7, 12)
    finding.profile = "editedLayout"
    let page = FindingReport.page(finding, .notRepeated, folder: "out")
    #expect(page.hasPrefix("# session: wrongValue, alone\n\nThe value is wrong.\n"))
    #expect(page.contains("- Found by: seed 7, case 12, generated from editedLayout\n"))
    #expect(page.contains("1 step, 0 constraints; as it was found: 4 steps, 1 constraint ("))
    #expect(!page.contains("Edits of") && !page.contains("verify"))
    finding.failure = FailureIdentity(.solver("ones"), .wrongValue, cause: .alone)
    finding.program = .init(command: "python3 a.py", version: "ones 1")
    let external = FindingReport.page(finding, .notRepeated, folder: "out")
    #expect(external.contains("layoutfuzz replay out --external 'ones=python3 a.py'"))
  }

  @Test("a report on a conflict lists an irreducible one, and the claimed one")
  func conflict() throws {
    let text = try report(layoutCase(conflicting: true), Liar(saysConflict: true))
    #expect(text.contains("These contradict each other"))
    #expect(text.contains("liar says that these conflict:"))
    #expect(text.contains("(Farkas)"))
  }

  @Test("hostile names do not break the page")
  func hostileNames() throws {
    let text = try report(layoutCase(), Liar())
    #expect(text.contains("| v\\|1`  |"))
    #expect(text.contains("- `c1`: `` v|1`\\u{A}.width == 10 @750 ``"))
  }

  @Test("the original case is on disk before the first attempt to minimize it")
  func originalFirst() throws {
    let folder = TestFolder.root
      .appendingPathComponent("finding-report-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let liar = Liar(watching: folder)
    let strategy = Strategy(name: "liar", solver: liar)
    var settings = CampaignSettings(seed: 1, caseCount: 1, strategies: [strategy])
    settings.outputFolder = folder
    var tally = CampaignTally(settings, CaseService(settings), isStopped: { false })
    let notable = try #require(BatchRunner(settings).run(0..<1).failing.first)
    let before = liar.observations.count
    try tally.take(notable, { 0 })
    let seen = liar.observations.dropFirst(before)
    #expect(seen.count > 3)
    #expect(seen.allSatisfy { $0 })
    let path = try #require(tally.findings.first?.path)
    let loaded = try FindingStore.load(path: PathText.split(path).folder)
    #expect(loaded.record?.accused == .strategy("liar"))
    #expect(loaded.layoutCase == tally.findings.first?.smallest)
  }
}
