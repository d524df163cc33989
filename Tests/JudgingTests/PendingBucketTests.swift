// SPDX-License-Identifier: MIT

import Testing

@testable import Judging

@Suite("Buckets of pending findings")
struct PendingBucketTests {
  @Test(
    "names are made and recognized", arguments: ["simplex-wrongValue", "a-b-c", "", "e\u{301}"])
  func roundTrip(kind: String) {
    let bucket = PendingBucket(kind: kind)
    #expect(bucket.name == "\(kind)-unminimized")
    #expect(PendingBucket(named: bucket.name) == bucket)
    #expect(
      PendingBucket(named: bucket.name)?.kind.unicodeScalars.count == kind.unicodeScalars.count)
  }

  @Test(
    "other names are not those of pending findings",
    arguments: [
      "unminimized", "simplex-wrongValue-12345678", "simplex-unminimized-12345678",
      "simplex-unminimized\u{301}", "",
    ])
  func others(name: String) {
    #expect(PendingBucket(named: name) == nil)
  }

  @Test("a pending finding moves to a bucket of its kind only")
  func moves() {
    let bucket = PendingBucket(kind: "simplex-wrongValue")
    #expect(bucket.mayBecome("simplex-wrongValue-12345678"))
    for other in [bucket.name, "simplex-wrongValues-12345678", "naive-wrongValue-12345678"] {
      #expect(!bucket.mayBecome(other))
    }
  }
}
