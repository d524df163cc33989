// SPDX-License-Identifier: MIT

import Choices
import Foundation
import JSON
import TestSupport
import Testing

@testable import CorpusStore

@Suite("The record of a finding")
struct FindingRecordTests {
  private static let texts = ["", "a", "the answer is wrong", "\"quoted\"\n\u{1B}", "ü \u{2028}"]

  private static func size(
    _ names: [String], _ source: inout ChoiceSource
  ) throws(GenerationStop) -> FindingRecord.Size {
    var size = FindingRecord.Size([])
    for name in names {
      size.parts.append(.init(name: name, count: try source.integer(in: 0...40)))
    }
    return size
  }

  /// A generator of records of both subjects, with and without each optional part.
  private static let records = Generator<FindingRecord> { (source) throws(GenerationStop) in
    let isScript = try source.bool()
    let subject = isScript ? FindingRecord.Subject.script : .layout
    var record = FindingRecord(
      subject,
      FailureIdentity(
        name: "simplex", verdict: .wrongValue, on: subject, cause: isScript ? .alone : nil),
      signature: "simplex-wrongValue-0",
      summary: texts[try source.index(below: texts.count)],
      original: try size(subject.partNames, &source),
      minimized: try size(subject.partNames, &source), toolVersion: "0.1.0")
    if try source.bool() { record.seed = .max }
    if try source.bool() { record.caseIndex = try source.integer(in: 0...9) }
    if try source.bool() { record.profile = texts[try source.index(below: texts.count)] }
    record.minimization.calls = try source.integer(in: 0...9)
    record.minimization.acceptedSteps = try source.integer(in: 0...9)
    record.minimization.explanationIsCut = try source.bool()
    if try source.bool() { record.minimization.indifferent = ["the constant of c1"] }
    if try source.bool() {
      record.minimization.reducers = [.init(name: "bulk", attempts: 4, successes: 2)]
    }
    guard isScript else { return record }
    let hasEnding = try source.bool()
    record.failure = FailureIdentity(
      record.accused, record.verdict, cause: .alone,
      ending: hasEnding ? CrashEnding(exit: "exit3", words: texts[3]) : nil)
    if try source.bool() {
      let offer: JSONValue? = try source.bool() ? ["session": true] : nil
      record.program = .init(
        command: "python3 'a b'", version: "ones 1", offer: offer,
        timeout: try source.bool() ? 500_000_000 : nil)
    }
    if try source.bool() {
      let claim: String? = try source.bool() ? "optimal" : nil
      record.answer = .init(step: try source.integer(in: 0...9), claim: claim, values: ["1.0"])
    }
    return record
  }

  @Test("a record is read as it was written, and written again with the same bytes")
  func roundTrip() {
    forAll(Self.records) { record in
      let bytes = record.encoded
      let read = try? FindingRecord(decoding: bytes)
      return .when(
        read == record && read?.encoded == bytes,
        else: "read back as \(String(describing: read))")
    }
  }

  @Test("a program's own time limit is part of the command that runs its finding again")
  func timeout() {
    func command(_ timeout: UInt64?) -> String {
      FindingRecord.replayCommand(of: "f", accused: "a", command: "b", timeout: timeout)
    }
    #expect(command(nil) == "layoutfuzz replay f --external a=b")
    #expect(command(1_500_000_000) == "layoutfuzz replay f --external a=b --timeout 1500ms")
  }

  @Test("a changed byte is refused or read, and never traps")
  func damaged() {
    let damaged = Self.records.bind { record in
      Generator<[UInt8]> { (source) throws(GenerationStop) in
        var bytes = record.encoded
        let place = try source.index(below: bytes.count)
        bytes[place] = UInt8(try source.integer(in: 0...255))
        return bytes
      }
    }
    forAll(damaged) { bytes in
      guard let read = try? FindingRecord(decoding: bytes) else { return .holds }
      return .when(
        (try? FindingRecord(decoding: read.encoded)) == read, else: "not read as it was written")
    }
  }

  // MARK: - Version 1

  private static let stored = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Stored")

  /// Returns the stored records with their paths in `Tests/Stored`.
  private static func storedRecords() throws -> [(path: String, bytes: [UInt8])] {
    try FileManager.default.subpathsOfDirectory(atPath: stored.path)
      .filter { $0.hasSuffix("/finding.json") }.sorted()
      .map { ($0, Array(try Data(contentsOf: stored.appendingPathComponent($0)))) }
  }

  @Test("every stored record of version 2 is read, and written again to the byte")
  func version2() throws {
    var subjects: Set<FindingRecord.Subject> = []
    for (path, bytes) in try Self.storedRecords() where path.contains("-record-2/") {
      let record = try FindingRecord(decoding: bytes)
      #expect(record.encoded == bytes, "\(path)")
      subjects.insert(record.subject)
    }
    #expect(subjects == [.layout, .script])
  }

