// SPDX-License-Identifier: MIT

import Choices
import JSON
import TestSupport
import Testing

@testable import CorpusStore
@testable import Nights

@Suite("Nights on disk")
struct NightTests {
  /// Returns a night of random numbers and texts.
  static func night(seed: UInt64, number: Int = 1) throws -> Night {
    var random = Xoshiro256(seed: seed)
    func draw() -> Int { Int(random.next() % 1000) }
    let stamp = NightStamp(
      number: number, date: try #require(NightDate("2026-11-22")),
      commit: seed % 2 == 0 ? nil : "a\u{1B}b")
    var bucket = Bucket(
      signature: "s-\(seed)",
      failing: FailingPart("s", text: seed % 3 == 0 ? "slowerByCounter.pivots" : "v"),

      summary: "\"wrong\"\n", state: .open, first: stamp, last: stamp,
      path: "findings/a/b/case.json")
    bucket.countSighting(on: stamp, cases: draw())
    let issue = KnownIssues.Issue(bucket: "s-*", until: stamp.date, reason: "r")
    let kinds = BucketChange.Kind.allCases
    let changes = [
      BucketChange(
        kind: kinds[draw() % kinds.count], bucket: bucket, cases: draw(), replay: .passes,
        issue: seed % 2 == 0 ? issue : nil)
    ]
    var measured = NightRecord.Measured()
    (measured.fuzzNanoseconds, measured.diskBytes) = (random.next(), draw())
    var replayed = NightRecord.Replayed()
    (replayed.stored, replayed.failing) = (draw(), draw())
    let cost = NightRecord.Cost(strategy: "simplex", thousandths: draw(), counter: "pivots")
    var campaign = CampaignRecord(
      toolVersion: "0.1.0", seed: random.next(), cases: draw(), digest: "d", nanoseconds: 1,
      profiles: [], strategies: [], undecided: draw(), occurrences: [])
    campaign.discards = draw()
    campaign.canary = seed % 2 == 0 ? nil : .init(name: "c", cases: 3, isCaught: true)
    var record = NightRecord(
      stamp: stamp, campaign: campaign, seed: campaign.seed, buckets: .init(changes),
      replayed: replayed, stored: draw(), pruned: draw(), problems: seed % 2 == 0 ? 1 : 0,
      costs: [cost], measured: measured)
    record.behaviours =
      seed % 3 == 0 ? nil : .init(seen: draw(), seenOnce: draw(), newInLastTenth: draw())
    record.mutants = [
      .init(
        name: "m", isFound: seed % 2 == 0, cases: draw(), size: seed % 2 == 0 ? draw() : nil,
        handMadeSize: draw())
    ]
    return Night(
      record: record, changes: changes, rises: [.init(cost: cost, before: draw())],
      issues: [.init(issue: issue, buckets: 1, isExpired: seed % 2 == 0)],
      problems: seed % 2 == 0 ? ["p"] : [], notes: ["n"])
  }

  @Test("nights and histories are read as they were written", arguments: 0..<40 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let night = try Self.night(seed: seed)
    #expect(try Night(decoding: night.encoded) == night, "seed \(seed)")
    var history = NightHistory()
    for number in 1...3 {
      history.append(try Self.night(seed: seed + UInt64(number), number: 2 * number).record)
    }
    #expect(try NightHistory(decoding: history.encoded) == history, "seed \(seed)")
    #expect(history.encoded.split(separator: UInt8(ascii: "\n")).count == 3)
  }

  @Test("damaged files are errors, never traps")
  func damaged() throws {
    var rejected = 0
    for seed in 0..<200 as Range<UInt64> { rejected += try Self.rejected(damagedBy: seed) }
    // Some damage only changes a text, and each file belongs to one of four readers.
    #expect(rejected > 200 * 3 * 3 + 300)
  }

  /// Returns how often readers reject the damaged files of a night.
  private static func rejected(damagedBy seed: UInt64) throws -> Int {
    var random = Xoshiro256(seed: seed)
    var registry = BucketRegistry()
    let night = try night(seed: seed)
    registry.take(night.changes, of: 1)
    var rejected = 0
    for original in [night.encoded, registry.encoded, Array(night.record.json.lineOfBytes)] {
      var bytes = original
      for _ in 0..<3 {
        let place = Int(random.next() % UInt64(bytes.count))
        if random.next() % 2 == 0 { bytes.removeSubrange(place...) }
        if bytes.isEmpty { break }
        bytes[place % bytes.count] = UInt8(truncatingIfNeeded: random.next())
      }
      rejected += (try? Night(decoding: bytes)) == nil ? 1 : 0
      rejected += (try? BucketRegistry(decoding: bytes)) == nil ? 1 : 0
      rejected += (try? NightHistory(decoding: bytes)) == nil ? 1 : 0
      rejected += (try? KnownIssues(decoding: bytes)) == nil ? 1 : 0
    }
    return rejected
  }

