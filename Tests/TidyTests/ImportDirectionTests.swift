// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Checks imports: a target may import the targets of its row in `Package.swift`, and from the
/// toolchain only the listed modules.
struct ImportDirectionTests {
  /// The modules of the toolchain that each target may import.
  ///
  /// Targets not listed may import none: the core reads no clock, no environment and no files.
  static let toolchainImports: [String: Set<String>] = [
    "Clocks": ["Synchronization"],
    "Platform": ["Darwin", "Glibc", "Synchronization"],
    "Pools": ["Dispatch", "Foundation", "Synchronization"],
    "Oracles": ["Synchronization"],
    "CaseFormats": ["Foundation", "FoundationXML"],
    "DocumentCampaigns": ["Foundation", "FoundationXML"],
    "RegularFiles": ["Foundation"],
    "CorpusStore": ["Foundation"],
    "ExternalSolvers": ["Foundation", "Synchronization"],
    "Processes": ["Foundation", "Synchronization"],
    "Supervision": ["Foundation", "Dispatch", "Synchronization"],
    "Nights": ["Foundation", "Synchronization"],
    "Judging": ["Foundation", "Synchronization"],
    "CampaignEngine": ["Foundation", "Synchronization"],
    "ToolSupport": ["Foundation", "Synchronization"],
    "Checking": ["Foundation", "Synchronization"],
    "StoredRuns": ["Foundation", "Synchronization"],
    "layoutfuzz": ["Foundation", "Dispatch", "Synchronization"],
    "Statistics": ["Foundation"],
    "BenchmarkKit": ["Foundation"],
    "BenchmarkSuites": ["Foundation"],
    "PeerBenchmarks": ["Foundation"],
    "layoutbench": ["Foundation"],
  ]

  /// Returns the rows of `Package.swift`: target name to dependencies.
  static func table() throws -> [String: Set<String>] {
    let manifest = try SourceTree.text(of: "Package.swift")
    let flat = manifest.replacing(/\s+/, with: " ")
    var rows: [String: Set<String>] = [:]
    for match in flat.matches(of: /(?:library|tests)\( ?"(\w+)", ?\[([^\]]*)\]/) {
      rows[String(match.1)] = names(in: match.2)
    }
    for match in flat.matches(of: /executableTarget\( ?name: "(\w+)", dependencies: \[([^\]]*)\]/) {
      rows[String(match.1)] = names(in: match.2)
    }
    return rows
  }

  private static func names(in list: Substring) -> Set<String> {
    Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
  }

  static func imports(of file: SourceTree.File) -> [String] {
    let pattern = /^\s*(?:@\w+\s+)?import\s+(?:\w+\s+)?(\w+)/
    return file.codeLines.compactMap { line in
      line.contains("import") ? line.firstMatch(of: pattern).map { String($0.1) } : nil
    }
  }

  @Test("a target imports only the modules of its row")
  func sourcesFollowTheTable() throws {
    let table = try Self.table()
    #expect(table.count >= 12, "the rows of Package.swift were not understood")
    for file in ["Sources", "Benchmarks"].flatMap(SourceTree.swiftFiles) {
      let row = try #require(table[file.target], "\(file.path) belongs to no target")
      let allowed = row.union(Self.toolchainImports[file.target] ?? [])
      for name in Self.imports(of: file) {
        #expect(allowed.contains(name), "\(file.path) imports \(name), which its row does not name")
      }
    }
  }

  @Test("a target uses every module of its row")
  func noDeadRows() throws {
    let table = try Self.table()
    for folder in ["Sources", "Benchmarks"] {
      let files = SourceTree.swiftFiles(in: folder)
      for (target, row) in table.sorted(by: { $0.key < $1.key }) {
        let own = files.filter { $0.target == target }
        if own.isEmpty { continue }
        let used = Set(own.flatMap(Self.imports))
        for name in row.sorted() {
          #expect(used.contains(name), "\(target) does not use \(name)")
        }
      }
    }
  }

  @Test("the package has no dependencies")
  func noPackageDependencies() throws {
    let manifest = try SourceTree.text(of: "Package.swift")
    #expect(!manifest.contains(".package("))
  }

  @Test("the product for other packages has no unsafe flags, which SwiftPM refuses there")
  func unsafeFlags() throws {
    let parts = try SourceTree.text(of: "Package.swift").components(separatedBy: "unsafeFlags")
    #expect(parts.count == 3, "flags belong into `settings(of:)`")
    let start = try #require(parts[0].range(of: "let unoptimized: Set = ["))
    let names = parts[0][start.upperBound...]
    #expect(names.contains("\"Reporting\"") && names.contains("\"Oracles\""))
    #expect(!names.contains("\"LayoutSolving\""))
  }
}
