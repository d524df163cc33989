// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Foundation
import JSON
import TestSupport
import Testing

@Suite("The stored result of a campaign")
struct CampaignRecordTests {
  static func record(seed: UInt64) -> CampaignRecord {
    var source = Xoshiro256(seed: seed)
    func count() -> Int { Int(source.next() % 1_000_000) }
    var record = CampaignRecord(
      toolVersion: "0.1.0", seed: source.next(), cases: count(), digest: "0\u{1B}\"",
      nanoseconds: source.next(), profiles: [.init("a", count()), .init("b", count())],
      strategies: [.init("simplex", [.init("optimal", count()), .init("wrong", count())])],
      laws: seed % 2 == 0 ? [] : [.init("mirror", [.init("held", count())])], undecided: count(),
      occurrences: [
        .init(signature: "s", cases: count(), firstCase: count()),
        .init(
          signature: "t", firstCase: count(),
          BucketShare(cases: count(), examined: count(), failing: count())),
      ])
    record.health = [.init("behaviours", [.init("seen", count())])]
    record.warnings = seed % 2 == 0 ? [] : ["w\n"]
    record.canary =
      seed % 3 == 0 ? nil : .init(name: "c", cases: count(), isCaught: seed % 2 == 0)
    record.internalFailures = [
      .init(caseIndex: count(), message: "m\n", path: seed % 2 == 0 ? nil : "p")
    ]
    return record
  }

  @Test("a record is read as it was written", arguments: 0..<40 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let record = Self.record(seed: seed)
    #expect(try CampaignRecord(decoding: record.encoded) == record, "seed \(seed)")
  }

  @Test("damaged files are errors, never traps", arguments: 0..<200 as Range<UInt64>)
  func damaged(seed: UInt64) {
    var source = Xoshiro256(seed: seed)
    var bytes = Self.record(seed: seed).encoded
    for _ in 0..<3 {
      let place = Int(source.next() % UInt64(bytes.count))
      if source.next() % 2 == 0 { bytes.removeSubrange(place...) }
      if bytes.isEmpty { break }
      bytes[place % bytes.count] = UInt8(truncatingIfNeeded: source.next())
    }
    // A changed text may be a valid record, which is then written as it was read.
    if let record = try? CampaignRecord(decoding: bytes) {
      #expect((try? CampaignRecord(decoding: record.encoded)) == record, "seed \(seed)")
    }
  }

  @Test("the number of occurrences of a bucket is stored as far as it is known")
  func share() {
    #expect(BucketShare(cases: 1, examined: 1, failing: 1).text == "1 case")
    #expect(BucketShare(cases: 3, examined: 4, failing: 4).text == "3 cases")
    #expect(
      BucketShare(cases: 3, examined: 7, failing: 1200).text
        == "3 of 7 examined cases, of 1,200 with this verdict")
  }

  @Test(
    "the title of a bucket claims no case that is known to be of another one",
    arguments: [
      (BucketShare(cases: 1, examined: 1, failing: 1), "1 case", nil),
      (BucketShare(cases: 3, examined: 4, failing: 4), "3 cases", nil),
      (
        BucketShare(cases: 4, examined: 4, failing: 300), "300 cases",
        "4 cases examined, all in this bucket"
      ),
      (
        BucketShare(cases: 1, examined: 10, failing: 295), "1 of 10 examined cases",
        "295 cases with this verdict, 10 examined"
      ),
    ])
  func headline(share: BucketShare, title: String, examined: String?) {
    #expect(share.headline == title)
    #expect(share.examinedText == examined)
  }

  @Test("another version is refused, and errors are named")
  func version() {
    let text = String(decoding: Self.record(seed: 1).encoded, as: UTF8.self)
    for (from, to) in [
      ("\"layoutfuzzCampaign\": 1", "\"layoutfuzzCampaign\": 2"),
      ("\"undecided\": ", "\"undecidet\": "),
      ("\"optimal\": ", "\"optimal\": -"),
    ] {
      let changed = text.replacingOccurrences(of: from, with: to)
      #expect(changed != text)
      #expect(throws: JSONError.self) { try CampaignRecord(decoding: Array(changed.utf8)) }
    }
  }

  @Test("a later campaign replaces the record completely")
  func stored() throws {
    let folder = TestFolder.root
      .appendingPathComponent("layoutfuzz-record-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for seed in 1...2 as ClosedRange<UInt64> {
      try Self.record(seed: seed).store(in: folder.path)
      let bytes = try Data(contentsOf: folder.appendingPathComponent(CampaignRecord.fileName))
      #expect(try CampaignRecord(decoding: Array(bytes)) == Self.record(seed: seed))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == [CampaignRecord.fileName])
    #expect(throws: WriteError.self) { try Self.record(seed: 1).store(in: folder.path + "/no") }
  }
}
