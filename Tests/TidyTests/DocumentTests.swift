// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Checks that the documents are about existing files, targets and imports.
struct DocumentTests {
  static let documents =
    [
      "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Corpus/README.md",
      "scripts/adapters/README.md",
    ]
    + [
      "README", "benchmarks", "commands", "engines", "evaluation", "layoutbench-commands",
      "library",
      "nightly", "plug-in-your-solver",
      "read-a-verdict", "reports", "retired-experiments", "running-campaigns", "tour-app",
      "tour-engine", "trophies", "verdicts",
    ].map { "docs/\($0).md" }
    + [
      "benchmarks-and-pages", "campaigns", "exact-oracle", "interface-builder",
      "lowering-and-layout", "minimization", "mutation-testing", "nights", "processes", "records",
      "relaxation", "findings-of-check",
      "scripts", "self-tests",
      "simplex-and-session",
    ].map { "docs/internals/\($0).md" }

  @Test("the expected documents exist", arguments: documents + ["LICENSE", ".ci/run"])
  func exists(path: String) throws {
    #expect(!(try SourceTree.text(of: path)).isEmpty)
  }

  @Test("every path a document names exists", arguments: documents)
  func namedPathsExist(document: String) throws {
    let text = try SourceTree.text(of: document)
    let pattern = /`((?:Sources|Tests|Benchmarks|Corpus|docs|scripts)\/[\w\/.+-]*[\w\/])`/
    for match in text.matches(of: pattern) {
      let path = SourceTree.root.appendingPathComponent(String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(document) names \(match.1)")
    }
  }

  @Test("the code map of ARCHITECTURE.md has a row for every target and no other")
  func codeMapIsComplete() throws {
    let text = try SourceTree.text(of: "ARCHITECTURE.md")
    let rows = Set(text.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) })
    let targets = Set(try ImportDirectionTests.table().keys.filter { !$0.hasSuffix("Tests") })
    #expect(
      rows == targets, "only in one of the two: \(rows.symmetricDifference(targets).sorted())")
  }

  @Test("each target of the code map in ARCHITECTURE.md comes after all that it imports")
  func codeMapIsInOrder() throws {
    let text = try SourceTree.text(of: "ARCHITECTURE.md")
    let table = try ImportDirectionTests.table()
    var above: Set<String> = []
    for row in text.matches(of: /(?m)^\| `(\w+)` \|/) {
      let name = String(row.1)
      let below = table[name, default: []].subtracting(above)
      #expect(below.isEmpty, "\(name) imports \(below.sorted()), which come later")
      above.insert(name)
    }
    #expect(above.count >= 40)
  }

  @Test("CONTRIBUTING.md lists exactly the environment variables of the tool and its scripts")
  func environmentVariables() throws {
    let variable = /\bLAYOUTFUZZ_[A-Z_]*[A-Z]\b/
    var used: Set<String> = []
    for folder in ["Sources", "Tests", "Benchmarks", "scripts", ".ci", ".clusterfuzzlite"] {
      let base = SourceTree.root.appendingPathComponent(folder).path
      let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
      // Results of earlier versions name none.
      for name in names where !"\(folder)/\(name)".hasPrefix("Tests/Stored/") {
        let path = "\(base)/\(name)"
        guard let bytes = FileManager.default.contents(atPath: path),
          let text = String(bytes: bytes, encoding: .utf8), text.contains("LAYOUTFUZZ_")
        else { continue }
        used.formUnion(text.matches(of: variable).map { String($0.output) })
      }
    }
    let row = /^\| `(LAYOUTFUZZ_[A-Z_]+)` \| \S/
    let listed = try SourceTree.text(of: "CONTRIBUTING.md").split(separator: "\n")
      .compactMap { $0.firstMatch(of: row).map { String($0.1) } }
    #expect(used.count > 10)
    #expect(listed.count == Set(listed).count && Set(listed) == used, "\(listed), used: \(used)")
  }

  @Test("no tracked text contains a path of one machine")
  func noMachinePaths() throws {
    let files = SourceTree.allFiles.map { ($0.path, $0.text) }
    let texts = try Self.documents.map { ($0, try SourceTree.text(of: $0)) }
    for (path, text) in files + texts {
      for root in ["/ro" + "ot/", "/wo" + "rk/", "/fa" + "rm/"] {
        #expect(!text.contains(root), "\(path) holds \(root)")
      }
    }
  }
}
