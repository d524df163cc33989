// SPDX-License-Identifier: MIT

import Digests
import JSON
import Judging
import LinearModel

/// The counts of a campaign in messages between processes: all numbers in one fixed order, then the
/// extremes.
extension CampaignCounts {
  private static let keys = ["numbers", "digest", "behaviours", "costs"]

  var stored: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "numbers", value: .array(numbers.map { .number($0) })),
      .init(key: "digest", value: .string(digest.text)),
      .init(key: "behaviours", value: behaviours.stored),
    ]
    if costs.contains(where: { $0 != CostCounts() }) {
      members.append(.init(key: "costs", value: .array(costs.map(\.stored))))
    }
    return .object(members)
  }

  /// Reads the format of `stored` for a campaign with as many strategies and laws.
  mutating func set(stored value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the counts of a campaign", keys: Self.keys)
    let numbers = try reader.required("numbers").requiredNumbers("the counts of a campaign")
    guard setNumbers(numbers) else {
      throw value.error("expected the counts of this campaign, found \(numbers.count) numbers")
    }
    let digest = try reader.required("digest")
    guard let read = digest.string.flatMap(CampaignDigest.init(text:)) else {
      throw digest.error("expected a digest of 32 hexadecimal digits")
    }
    self.digest = read
    try behaviours.set(stored: try reader.required("behaviours"))
    guard let list = reader["costs"] else { return }
    let stored = try list.requiredArray("costs", count: costs.count)
    for (position, value) in stored.enumerated() {
      costs[position] = try CostCounts(stored: value)
    }
  }

  private var numbers: [Int] {
    var numbers = [cases, undecided, illConditioned, canaryCases] + profiles
    numbers += undecidedReasons
    numbers += planted.numbers + [readings.compared, readings.different] + scripts.numbers
    numbers += generators.numbers
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

  /// - Returns: whether the number of counts is that of `numbers`.
  private mutating func setNumbers(_ numbers: [Int]) -> Bool {
    // Earlier versions draw no flow layouts and do not count them.
    let hasGrids = numbers.count != self.numbers.count - 1
    if hasGrids, numbers.count != self.numbers.count { return false }
    var rest = numbers.makeIterator()
    // The count was checked above.
    func next() -> Int { rest.next() ?? 0 }
    (cases, undecided, illConditioned) = (next(), next(), next())
    canaryCases = next()
    for index in profiles.indices { profiles[index] = next() }
    for index in undecidedReasons.indices { undecidedReasons[index] = next() }
    planted.setNumbers(next)
    (readings.compared, readings.different) = (next(), next())
    scripts.setNumbers(next)
    generators.setNumbers(next, hasGrids: hasGrids)
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

extension CostCounts {
  /// The JSON `[compared, grown, slower, worst, steepest]`; the last two have bit patterns of their
  /// numbers.
  fileprivate var stored: JSONValue {
    let worst: JSONValue? = worst.map {
      [.bits($0.ratio), .string($0.counter.rawValue), .number($0.index)]
    }
    let steepest: JSONValue? = steepest.map {
      [
        .string($0.growth.scaling.rawValue), .bits($0.growth.power), .bits($0.growth.expected),
        .number($0.index),
      ]
    }
    return [
      .number(compared), .number(grown), .number(slower), worst ?? .null, steepest ?? .null,
    ]
  }

  fileprivate init(stored value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("the costs of a strategy", count: 5)
    self.init()
    compared = try words[0].requiredIndex("a count")
    grown = try words[1].requiredIndex("a count")
    slower = try words[2].requiredIndex("a count")
    if words[3].content != .null {
      let parts = try words[3].requiredArray("the highest cost", count: 3)
      worst = Worst(
        ratio: try parts[0].requiredBits(),
        counter: try parts[1].requiredCase(of: WorkCounter.self),
        index: try parts[2].requiredIndex("the index of a case"))
    }
    guard words[4].content != .null else { return }
    let parts = try words[4].requiredArray("the steepest growth", count: 4)
    let scaling = try parts[0].requiredCase(of: CaseScaling.self)
    let growth = CostGrowth(
      scaling, power: try parts[1].requiredBits(), expected: try parts[2].requiredBits())
    steepest = Steepest(growth: growth, index: try parts[3].requiredIndex("the index of a case"))
  }
}

extension JSONValue {
  /// Returns a double without any rounding.
  fileprivate static func bits(_ value: Double) -> JSONValue {
    .string(String(value.bitPattern, radix: 16))
  }

  fileprivate func requiredBits() throws(JSONError) -> Double {
    guard let bits = string.flatMap({ UInt64($0, radix: 16) }) else {
      throw error("expected the bits of a number in hexadecimal digits")
    }
    return Double(bitPattern: bits)
  }

  /// Returns an index or count.
  ///
  /// Faulty processes may send large numbers, so the limit keeps sums within the range of integers.
  package func requiredIndex(_ expected: String) throws(JSONError) -> Int {
    guard let int, (0...JSONValue.countMax).contains(int) else {
      throw error("expected \(expected), from 0 to \(JSONValue.countMax)")
    }
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
