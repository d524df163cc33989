// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import LayoutGenerators
import LayoutModel
import LinearModel
import Minimization
import Oracles
import Scripts

/// The resumption of findings whose minimization was cut short: it minimizes them and moves them to
/// their buckets.
package struct FindingResumption {
  private var store: FindingStore
  private let settings: CampaignSettings
  private let desk: any CaseDesk
  private let time: MinimizingTime
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - settings: the settings of the campaign that resumes such findings; findings of other
  ///     campaigns stay in place.
  ///   - output: the folder in which findings are stored.
  ///   - workers: the processes in which cases run; nil for this one.
  ///   - time: the time limits of minimization.
  ///   - isStopped: whether the run is stopped.
  package init(
    _ settings: CampaignSettings, output: String, workers: WorkerPool?,
    minimizing time: MinimizingTime, isStopped: @escaping @Sendable () -> Bool
  ) {
    store = FindingStore(output: output)
    self.settings = settings
    desk = workers ?? CaseService(settings)
    self.time = time
    self.isStopped = isStopped
  }

  /// Returns the strategy, law or session of a pending finding in words if a campaign does not have
  /// it; else nil.
  ///
  /// The result is nil, too, if the record in the folder cannot be read.
  package static func absentPart(of folder: String, in settings: CampaignSettings) -> String? {
    guard let record = try? FindingStore.record(in: folder) else { return nil }
    // A layout engine is another program, which nights do not start.
    if record.subject == .engine { return "'\(record.accused)'" }
    if record.subject == .script {
      return record.accused == .solver(settings.session.name) ? nil : "'\(record.accused)'"
    }
    let kind = record.layoutFailure
    let accusation = Accusation(kind)
    if accusation.part != nil { return nil }
    if kind.verdict.isCost, settings.costs == nil {
      return "the judgement of costs"
    }
    if FailurePredicate(accusation, in: settings) != nil { return nil }
    if let law = kind.verdict.law { return "law '\(law)'" }
    return "strategy '\(kind.accused.name)'"
  }

  /// Whether no time is left, or the run is stopped.
  package var isOver: Bool { time.isOver || isStopped() }

  /// Minimizes a finding further, within the time limits.
  ///
  /// - Parameter folder: the folder of the finding.
  /// - Returns: whether it has a new place now; false when it no longer fails in the same way, or
  ///   became no smaller.
  /// - Throws: the path that cannot be written, and why.
  package mutating func resume(_ folder: String) throws(WriteError) -> Bool {
    guard let record = try? FindingStore.record(in: folder),
      let original = FindingStore.original(in: folder)
    else { return false }
    switch record.subject {
    case .layout:
      guard let examined = layout(folder, record) else { return false }
      return try store.replace(folder, original, with: examined)
    case .script:
      guard let examined = script(folder, record) else { return false }
      return try store.replace(folder, original, with: examined)
    case .engine, .document: return false
    }
  }

  private func layout(_ folder: String, _ stored: FindingRecord) -> ExaminedFailure<LayoutCase>? {
    guard let loaded = try? FindingStore.load(path: folder) else { return nil }
    let probe = FailureProbe(
      Accusation(
        stored.layoutFailure, profile: stored.profile.flatMap { Profile(rawValue: $0) },
        index: stored.caseIndex, seed: stored.seed),
      desk)
    let isStopped = isStopped
    let result = time.measure(countsRuns: probe.endsProcess) { isOver in
      probe.minimize(loaded.layoutCase, isStopped: { isStopped() || isOver() })
    }
    guard result.end != .startPasses, result.end != .stopped || result.acceptedSteps > 0 else {
      return nil
    }
    let end = probe.end(on: result.layoutCase)
    guard probe.isConfirmed(by: end) else { return nil }
    var record = stored
    record.minimization.resume(with: .init(result))
    return probe.examined(
      result.layoutCase, endedBy: end, record, choices: loaded.choices, compares: true)
  }

  private func script(
    _ folder: String, _ stored: FindingRecord
  ) -> ExaminedFailure<SolverScript>? {
    let file = "\(folder)/\(FindingRecord.Subject.script.fileName)"
    guard let known = stored.scriptFailure, known.solver == settings.session.name,
      let bytes = try? FindingStore.bytes(of: file),
      let start = try? SolverScript(decoding: bytes)
    else { return nil }
    let desk = SupervisedScripts(settings.session, at: desk)
    guard desk.trial(start, known, runs: 1, isStopped: isStopped).fails else { return nil }
    let isStopped = isStopped
    let result = time.measure(countsRuns: false) { isOver in
      desk.minimize(start, known, isStopped: { isStopped() || isOver() }).result
    }
    guard result.end != .stopped || result.acceptedSteps > 0,
      case .seen(let seen)? = try? desk.examine(result.subject), seen.verdict.isFailure
    else { return nil }
    // A cause that was unknown may be found once the script is minimized.
    let failure = ScriptFailure(
      solver: known.solver, verdict: known.verdict, cause: seen.cause ?? known.cause,
      ending: seen.ending ?? known.ending)
    let isSmallest = result.end != .stopped
    var record = stored
    record.minimization.resume(with: .init(result))
    record.minimized = result.subject.recordSize
    record.toolVersion = ToolVersion.current
    record.set(
      failure, signature: isSmallest ? failure.bucket(result.subject) : failure.pendingQueue.name,
      seen: seen)
    return ExaminedFailure(
      failure: failure, smallest: result.subject,
      files: FindingFiles(record, minimized: result.subject.fileBytes),
      description: seen.description)
  }
}
