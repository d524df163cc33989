// SPDX-License-Identifier: MIT

import Foundation
import JSON
import Nights
import Testing

@testable import CorpusStore

/// Reads files of earlier versions, with keys that have no meaning any more.
@Suite("Retired keys of stored files")
struct RetiredKeysTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the files of this name in `Tests/Stored`, sorted by path.
  private static func stored(_ name: String) throws -> [(path: String, bytes: [UInt8])] {
    let folder = root.appendingPathComponent("Tests/Stored")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return try paths.filter { $0.hasSuffix("/\(name)") }.map { path in
      (path, Array(try Data(contentsOf: folder.appendingPathComponent(path))))
    }
  }

  private static func has(_ key: String, _ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains("\"\(key)\"")
  }

  @Test("a finding with the key of a template is read, and written without it")
  func findings() throws {
    var count = 0
    for (path, bytes) in try Self.stored("finding.json") where Self.has("template", bytes) {
      count += 1
      let record = try FindingRecord(decoding: bytes)
      let folder = try #require(path.split(separator: "/").dropLast(2).last)
      #expect(record.signature == folder, "\(path)")
      #expect(!Self.has("template", record.encoded), "\(path)")
      #expect(try FindingRecord(decoding: record.encoded) == record, "\(path)")
    }
    #expect(count >= 18)
  }

  @Test("nights and registries with keys of templates are read, and written without them")
  func nights() throws {
    let registries = try Self.stored("registry.json")
    #expect(registries.count >= 2)
    for (path, bytes) in registries {
      #expect(Self.has("template", bytes), "\(path)")
      let registry = try BucketRegistry(decoding: bytes)
      #expect(registry.buckets.count == 8, "\(path)")
      #expect(!Self.has("template", registry.encoded), "\(path)")
      #expect(try BucketRegistry(decoding: registry.encoded) == registry, "\(path)")
    }
    let nights = try Self.stored("night.json")
    #expect(nights.count >= 4)
    for (path, bytes) in nights {
      #expect(Self.has("template", bytes), "\(path)")
      let night = try Night(decoding: bytes)
      #expect(!night.changes.isEmpty, "\(path)")
      #expect(!Self.has("template", night.encoded), "\(path)")
    }
  }

  @Test("a misspelled key is refused, and no retired key is suggested for it")
  func misspelled() throws {
    let stored = try Self.stored("finding.json").filter { Self.has("template", $0.bytes) }
    let text = String(decoding: try #require(stored.first).bytes, as: UTF8.self)
      .replacingOccurrences(of: "\"summary\"", with: "\"templat\"")
    let error = #expect(throws: JSONError.self) { try FindingRecord(decoding: Array(text.utf8)) }
    let message = try #require(error?.message)
    #expect(message.contains("unknown key \"templat\""), "\(message)")
    #expect(!message.contains("\"template\""), "\(message)")
  }
}
