// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Checks that `docs/trophies.md` describes each folder of `Corpus/trophies`, and no other.
struct TrophyTests {
  private static let folder = SourceTree.root.appendingPathComponent("Corpus/trophies")

  private static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("the page has a row and a section with all parts for each trophy, and no other")
  func page() throws {
    let text = try SourceTree.text(of: "docs/trophies.md")
    let rows = text.matches(of: /(?m)^\| `([\w-]+)` \| [^|]+ \d[^|]* \| shows \| [^|]+ \|$/)
    #expect(rows.map { String($0.1) }.sorted() == (try Self.names()))
    let parts = text.components(separatedBy: "\n### ").dropFirst()
    var described: [String] = []
    for part in parts {
      let name = String(part.prefix { $0 != "\n" })
      if name == "By design" { continue }
      described.append(name)
      for label in ["Promise", "Proof", "Cause", "Buckets"] {
        #expect(part.contains("\n- **\(label)**: "), "\(name) has no \(label)")
      }
    }
    #expect(described.sorted() == (try Self.names()))
  }

  @Test("each program is short, needs no file of this project and prints both results")
  func programs() throws {
    for name in try Self.names() {
      let text = try SourceTree.text(of: "Corpus/trophies/\(name)/program.py")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect((10...41).contains(lines.count), "\(name): \(lines.count) lines")
      #expect(text.hasPrefix("#!") && text.contains("expected:") && text.contains("actual:"))
      #expect(text.contains("sys.exit(") && !text.lowercased().contains("layoutfuzz"), "\(name)")
    }
  }
}
