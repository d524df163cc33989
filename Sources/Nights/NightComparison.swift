// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging

/// A comparison of the random and replayed cases of a night with earlier nights.
package struct NightComparison {
  private let progress: NightProgress
  private let fuzz: NightFuzz
  private let campaign: CampaignRecord
  private let registry: BucketRegistry
  private let history: NightHistory
  private let known: KnownIssues
  private let stored: [String: [NightStore.StoredFinding]]
  private let storedCount: Int
  private let storedSummary: (NightStore.StoredFinding) -> String?
  private let ancestry: PendingAncestry
  /// The buckets of lost findings: not all of their stored cases can pass.
  private let incomplete: Set<String>

  /// - Parameters:
  ///   - progress: the progress of a night whose random cases are done.
  ///   - fuzz: the results of the random cases.
  ///   - campaign: the record of the random cases.
  ///   - registry: the registry before the night.
  ///   - history: the history before the night.
  ///   - known: the known issues.
  ///   - stored: all findings in the store.
  ///   - seals: the seals of these findings.
  ///   - summary: returns the stored summary of a finding.
  package init(
    _ progress: NightProgress, _ fuzz: NightFuzz, _ campaign: CampaignRecord,
    registry: BucketRegistry, history: NightHistory, known: KnownIssues,
    stored: [NightStore.StoredFinding], seals: [FindingSeal] = [],
    summary: @escaping (NightStore.StoredFinding) -> String?
  ) {
    self.progress = progress
    self.fuzz = fuzz
    self.campaign = campaign
    self.registry = registry
    self.history = history
    self.known = known
    self.stored = Dictionary(grouping: stored, by: \.bucket)
    storedCount = stored.count
    storedSummary = summary
    ancestry = PendingAncestry(before: registry.seals ?? [], now: seals)
    incomplete = Set(progress.losses.map(\.bucket))
  }

  /// The night, without the size of its folder.
  package var night: Night {
    let changes = registry.changes(by: evidence, progress.stamp, known: known)
    let problems = problems
    var measured = NightRecord.Measured()
    measured.replayNanoseconds = progress.replayNanoseconds
    measured.fuzzNanoseconds = campaign.nanoseconds
    measured.minimizingNanoseconds = fuzz.minimizingNanoseconds
    measured.toolBytes = progress.toolBytes
    measured.workerBytes = progress.workerBytes
    let pruned = NightStore.superseded(stored.values.flatMap { $0 }, by: changes).count
    var record = NightRecord(
      stamp: progress.stamp, campaign: campaign, seed: progress.seed, buckets: .init(changes),
      replayed: replayed, stored: storedCount - pruned, pruned: pruned, problems: problems.count,
      costs: fuzz.costs, measured: measured)
    record.behaviours = .init(campaign)
    record.mutants = progress.mutants ?? []
    record.programs = progress.programs
    record.plans = progress.plans
    return Night(
      record: record, changes: changes, rises: history.rises(of: fuzz.costs),
      issues: issues(changes), problems: problems, notes: progress.notes)
  }

  // MARK: - Evidence

  private var evidence: [BucketEvidence] { storedEvidence + corpusEvidence }

  /// The evidence of each bucket that was hit or has a stored case.
  private var storedEvidence: [BucketEvidence] {
    let replays = Dictionary(
      grouping: progress.replays.filter { $0.bucket != nil }, by: { $0.bucket ?? "" })
    let sightings = Dictionary(
      fuzz.sightings.map { ($0.signature, $0) }, uniquingKeysWith: { first, _ in first })
    // All findings that were pending there belong to buckets of their own now.
    let emptied = registry.buckets.filter {
      $0.isStored && $0.state != .fixed && stored[$0.signature] == nil
        && sightings[$0.signature] == nil
        && !incomplete.contains($0.signature)
        && hasPlaceElsewhere(PendingQueue(named: $0.signature))
    }.map(\.signature)
    // Findings about programs that do not take part keep their cases.
    let untried = registry.buckets.filter { $0.state != .fixed && stored[$0.signature] != nil }
      .map(\.signature)
    let names = Set(replays.keys).union(sightings.keys).union(emptied).union(untried).sorted()
    return names.compactMap { evidence($0, replays[$0] ?? [], sightings[$0]) }
  }

  /// Whether findings that were pending in a bucket may now belong to others of their kind.
  ///
  /// Without such buckets, the findings were removed by hand, and the state of the bucket is
  /// unknown.
  private func hasPlaceElsewhere(_ pending: PendingQueue?) -> Bool {
    pending.map { stored.keys.contains(where: $0.mayBecome) } ?? false
  }

  /// - Returns: nil for a bucket that no night has hit and whose cases pass.
  private func evidence(
    _ name: String, _ replays: [ReplayedCase], _ sighting: NightFuzz.Sighting?
  ) -> BucketEvidence? {
    let failure = replays.lazy.flatMap(\.failures).first
    let old = registry.bucket(named: name)
    guard let failing = sighting?.failing ?? old?.failing ?? failure?.failing else { return nil }
    let smallest = (stored[name] ?? []).min { ($0.bytes, $0.caseFile) < ($1.bytes, $1.caseFile) }
    var summary = sighting?.summary ?? failure?.summary ?? old?.summary ?? ""
    if sighting == nil, let failure, !failure.failing.failsLike(failing) {
      summary = "now \(failure.failing.text): \(failure.summary)"
    } else if let smallest, let sentence = sentence(of: smallest, failing, replays) {
      summary = sentence
    }
    let isEmptied = smallest == nil && replays.isEmpty && sighting == nil
    var evidence = BucketEvidence(
      signature: name, failing: failing, summary: summary,
      cases: sighting?.cases ?? 0, replay: isEmptied ? .moved : replay(replays, of: name),
      path: smallest?.caseFile)
    if old == nil, let origin = ancestry.origin(of: name) {
      (evidence.pendingIn, evidence.pendingCases) = (origin.bucket, origin.cases)
    }
    return evidence
  }

  /// Returns the failure of the named case in words.
  ///
  /// Other cases of the bucket may fail in other ways.
  private func sentence(
    of finding: NightStore.StoredFinding, _ failing: FailingPart, _ replays: [ReplayedCase]
  ) -> String? {
    let failures = replays.first { $0.path == finding.caseFile }?.failures ?? []
    return failures.first { $0.failing.failsLike(failing) }?.summary ?? storedSummary(finding)
  }

  private func replay(_ replays: [ReplayedCase], of name: String) -> BucketEvidence.Replay {
    if replays.contains(where: { !$0.failures.isEmpty }) { return .fails }
    if replays.contains(where: { $0.outcome == .undecided }) { return .undecided }
    return !incomplete.contains(name) && !replays.isEmpty && replays.allSatisfy(\.passes)
      ? .passes : .notTried
  }

  /// The evidence of the user's cases: each failing case is a bucket of its own, named by its text.
  private var corpusEvidence: [BucketEvidence] {
    let replays = progress.replays.filter { $0.bucket == nil }
    var evidence: [BucketEvidence] = []
    var names: Set<String> = []
    for replay in replays {
      for failure in replay.failures {
        let name = "corpus-\(failure.failing.name)-\(failure.failing.text)-\(replay.hash)"
        guard names.insert(name).inserted else { continue }
        evidence.append(
          BucketEvidence(
            signature: name, failing: failure.failing, summary: failure.summary, replay: .fails,
            path: replay.path, isStored: false))
      }
    }
    // A case that now fails in another way is not fixed.
    let passing = Set(replays.filter(\.passes).map(\.path))
    for bucket in registry.buckets where !bucket.isStored && !names.contains(bucket.signature) {
      guard let path = bucket.path, passing.contains(path) else { continue }
      evidence.append(
        BucketEvidence(
          signature: bucket.signature, failing: bucket.failing, summary: bucket.summary,
          replay: .passes, path: path, isStored: false))
    }
    return evidence
  }

  private var replayed: NightRecord.Replayed {
    var replayed = NightRecord.Replayed()
    for replay in progress.replays {
      if replay.bucket == nil { replayed.corpus += 1 } else { replayed.stored += 1 }
      if !replay.failures.isEmpty { replayed.failing += 1 }
      if replay.outcome == .undecided { replayed.undecided += 1 }
      if !replay.isUsable { replayed.unusable += 1 }
    }
    return replayed
  }

  // MARK: - The night itself

  /// The reasons why the night is not reliable.
  private var problems: [String] {
    var problems = progress.problems + lossProblems
    if let canary = campaign.canary {
      if !canary.isCaught {
        problems.append(
          NightProblem.text(
            "canary \(canary.name) was not caught",
            ["it solved \(ShownNumber.counted(canary.cases, "case"))"]))
      }
    } else {
      problems.append("no canary was run")
    }
    problems += unjudgedPrograms.map {
      NightProblem.text(
        "\($0): no verdict on any of its answers",
        fix: "see why: layoutfuzz conformance -- COMMAND, for a layout engine with --engine")
    }
    problems += campaign.internalFailures.map {
      NightProblem.text("internal error in case \($0.caseIndex)", [$0.message])
    }
    for replay in progress.replays {
      guard case .unusable(let text) = replay.outcome else { continue }
      let problem = NightProblem(text)
      problems.append(
        NightProblem.text(
          "a \(replay.bucket == nil ? "case of the corpus" : "stored case") cannot be replayed",
          ["\(replay.path): \(problem.reason)"] + problem.details, fix: problem.fix))
    }
    let corpus = progress.replays.count { $0.bucket == nil }
    if let before = history.nights.last?.replayed.corpus, before > 0, corpus == 0 {
      problems.append(
        NightProblem.text(
          "the corpus had \(ShownNumber.counted(before, "case")) last night and has none now",
          fix: "give the same --corpus"))
    }
    return problems
  }

  /// The answers from which on a program should have a verdict: a few cases may all be beyond what
  /// it can do.
  private static let answersMin = 20

  /// The programs that have answered random cases, but never with a verdict.
  private var unjudgedPrograms: [String] {
    progress.programs.map(\.name).filter { name in
      campaign.unjudged.contains(name)
        && campaign.strategies.contains {
          $0.name == name && $0.counts.contains { $0.value >= Self.answersMin }
        }
    }
  }

  /// The problem of missing stored findings; empty without any.
  private var lossProblems: [String] {
    let losses = progress.losses
    if losses.isEmpty { return [] }
    let verb = ShownNumber.form(ofVerb: "is", for: losses.count)
    let count = ShownNumber.grouped(losses.count)
    let all = registry.seals?.count ?? 0
    let reason =
      all >= losses.count
      ? "\(count) of \(ShownNumber.counted(all, "stored finding")) \(verb) missing"
      : "\(ShownNumber.counted(losses.count, "stored finding")) \(verb) missing"
    let folder = ShownNumber.form(of: "folder", for: losses.count)
    return [
      NightProblem.text(
        reason, losses.map { "\($0.path): not found" },
        fix: "restore the \(folder) from a backup")
    ]
  }

  private func issues(_ changes: [BucketChange]) -> [Night.IssueUse] {
    known.issues.map { issue in
      Night.IssueUse(
        issue: issue,
        buckets: changes.count { $0.isThere && issue.matches($0.bucket.signature) },
        isExpired: issue.isExpired(on: progress.stamp.date))
    }
  }
}