  @Test("an error in a line of the history is reported with its number")
  func wrongLine() throws {
    var history = NightHistory()
    history.append(try Self.night(seed: 1).record)
    let bytes = history.encoded + Array("{\"night\": 2}\n".utf8)
    do {
      _ = try NightHistory(decoding: bytes)
      Issue.record("a line without a date is read")
    } catch {
      #expect(error.location.line == 2, "\(error)")
    }
    #expect(throws: JSONError.self, "a night after itself") {
      try NightHistory(decoding: history.encoded + history.encoded)
    }
  }

  @Test("the time without news, and the rising costs, follow from the history")
  func trends() throws {
    var history = NightHistory()
    // The last but one is unreliable, so it does not count for the time without news.
    for (index, new) in [1, 0, 0, 0].enumerated() {
      var record = try Self.night(seed: UInt64(index), number: index + 1).record
      record.buckets = .init()
      record.buckets.new = new
      (record.problems, record.canary) = (index == 2 ? 1 : 0, nil)
      (record.cases, record.measured.fuzzNanoseconds) = (10, 5)
      record.costs = [.init(strategy: "simplex", thousandths: 1000 + index, counter: "pivots")]
      history.append(record)
    }
    #expect(history.quiet.last?.number == 1 && history.quiet.nights == 2)
    #expect(history.quiet.cases == 20 && history.quiet.nanoseconds == 10)
    func rises(_ thousandths: Int) -> [NightHistory.CostRise] {
      history.rises(of: [.init(strategy: "simplex", thousandths: thousandths, counter: "pivots")])
    }
    #expect(rises(1253).isEmpty && rises(1254).map(\.before) == [1003])
    #expect(
      history.rises(of: [.init(strategy: "naive", thousandths: 9000, counter: "pivots")]).isEmpty,
      "a strategy without a past")
  }

  @Test("nights run one at a time, and files of killed ones are removed")
  func store() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/state"
    let left = "\(path)/registry.json.tmp-1"
    do {
      let store = try NightStore(path)
      #expect(throws: NightStore.OpenError.inUse) { try NightStore(path) }
      #expect(try store.registry() == BucketRegistry())
      #expect(try store.history() == NightHistory())
      #expect(try store.knownIssues().issues.isEmpty)
      #expect(try store.night(1) == nil)
      let night = try Self.night(seed: 3)
      _ = try store.makeFolder(ofNight: 1)
      try store.write(night.encoded, to: "nights/0001/night.json")
      #expect(try store.night(1) == night)
      try folder.write("{", to: "state/known.json")
      #expect(throws: LoadError.self) { try store.knownIssues() }
      try folder.write("", to: "state/registry.json.tmp-1")
    }
    let again = try NightStore(path)
    #expect(!Folder.isFile(left))
    #expect(again.storedFindings.isEmpty && again.diskBytes > 0)
  }

  /// Returns a folder of nights with three stored findings, after two nights.
  private func sealed() throws -> (ScratchFolder, NightStore) {
    let folder = try ScratchFolder()
    let store = try NightStore(folder.path)
    var findings = FindingStore(output: folder.path)
    for number in 1...3 {
      _ = try findings.finish(
        try findings.begin(bytes: sampleBytes(number)),
        sampleFiles(sampleCase(number), sampleRecord("a-b-1")), report: { _ in "text" })
    }
    var (registry, history) = (BucketRegistry(), NightHistory())
    for number in 1...2 {
      let night = try Self.night(seed: 3, number: number)
      _ = try store.makeFolder(ofNight: number)
      try store.write(night.encoded, to: "\(NightStore.folderName(ofNight: number))/night.json")
      history.append(night.record)
      registry.take(night.changes, of: number)
      registry.seal(
        store.seals(of: store.storedFindings, registry: registry, renewed: []), history: history)
    }
    try store.write(registry.encoded, to: BucketRegistry.fileName)
    try store.write(history.encoded, to: NightHistory.fileName)
    return (folder, store)
  }

  @Test("a registry is read as it was written, also one of version 1, which has no seals")
  func versions() throws {
    let (folder, store) = try sealed()
    let registry = try store.registry()
    #expect(Folder.isFolder(folder.path))
    #expect(registry.isSealed && registry.seals?.count == 3)
    #expect(try BucketRegistry(decoding: registry.encoded) == registry)
    var old = BucketRegistry()
    old.take(try Self.night(seed: 3).changes, of: 1)
    let text = String(decoding: old.encoded, as: UTF8.self)
    #expect(text.contains("\"layoutfuzzRegistry\": 1") && !text.contains("seal"))
    #expect(try BucketRegistry(decoding: old.encoded) == old)
    // Changing the version number to 1 does not remove the seals.
    let changed = String(decoding: registry.encoded, as: UTF8.self)
      .replacing("\"layoutfuzzRegistry\": 2", with: "\"layoutfuzzRegistry\": 1")
    #expect(throws: JSONError.self) { try BucketRegistry(decoding: Array(changed.utf8)) }
  }

  @Test("an intact state has no obstacle; missing and changed files are named")
  func state() throws {
    let (folder, store) = try sealed()
    let sound = try NightState(in: store, underWay: nil)
    #expect(sound.obstacles.isEmpty && sound.losses.isEmpty && sound.problems.isEmpty)
    let registry = sound.registry
    let stored = store.storedFindings
    #expect(stored.allSatisfy { store.change(of: $0, since: registry, renewed: []) == nil })
    try folder.write("{}", to: "\(stored[0].folder)/report.md")
    let change = store.change(of: stored[0], since: registry, renewed: [])
    #expect(change?.hasPrefix("its report.md was changed") == true)
    // The changed file is not accepted: the registry keeps the old hash.
    let again = store.seals(of: stored, registry: registry, renewed: [])
    #expect(again == registry.seals)
    Folder.remove("\(folder.path)/\(stored[1].folder)")
    let state = try NightState(in: store, underWay: nil)
    #expect(state.losses.map(\.folder) == [stored[1].folder] && state.obstacles.isEmpty)
    // A history without the night that is under way is the state after a kill between registry and
    // history. Otherwise it is damage.
    var history = try store.history()
    let all = history
    history = NightHistory()
    history.append(all.nights[0])
    try store.write(history.encoded, to: NightHistory.fileName)
    #expect(try NightState(in: store, underWay: 2).obstacles.isEmpty)
    let short = try NightState(in: store, underWay: nil).obstacles
    #expect(short.count == 1 && short[0].contains("history.jsonl: error: "), "\(short)")
    store.remove(BucketRegistry.fileName)
    let none = try NightState(in: store, underWay: nil).obstacles
    #expect(none.contains { $0.contains("the registry is missing") }, "\(none)")
  }

  @Test("a finding that the night removed and found again gets a new seal")
  func foundAgain() throws {
    let (folder, store) = try sealed()
    let registry = try store.registry()
    let finding = store.storedFindings[0]
    // Another original case whose smallest case is the same.
    try folder.write("{}", to: "\(finding.folder)/original.json")
    #expect(store.change(of: finding, since: registry, renewed: []) != nil)
    #expect(store.change(of: finding, since: registry, renewed: [finding.folder]) == nil)
    var next = registry
    next.seal(
      store.seals(of: store.storedFindings, registry: registry, renewed: [finding.folder]),
      history: try store.history())
    #expect(next.seals != registry.seals)
    #expect(store.change(of: finding, since: next, renewed: []) == nil)
  }

  @Test("stored findings are listed with their cases, and removed one by one")
  func storedFindings() throws {
    let folder = try ScratchFolder()
    let store = try NightStore(folder.path)
    var findings = FindingStore(output: folder.path)
    for number in 1...3 {
      let draft = try findings.begin(bytes: sampleBytes(number))
      _ = try findings.finish(
        draft, sampleFiles(sampleCase(number), sampleRecord("a-b-1")), report: { _ in "" })
    }
    _ = try findings.begin(bytes: sampleBytes(9))
    let stored = store.storedFindings
    #expect(stored.count == 3 && store.unfinishedCount == 1)
    #expect(stored.allSatisfy { $0.bucket == "a-b-1" && $0.bytes > 0 })
    #expect(stored.allSatisfy { Folder.isFile("\(folder.path)/\($0.caseFile)") })
    store.remove(stored[1])
    #expect(store.storedFindings == [stored[0], stored[2]])
  }
}

extension JSONValue {
  fileprivate var lineOfBytes: [UInt8] { JSONWriter.line(self) }
}
