// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import Judging
import LinearModel
import Minimization
import Scripts

/// A collector that turns scripts on which incremental solvers fail into findings: it diagnoses,
/// minimizes and stores them.
///
/// The first scripts of each kind of verdict are diagnosed, and the first of each cause are
/// minimized. After that ever fewer are, in case there is a second fault behind the first.
struct ScriptCollector {
  static let diagnosedPerVerdict = 64

  private var list: FindingList<SolverScript>
  /// The number of failures by solver and verdict.
  private var verdicts: [String: Int] = [:]
  /// The seed of the campaign; nil for a case without a seed.
  private let seed: UInt64?
  private let minimizes: Bool
  private let terms: FailingScriptLook.MinimizingTerms
  private let isStopped: @Sendable () -> Bool
  /// Stores arriving findings while a script is examined; nil when nothing does.
  private let wait: (any FoldingWait)?

  init(
    seed: UInt64?, minimizes: Bool, jobs: Int, outputFolder: String?, from start: State = State(),
    minimizing time: MinimizingTime? = nil, during wait: (any FoldingWait)? = nil,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    list = FindingList(outputFolder: outputFolder, from: start.list)
    verdicts = Dictionary(uniqueKeysWithValues: start.verdicts.map { ($0.name, $0.count) })
    terms = .init(jobs: jobs, time: time)
    self.seed = seed
    self.minimizes = minimizes
    self.wait = wait
    self.isStopped = isStopped
  }

  /// The findings in order of the case that first showed them.
  var findings: [ScriptFinding] { list.findings }
  /// The folders of findings that were made, in order.
  var newFolders: [String] { list.newFolders }

  /// The content of a collector in the progress of an unfinished campaign.
  struct State: Sendable {
    var list = FindingList<SolverScript>.State()
    /// The number of failures by solver and verdict.
    var verdicts: [(name: String, count: Int)] = []
  }

  var state: State {
    State(
      list: list.state,
      verdicts: verdicts.map { (name: $0.key, count: $0.value) }.sorted { $0.name < $1.name })
  }

  /// Adds a script on which a solver fails.
  ///
  /// - Parameters:
  ///   - failing: the script, and the desk that examines it.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Returns: the reason why the solver cannot be used any more; nil while it can.
  /// - Throws: the path that cannot be written, and why.
  mutating func take(
    _ failing: FailingScript, _ elapsed: () -> UInt64
  ) throws(WriteError) -> ScriptRunner.Failure? {
    guard wants(failing.verdict, by: failing.desk.runner.name) else { return nil }
    return try collect(failing, elapsed)
  }

  /// Counts a script that fails in this way.
  ///
  /// - Parameters:
  ///   - verdict: the kind of verdict.
  ///   - solver: the name of the solver.
  /// - Returns: whether the script is to be examined.
  mutating func wants(_ verdict: FailureKind, by solver: String) -> Bool {
    let count = verdicts["\(solver) \(verdict)", default: 0] + 1
    verdicts["\(solver) \(verdict)"] = count
    return count <= Self.diagnosedPerVerdict || count & (count - 1) == 0
  }

  /// Examines a failing script and stores its finding.
  ///
  /// - Parameters:
  ///   - failing: the script, and the desk that examines it.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Returns: the reason why the solver cannot be used any more; nil while it can.
  /// - Throws: the path that cannot be written, and why.
  mutating func collect(
    _ failing: FailingScript, _ elapsed: () -> UInt64
  ) throws(WriteError) -> ScriptRunner.Failure? {
    let draft = try list.begin(failing.script)
    let look = FailingScriptLook(failing: failing, isStopped: isStopped)
    let diagnosed = awaited(by: wait, look.diagnosed)
    let number = list.count(diagnosed.failure)
    let minimizes = minimizes && terms.time?.isOver != true
    let isMinimized =
      minimizes && (diagnosed.failure.cause != .unexamined || diagnosed.isReducible)
    guard
      FindingList<SolverScript>.isWorthExamining(number, minimizes: isMinimized)
    else {
      list.discard(draft)
      return diagnosed.problem
    }
    let (seed, terms) = (seed, minimizes ? terms : nil)
    let isStored = draft != nil
    let examined = awaited(by: wait) {
      look.examined(diagnosed, seed: seed, minimizing: terms, isStored: isStored)
    }
    try list.add(
      examined, of: failing.script, draft, case: failing.index, nanoseconds: elapsed())
    return diagnosed.problem
  }
}

extension ScriptCollector.State {
  var json: JSONValue {
    [
      "findings": list.json,
      "verdicts": .array(verdicts.map { [.string($0.name), .number($0.count)] }),
    ]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "scripts", keys: ["findings", "verdicts"])
    list = try .init(reader.required("findings"))
    for element in try reader.required("verdicts").requiredArray("verdicts") {
      let words = try element.requiredArray("a verdict and its count", count: 2)
      verdicts.append(
        (try words[0].requiredString("a verdict"), try words[1].requiredIndex("a count")))
    }
    guard Set(verdicts.map(\.name)).count == verdicts.count else {
      throw value.error("expected each verdict once")
    }
  }
}
