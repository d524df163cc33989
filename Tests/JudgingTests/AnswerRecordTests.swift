// SPDX-License-Identifier: MIT

import Choices
import JSON
import LayoutGenerators
import LinearModel
import Scripts
import TestSupport
import Testing

@testable import Judging

@Suite("Records of answers")
struct AnswerRecordTests {
  private static func record(_ draws: inout Draws, cases: Int) -> AnswerRecord {
    let strategies = ["simplex", "naive"]
    let claims = strategies.map { name in
      AnswerRecord.Claims(
        strategy: name,
        answers: (0..<cases).map { _ in draws.pick(AnswerClass.allCases) })
    }
    let work = strategies.flatMap { name in
      Profile.allCases.map { profile in
        AnswerRecord.Work(
          strategy: name, profile: profile, cases: draws.below(9) + 1,
          sums: WorkCounter.allCases.map { _ in draws.below(100_000) })
      }
    }
    return AnswerRecord(
      seed: UInt64(draws.below(.max)) << 1 | UInt64(draws.below(2)), digest: "d", claims: claims,
      work: work, sessions: sessions(&draws))
  }

  private static func sessions(_ draws: inout Draws) -> SessionRecord {
    var sessions = SessionRecord()
    for readings in [1, 3, 40] {
      // Runs of equal answers, which are written as a number.
      let pick = AnswerClass.allCases
      sessions.claims.append(
        (0..<readings).map { $0 % 7 < 5 ? pick[readings % 2] : draws.pick(pick) })
    }
    for operation in [SessionRecord.Operation.add, .suggest] {
      let sums = SessionRecord.Measure.allCases.map { _ in draws.below(100_000) }
      sessions.work.append(.init(operation: operation, readings: 22, sums: sums))
    }
    return sessions
  }

  @Test("a record is read as it was written, and has no difference from itself")
  func roundTrip() {
    forAll(.drawn { Self.record(&$0, cases: 7) }, count: 250) { record in
      let read = try AnswerRecord(decoding: record.encoded)
      try claim(read, is: record)
      try claim(read.cases, is: 7)
      return .when(AnswerComparison(before: record, now: read).isEmpty, else: "a difference")
    }
  }

  @Test("every changed claim is in one difference, with its strategy and both answers")
  func claims() {
    let pairs = Generator.drawn { draws in
      (Self.record(&draws, cases: 9), Self.record(&draws, cases: 9))
    }
    forAll(pairs, count: 250) { before, now in
      let found = AnswerComparison(before: before, now: now).claims.filter { $0.subject == .case }
      var expected: [String] = []
      for (old, new) in zip(before.claims, now.claims) {
        for index in old.answers.indices where old.answers[index] != new.answers[index] {
          expected.append("\(old.strategy) \(index) \(old.answers[index]) \(new.answers[index])")
        }
      }
      let listed = found.flatMap { claim in
        claim.cases.map { "\(claim.strategy) \($0) \(claim.before) \(claim.now)" }
      }
      try claim(listed.sorted(), is: expected.sorted())
      let kinds = Set(found.map { "\($0.strategy) \($0.before) \($0.now)" })
      try claim(kinds.count, is: found.count)
      return expected.isEmpty ? .notApplicable : .holds
    }
  }

  @Test("the first changed answer of a script is in one difference, with the script's number")
  func scriptClaims() {
    let pairs = Generator.drawn { draws in
      (Self.record(&draws, cases: 1), Self.record(&draws, cases: 1))
    }
    forAll(pairs, count: 250) { before, now in
      let found = AnswerComparison(before: before, now: now).claims.filter { $0.subject == .script }
      var expected: [String] = []
      for (number, (old, new)) in zip(before.sessions.claims, now.sessions.claims).enumerated() {
        if let first = old.indices.first(where: { old[$0] != new[$0] }) {
          expected.append("session \(number) \(old[first]) \(new[first])")
        }
      }
      let listed = found.flatMap { claim in
        claim.cases.map { "\(claim.strategy) \($0) \(claim.before) \(claim.now)" }
      }
      try claim(listed.sorted(), is: expected.sorted())
      return expected.isEmpty ? .notApplicable : .holds
    }
  }

