// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutGenerators
import LayoutModel
import Oracles

/// What cases came to, as workers tell it, as progress and shards are kept.
extension CaseBatch {
  private static let keys = [
    "counts", "digest", "failing", "failingScripts", "undecided", "canaryCaught",
    "internalError",
  ]

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "counts", value: .array(counts.numbers.map { .number($0) })),
      .init(key: "digest", value: .string(counts.digest.text)),
    ]
    if !failing.isEmpty {
      members.append(.init(key: "failing", value: .array(failing.map(\.json))))
    }
    if !failingScripts.isEmpty {
      let indices = failingScripts.map { JSONValue.number($0.index) }
      members.append(.init(key: "failingScripts", value: .array(indices)))
    }
    if !undecided.isEmpty {
      members.append(.init(key: "undecided", value: .array(undecided.map(\.stored))))
    }
    if let canaryCaught {
      members.append(.init(key: "canaryCaught", value: .number(canaryCaught)))
    }
    if let (index, error) = internalError {
      members.append(.init(key: "internalError", value: error.json(index)))
    }
    return .object(members)
  }

  /// - Parameter batches: makes the failing scripts again, of which only the indices are told.
  init(_ value: JSONValue, of batches: BatchRunner) throws(JSONError) {
    let reader = try JSONObjectReader(value, "what cases came to", keys: Self.keys)
    self.init(strategyCount: batches.strategyCount, lawCount: batches.lawCount)
    if let indices = try reader["failingScripts"]?.requiredNumbers("indices of cases") {
      failingScripts = batches.failingScripts(indices)
    }
    let numbers = try reader.required("counts").requiredNumbers("the counts of a campaign")
    guard counts.setNumbers(numbers) else {
      throw value.error("expected the counts of this campaign, found \(numbers.count) numbers")
    }
    let digest = try reader.required("digest")
    guard let read = digest.string.flatMap(CampaignDigest.init(text:)) else {
      throw digest.error("expected a digest of 32 hexadecimal digits")
    }
    counts.digest = read
    for element in try reader["failing"]?.requiredArray("failing cases") ?? [] {
      failing.append(try NotableCase(element))
    }
    for element in try reader["undecided"]?.requiredArray("undecided answers") ?? [] {
      undecided.append(try UndecidedAnswer(stored: element))
    }
    canaryCaught = try reader["canaryCaught"]?.requiredIndex("the index of a case")
    if let value = reader["internalError"] {
      internalError = try InternalError.decoded(value)
    }
  }
}

extension CampaignCounts {
  /// All counts in one fixed order.
  fileprivate var numbers: [Int] {
    var numbers = [cases, undecided, illConditioned, canaryCases] + profiles + undecidedReasons
    numbers += planted.numbers + [readings.compared, readings.different] + scripts.numbers
    for counts in strategies {
      numbers += [
        counts.optimal, counts.feasible, counts.infeasible, counts.gaveUp, counts.wrong,
        counts.undecided,
      ]
    }
    for counts in laws {
      numbers += [counts.held, counts.notApplicable, counts.undecided, counts.broken]
    }
    return numbers
  }

  /// - Returns: whether there are as many as `numbers` has.
  fileprivate mutating func setNumbers(_ numbers: [Int]) -> Bool {
    guard numbers.count == self.numbers.count else { return false }
    var rest = numbers[...]
    func next() -> Int { rest.removeFirst() }
    (cases, undecided, illConditioned, canaryCases) = (next(), next(), next(), next())
    for index in profiles.indices { profiles[index] = next() }
    for index in undecidedReasons.indices { undecidedReasons[index] = next() }
    planted.setNumbers(next)
    (readings.compared, readings.different) = (next(), next())
    scripts.setNumbers(next)
    for index in strategies.indices {
      strategies[index].optimal = next()
      strategies[index].feasible = next()
      strategies[index].infeasible = next()
      strategies[index].gaveUp = next()
      strategies[index].wrong = next()
      strategies[index].undecided = next()
    }
    for index in laws.indices {
      laws[index].held = next()
      laws[index].notApplicable = next()
      laws[index].undecided = next()
      laws[index].broken = next()
    }
    return true
  }
}

