// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Display
import Judging
import LayoutGenerators
import LinearModel
import Minimization
import Oracles
import Scripts

/// Goes on with findings that were stored before they were as small as they get: makes them small
/// and moves them to the buckets in which they belong.
///
/// The new place of a finding is on disk before the old one is taken away, so a kill in between
/// leaves it twice, and the next time ends that.
package struct FindingResumption {
  private var store: FindingStore
  private let settings: CampaignSettings
  private let desk: any CaseDesk
  private let time: MinimizingTime
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - settings: of the campaign that looks for such findings now; those of others stay where
  ///     they are.
  ///   - workers: the processes in which cases run; nil for this one.
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

  /// Whether the findings of a bucket are to be made small another time.
  package static func isDue(bucket: String) -> Bool {
    bucket.ends(with: "-\(FailureSignature.unminimized)")
  }

  /// The strategy, law or session of a pending finding that has no part in a campaign, in words;
  /// nil when it has one.
  ///
  /// - Parameter folder: that of the finding; one that cannot be read has no part that is known to
  ///   be absent.
  package static func absentPart(of folder: String, in settings: CampaignSettings) -> String? {
    if let script = StoredScriptFinding(folder) {
      let solver = script.record.failure.solver
      return solver == settings.session.name ? nil : "'\(solver)'"
    }
    guard let record = (try? FindingStore.load(path: folder))?.record else { return nil }
    let kind = FailureSignature.Kind(
      strategy: record.strategy, verdict: FailureKind(name: record.verdict))
    let accusation = Accusation(kind)
    if accusation.part != nil { return nil }
    if kind.verdict.isCost, settings.costs == nil {
      return "the judgement of costs"
    }
    if FailurePredicate(accusation, in: settings) != nil { return nil }
    if let law = kind.verdict.law { return "law '\(law)'" }
    return "strategy '\(kind.strategy)'"
  }

  /// Whether there is no time left, or nobody waits for more.
  package var isOver: Bool { time.isOver || isStopped() }

  /// Makes a finding smaller, for as long as there is time for that.
  ///
  /// - Parameter folder: that of the finding.
  /// - Returns: whether it has another place now; false when it does not fail any more as it did,
  ///   or got no smaller.
  package mutating func resume(_ folder: String) throws(WriteError) -> Bool {
    if let script = StoredScriptFinding(folder) { return try resume(folder, script) }
    guard let loaded = try? FindingStore.load(path: folder), let record = loaded.record,
      let original = try? FindingStore.load(path: "\(folder)/original.json").layoutCase
    else { return false }
    let kind = FailureSignature.Kind(
      strategy: record.strategy, verdict: FailureKind(name: record.verdict))
    let probe = FailureProbe(
      Accusation(
        kind, profile: record.profile.flatMap { Profile(rawValue: $0) }, index: record.caseIndex,
        seed: record.seed),
      desk)
    let start = FailureOrigin(layoutCase: loaded.layoutCase, hints: .none)
    let isStopped = isStopped
    let result = time.measure(endsProcess: probe.endsProcess) { isOver in
      probe.minimize(start, origin: nil, isStopped: { isStopped() || isOver() })
    }
    guard result.end != .startPasses, result.end != .stopped || result.acceptedSteps > 0 else {
      return false
    }
    let failure = probe.failure(on: result.layoutCase)
    guard probe.isConfirmed(failure) else { return false }
    let description = probe.description(of: failure)
    let finding = record.minimized(to: result, kind, summary: description.sentence)
    let outcome = try store.finish(
      try store.begin(original), minimized: result.layoutCase, choices: loaded.choices,
      certificate: description.certificate, errors: failure.errors, record: finding,
      replacing: folder
    ) { place in
      probe.report(
        of: failure, finding, folder: place, hasCertificate: description.certificate != nil)
    }
    return remove(folder, for: outcome)
  }

  private mutating func resume(
    _ folder: String, _ stored: StoredScriptFinding
  ) throws(WriteError) -> Bool {
    let failure = stored.record.failure
    guard failure.solver == settings.session.name else { return false }
    let desk = SupervisedScripts(settings.session, at: desk)
    guard desk.trial(stored.script, failure).fails else { return false }
    let isStopped = isStopped
    let result = time.measure(endsProcess: false) { isOver in
      desk.minimize(stored.script, failure, isStopped: { isStopped() || isOver() })
    }
    guard result.end != .stopped || result.acceptedSteps > 0,
      case .seen(let seen)? = try? desk.examine(result.script), seen.isFailure
    else { return false }
    let record = stored.record.minimized(to: result, seen)
    let bytes = result.script.encoded
    let outcome = try store.finish(
      try store.begin(bytes: stored.original), bucket: record.signature,
      id: ContentHash.text(bytes),
      files: [("case.script.json", bytes), ("finding.json", record.encoded)], replacing: folder
    ) { place in
      desk.report(result.script, record, folder: place)
        ?? ScriptText.report(of: record, sentence: seen.sentence, folder: place)
    }
    return remove(folder, for: outcome)
  }

  /// Takes the old place of a finding away, unless it is the new one.
  private func remove(_ folder: String, for outcome: FindingStore.Outcome) -> Bool {
    if outcome.folder == folder { return false }
    FindingStore.remove(finding: folder)
    return true
  }
}

/// A script of a finding, as it lies on disk.
package struct StoredScriptFinding {
  let script: SolverScript
  let original: [UInt8]
  package let record: ScriptFindingRecord

  /// Nil when there is no such finding in the folder, or one that cannot be read.
  package init?(_ folder: String) {
    func read(_ name: String) -> [UInt8]? { try? FindingStore.bytes(of: "\(folder)/\(name)") }
    guard let bytes = read("case.script.json"), let original = read("original.json"),
      let finding = read("finding.json"), let script = try? SolverScript(decoding: bytes),
      let record = try? ScriptFindingRecord(decoding: finding)
    else { return nil }
    self.script = script
    self.original = original
    self.record = record
  }
}

extension FindingRecord {
  /// The record of the same finding on a smaller case.
  fileprivate func minimized(
    to result: MinimizationResult, _ kind: FailureSignature.Kind, summary: String
  ) -> FindingRecord {
    var record = self
    record.signature =
      result.end == .stopped
      ? kind.bucketOfUnminimized : FailureSignature(kind, minimized: result.layoutCase).bucket
    record.summary = summary
    record.minimized = Size(result.layoutCase)
    record.minimizationEnd = result.end.rawValue
    record.calls += result.calls
    record.acceptedSteps += result.acceptedSteps
    for work in result.statistics {
      if let known = record.reducers.firstIndex(where: { $0.name == work.reducer }) {
        record.reducers[known].attempts += work.attempts
        record.reducers[known].successes += work.successes
      } else {
        record.reducers.append(
          .init(name: work.reducer, attempts: work.attempts, successes: work.successes))
      }
    }
    record.indifferent = result.indifferent
    record.explanationIsCut = result.explanationIsCut
    record.toolVersion = ToolVersion.current
    return record
  }
}
