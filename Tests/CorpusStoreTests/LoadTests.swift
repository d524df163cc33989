// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import Foundation
import JSON
import TestSupport
import Testing

@testable import CorpusStore

func makeLink(_ path: String, to target: String) throws {
  try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
}

@Suite("Reading findings")
struct LoadTests {
  private func failure(_ path: String) -> LoadError? {
    do throws(LoadError) {
      _ = try FindingStore.load(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test("A missing, unreadable or empty path is reported as such")
  func missing() throws {
    let folder = try ScratchFolder()
    #expect(failure("\(folder.path)/nowhere") == .missing(path: "\(folder.path)/nowhere"))
    #expect(failure(folder.path) == .noCase(folder: folder.path))
    try folder.write("", to: "empty.json")
    guard case .invalid(let diagnostic) = failure("\(folder.path)/empty.json") else {
      Issue.record("an empty file was read")
      return
    }
    #expect(diagnostic.location == SourceLocation(line: 1, column: 1))
  }

  @Test("A finding without its smallest case is unreadable, though its original is there")
  func noSmallest() throws {
    let folder = try ScratchFolder()
    var store = FindingStore(output: folder.path)
    let outcome = try store.finish(
      try store.begin(bytes: sampleBytes(500)), sampleFiles(sampleCase(1), sampleRecord()),
      report: { _ in "text" })
    let path = try #require(outcome.folder)
    try FileManager.default.removeItem(atPath: "\(path)/case.json")
    #expect(failure(path) == .missing(path: "\(path)/case.json"))
    #expect(mkfifo("\(path)/case.json", 0o600) == 0)
    guard case .noFile = failure(path) else {
      Issue.record("a pipe was read: \(String(describing: failure(path)))")
      return
    }
  }

  @Test("A broken case file is named with line and column")
  func brokenCase() throws {
    let folder = try ScratchFolder()
    try folder.write("{\n  \"layoutfuzz\": 1,\n  \"views\": oops\n}", to: "case.json")
    let error = failure(folder.path)
    guard case .invalid(let diagnostic) = error else {
      Issue.record("a broken case file was read: \(String(describing: error))")
      return
    }
    #expect(diagnostic.file == "\(folder.path)/case.json")
    #expect(diagnostic.location?.line == 3)
  }

  @Test(
    "A hostile finding.json is refused with the place",
    arguments: [
      ("\"signature\": \"simplex-worseThanOptimal-3f9a1c07\"", "\"signature\": \"../../etc\""),
      ("\"accused\": \"simplex\"", "\"accused\": \"a/b\""),
      ("\"calls\": 60", "\"calls\": -1"),
      ("\"calls\": 60", "\"calls\": 1e999"),
      ("\"calls\": 60", "\"calls\": 99999999999999999999999"),
      ("\"seed\": 18446744073709551615", "\"seed\": 18446744073709551616"),
      ("\"acceptedSteps\": 9", "\"acceptedSteps\": []"),
      ("\"layoutfuzz\": 2", "\"layoutfuzz\": 3"),
      ("\"layoutfuzz\": 2", "\"layoutfuzz\": 1"),
      ("\"subject\": \"layout\"", "\"subject\": \"page\""),
      ("\"toolVersion\"", "\"unknownKey\""),
      ("\"views\": 9", "\"views\": \"9\""),
      ("\"attempts\": 4", "\"attempts\": null"),
    ])
  func hostileRecord(_ change: (from: String, to: String)) throws {
    let folder = try ScratchFolder()
    try AtomicFile.write(CaseFile.encode(sampleCase(1)), to: "\(folder.path)/case.json")
    let text = String(decoding: sampleRecord().encoded, as: UTF8.self)
    #expect(text.contains(change.from))
    try folder.write(
      text.replacingOccurrences(of: change.from, with: change.to), to: "finding.json")
    guard case .invalid(let diagnostic) = failure(folder.path) else {
      Issue.record("accepted: \(change.to)")
      return
    }
    #expect(diagnostic.file == "\(folder.path)/finding.json")
    #expect((diagnostic.location?.line ?? 0) >= 1)
  }

  @Test(
    "A finding.json that is cut short or has a changed byte gives an error or a record, no trap")
  func mutatedRecords() {
    let bytes = sampleRecord().encoded
    for length in 0..<(bytes.count - 2) {
      #expect(throws: JSONError.self) { try FindingRecord(decoding: Array(bytes[..<length])) }
    }
    var random = Xoshiro256(seed: 1)
    for _ in 0..<2_000 {
      var changed = bytes
      changed[Int(random.upTo(UInt64(bytes.count - 1)))] = UInt8(truncatingIfNeeded: random.next())
      _ = try? FindingRecord(decoding: changed)
    }
  }

  @Test("The same record always gives the same bytes, and those give the same record")
  func canonicalRecord() throws {
    var record = sampleRecord()
    #expect(try FindingRecord(decoding: record.encoded) == record)
    record.seed = nil
    record.caseIndex = nil
    record.profile = nil
    record.minimization.reducers = []
    record.summary = "\"quoted\" \\ \u{1} line\nbreak"
    let decoded = try FindingRecord(decoding: record.encoded)
    #expect(decoded == record)
    #expect(decoded.encoded == record.encoded)
  }

  @Test("Choices that are not numbers are refused")
  func hostileChoices() throws {
    let folder = try ScratchFolder()
    try AtomicFile.write(CaseFile.encode(sampleCase(1)), to: "\(folder.path)/case.json")
    try folder.write("1 2 x", to: "choices.txt")
    guard case .invalid(let diagnostic) = failure(folder.path) else {
      Issue.record("choices with a letter were read")
      return
    }
    #expect(diagnostic.file.hasSuffix("choices.txt"))
  }
}
