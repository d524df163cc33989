// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import JSON
import ToolSupport

/// The end of a night: its comparison with earlier nights, its record and its pages.
extension NightRun {
  /// Returns the result of the night compared with earlier ones; it is on disk before it is used.
  func compare() throws(CommandFailure) -> (night: Night, campaign: CampaignRecord) {
    let number = progress.stamp.number
    do throws(LoadError) {
      guard let campaign = try store.campaign(ofNight: number), let fuzz = progress.fuzz else {
        throw .missing(path: "\(folder)/\(CampaignRecord.fileName)")
      }
      if let night = try store.night(number) { return (night, campaign) }
      let stored = store.storedFindings
      let comparison = NightComparison(
        progress, fuzz, campaign, registry: registry, history: history, known: state.known,
        stored: stored, seals: seals(of: stored), summary: store.summary)
      var night = comparison.night
      night.record.measured.diskBytes = store.diskBytes
      return (night, campaign)
    } catch {
      throw .badInput(
        "\(error); restore the file from a backup, or remove \(store.path)/"
          + "\(NightStore.progressName) and \(folder) to start the night again")
    }
  }

  /// Records the night and makes its pages.
  ///
  /// Each step can be repeated.
  ///
  /// - Returns: nil when the run is stopped.
  func publish(
    _ made: (night: Night, campaign: CampaignRecord)
  ) throws(CommandFailure) -> NightlyReport? {
    let report = try record(made)
    guard let evidence = evidence.make() else { return nil }
    try Self.written { () throws(WriteError) in
      let page = NightlyPage(
        report, hasKnownFile: store.hasFile(KnownIssues.fileName), evidence: evidence,
        quote: ShellWord.path)
      try store.write(Array(page.text.utf8), to: NightStore.pageName)
    }
    store.remove("\(NightStore.folderName(ofNight: progress.stamp.number))/\(ProgressFile.name)")
    store.remove(NightStore.progressName)
    return report
  }

  /// Records the night, in its folder first, then in the files that all nights share.
  private func record(
    _ made: (night: Night, campaign: CampaignRecord)
  ) throws(CommandFailure) -> NightlyReport {
    let number = progress.stamp.number
    let name = "\(NightStore.folderName(ofNight: number))/\(Night.fileName)"
    return try Self.written { () throws(WriteError) in
      var (night, history, registry) = (made.night, self.history, self.registry)
      if !store.hasFile(name) { try store.write(night.encoded, to: name) }
      // Once the registry contains the night, its record stays unchanged.
      if registry.night < number, prune(&night) { try store.write(night.encoded, to: name) }
      if registry.night < number {
        registry.take(night.changes, of: number)
        var whole = history
        if (history.nights.last?.stamp.number ?? 0) < number { whole.append(night.record) }
        // A record that is changed during the night is a problem of the next one.
        let earlier = progress.records ?? state.records.filter { $0.night < number }
        registry.seal(
          seals(of: store.storedFindings), history: whole,
          records: earlier + [RecordSeal(ofNight: number, in: store.path)])
        try store.write(registry.encoded, to: BucketRegistry.fileName)
      }
      if (history.nights.last?.stamp.number ?? 0) < number {
        history.append(night.record)
        try store.write(history.encoded, to: NightHistory.fileName)
      }
      var report = NightlyReport(
        night: night, campaign: made.campaign, history: history, state: store.path,
        cases: cases(history), repeating: repeating(night.record))
      report.replayCommands = replayCommands(night.changes)
      return report
    }
  }

  /// Returns the commands that run the smallest cases of buckets about other programs again.
  private func replayCommands(_ changes: [BucketChange]) -> [String: String] {
    var commands: [String: String] = [:]
    for bucket in changes.map(\.bucket) where bucket.isStored {
      guard let path = bucket.path,
        let record = store.programRecord(
          of: NightStore.StoredFinding(bucket: bucket.signature, caseFile: path, bytes: 0))
      else { continue }
      commands[bucket.signature] = record.replayCommand(of: "\(store.path)/\(path)")
    }
    return commands
  }

  /// Returns the cases of the findings in the last nights; nights without a readable record have
  /// none.
  private func cases(_ history: NightHistory) -> NightCases {
    var cases = NightCases()
    for number in history.nights.suffix(NightCases.nightsMax).map(\.stamp.number) {
      if let night = try? store.night(number) { cases.add(number, night.changes) }
    }
    return cases
  }

  /// Returns the commands that run the random cases of the night again, one for each part; none for
  /// a recorded night that another command has run.
  private func repeating(_ night: NightRecord) -> [String] {
    guard progress.identity == Self.identity(plan, build: build) else { return [] }
    let counts = progress.parts.map(\.caseCount)
    guard let first = counts.first else { return [] }
    let own = first.flatMap { plan.repeating(night.seed, $0) }
    let hasKnown = store.hasFile(KnownIssues.fileName)
    // A command takes one file of known issues.
    if hasKnown && plan.known != nil { return [own].compactMap { $0 } }
    let known = hasKnown ? "\(store.path)/\(KnownIssues.fileName)" : plan.knownPath
    return [own].compactMap { $0 }
      + zip(plan.campaigns, counts.dropFirst()).compactMap { campaign, cases in
        cases.flatMap { campaign.repeating(seed: night.seed, cases: $0, known: known) }
      }
  }

  /// The folders whose seals in the registry may be outdated: their findings were missing when the
  /// night began, or the night may have removed them.
  var renewed: Set<String> { Set(progress.taken + progress.losses.map(\.folder)) }

  /// Returns the seals of stored findings: those of their storing, even if their files were changed
  /// since.
  private func seals(of findings: [NightStore.StoredFinding]) -> [FindingSeal] {
    store.seals(of: findings, registry: state.registry, renewed: renewed)
  }

  /// Removes the cases of fixed buckets from the store except the smallest one, and counts the
  /// remaining findings.
  ///
  /// - Returns: whether the count differs from the expected one, which is then a problem of the
  ///   night.
  private func prune(_ night: inout Night) -> Bool {
    for finding in NightStore.superseded(store.storedFindings, by: night.changes) {
      store.remove(finding)
    }
    let count = store.storedFindings.count
    guard count != night.record.stored else { return false }
    let problem =
      "\(ShownNumber.grouped(night.record.stored)) findings should be stored, and "
      + "\(ShownNumber.grouped(count)) are"
    guard !night.problems.contains(problem) else { return false }
    night.problems.append(problem)
    night.record.problems = night.problems.count
    return true
  }
}
