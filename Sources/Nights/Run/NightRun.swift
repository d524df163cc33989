// SPDX-License-Identifier: MIT

import CampaignEngine
import Clocks
import CorpusStore
import Display
import Foundation
import JSON
import LayoutModel
import MutantHunts
import Platform
import Pools
import Supervision
import ToolSupport

/// A run of one night: it replays cases, runs random ones, compares the result with earlier nights
/// and publishes it.
///
/// Each step ends by storing its result on disk, so that after a kill the same command resumes with
/// the next step.
package struct NightRun {
  /// The share of the time for minimization.
  package static let minimizingPercent: UInt64 = 20
  /// The least share of the time for random cases, however long replays take: without random cases
  /// no fault is caught.
  static let fuzzPercentMin: UInt64 = 10
  /// The longest hunt for one planted fault.
  package static let huntSeconds: UInt64 = 30
  /// The least time limit of a process that replays a case, for any limit of a single phase.
  private static let replayNanosecondsMin: UInt64 = 60_000_000_000
  /// The time between two records of the replayed cases.
  private static let nanosecondsBetween: UInt64 = 1_000_000_000

  let plan: NightPlan
  let store: NightStore
  let build: String
  let state: NightState
  var settings: CampaignSettings { plan.settings }
  var registry: BucketRegistry { state.registry }
  var history: NightHistory { state.history }
  var progress: NightProgress
  /// The place of a stop in words, without a full stop.
  package internal(set) var interruption = "Interrupted"

  /// Opens the folder of the nights, and begins a night or resumes the one under way.
  ///
  /// - Parameter plan: the settings of the night.
  /// - Throws: the file of the folder that cannot be read, is damaged or cannot be written.
  package init(_ plan: NightPlan) throws(CommandFailure) {
    self.plan = plan
    let place = plan.state
    build = try ToolBuild.hash()
    store = try Self.open(place)
    let underWay = try UnderWay(in: store)
    do throws(LoadError) {
      state = try NightState(
        in: store, underWay: underWay.progress?.stamp.number, known: plan.known)
    } catch {
      throw Self.failure(error, in: place)
    }
    if !state.obstacles.isEmpty {
      let losses = state.losses.map { "\(place)/\($0.path): error: gone" }
      throw CommandFailure(.internalError, state.obstacles + losses)
    }
    progress = try Self.progress(
      in: store, Self.identity(plan, build: build), underWay, state, plan)
    try checkPlans()
    try noteLosses()
  }

  /// Returns the failure about a file of the folder that cannot be read or understood.
  ///
  /// The file that users write is shown at the place of its error.
  private static func failure(_ error: LoadError, in place: String) -> CommandFailure {
    let known = "\(place)/\(KnownIssues.fileName)"
    guard error.path == known else {
      return .badInput("\(error); restore the file from a backup, or start in an empty folder")
    }
    if case .invalid(let diagnostic) = error, let location = diagnostic.location,
      let bytes = try? FindingStore.read(known)
    {
      let wrong = JSONError(location: location, message: diagnostic.message)
      return .badInput(known, bytes, wrong)
    }
    return .badInput("\(error)")
  }

  private static func open(_ state: String) throws(CommandFailure) -> NightStore {
    do throws(NightStore.OpenError) {
      return try NightStore(state)
    } catch {
      switch error {
      case .inUse:
        throw CommandFailure(
          .unavailable, ["\(state): another process runs a night in this folder"])
      case .unreadable(let code):
        throw .badInput(
          "\(state): cannot read: \(String(cString: strerror(code))); give a folder to --state "
            + "that you may read and write")
      case .cannotWrite(let path, let code):
        throw CommandFailure(.cannotWrite, ["\(WriteError(path: path, code: code))"])
      }
    }
  }

  /// Returns all settings that decide the result of a night, except its seed.
  static func identity(_ plan: NightPlan, build: String) -> JSONValue {
    .members([
      ("campaign", plan.settings.identity), ("corpus", .strings(plan.corpus)),
      ("commit", plan.commit.map { .string($0) } ?? .null), ("build", .string(build)),
      ("mutants", .number(plan.mutants)),
      ("limits", .strings(plan.limitOptions.map { $0.value ?? "" })),
      // Nights without other programs have the identity that earlier versions gave them.
      ("programs", plan.campaigns.isEmpty ? nil : .array(plan.campaigns.map(\.identity))),
      ("plan", plan.shards.map { .string($0.hash) }),
    ])
  }

  /// Refuses shards whose results an earlier night has: their findings would count twice, and those
  /// of fixed faults would be reopened.
  private func checkPlans() throws(CommandFailure) {
    for night in history.nights where night.stamp.number != progress.stamp.number {
      guard let plan = night.plans.first(where: plan.planHashes.contains) else { continue }
      throw .badInput(
        at: "\(store.path)/\(NightHistory.fileName)",
        "night \(night.stamp.number) has the shards of plan \(plan) already; fix: plan a campaign "
          + "with another --seed")
    }
  }

  // MARK: - The beginning

  /// Returns the progress of the unfinished night, or of the next one.
  private static func progress(
    in store: NightStore, _ identity: JSONValue, _ underWay: UnderWay, _ state: NightState,
    _ plan: NightPlan
  ) throws(CommandFailure) -> NightProgress {
    var notes = underWay.notes
    if let old = underWay.progress {
      // A recorded night cannot be undone: it is only published.
      let night = "\(NightStore.folderName(ofNight: old.stamp.number))/\(Night.fileName)"
      if old.identity == identity || state.registry.night == old.stamp.number
        || store.hasFile(night)
      {
        // A copy without empty folders has lost that of a night that had just begun.
        try written { () throws(WriteError) in
          _ = try store.makeFolder(ofNight: old.stamp.number)
        }
        return old
      }
      notes.append(
        "night \(old.stamp.number), \(old.stamp.date), was started by another command, commit or "
          + "build: it starts again, and its findings are kept")
    }
    let number = state.registry.night + 1
    var progress = NightProgress(
      identity: identity,
      stamp: NightStamp(number: number, date: plan.date, commit: plan.commit),
      seed: NightProgress.seed(base: plan.settings.seed, night: number),
      problems: problems(of: store, state) + state.problems,
      notes: notes + remarks(on: store) + state.notes)
    progress.programs = plan.campaigns.flatMap(\.programs)
    progress.plans = plan.planHashes
    progress.taken = underWay.progress?.taken ?? []
    progress.records = state.records.filter { $0.night < number }
    let folder = NightStore.folderName(ofNight: number)
    for name in [ProgressFile.name, CampaignRecord.fileName, Night.fileName]
      + NightParts.fileNames
    {
      store.remove("\(folder)/\(name)")
    }
    try written { () throws(WriteError) in
      _ = try store.makeFolder(ofNight: number)
      try progress.save(in: store)
    }
    return progress
  }

  /// Records losses, also those since a killed night began, except findings that the night itself
  /// removed.
  private mutating func noteLosses() throws(CommandFailure) {
    let night = "\(NightStore.folderName(ofNight: progress.stamp.number))/\(Night.fileName)"
    if registry.night >= progress.stamp.number || store.hasFile(night) { return }
    let known = Set(progress.taken + progress.losses.map(\.folder))
    let losses = state.losses.filter { !known.contains($0.folder) }
    let problems = state.problems.filter { !progress.problems.contains($0) }
    if losses.isEmpty, problems.isEmpty { return }
    progress.losses += losses
    progress.problems += problems
    progress.records = state.records
    try Self.written { () throws(WriteError) in try progress.save(in: store) }
  }

  /// Returns the problems of the store since the last night.
  private static func problems(of store: NightStore, _ state: NightState) -> [String] {
    // The hashes of the registry identify each lost finding, and the ones that a night removed.
    guard state.registry.seals == nil, let last = state.history.nights.last else { return [] }
    let count = store.storedFindings.count
    guard count < last.stored else { return [] }
    return [
      NightProblem.text(
        "\(ShownNumber.grouped(last.stored - count)) of "
          + "\(ShownNumber.counted(last.stored, "stored finding")) are missing",
        fix: "restore the folder findings from a backup")
    ]
  }

  private static func remarks(on store: NightStore) -> [String] {
    let count = store.unfinishedCount
    if count == 0 { return [] }
    return [
      "\(ShownNumber.counted(count, "finding")) in findings/unfinished: a night was killed while it "
        + "stored them"
    ]
  }

  static func written<Value>(
    _ work: () throws(WriteError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(WriteError) {
      return try work()
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
  }

  var folder: String {
    "\(store.path)/\(NightStore.folderName(ofNight: progress.stamp.number))"
  }

  // MARK: - The night

  /// Runs the remaining steps of the night, and publishes the result.
  ///
  /// - Returns: nil when the run is stopped; the same command resumes it.
  /// - Throws: the file that cannot be written, or that another process has removed.
  package mutating func run() throws(CommandFailure) -> NightlyReport? {
    let stamp = progress.stamp
    let ends = settings.endsText
    store.sweepFolder(
      ofNight: stamp.number, prefixes: [CaseReplay.filePrefix, NightEvidence.filePrefix])
    Console.note(
      "night \(stamp.number), \(stamp.date): seed \(progress.seed), \(ends)"
        + (stamp.commit.map { ", commit \($0)" } ?? ""))
    if registry.night < stamp.number {
      guard try replay() else { return nil }
      guard try resume() else { return nil }
      guard try fuzz() else { return nil }
      guard try hunt() else { return nil }
      let night = "\(NightStore.folderName(ofNight: stamp.number))/\(Night.fileName)"
      if !store.hasFile(night) { try removePendingDuplicates() }
    }
    return try publish(try compare())
  }

  /// Replays all stored findings and the corpus.
  ///
  /// - Returns: whether all were replayed.
  mutating func replay() throws(CommandFailure) -> Bool {
    if progress.isReplayed { return true }
    let renewed = renewed
    let items =
      plan.corpus.map { CaseReplay.Item(path: $0, file: $0, bucket: nil) }
      + store.storedFindings.compactMap { item(of: $0, renewed) }
    let done = Set(progress.replays.map { "\($0.bucket ?? ""):\($0.path)" })
    let rest = items.filter { !done.contains("\($0.bucket ?? ""):\($0.path)") }
    if !rest.isEmpty {
      Console.note(
        (done.isEmpty
          ? "replaying " : "Resuming after \(ShownNumber.counted(done.count, "replay")): ")
          + ShownNumber.counted(rest.count, "case"))
    }
    let replay = CaseReplay(
      folder: folder,
      limit: max(3 * (plan.limits ?? WorkerLimits()).caseNanoseconds, Self.replayNanosecondsMin),
      options: plan.limitOptions.flatMap { (name, value) in value.map { ["--\(name)", $0] } ?? [] })
    let (start, past) = (MonotonicClock.now(), progress.replayNanoseconds)
    var isWhole = true
    var saved = start
    var failure: WriteError?
    var state = progress
    OrderedPool(jobs: settings.jobs).run(
      count: rest.count, shouldStop: { Interruption.signal != 0 },
      unit: { replay.run(rest[$0], number: $0) },
      fold: { _, replayed in
        guard let replayed else {
          isWhole = false
          return .stop
        }
        state.replays.append(replayed)
        state.replayNanoseconds = past.later(by: MonotonicClock.now().elapsed(since: start))
        plan.showReplays(state.replays.count, items.count, state.replayNanoseconds)
        guard MonotonicClock.now().elapsed(since: saved) >= Self.nanosecondsBetween else {
          return .next
        }
        saved = MonotonicClock.now()
        do throws(WriteError) {
          try state.save(in: store)
        } catch {
          failure = error
          return .stop
        }
        return .next
      })
    plan.show(nil)
    if let failure { throw CommandFailure(.cannotWrite, ["\(failure)"]) }
    progress = state
    if !isWhole {
      interruption =
        "Interrupted after \(ShownNumber.grouped(progress.replays.count)) of "
        + ShownNumber.counted(items.count, "replay")
    }
    progress.isReplayed = isWhole && Interruption.signal == 0
    noteMemory()
    try Self.written { () throws(WriteError) in try progress.save(in: store) }
    return progress.isReplayed
  }

  /// Returns the replay of a stored finding; nil when it needs a program that does not take part.
  private func item(
    of finding: NightStore.StoredFinding, _ renewed: Set<String>
  ) -> CaseReplay.Item? {
    var item = CaseReplay.Item(
      path: finding.caseFile, file: "\(store.path)/\(finding.caseFile)", bucket: finding.bucket,
      change: store.change(of: finding, since: registry, renewed: renewed))
    guard item.change == nil, let record = store.programRecord(of: finding) else { return item }
    let options = plan.campaigns.lazy.compactMap { $0.replayOptions(of: record) }.first
    guard let options else { return nil }
    item.options = options
    return item
  }

  /// The time limit of all minimizations; nil for no limit.
  var minimizingMax: UInt64? {
    settings.nanosecondsMax.map { $0 / 100 * Self.minimizingPercent }
  }

  /// Hunts some planted faults, other ones than the night before.
  ///
  /// - Returns: whether they are done.
  private mutating func hunt() throws(CommandFailure) -> Bool {
    if progress.mutants != nil { return true }
    let mutants = NightHunt.mutants(plan.mutants, ofNight: progress.stamp.number)
    if !mutants.isEmpty {
      Console.note("hunting \(ShownNumber.counted(mutants.count, "planted fault"))")
    }
    let hunt = MutantHunt(
      mutants: mutants, seeds: [progress.seed], nanosecondsMax: Self.huntSeconds * 1_000_000_000,
      jobs: settings.jobs, now: MonotonicClock.now, isStopped: { Interruption.signal != 0 })
    let outcomes = hunt.run()
    guard Interruption.signal == 0 || outcomes.count == mutants.count else { return false }
    let hunted = outcomes.map(NightRecord.Hunted.init)
    progress.mutants = hunted
    for mutant in hunted where !mutant.isFound {
      progress.notes.append(
        "the planted fault \(mutant.name) was not found in "
          + "\(ShownNumber.counted(mutant.cases, "case")) or \(Self.huntSeconds) s")
    }
    try Self.written { () throws(WriteError) in try progress.save(in: store) }
    return true
  }

  /// Records the most memory that this process and one of its children have held.
  mutating func noteMemory() {
    progress.toolBytes = max(progress.toolBytes, ProcessMemory.peak(of: .own))
    progress.workerBytes = max(progress.workerBytes, ProcessMemory.peak(of: .children))
  }
}
