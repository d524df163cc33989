// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Testing

@testable import Nights

@Suite("Buckets over nights")
struct BucketRegistryTests {
  /// Returns the state of a bucket by a table with one line for each event.
  private static func expected(
    _ old: Bucket.State?, isPresent: Bool, replay: BucketEvidence.Replay?, isKnown: Bool,
    isOpenElsewhere: Bool
  ) -> (state: Bucket.State?, kind: BucketChange.Kind?) {
    switch (old, isPresent, isKnown) {
    case (_, true, true): return (.known, .known)
    case (nil, true, false): return (.open, .new)
    case (.open, true, false): return (.open, .stillOpen)
    case (.reopened, true, false): return (.reopened, .stillOpen)
    case (.moved, true, false) where isOpenElsewhere: return (.open, .stillOpen)
    case (.fixed, true, false), (.known, true, false), (.moved, true, false):
      return (.reopened, .reopened)
    case (nil, false, _): return (nil, nil)
    case (.fixed, false, _), (.moved, false, _): return (old, nil)
    case (_, false, _) where replay == .moved: return (.moved, .moved)
    case (_, false, _) where replay == .passes: return (.fixed, .fixed)
    case (_, false, true): return (.known, .known)
    case (.known, false, false): return (.reopened, .reopened)
    case (.open, false, false): return (.open, .stillOpen)
    case (.reopened, false, false): return (.reopened, .stillOpen)
    }
  }

  private static func date(_ night: Int) throws -> NightDate {
    try #require(NightDate("2026-11-\(night % 19 + 10)"))
  }

  @Test("random nights: states, counts and changes are those of the table", arguments: 0..<150)
  func randomNights(seed: Int) throws {
    var random = Xoshiro256(seed: UInt64(seed))
    func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    let names = ["a-x-1", "a-x-2", "b-y-1", "corpus-z-1"]
    var registry = BucketRegistry()
    var (states, nights, cases): ([String: Bucket.State], [String: Int], [String: Int]) = (
      [:], [:], [:]
    )
    var firsts: [String: NightStamp] = [:]
    for number in 1...24 {
      let stamp = NightStamp(
        number: number, date: try Self.date(number), commit: draw(3) == 0 ? nil : "c\(draw(3))")
      var issues: [KnownIssues.Issue] = []
      for name in names where draw(4) == 0 {
        issues.append(
          .init(
            bucket: draw(2) == 0 ? name : "\(name.prefix(3))*", until: try Self.date(draw(24)),
            reason: "seen"))
      }
      let known = KnownIssues(issues)
      var evidence: [BucketEvidence] = []
      for name in names where draw(3) > 0 {
        evidence.append(
          BucketEvidence(
            signature: name, failing: FailingPart("s", text: "v"), summary: "t",
            cases: draw(2) == 0 ? 0 : draw(5),
            replay: BucketEvidence.Replay.allCases[draw(4)], path: draw(2) == 0 ? nil : "p"))
      }
      let comment = Comment("seed \(seed), night \(number)")
      let changes = registry.changes(by: evidence, stamp, known: known)
      registry.take(changes, of: number)
      let before = states
      for name in names {
        let fact = evidence.first { $0.signature == name }
        let isOpenElsewhere = names.contains { other in
          let isOpen = before[other] == .open || before[other] == .reopened
          return other != name && isOpen
        }
        let isKnown = issues.contains { $0.matches(name) && stamp.date <= $0.until }
        let (state, kind) = Self.expected(
          states[name], isPresent: fact?.isPresent == true, replay: fact?.replay,
          isKnown: isKnown, isOpenElsewhere: isOpenElsewhere)
        if fact?.isPresent == true {
          nights[name, default: 0] += 1
          cases[name, default: 0] += fact?.cases ?? 0
          firsts[name] = firsts[name] ?? stamp
        }
        states[name] = state
        let bucket = registry.bucket(named: name)
        #expect(bucket?.state == state, comment)
        #expect(changes.first { $0.bucket.signature == name }?.kind == kind, comment)
        #expect(bucket?.nights == nights[name] && bucket?.cases == cases[name], comment)
        #expect(bucket?.first == firsts[name], comment)
        if kind == .fixed { #expect(bucket?.fixed == stamp && fact?.cases ?? 0 == 0, comment) }
      }
      #expect(changes.map(\.bucket.signature) == changes.map(\.bucket.signature).sorted(), comment)
      #expect(try BucketRegistry(decoding: registry.encoded) == registry, comment)
    }
  }

  @Test("a known issue that expires opens its bucket again, with a notice")
  func expiry() throws {
    let issue = KnownIssues.Issue(
      bucket: "a-*", until: try #require(NightDate("2026-11-21")), reason: "issue 12")
    let fact = BucketEvidence(
      signature: "a-x-1", failing: FailingPart("a", text: "x"), summary: "wrong", cases: 2,
      path: "p")
    var registry = BucketRegistry()
    var kinds: [BucketChange.Kind] = []
    for (index, day) in ["20", "21", "22", "23"].enumerated() {
      let date = try #require(NightDate("2026-11-\(day)"))
      let changes = registry.changes(
        by: [fact], .init(number: index + 1, date: date, commit: "c\(day)"),
        known: KnownIssues([issue]))
      registry.take(changes, of: index + 1)
      kinds += changes.map(\.kind)
      if day == "22" { #expect(changes.first?.issue == issue) }
    }
    #expect(kinds == [.known, .known, .reopened, .stillOpen])
    let bucket = try #require(registry.bucket(named: "a-x-1"))
    #expect(
      bucket.cases == 8 && bucket.nights == 4 && bucket.commits == ["c20", "c21", "c22", "c23"])
  }

  @Test("only days of the calendar are dates, and they are ordered")
  func dates() throws {
    for text in [
      "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "26-01-01", "2026-01-0x", "",
    ] {
      #expect(NightDate(text) == nil, "\(text)")
    }
    let days = try ["2024-02-29", "2025-12-31", "2026-01-01", "2026-01-10"].map {
      try #require(NightDate($0))
    }
    #expect(days.map(\.description) == ["2024-02-29", "2025-12-31", "2026-01-01", "2026-01-10"])
    #expect(days.sorted() == days)
  }
}
