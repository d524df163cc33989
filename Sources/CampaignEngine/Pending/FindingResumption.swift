// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import LayoutGenerators
import LayoutModel

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
    let kind = record.failure
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
    guard let record = try? FindingStore.record(in: folder) else { return false }
    let terms = MinimizingTerms(jobs: 1, time: time)
    switch record.subject {
    case .layout:
      guard let look = layout(folder, record) else { return false }
      return try store.resume(folder, look, minimizing: terms)
    case .script:
      guard let look = script(folder, record) else { return false }
      return try store.resume(folder, look, minimizing: terms)
    case .engine, .document: return false
    }
  }

  private func layout(_ folder: String, _ stored: FindingRecord) -> FailingLayoutLook? {
    guard let loaded = try? FindingStore.load(path: folder) else { return nil }
    let accusation = Accusation(
      stored.failure, profile: stored.profile.flatMap { Profile(rawValue: $0) },
      index: stored.caseIndex, seed: stored.seed)
    var look = FailingLayoutLook(
      accusation, on: loaded.layoutCase, at: desk, isStopped: isStopped)
    look.isResumed = true
    look.choices = loaded.choices
    return look
  }

  private func script(_ folder: String, _ stored: FindingRecord) -> FailingScriptLook? {
    guard stored.accused == .solver(settings.session.name),
      let start = ScriptFinding.subject(in: "\(folder)/\(FindingRecord.Subject.script.fileName)")
    else { return nil }
    let desk = SupervisedScripts(settings.session, at: desk)
    // The examination may end its process, so it does not show whether the script fails.
    guard stored.failure.cause?.isKnown == true,
      desk.trial(start, stored.failure, runs: 1, isStopped: isStopped).fails
    else { return nil }
    let failing = FailingScript(
      index: stored.caseIndex ?? 0, madeFrom: stored.profile ?? "", script: start,
      verdict: stored.verdict, desk: desk, seen: { nil }, isRepeatable: true)
    return FailingScriptLook(failing: failing, isStopped: isStopped)
  }
}
