// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import Judging
import TestSupport
import Testing

@testable import Nights

@Suite("Comparison of nights with earlier ones")
struct NightComparisonTests {
  static func campaign(isCaught: Bool = true) -> CampaignRecord {
    var record = CampaignRecord(
      toolVersion: "0.1.0", seed: 1, cases: 64, digest: "d", nanoseconds: 5, profiles: [],
      strategies: [], undecided: 0, occurrences: [])
    record.canary = .init(name: "c", cases: 4, isCaught: isCaught)
    return record
  }

  static func night(
    _ replays: [ReplayedCase], _ sightings: [NightFuzz.Sighting], _ registry: BucketRegistry,
    number: Int, stored: [NightStore.StoredFinding] = [], campaign: CampaignRecord? = nil,
    history: NightHistory = NightHistory(),
    seals: [FindingSeal] = [], losses: [NightState.Loss] = [], programs: [String] = [],
    summary: @escaping (NightStore.StoredFinding) -> String? = { _ in nil }
  ) throws -> Night {
    var progress = NightProgress(
      identity: .null,
      stamp: NightStamp(number: number, date: try #require(NightDate("2026-11-22")), commit: nil),
      seed: 1, problems: [], notes: [])
    progress.replays = replays
    progress.losses = losses
    progress.programs = programs.map { .init(name: $0, version: "1") }
    return NightComparison(
      progress, NightFuzz(sightings: sightings, costs: [], minimizingNanoseconds: 0),
      campaign ?? Self.campaign(), registry: registry, history: history, known: KnownIssues(),
      stored: stored, seals: seals, summary: summary
    ).night
  }

  private static func failing(_ verdict: String) -> ReplayedCase.Outcome {
    .fails([.init(failing: FailingPart("simplex", text: verdict), summary: "off by 4 pt")])
  }

  @Test("a bucket is fixed only if all its cases pass and no random case was in it")
  func fixed() throws {
    let sighting = NightFuzz.Sighting(
      signature: "b", failing: FailingPart("simplex", text: "wrongValue"), summary: "s", cases: 7)
    var registry = BucketRegistry()
    let stored = [("1", 90), ("2", 40)].map {
      NightStore.StoredFinding(bucket: "b", caseFile: "findings/b/\($0.0)/case.json", bytes: $0.1)
    }
    let first = try Self.night([], [sighting], registry, number: 1, stored: stored)
    registry.take(first.changes, of: 1)
    #expect(first.changes.map(\.kind) == [.new] && first.hasNews)
    #expect(first.changes.first?.bucket.path == "findings/b/2/case.json", "the smallest")
    func replays(_ outcomes: [ReplayedCase.Outcome]) -> [ReplayedCase] {
      zip(stored, outcomes).map {
        ReplayedCase(path: $0.caseFile, bucket: "b", hash: "h", outcome: $1)
      }
    }
    func kinds(
      _ outcomes: [ReplayedCase.Outcome], _ sightings: [NightFuzz.Sighting] = []
    ) throws -> [BucketChange.Kind] {
      try Self.night(replays(outcomes), sightings, registry, number: 2, stored: stored)
        .changes.map(\.kind)
    }
    #expect(try kinds([.passes, .passes]) == [.fixed])
    #expect(try kinds([.passes, .passes], [sighting]) == [.stillOpen])
    #expect(try kinds([.passes, Self.failing("wrongValue")]) == [.stillOpen])
    #expect(try kinds([.passes, .unusable("gone")]) == [.stillOpen])
    #expect(try kinds([.passes, .undecided]) == [.stillOpen], "nothing is claimed of one")
    #expect(try kinds([]) == [.stillOpen], "nothing was tried")
    let untried = try Self.night([], [], registry, number: 2, stored: stored)
    #expect(untried.changes.map(\.replay) == [.notTried])
    #expect(untried.changes.first?.bucket.path == "findings/b/2/case.json", "it stays stored")
    let undecided = try Self.night(
      replays([.passes, .undecided]), [], registry, number: 2, stored: stored)
    #expect(undecided.changes.map(\.replay) == [.undecided])
    #expect(undecided.record.replayed.undecided == 1)
    let other = try Self.night(
      replays([.passes, Self.failing("malformed")]), [], registry, number: 2, stored: stored)
    #expect(other.changes.first?.bucket.summary == "now malformed: off by 4 pt")
    let done = try Self.night(
      replays([.passes, .passes]), [], registry, number: 2, stored: stored)
    #expect(done.record.pruned == 1 && done.record.stored == 1)
  }

  @Test("the sentence of a bucket is that of its listed case")
  func sentences() throws {
    let sighting = NightFuzz.Sighting(
      signature: "b", failing: FailingPart("simplex", text: "wrongValue"), summary: "off by 90 pt",
      cases: 1)
    let stored = [("1", 90), ("2", 40)].map {
      NightStore.StoredFinding(bucket: "b", caseFile: "findings/b/\($0.0)/case.json", bytes: $0.1)
    }
    let replays = stored.map {
      ReplayedCase(
        path: $0.caseFile, bucket: "b", hash: "h",
        outcome: .fails([
          .init(
            failing: FailingPart("simplex", text: "wrongValue"), summary: "off on \($0.bytes) bytes"
          )
        ]))
    }
    func summary(_ replays: [ReplayedCase], _ sightings: [NightFuzz.Sighting]) throws -> String? {
      try Self.night(
        replays, sightings, BucketRegistry(), number: 1, stored: stored,
        summary: { "stored with \($0.bytes) bytes" }
      ).changes.first?.bucket.summary
    }
    #expect(try summary(replays, []) == "off on 40 bytes")
    #expect(try summary(replays, [sighting]) == "off on 40 bytes")
    #expect(try summary([], [sighting]) == "stored with 40 bytes", "it was found tonight")
  }

  @Test("a pending finding that has moved is neither fixed nor reopened")
  func moved() throws {
    func sighting(_ name: String) -> NightFuzz.Sighting {
      .init(
        signature: name, failing: FailingPart("simplex", text: "wrongValue"), summary: "s", cases: 1
      )
    }
    func stored(_ name: String) -> NightStore.StoredFinding {
      .init(bucket: name, caseFile: "findings/\(name)/1/case.json", bytes: 9)
    }
    let (waiting, small) = ("simplex-wrongValue-unminimized", "simplex-wrongValue-12345678")
    var registry = BucketRegistry()
    func kinds(
      _ number: Int, _ names: [String], passing: Bool = false
    ) throws -> [String: BucketChange.Kind] {
      let replays =
        passing
        ? names.map {
          ReplayedCase(path: stored($0).caseFile, bucket: $0, hash: "h", outcome: .passes)
        } : []
      let night = try Self.night(
        replays, passing ? [] : names.map(sighting), registry, number: number,
        stored: names.map(stored))
      registry.take(night.changes, of: number)
      return Dictionary(
        uniqueKeysWithValues: night.changes.map { ($0.bucket.signature, $0.kind) })
    }
    #expect(try kinds(1, [waiting]) == [waiting: .new])
    #expect(try kinds(2, [small]) == [waiting: .moved, small: .new])
    #expect(registry.bucket(named: waiting)?.path == nil, "nothing lies there")
    #expect(try kinds(3, [small]) == [small: .stillOpen], "nothing to say of it")
    #expect(try kinds(4, [waiting]) == [waiting: .stillOpen, small: .stillOpen], "open elsewhere")
    #expect(try kinds(5, [small]) == [waiting: .moved, small: .stillOpen])
    #expect(try kinds(6, [small], passing: true) == [small: .fixed])
    #expect(try kinds(7, [waiting]) == [waiting: .reopened], "it is open nowhere else")
    #expect(try kinds(8, []) == [waiting: .stillOpen], "taken away by somebody, not made small")
  }

  @Test("pending findings are known since their first night, in any bucket")
  func ancestry() throws {
    let folder = try TestFolder.make().path
    func seal(_ place: String, _ original: String) throws -> FindingSeal {
      let path = "\(folder)/findings/\(place)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(original.utf8).write(to: URL(fileURLWithPath: "\(path)/original.json"))
      return FindingSeal(of: "findings/\(place)", in: folder)
    }
    let (waiting, small) = ("simplex-wrongValue-unminimized", "simplex-wrongValue-12345678")
    var registry = BucketRegistry()
    func replays(_ name: String) -> [ReplayedCase] {
      [
        ReplayedCase(
          path: "findings/\(name)/1/case.json", bucket: name, hash: "h",
          outcome: Self.failing("wrongValue"))
      ]
    }
    let sighting = NightFuzz.Sighting(
      signature: waiting, failing: FailingPart("simplex", text: "wrongValue"), summary: "s",
      cases: 7)
    let first = try Self.night([], [sighting], registry, number: 1)
    registry.take(first.changes, of: 1)
    registry.seal([try seal("\(waiting)/1", "case")], history: NightHistory())
    func kinds(_ original: String) throws -> [BucketChange] {
      try Self.night(
        replays(small), [], registry, number: 2,
        stored: [.init(bucket: small, caseFile: "findings/\(small)/1/case.json", bytes: 9)],
        seals: [try seal("\(small)/1", original)]
      ).changes
    }
    let moved = try kinds("case")
    #expect(moved.map(\.kind) == [.stillOpen, .moved])
    #expect(moved[0].bucket.first.number == 1 && moved[0].bucket.cases == 7)
    #expect(moved[0].bucket.signature == small && moved[0].bucket.nights == 2)
    #expect(try kinds("another case").map(\.kind) == [.new, .moved], "found tonight")
  }

  @Test("a bucket with a missing case is not fixed, whatever the others' verdicts are")
  func losses() throws {
    let stored = [
      NightStore.StoredFinding(bucket: "b", caseFile: "findings/b/1/case.json", bytes: 9)
    ]
    var registry = BucketRegistry()
    let sighting = NightFuzz.Sighting(
      signature: "b", failing: FailingPart("simplex", text: "wrongValue"), summary: "s", cases: 7)
    registry.take(
      try Self.night([], [sighting], registry, number: 1, stored: stored).changes, of: 1)
    let replays = [
      ReplayedCase(path: stored[0].caseFile, bucket: "b", hash: "h", outcome: .passes)
    ]
    let loss = NightState.Loss(bucket: "b", folder: "findings/b/2", path: "findings/b/2")
    let night = try Self.night(
      replays, [], registry, number: 2, stored: stored, losses: [loss])
    #expect(night.changes.map(\.kind) == [.stillOpen] && !night.record.isSound)
    #expect(
      night.problems == [
        "1 stored finding is missing\nfindings/b/2: not found\nfix: restore the folder from a backup"
      ])
    let whole = try Self.night(replays, [], registry, number: 2, stored: stored)
    #expect(whole.changes.map(\.kind) == [.fixed])
  }