extension PlantedCounts {
  fileprivate var numbers: [Int] {
    [
      conflicts, conflictsFound, conflictsMinimal, conflictsExact, feasible, feasibleFound,
      ambiguous, ambiguousFound, namingsChecked, namingsExact,
    ]
  }

  fileprivate mutating func setNumbers(_ next: () -> Int) {
    (conflicts, conflictsFound, conflictsMinimal) = (next(), next(), next())
    (conflictsExact, feasible, feasibleFound) = (next(), next(), next())
    (ambiguous, ambiguousFound) = (next(), next())
    (namingsChecked, namingsExact) = (next(), next())
  }
}

extension ScriptCounts {
  fileprivate var numbers: [Int] {
    [scripts, steps, answers, refusals, wrong, undecided, gaveUp, skipped, cellOperations]
  }

  fileprivate mutating func setNumbers(_ next: () -> Int) {
    (scripts, steps, answers) = (next(), next(), next())
    (refusals, wrong, undecided) = (next(), next(), next())
    (gaveUp, skipped, cellOperations) = (next(), next(), next())
  }
}

extension NotableCase {
  /// `[index, "profile", "strategy", "verdict", ...]`
  fileprivate var json: JSONValue {
    var words: [JSONValue] = [.number(index), .string(profile.rawValue)]
    for kind in kinds { words += [.string(kind.strategy), .string(kind.verdict)] }
    return .array(words)
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("a failing case")
    guard words.count >= 4, words.count.isMultiple(of: 2), words[0].int != nil else {
      throw value.error("expected index, profile, and who is wrong and how")
    }
    index = try words[0].requiredIndex("the index of a case")
    profile = try words[1].requiredCase(of: Profile.self)
    var kinds: [FailureSignature.Kind] = []
    for position in stride(from: 2, to: words.count, by: 2) {
      kinds.append(
        .init(
          strategy: try words[position].requiredString("who is wrong"),
          verdict: try words[position + 1].requiredString("the kind of verdict")))
    }
    self.kinds = kinds
  }
}

extension UndecidedAnswer {
  /// `[index, "seed", "strategy", "reason"]`
  var stored: JSONValue {
    [.number(index), .string("\(seed)"), .string(strategy), .string(reason.rawValue)]
  }

  init(stored value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("an undecided answer", count: 4)
    guard let seed = words[1].string.flatMap({ UInt64($0) }) else {
      throw words[1].error("expected a seed")
    }
    self.init(
      index: try words[0].requiredIndex("the index of a case"), seed: seed,
      strategy: try words[2].requiredString("the name of a strategy"),
      reason: try words[3].requiredCase(of: Verdict.UndecidedReason.self))
  }
}

extension InternalError {
  fileprivate func json(_ index: Int) -> JSONValue {
    [
      "index": .number(index), "message": .string(message),
      "case": layoutCase.flatMap { $0.isValid ? CaseFile.value(of: $0) : nil } ?? .null,
    ]
  }

  fileprivate static func decoded(
    _ value: JSONValue
  ) throws(JSONError) -> (index: Int, error: InternalError) {
    let reader = try JSONObjectReader(
      value, "an internal error", keys: ["index", "message", "case"])
    // A case that is not well formed cannot be written, and the error is told without it.
    let layoutCase = reader["case"].flatMap { try? CaseFile.decode($0, file: "") }
    return (
      try reader.required("index").requiredIndex("the index of a case"),
      InternalError(
        try reader.required("message").requiredString("what contradicts what"), on: layoutCase)
    )
  }
}

extension JSONValue {
  func requiredIndex(_ expected: String) throws(JSONError) -> Int {
    guard let int, int >= 0 else { throw error("expected \(expected), 0 or more") }
    return int
  }

  func requiredNumbers(_ expected: String) throws(JSONError) -> [Int] {
    var numbers: [Int] = []
    for element in try requiredArray(expected) {
      numbers.append(try element.requiredIndex(expected))
    }
    return numbers
  }
}