  @Test("every record of version 1 in the stored results is read with all members")
  func version1() throws {
    let records = try Self.storedRecords().filter { !$0.path.contains("-record-2/") }
    var scripts = 0
    for (path, bytes) in records {
      let json = try JSONParser.parse(bytes)
      let record = try FindingRecord(decoding: bytes)
      let isScript = json["layoutfuzzScriptFinding"] != nil
      #expect(record.subject == (isScript ? .script : .layout), "\(path)")
      #expect(record.signature == json["signature"]?.string, "\(path)")
      #expect(record.accused.name == json[isScript ? "solver" : "strategy"]?.string, "\(path)")
      #expect(record.verdict.name == json["verdict"]?.string, "\(path)")
      #expect(record.cause?.name == json["cause"]?.string, "\(path)")
      #expect(record.summary == json["summary"]?.string, "\(path)")
      #expect(record.caseIndex == json["caseIndex"]?.int, "\(path)")
      #expect(record.profile == json[isScript ? "madeFrom" : "profile"]?.string, "\(path)")
      #expect(record.minimization.end == json["minimizationEnd"]?.string, "\(path)")
      #expect(record.minimization.calls == json["calls"]?.int, "\(path)")
      #expect(record.minimization.acceptedSteps == json["acceptedSteps"]?.int, "\(path)")
      for (size, key) in [(record.original, "original"), (record.minimized, "minimized")] {
        #expect(size.parts.map(\.name) == record.subject.partNames, "\(path)")
        for part in size.parts { #expect(part.count == json[key]?[part.name]?.int, "\(path)") }
      }
      if isScript {
        scripts += 1
        let command = try #require(json["command"]?.string)
        #expect(record.program?.command == (command.isEmpty ? nil : command), "\(path)")
        #expect(record.program?.offer == json["adapter"], "\(path)")
        #expect(record.answer?.step == json["answer"]?["step"]?.int, "\(path)")
      }
      #expect(try FindingRecord(decoding: record.encoded) == record, "\(path)")
    }
    #expect(records.count >= 24 && scripts >= 6)
  }

  // MARK: - Rules between keys

  private static func script() -> FindingRecord {
    let record = FindingRecord(
      .script, FailureIdentity(.solver("ones"), .wrongValue, cause: .alone),
      signature: "ones-wrongValue-alone-0", summary: "wrong",
      original: .init([("steps", 4), ("constraints", 2), ("variables", 2)]),
      minimized: .init([("steps", 2), ("constraints", 1), ("variables", 1)]), toolVersion: "0.1.0")
    return record
  }

  @Test(
    "keys that belong to the other subject, or are missing, are refused",
    arguments: [
      ("\"subject\": \"script\"", "\"subject\": \"layout\""),
      ("\"cause\": \"alone\"", "\"profile\": \"edits\""),
      ("\"steps\": 4", "\"views\": 4"), ("\"variables\": 1", "\"a|b\": 1"),
    ])
  func rules(change: (from: String, to: String)) throws {
    let text = String(decoding: Self.script().encoded, as: UTF8.self)
    #expect(text.contains(change.from))
    #expect((try? FindingRecord(decoding: Array(text.utf8))) == Self.script())
    let changed = text.replacingOccurrences(of: change.from, with: change.to)
    #expect(throws: JSONError.self) { try FindingRecord(decoding: Array(changed.utf8)) }
  }

  @Test("a resumed minimization adds its work to that of the first one, and has its own end")
  func resumed() {
    var work = FindingRecord.Minimization(
      end: "stopped", calls: 7, acceptedSteps: 2,
      reducers: [.init(name: "bulk", attempts: 3, successes: 1)], indifferent: ["a"],
      explanationIsCut: true)
    work.resume(
      with: .init(
        end: "fixpoint", calls: 5, acceptedSteps: 1,
        reducers: [
          .init(name: "bulk", attempts: 2, successes: 1),
          .init(name: "numbers", attempts: 4, successes: 0),
        ], indifferent: ["b"]))
    #expect(
      work
        == .init(
          end: "fixpoint", calls: 12, acceptedSteps: 3,
          reducers: [
            .init(name: "bulk", attempts: 5, successes: 2),
            .init(name: "numbers", attempts: 4, successes: 0),
          ], indifferent: ["b"]))
  }

  @Test("a record of a script beside the file of a layout is refused")
  func wrongSubject() throws {
    let folder = try ScratchFolder()
    try AtomicFile.write(sampleBytes(1), to: "\(folder.path)/case.json")
    try AtomicFile.write(Self.script().encoded, to: "\(folder.path)/finding.json")
    let error = #expect(throws: LoadError.self) { try FindingStore.load(path: folder.path) }
    #expect(error?.description.contains("expected a finding about a layout") == true)
  }

  @Test("numbers whose sums could be too large are refused")
  func largeNumbers() throws {
    let text = String(decoding: Self.script().encoded, as: UTF8.self)
    for (name, value) in [("calls", Int.max), ("acceptedSteps", 1 << 53 + 1)] {
      let changed = text.replacing(
        try Regex("\"\(name)\": ?[0-9]+"), with: "\"\(name)\": \(value)")
      #expect(changed != text)
      #expect(throws: JSONError.self) { try FindingRecord(decoding: Array(changed.utf8)) }
    }
  }
}
