// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Foundation
import TestSupport
import Testing

@testable import CampaignEngine

@Suite("Pending duplicates of findings")
struct PendingDuplicateTests {
  private struct Placed {
    let folder: String
    let kind: String
    let isPending: Bool
    let original: String?
    let isWhole: Bool
  }

  @Test(
    "a finding is a pending duplicate if the same case of the same kind has a bucket",
    arguments: 0..<50 as Range<UInt64>)
  func pairs(seed: UInt64) throws {
    var random = Xoshiro256(seed: seed)
    func draw(_ words: [String]) -> String { words[Int(random.next() % UInt64(words.count))] }
    let root = TestFolder.root.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: root) }
    var findings: [Placed] = []
    for number in 0..<random.next() % 10 {
      let kind = draw(["simplex-wrongValue", "simplex-crash", "session-wrongValue-alone"])
      let end = draw(["unminimized", "unminimized", "0f3c9a1e", "11111111"])
      let folder = "\(root)/findings/\(kind)-\(end)/\(number)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let original = random.next() % 8 == 0 ? nil : draw(["one", "two", "three"])
      if let original {
        try Data(original.utf8).write(to: URL(fileURLWithPath: "\(folder)/original.json"))
      }
      let isWhole = random.next() % 4 != 0
      if isWhole { try Self.complete(folder, bucket: "\(kind)-\(end)") }
      findings.append(
        Placed(
          folder: folder, kind: kind, isPending: end == "unminimized", original: original,
          isWhole: isWhole))
    }
    var expected: [String: String] = [:]
    for finding in findings where finding.isPending && finding.original != nil {
      expected[finding.folder] =
        findings.first {
          !$0.isPending && $0.isWhole && $0.kind == finding.kind
            && $0.original == finding.original
        }?.folder
    }
    #expect(PendingDuplicate.pairs(in: findings.map(\.folder)) == expected, "seed \(seed)")
  }

  /// Writes the files that make a folder a readable finding.
  private static func complete(_ folder: String, bucket: String) throws {
    let text =
      #"{"layoutfuzz": 1, "environment": {"size": [9, 9]}, "views": [{"id": "root"}]}"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/case.json"))
    try Data(sampleRecord(bucket).encoded).write(to: URL(fileURLWithPath: "\(folder)/finding.json"))
  }
}
