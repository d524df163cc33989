// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import Judging
import TestSupport
import Testing

@testable import Nights

@Suite("Queues of pending findings in nights")
struct NightQueueTests {
  /// A queue and a bucket of the same kind of failure, for each kind of subject.
  private struct Kinds: Sendable, CustomTestStringConvertible {
    let subject: String
    /// The verdicts with their causes in the queue and in the bucket.
    let (pending, known): (String, String)
    var ending = ""

    var queue: String {
      "\(subject)-\(pending)" + (pending.hasSuffix("-unexamined") ? "" : ending) + "-unminimized"
    }
    var testDescription: String { queue }

    func bucket(_ shape: String) -> String { "\(subject)-\(known)\(ending)-\(shape)" }

    static let all = [
      Kinds(subject: "simplex", pending: "wrongValue", known: "wrongValue"),
      Kinds(subject: "session", pending: "wrongValue-alone", known: "wrongValue-alone"),
      Kinds(subject: "session", pending: "crash-unexamined", known: "crash-alone"),
      Kinds(subject: "ref", pending: "message-afterEdits", known: "message-afterEdits"),
      Kinds(subject: "ref", pending: "crash-unexamined", known: "crash-alone"),
      Kinds(subject: "kiwi", pending: "crash-alone", known: "crash-alone", ending: "-exit3"),
      Kinds(subject: "kiwi", pending: "crash-unexamined", known: "crash-alone", ending: "-exit3"),
    ]
    static let unrepeatable = Kinds(
      subject: "kiwi", pending: "crash-unrepeatable", known: "crash-sometimes")
  }

  /// The nights of one folder, in which buckets are found and replayed.
  private struct Course {
    let kinds: Kinds
    var registry = BucketRegistry()
    var number = 0

    /// Returns the changes of a night with the buckets `stored`, whose cases fail except those of
    /// `passing`, and random cases in the buckets `found`.
    mutating func night(
      _ stored: [String], found: [String] = [], passing: [String] = []
    ) throws -> [String: BucketChange.Kind] {
      number += 1
      func part(_ name: String) -> FailingPart {
        let text = PendingQueue(named: name) == nil ? kinds.known : kinds.pending
        return FailingPart(kinds.subject, text: text)
      }
      func file(_ name: String) -> String { "findings/\(name)/1/case.json" }
      let replays = stored.map { name in
        ReplayedCase(
          path: file(name), bucket: name, hash: "h",
          outcome: passing.contains(name)
            ? .passes : .fails([.init(failing: part(name), summary: "off")]))
      }
      let night = try NightComparisonTests.night(
        replays,
        found.map { .init(signature: $0, failing: part($0), summary: "s", cases: 1) },
        registry, number: number,
        stored: stored.map { .init(bucket: $0, caseFile: file($0), bytes: 9) })
      registry.take(night.changes, of: number)
      #expect(try BucketRegistry(decoding: registry.encoded) == registry)
      return Dictionary(
        uniqueKeysWithValues: night.changes.map { ($0.bucket.signature, $0.kind) })
    }
  }