  @Test("a finding counts in the bucket that contains its cases")
  func twins() {
    func sighting(_ name: String, _ cases: Int) -> NightFuzz.Sighting {
      .init(
        signature: name, failing: FailingPart("simplex", text: "wrongValue"), summary: "s",
        cases: cases)
    }
    var fuzz = NightFuzz(
      sightings: [sighting("a", 2), sighting("w", 3), sighting("b", 1)], costs: [],
      minimizingNanoseconds: 0)
    fuzz.move("w", to: "b")
    #expect(fuzz.sightings == [sighting("a", 2), sighting("b", 4)])
    fuzz.move("w", to: "b")
    fuzz.move("a", to: "c")
    #expect(fuzz.sightings == [sighting("c", 2), sighting("b", 4)])
  }

  @Test("cases of the corpus are separate buckets while they fail")
  func corpus() throws {
    func replay(_ outcome: ReplayedCase.Outcome) -> [ReplayedCase] {
      [
        ReplayedCase(path: "c/login.case.json", bucket: nil, hash: "12345678", outcome: outcome),
        ReplayedCase(path: "c/copy.case.json", bucket: nil, hash: "12345678", outcome: outcome),
      ]
    }
    var registry = BucketRegistry()
    let nights: [(ReplayedCase.Outcome, [BucketChange.Kind])] = [
      (.passes, []), (Self.failing("wrongValue"), [.new]),
      (Self.failing("wrongValue"), [.stillOpen]), (.unusable("cut"), [.stillOpen]),
      (.passes, [.fixed]), (.passes, []), (Self.failing("wrongValue"), [.reopened]),
    ]
    for (number, (outcome, kinds)) in nights.enumerated() {
      let night = try Self.night(replay(outcome), [], registry, number: number + 1)
      registry.take(night.changes, of: number + 1)
      #expect(night.changes.map(\.kind) == kinds, "night \(number + 1)")
    }
    let bucket = try #require(registry.buckets.first)
    #expect(bucket.signature == "corpus-simplex-wrongValue-12345678" && !bucket.isStored)
    #expect(bucket.path == "c/login.case.json")
    let changed = try Self.night(replay(Self.failing("malformed")), [], registry, number: 8)
    #expect(changed.changes.map(\.kind) == [.new, .stillOpen], "it fails in another way")
  }

