// SPDX-License-Identifier: MIT

import Choices
import Foundation
import Testing

@testable import CampaignEngine

@Suite("Findings that wait beside themselves")
struct WaitingTwinTests {
  @Test(
    "a finding waits beside itself where the same case of the same kind has a bucket of its own",
    arguments: 0..<50 as Range<UInt64>)
  func pairs(seed: UInt64) throws {
    var random = Xoshiro256(seed: seed)
    func draw(_ words: [String]) -> String { words[Int(random.next() % UInt64(words.count))] }
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: root) }
    var findings: [(folder: String, kind: String, isWaiting: Bool, original: String?)] = []
    for number in 0..<random.next() % 10 {
      let kind = draw(["simplex-wrongValue", "simplex-crash", "session-wrongValue-alone"])
      let end = draw(["unminimized", "unminimized", "0f3c9a1e", "11111111"])
      let folder = "\(root)/findings/\(kind)-\(end)/\(number)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let original = random.next() % 8 == 0 ? nil : draw(["one", "two", "three"])
      if let original {
        try Data(original.utf8).write(to: URL(fileURLWithPath: "\(folder)/original.json"))
      }
      findings.append((folder, kind, end == "unminimized", original))
    }
    var expected: [String: String] = [:]
    for finding in findings where finding.isWaiting && finding.original != nil {
      expected[finding.folder] =
        findings.first {
          !$0.isWaiting && $0.kind == finding.kind && $0.original == finding.original
        }?.folder
    }
    #expect(WaitingTwin.pairs(in: findings.map(\.folder)) == expected, "seed \(seed)")
  }
}
