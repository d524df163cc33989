// SPDX-License-Identifier: MIT

import Digests
import JSON

/// The results of scripts as counts; counts of disjoint sets of cases add up.
package struct ProgramCounts: Sendable, Hashable {
  /// The results of one program.
  package struct Program: Sendable, Hashable {
    /// The number of scripts without a failure.
    package var passed = 0
    package var wrong = 0
    package var gaveUp = 0
    /// Why it gave up.
    package var reasons = GiveUpReasons()
    /// The number of scripts about which no claim is made, since exact answers or their comparison
    /// take too long.
    package var undecided = 0
    /// The number of judged replies.
    package var replies = 0
    /// The number of judged replies with a verdict.
    package var decided = 0

    /// Whether at least one reply has a verdict.
    package var hasVerdict: Bool { wrong > 0 || decided > 0 }
  }

  package private(set) var cases = 0
  /// The number of scripts that the oracle did not solve within its limit for any program.
  package private(set) var skipped = 0
  /// The number of cases by position in `ProgramKind.scriptKinds`.
  package private(set) var scriptKinds: [Int]
  /// The results by position in `ProgramSettings.pools`.
  package private(set) var programs: [Program]
  package private(set) var digest = CampaignDigest()

  init(programs count: Int, scriptKinds: Int) {
    programs = [Program](repeating: Program(), count: count)
    self.scriptKinds = [Int](repeating: 0, count: scriptKinds)
  }

  /// Counts a completed case.
  ///
  /// - Parameters:
  ///   - index: the index of the case.
  ///   - hash: the hash of its script and its exact answers.
  ///   - kind: the position of the kind of script; nil when there is only one.
  mutating func end(case index: Int, hash: UInt64, kind: Int? = nil) {
    cases += 1
    if let kind { scriptKinds[kind] += 1 }
    digest.add(case: index, hash: hash)
  }

  /// Counts a case that the oracle did not solve.
  mutating func skip(case index: Int, kind: Int? = nil) {
    skipped += 1
    end(case: index, hash: 0, kind: kind)
  }

  /// Adds to the results of one program.
  mutating func count(program position: Int, _ change: (inout Program) -> Void) {
    change(&programs[position])
  }

  static func += (lhs: inout ProgramCounts, rhs: ProgramCounts) {
    lhs.cases += rhs.cases
    lhs.skipped += rhs.skipped
    for index in lhs.scriptKinds.indices { lhs.scriptKinds[index] += rhs.scriptKinds[index] }
    for index in lhs.programs.indices {
      for part in Program.parts {
        lhs.programs[index][keyPath: part] += rhs.programs[index][keyPath: part]
      }
      lhs.programs[index].reasons += rhs.programs[index].reasons
    }
    lhs.digest += rhs.digest
  }
}

// MARK: - JSON

extension ProgramCounts.Program {
  fileprivate static var parts: [WritableKeyPath<Self, Int>] {
    [\.passed, \.wrong, \.gaveUp, \.undecided, \.replies, \.decided]
  }
}

extension ProgramCounts {
  private static let keys = [
    "cases", "skipped", "scriptKinds", "programs", "reasons", "digest",
  ]

  var json: JSONValue {
    [
      "cases": .number(cases), "skipped": .number(skipped),
      "scriptKinds": .array(scriptKinds.map { .number($0) }),
      "programs": .array(
        programs.map { program in
          .array(Program.parts.map { .number(program[keyPath: $0]) })
        }),
      "reasons": .array(programs.map(\.reasons.json)),
      "digest": .string(digest.text),
    ]
  }

  /// - Parameters:
  ///   - value: the value of `json`.
  ///   - empty: the counts of no cases of the same campaign.
  /// - Throws: when the value has no counts of such a campaign.
  init(_ value: JSONValue, like empty: ProgramCounts) throws(JSONError) {
    self = empty
    let reader = try JSONObjectReader(value, "counts", keys: Self.keys)
    cases = try reader.required("cases").requiredIndex("a number of cases")
    skipped = try reader.required("skipped").requiredIndex("a number of cases")
    let kinds = try reader.required("scriptKinds").requiredArray(
      "kinds of scripts", count: scriptKinds.count)
    for (index, element) in kinds.enumerated() {
      scriptKinds[index] = try element.requiredIndex("a number of cases")
    }
    let rows = try reader.required("programs").requiredArray("programs", count: programs.count)
    for (index, row) in rows.enumerated() {
      let numbers = try row.requiredArray("counts of a program", count: Program.parts.count)
      for (part, number) in zip(Program.parts, numbers) {
        programs[index][keyPath: part] = try number.requiredIndex("a count")
      }
    }
    // States of earlier versions have none.
    if let value = reader["reasons"] {
      let reasons = try value.requiredArray("reasons of programs", count: programs.count)
      for (index, element) in reasons.enumerated() {
        programs[index].reasons = try GiveUpReasons(element)
      }
    }
    let text = try reader.required("digest")
    guard let digest = text.string.flatMap(CampaignDigest.init(text:)) else {
      throw text.error("expected 32 hexadecimal digits")
    }
    self.digest = digest
  }
}