  @Test(
    "a sum of work is a difference from 3 percent on, in either direction, and never within 10 units",
    arguments: [
      (1000, 1030, false), (1000, 1031, true), (1000, 969, true), (5, 15, false), (5, 16, true),
      (0, 11, true),
    ])
  func work(before: Int, now: Int, differs: Bool) throws {
    func record(_ sum: Int) -> AnswerRecord {
      let counters = WorkCounter.allCases.indices
      return AnswerRecord(
        seed: 1, digest: "d", claims: [.init(strategy: "simplex", answers: [.optimal])],
        work: [
          .init(
            strategy: "simplex", profile: .competing, cases: 1,
            sums: counters.map { $0 == 1 ? sum : 7 })
        ])
    }
    let found = AnswerComparison(before: record(before), now: record(now)).work
    #expect(found.map(\.counter) == (differs ? ["pivots"] : []))
    if before == 1000, now == 1031 {
      #expect(
        found.map(\.text) == ["simplex, competing: pivots 1,000 before, 1,031 now (+3.1 %)"])
    }
  }

  @Test("damaged records are errors with a place, never traps")
  func damaged() {
    let damaged = Generator.drawn { draws in
      var damaged = Self.record(&draws, cases: 5).encoded
      let place = draws.below(damaged.count)
      if draws.chance() {
        damaged.removeSubrange(place...)
      } else {
        damaged[place] = UInt8(draws.below(256))
      }
      return damaged
    }
    forAll(damaged, count: 1_500, kinds: ["rejected": 50]) { damaged, kinds in
      do throws(JSONError) {
        _ = try AnswerRecord(decoding: damaged)
        return .holds
      } catch {
        kinds.note("rejected")
        return .when(error.location.line >= 1, else: "no place: \(error)")
      }
    }
  }

  @Test("the record is the same for any number of jobs, and that of other cases is not comparable")
  func sample() throws {
    let sample = AnswerSample(seed: 11, cases: 60)
    let one = try sample.record(jobs: 1)
    #expect(try sample.record(jobs: 3) == one)
    #expect(one.cases == 60 && one.claims.map(\.strategy) == Strategy.healthy.map(\.name))
    #expect(one.work.reduce(0) { $0 + $1.cases } == 60 * Strategy.healthy.count)
    #expect(one.claims[0].answers.contains(.optimal))
    #expect(one.sessions.claims.count == 8 && one.sessions.work.count > 5)
    let readings = one.sessions.claims.reduce(0) { $0 + $1.count }
    // A reading without operations before it has no work.
    #expect(one.sessions.work.reduce(0) { $0 + $1.readings } <= readings)
    let script = try SolverScript(decoding: try sample.file(ofScript: 7))
    #expect(script.steps.count { $0 == .solve } == one.sessions.claims[7].count)
    let other = try AnswerSample(seed: 12, cases: 60).record(jobs: 1)
    #expect(other.digest != one.digest && !other.isComparable(to: one))
    #expect(one.isComparable(to: one))
  }

  @Test("a record without a case, or without a strategy or kind of this build, is refused")
  func incomparable() throws {
    let records = Generator.drawn { draws in
      (Self.record(&draws, cases: 2), Self.record(&draws, cases: 0))
    }
    let (record, empty) = try #require(records.value(seed: 6))
    #expect(throws: JSONError.self) { _ = try AnswerRecord(decoding: empty.encoded) }
    let fewer = AnswerRecord(
      seed: record.seed, digest: record.digest, claims: Array(record.claims.dropLast()),
      work: record.work)
    let less = AnswerRecord(
      seed: record.seed, digest: record.digest, claims: record.claims,
      work: Array(record.work.dropLast()))
    #expect(!record.isComparable(to: fewer) && !record.isComparable(to: less))
  }
}