  @Test("a known fault that is cut short in a later night is still open", arguments: Kinds.all)
  private func cutShort(kinds: Kinds) throws {
    let (queue, known, other) = (kinds.queue, kinds.bucket("11111111"), kinds.bucket("22222222"))
    var course = Course(kinds: kinds)
    #expect(try course.night([known], found: [known]) == [known: .new])
    #expect(
      try course.night([known, queue], found: [queue]) == [known: .stillOpen, queue: .stillOpen])
    // Minimized, it is the known fault, or another one, which no night has listed yet.
    let open = course
    #expect(try course.night([known]) == [known: .stillOpen, queue: .moved])
    course = open
    #expect(
      try course.night([known, other]) == [known: .stillOpen, queue: .moved, other: .new])
    // The known fault is fixed, and the pending finding still fails: it is another one.
    course = open
    #expect(
      try course.night([known, queue], passing: [known]) == [known: .fixed, queue: .new])
    #expect(try course.night([known, queue], passing: [known]) == [queue: .stillOpen])
    // Both found in one night are one new finding.
    course = Course(kinds: kinds)
    #expect(
      try course.night([known, queue], found: [known, queue]) == [known: .new, queue: .stillOpen])
  }

  @Test("a failure that did not show again is new beside open buckets of its verdict")
  func unrepeatable() throws {
    let (queue, known) = (Kinds.unrepeatable.queue, Kinds.unrepeatable.bucket("11111111"))
    var course = Course(kinds: .unrepeatable)
    #expect(try course.night([known], found: [known]) == [known: .new])
    // No later night would minimize it and list its bucket as new.
    #expect(try course.night([known, queue], found: [queue])[queue] == .new)
    #expect(try course.night([known, queue], found: [queue])[queue] == .stillOpen)
  }

  @Test("a queue that counts as a known fault covers no other queue, in any later night")
  func chain() throws {
    let kinds = Kinds(
      subject: "kiwi", pending: "crash-unexamined", known: "crash-alone", ending: "-exit5")
    let known = kinds.bucket("11111111")
    let other = "kiwi-crash-alone-exit3-unminimized"
    var course = Course(kinds: kinds)
    _ = try course.night([known], found: [known])
    let second = try course.night([known, kinds.queue, other], found: [kinds.queue, other])
    #expect(second == [known: .stillOpen, kinds.queue: .stillOpen, other: .new])
    let third = try course.night([known, kinds.queue, other])
    #expect(third == [known: .stillOpen, kinds.queue: .stillOpen, other: .stillOpen])
  }

  @Test("a queue that belongs to another one is still open in each later night")
  func covered() throws {
    let kinds = Kinds(subject: "kiwi", pending: "crash-unexamined", known: "crash-alone")
    let other = "kiwi-crash-alone-unminimized"
    var course = Course(kinds: kinds)
    #expect(try course.night([kinds.queue], found: [kinds.queue]) == [kinds.queue: .new])
    for _ in 0..<2 {
      let changes = try course.night([kinds.queue, other], found: [other])
      #expect(changes == [kinds.queue: .stillOpen, other: .stillOpen])
    }
  }

  @Test("a fixed queue is reopened by its own cases, not by another case of a known fault")
  func fixedQueue() throws {
    let kinds = Kinds(subject: "simplex", pending: "wrongValue", known: "wrongValue")
    let known = kinds.bucket("11111111")
    var course = Course(kinds: kinds)
    _ = try course.night([known, kinds.queue], found: [known, kinds.queue])
    let fixed = try course.night([known, kinds.queue], passing: [kinds.queue])
    #expect(fixed == [known: .stillOpen, kinds.queue: .fixed])
    var again = course
    let own = try again.night([known, kinds.queue])
    #expect(own == [known: .stillOpen, kinds.queue: .reopened])
    let cutShort = try course.night(
      [known, kinds.queue], found: [kinds.queue], passing: [kinds.queue])
    #expect(cutShort == [known: .stillOpen, kinds.queue: .stillOpen])
  }

  @Test("a pending finding of another kind is new", arguments: Kinds.all)
  private func otherKinds(kinds: Kinds) throws {
    var course = Course(kinds: kinds)
    let others = [
      "\(kinds.subject)-malformed-alone-11111111", "\(kinds.subject)2-\(kinds.known)-11111111",
    ]
    _ = try course.night(others, found: others)
    let changes = try course.night(others + [kinds.queue], found: [kinds.queue])
    #expect(changes[kinds.queue] == .new)
  }

  @Test(
    "a minimized finding is known since the night in which it was cut short", arguments: Kinds.all)
  private func minimizedLater(kinds: Kinds) throws {
    let folder = try TestFolder.make().path
    func seal(_ name: String) throws -> FindingSeal {
      let path = "\(folder)/findings/\(name)/1"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data("case".utf8).write(to: URL(fileURLWithPath: "\(path)/original.json"))
      return FindingSeal(of: "findings/\(name)/1", in: folder)
    }
    let (queue, small) = (kinds.queue, kinds.bucket("11111111"))
    var course = Course(kinds: kinds)
    #expect(try course.night([queue], found: [queue]) == [queue: .new])
    course.registry.seal([try seal(queue)], history: NightHistory())
    let changes = try NightComparisonTests.night(
      [
        ReplayedCase(
          path: "findings/\(small)/1/case.json", bucket: small, hash: "h",
          outcome: .fails([
            .init(failing: FailingPart(kinds.subject, text: kinds.known), summary: "off")
          ]))
      ], [], course.registry, number: 2,
      stored: [.init(bucket: small, caseFile: "findings/\(small)/1/case.json", bytes: 9)],
      seals: [try seal(small)]
    ).changes
    let kindsByName = Dictionary(
      uniqueKeysWithValues: changes.map { ($0.bucket.signature, $0.kind) })
    #expect(kindsByName == [queue: .moved, small: .stillOpen])
    let bucket = try #require(changes.first { $0.bucket.signature == small }?.bucket)
    #expect(bucket.first.number == 1 && bucket.failing.text == kinds.known)
  }
}
