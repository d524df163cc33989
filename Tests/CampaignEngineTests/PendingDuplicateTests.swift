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
    let id: String
    let isPending: Bool
    let original: String?
    let isWhole: Bool
  }

  @Test(
    "a finding is a pending duplicate if its original or smallest case, of its kind, has a bucket",
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
      let id = draw(["a", "b", "c", "\(number)"])
      let folder = "\(root)/findings/\(kind)-\(end)/\(id)"
      if findings.contains(where: { $0.folder == folder }) { continue }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let original = random.next() % 8 == 0 ? nil : draw(["one", "two", "three"])
      if let original {
        try Data(original.utf8).write(to: URL(fileURLWithPath: "\(folder)/original.json"))
      }
      let isWhole = random.next() % 4 != 0
      if isWhole { try Self.complete(folder, bucket: "\(kind)-\(end)") }
      findings.append(
        Placed(
          folder: folder, kind: kind, id: id, isPending: end == "unminimized", original: original,
          isWhole: isWhole))
    }
    var expected: [String: String] = [:]
    for finding in findings where finding.isPending {
      let owners = findings.filter { !$0.isPending && $0.isWhole && $0.kind == finding.kind }
      let first = owners.first { finding.original != nil && $0.original == finding.original }
      expected[finding.folder] =
        (first ?? owners.first { finding.isWhole && $0.id == finding.id })?.folder
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
