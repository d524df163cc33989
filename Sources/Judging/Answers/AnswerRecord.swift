// SPDX-License-Identifier: MIT

import JSON
import LayoutGenerators
import LinearModel

/// The claims and the work of the healthy strategies and of the session on the first random cases
/// of a seed.
///
/// Both are deterministic. A later build that claims less, or works more or less, has another
/// record, also where every answer is right and no cost model is exceeded.
package struct AnswerRecord: Sendable, Hashable {
  /// The work of a strategy on all cases of one kind.
  package struct Work: Sendable, Hashable {
    package let strategy: String
    package let profile: Profile
    package internal(set) var cases: Int
    /// The sums of the counters, in the order of `WorkCounter.allCases`.
    package internal(set) var sums: [Int]
  }

  /// The claims of a strategy, one for each case in order.
  package struct Claims: Sendable, Hashable {
    package let strategy: String
    package internal(set) var answers: [AnswerClass]
  }

  package let seed: UInt64
  /// The digest of the generated cases: records of other cases are not comparable.
  package let digest: String
  package let claims: [Claims]
  package let work: [Work]
  /// The scripts of some of the cases.
  package let sessions: SessionRecord

  package var cases: Int { claims.first?.answers.count ?? 0 }

  /// Whether another record is of the same cases, strategies and kinds.
  package func isComparable(to other: AnswerRecord) -> Bool {
    digest == other.digest && claims.map(\.strategy) == other.claims.map(\.strategy)
      && work.map(\.strategy) == other.work.map(\.strategy)
      && work.map(\.profile) == other.work.map(\.profile)
  }

  init(
    seed: UInt64, digest: String, claims: [Claims], work: [Work],
    sessions: SessionRecord = SessionRecord()
  ) {
    self.seed = seed
    self.digest = digest
    self.claims = claims
    self.work = work
    self.sessions = sessions
  }
}

// MARK: - JSON

extension AnswerRecord {
  /// The number of the format.
  private static let version = 2

  /// The record as a file.
  package var encoded: [UInt8] {
    JSONWriter.document([
      "layoutfuzzAnswers": .number(Self.version), "seed": .string("\(seed)"),
      "digest": .string(digest),
      "claims": .members(claims.map { ($0.strategy, .string(Self.text($0.answers))) }),
      "work": .array(work.map(\.json)), "sessions": sessions.json,
    ])
  }

  /// Reads a file.
  ///
  /// - Parameter bytes: the content of the file.
  /// - Throws: the place of the first value that is not as expected.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "a record of answers",
      keys: ["layoutfuzzAnswers", "seed", "digest", "claims", "work", "sessions"])
    let version = try reader.required("layoutfuzzAnswers")
    guard version.int == Self.version else {
      throw version.error("expected the format version \(Self.version)")
    }
    let text = try reader.required("seed")
    guard let seed = UInt64(try text.requiredString("a seed in quotes")) else {
      throw text.error("expected a seed in quotes")
    }
    let members = try reader.required("claims")
    var claims: [Claims] = []
    for member in members.members ?? [] {
      claims.append(
        Claims(strategy: member.key, answers: try Self.answers(member.value)))
    }
    guard let first = claims.first, !first.answers.isEmpty,
      claims.allSatisfy({ $0.answers.count == first.answers.count })
    else { throw members.error("expected as many claims of each strategy, and at least one") }
    self.init(
      seed: seed, digest: try reader.required("digest").requiredString("a digest"), claims: claims,
      work: try reader.required("work").requiredList("work") { (value) throws(JSONError) in
        try Work(value)
      }, sessions: try SessionRecord(try reader.required("sessions")))
  }

  /// Returns a letter for each answer.
  private static func text(_ answers: [AnswerClass]) -> String {
    String(answers.map(\.letter))
  }

  private static func answers(_ value: JSONValue) throws(JSONError) -> [AnswerClass] {
    var answers: [AnswerClass] = []
    for letter in try value.requiredString("letters of answers") {
      guard let answer = AnswerClass.allCases.first(where: { $0.letter == letter }) else {
        throw value.error("'\(letter)' is the letter of no answer; known are o, f, i and g")
      }
      answers.append(answer)
    }
    return answers
  }
}

extension AnswerClass {
  /// The first letter of the name, which differs from the others.
  var letter: Character { name.first ?? "?" }
}

extension AnswerRecord.Work {
  fileprivate var json: JSONValue {
    .members(
      [
        ("strategy", .string(strategy)), ("profile", .string(profile.rawValue)),
        ("cases", .number(cases)),
      ] + zip(WorkCounter.allCases, sums).map { ($0.rawValue, .number($1)) })
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let counters = WorkCounter.allCases.map(\.rawValue)
    let reader = try JSONObjectReader(
      value, "work", keys: ["strategy", "profile", "cases"] + counters)
    var sums: [Int] = []
    for counter in counters {
      sums.append(try reader.required(counter).requiredCount("a sum"))
    }
    self.init(
      strategy: try reader.required("strategy").requiredString("a strategy"),
      profile: try reader.required("profile").requiredCase(of: Profile.self),
      cases: try reader.required("cases").requiredCount("a number of cases"), sums: sums)
  }
}