  @Test("a missed canary, a lost corpus, unusable cases and contradictions are problems")
  func problems() throws {
    let registry = BucketRegistry()
    let missed = try Self.night(
      [], [], registry, number: 1, campaign: Self.campaign(isCaught: false))
    #expect(!missed.record.isSound && missed.problems.count == 1)
    #expect(missed.problems[0].hasSuffix("was not caught\nit solved 4 cases"))
    let good = try Self.night(
      [ReplayedCase(path: "p", bucket: nil, hash: "h", outcome: .passes)], [], registry, number: 1)
    #expect(good.record.isSound && good.problems.isEmpty && good.record.replayed.corpus == 1)
    var history = NightHistory()
    history.append(good.record)
    let lost = try Self.night([], [], registry, number: 2, history: history)
    #expect(
      lost.problems == [
        "the corpus had 1 case last night and has none now\nfix: give the same --corpus"
      ])
    let unusable = try Self.night(
      [ReplayedCase(path: "p", bucket: nil, hash: "h", outcome: .unusable("cut off"))], [],
      registry, number: 2)
    #expect(unusable.problems == ["a case of the corpus cannot be replayed\np: cut off"])
    var broken = Self.campaign()
    broken.internalFailures = [.init(caseIndex: 3, message: "no", path: nil)]
    let contradiction = try Self.night([], [], registry, number: 1, campaign: broken)
    #expect(contradiction.problems == ["internal error in case 3\nno"])
    var without = Self.campaign()
    without.canary = nil
    #expect(try !Self.night([], [], registry, number: 1, campaign: without).record.isSound)
  }

  @Test("a program that always gives up makes a night unreliable, one with few answers does not")
  func unjudged() throws {
    var campaign = Self.campaign()
    campaign.strategies = [
      .init("giver", [.init("right", 0), .init("gaveUp", 20)]),
      .init("early", [.init("right", 0), .init("gaveUp", 19)]),
      .init("judged", [.init("right", 1), .init("gaveUp", 90)]),
    ]
    campaign.unjudged = ["giver", "early"]
    let night = try Self.night(
      [], [], BucketRegistry(), number: 1, campaign: campaign,
      programs: ["giver", "early", "judged"])
    #expect(
      night.problems == [
        "giver: no verdict on any of its answers\n"
          + "fix: see why: layoutfuzz conformance -- COMMAND, for a layout engine with --engine"
      ])
  }

  @Test("an unfinished night is read as it was written, and a damaged file is reported")
  func progress() throws {
    let folder = TestFolder.root
      .appendingPathComponent("night-progress-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try NightStore(folder)
    #expect(try NightProgress(in: store) == nil)
    var progress = NightProgress(
      identity: ["a": 1],
      stamp: NightStamp(number: 3, date: try #require(NightDate("2026-11-22")), commit: "c"),
      seed: .max, problems: ["p"], notes: ["n\n"])
    progress.replays = [
      ReplayedCase(path: "p", bucket: "b", hash: "h", outcome: Self.failing("wrongValue")),
      ReplayedCase(path: "q", bucket: nil, hash: "h", outcome: .unusable("cut")),
      ReplayedCase(path: "r", bucket: nil, hash: "h", outcome: .passes),
    ]
    (progress.isReplayed, progress.replayNanoseconds, progress.toolBytes) = (true, 7, 8)
    progress.losses = [.init(bucket: "b", folder: "findings/b/1", path: "findings/b/1/case.json")]
    progress.taken = ["findings/b/2"]
    try progress.save(in: store)
    #expect(try NightProgress(in: store) == progress)
    progress.fuzz = NightFuzz(
      sightings: [
        .init(signature: "s", failing: FailingPart("t", text: "v"), summary: "u", cases: 2)
      ],
      costs: [.init(strategy: "simplex", thousandths: 1200, counter: "pivots")],
      minimizingNanoseconds: 5)
    try progress.save(in: store)
    #expect(try NightProgress(in: store) == progress)
    let path = "\(folder)/\(NightStore.progressName)"
    var bytes = Array(try #require(FileManager.default.contents(atPath: path)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(throws: NightProgress.LoadProblem.self) { try NightProgress(in: store) }
  }

  @Test("each night has its own seed, which every JSON reader reads exactly")
  func seeds() {
    let seeds = (1...1000).map { NightProgress.seed(base: 1, night: $0) }
    #expect(Set(seeds).count == seeds.count)
    #expect(seeds.allSatisfy { $0 < 1 << 53 })
    #expect(NightProgress.seed(base: 2, night: 1) != seeds[0])
  }
}
