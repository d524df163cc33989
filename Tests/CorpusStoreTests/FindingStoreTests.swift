// SPDX-License-Identifier: MIT

import Choices
import Digests
import Foundation
import TestSupport
import Testing

@testable import CorpusStore

@Suite("The finding store")
struct FindingStoreTests {
  private let choices = ChoiceSequence(values: [3, 0, -1])

  @Test("A finding is a folder in its bucket with six files, and reads back unchanged")
  func roundTrip() throws {
    let folder = try ScratchFolder()
    var store = FindingStore(output: folder.path)
    let draft = try store.begin(bytes: sampleBytes(500))
    let outcome = try store.finish(
      draft,
      FindingFiles(
        sampleRecord(), minimized: sampleBytes(1), choices: choices,
        certificate: Array("{}".utf8)), report: { "replay \($0)\n" })
    let path = try #require(outcome.folder)
    #expect(outcome == .new(folder: path))
    #expect(path.hasPrefix("\(folder.path)/findings/simplex-worseThanOptimal-3f9a1c07/"))
    #expect(
      folder.contents.filter { $0.contains(".") }.map { $0.split(separator: "/").last }
        == [
          "case.json", "certificate.json", "choices.txt", "finding.json", "original.json",
          "report.md",
        ])
    let loaded = try FindingStore.load(path: path)
    #expect(loaded.layoutCase == sampleCase(1))
    #expect(loaded.record == sampleRecord())
    #expect(loaded.choices == choices)
    #expect(try FindingStore.load(path: "\(path)/original.json").layoutCase == sampleCase(500))
    let report = String(path.dropFirst(folder.path.count + 1)) + "/report.md"
    #expect(try folder.text(report) == "replay \(path)\n")
  }

  @Test(
    "The original case is on disk before minimization begins, and replays after an interruption")
  func originalFirst() throws {
    let folder = try ScratchFolder()
    let store = FindingStore(output: folder.path)
    let draft = try store.begin(bytes: sampleBytes(500))
    let loaded = try FindingStore.load(path: draft.folder)
    #expect(loaded.layoutCase == sampleCase(500))
    #expect(loaded.record == nil)
    #expect(loaded.file.hasSuffix("/original.json"))
  }

  @Test("A bucket keeps four findings and counts the rest")
  func bucketLimit() throws {
    let folder = try ScratchFolder()
    var store = FindingStore(output: folder.path)
    var outcomes: [FindingStore.Outcome] = []
    for number in 0..<9 {
      let draft = try store.begin(bytes: sampleBytes(1000 + number))
      outcomes.append(
        try store.finish(
          draft, sampleFiles(sampleCase(number), sampleRecord()), report: { _ in "" }))
    }
    #expect(outcomes.dropFirst(4).allSatisfy { $0 == .counted })
    #expect(outcomes.prefix(4).allSatisfy { $0.folder != nil })
    #expect(store.counts == ["simplex-worseThanOptimal-3f9a1c07": 9])
    #expect(folder.contents.filter { $0.hasSuffix("case.json") }.count == 4)
    #expect(!folder.contents.contains { $0.contains("unfinished") })
  }

  @Test("The same minimized case is stored once, also by another run, for any original")
  func knownCase() throws {
    let folder = try ScratchFolder()
    var folders: Set<String?> = []
    for number in [7, 8, 9] {
      var store = FindingStore(output: folder.path)
      let draft = try store.begin(bytes: sampleBytes(number))
      let outcome = try store.finish(
        draft, sampleFiles(sampleCase(1), sampleRecord()), report: { _ in "" })
      folders.insert(outcome.folder)
      #expect((number == 7) == (outcome.folder.map { .new(folder: $0) } == outcome))
    }
    #expect(folders.count == 1)
    #expect(folder.contents.filter { $0.hasSuffix("original.json") }.count == 1)
  }

  @Test("Case ids depend on the content only")
  func stableIDs() {
    #expect(ContentHash.text("".utf8) == "cbf29ce484222325")
    #expect(ContentHash.text("a".utf8) == "af63dc4c8601ec8c")
    #expect(ContentHash.text("foobar".utf8) == "85944171f73967e8")
    #expect(ContentHash.text("foobar".utf8, digits: 8).count == 8)
  }

  @Test("A failed write is a typed error with the path, and leaves no incomplete file")
  func unwritable() throws {
    let folder = try ScratchFolder()
    try folder.write("not a folder", to: "file")
    #expect(throws: WriteError.self) {
      _ = try FindingStore(output: "\(folder.path)/file").begin(
        bytes: sampleBytes(1))
    }
    #expect(throws: WriteError.self) {
      _ = try FindingStore(output: "\(folder.path)/file/deeper").begin(
        bytes: sampleBytes(1))
    }
    let long = String(repeating: "x", count: 300)
    #expect(throws: WriteError.self) {
      _ = try FindingStore(output: "\(folder.path)/\(long)").begin(
        bytes: sampleBytes(1))
    }
    #expect(throws: WriteError.self) {
      try AtomicFile.write([1, 2, 3], to: "\(folder.path)/\(long)")
    }
    #expect(folder.contents == ["file"])
  }

  @Test("An unfinished write keeps the old content and leaves no temporary file")
  func interruptedWrite() throws {
    let folder = try ScratchFolder()
    // A folder cannot be replaced by a file: the last step, the rename, fails.
    let target = try Folder.make("target.json", inside: folder.path)
    #expect(throws: WriteError.self) { try AtomicFile.write([1, 2, 3], to: target) }
    #expect(folder.contents == ["target.json"])
    try AtomicFile.write([1], to: "\(folder.path)/fresh.json")
    try AtomicFile.write([2], to: "\(folder.path)/fresh.json")
    #expect(folder.contents == ["fresh.json", "target.json"])
    #expect(try folder.text("fresh.json") == "\u{2}")
  }

  @Test("The next output removes what a killed process left; files of other writers stay")
  func abandoned() throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/known.json"
    let ended = Process()
    ended.executableURL = URL(fileURLWithPath: "/bin/true")
    try ended.run()
    ended.waitUntilExit()
    let left = AtomicFile.temporaryName(of: path, process: ended.processIdentifier)
    let other = AtomicFile.temporaryName(of: path, process: getppid())
    for name in [left, other, "\(path).tmp-elsewhere-1", "\(path).tmp-x"] {
      try Data("half".utf8).write(to: URL(fileURLWithPath: name))
    }
    try OutputPlace(path, inputs: [], force: false).write([1])
    let kept = [path, other, "\(path).tmp-elsewhere-1", "\(path).tmp-x"]
    #expect(folder.contents.map { "\(folder.path)/\($0)" } == kept.sorted())
  }

  @Test("A finding that cannot be completed stays readable as unfinished")
  func interruptedFinish() throws {
    let folder = try ScratchFolder()
    var store = FindingStore(output: folder.path)
    let draft = try store.begin(bytes: sampleBytes(500))
    // A file is in the place of the bucket.
    try folder.write("in the way", to: "findings/\(sampleRecord().signature)")
    #expect(throws: WriteError.self) {
      _ = try store.finish(
        draft, sampleFiles(sampleCase(1), sampleRecord()), report: { _ in "" })
    }
    #expect(try FindingStore.load(path: draft.folder).layoutCase == sampleCase(500))
  }

  @Test(
    "No file is written or removed behind a symbolic link",
    arguments: ["findings", "findings/unfinished", "findings/bucket"])
  func linksOut(place: String) throws {
    let folder = try ScratchFolder()
    let outside = try ScratchFolder()
    for path in ["0123456789abcdef", "bucket/0123456789abcdef", "unfinished/0123456789abcdef"] {
      try FileManager.default.createDirectory(
        atPath: "\(outside.path)/\(path)", withIntermediateDirectories: true)
      try outside.write("{}", to: "\(path)/original.json")
    }
    let before = outside.contents
    if place != "findings" {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/findings", withIntermediateDirectories: true)
    }
    try makeLink("\(folder.path)/\(place)", to: outside.path)
    let store = FindingStore(output: folder.path)
    store.discardUnfinished()
    store.discard(.init(folder: "\(folder.path)/findings/unfinished/0123456789abcdef"))
    FindingStore.remove(finding: "\(folder.path)/findings/bucket/0123456789abcdef")
    #expect(outside.contents == before)
    if place != "findings/bucket" {
      let error = #expect(throws: WriteError.self) {
        _ = try store.begin(bytes: sampleBytes(500))
      }
      #expect(error?.description.contains("symbolic link") == true)
    }
    #expect(outside.contents == before)
  }

  @Test("A symbolic link in place of a bucket is not followed")
  func symbolicLink() throws {
    let folder = try ScratchFolder()
    let outside = try ScratchFolder()
    var store = FindingStore(output: folder.path)
    let draft = try store.begin(bytes: sampleBytes(500))
    try makeLink("\(folder.path)/findings/\(sampleRecord().signature)", to: outside.path)
    #expect(throws: WriteError.self) {
      _ = try store.finish(
        draft, sampleFiles(sampleCase(1), sampleRecord()), report: { _ in "" })
    }
    #expect(outside.contents.isEmpty)
  }
}
