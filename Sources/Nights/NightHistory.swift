// SPDX-License-Identifier: MIT

import CorpusStore
import JSON

/// All nights in order, one line of JSON each: the content of `history.jsonl`.
package struct NightHistory: Sendable, Hashable {
  /// The name of the file in the folder of nights.
  package static let fileName = "history.jsonl"

  package private(set) var nights: [NightRecord] = []

  package init() {}

  /// - Precondition: the numbers increase.
  package mutating func append(_ night: NightRecord) {
    let last = nights.last?.stamp.number ?? 0
    precondition(last < night.stamp.number, "night \(night.stamp.number) is not after \(last)")
    nights.append(night)
  }

  // MARK: - Quiet nights

  /// The nights without a new bucket.
  package struct Quiet: Sendable, Hashable {
    /// The last night with one; nil without such a night.
    package var last: NightStamp?
    /// The number of nights after it, with their cases and times.
    package var nights = 0
    package var cases = 0
    package var nanoseconds: UInt64 = 0
  }

  /// The reliable nights since the last new bucket.
  package var quiet: Quiet {
    var quiet = Quiet()
    for night in nights.reversed() {
      if night.buckets.new > 0 {
        quiet.last = night.stamp
        break
      }
      // An unreliable night proves nothing about missing buckets.
      guard night.isSound else { continue }
      quiet.nights += 1
      quiet.cases = Self.sum(quiet.cases, night.cases)
      quiet.nanoseconds = Self.sum(quiet.nanoseconds, night.measured.fuzzNanoseconds)
    }
    return quiet
  }

  private static func sum<Number: FixedWidthInteger>(_ one: Number, _ other: Number) -> Number {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  // MARK: - Costs

  /// A strategy whose highest cost relative to its cost model is above that of all earlier nights.
  package struct CostRise: Sendable, Hashable {
    package var cost: NightRecord.Cost
    /// The highest ratio of the earlier nights, in thousandths of the expected cost.
    package var before: Int

    package init(cost: NightRecord.Cost, before: Int) {
      self.cost = cost
      self.before = before
    }
  }

  /// The least number of earlier nights for a comparison of costs.
  package static let costNightsMin = 3
  /// The least rise that counts, in percent of the highest earlier ratio: the highest cost of
  /// random cases varies from night to night.
  package static let costRisePercent = 125

  /// Returns the rises of tonight's costs that are well above all earlier nights.
  package func rises(of costs: [NightRecord.Cost]) -> [CostRise] {
    costs.compactMap { cost in
      let earlier = nights.flatMap { $0.costs.filter { $0.strategy == cost.strategy } }
      guard earlier.count >= Self.costNightsMin, let most = earlier.map(\.thousandths).max()
      else { return nil }
      let (limit, overflows) = most.multipliedReportingOverflow(by: Self.costRisePercent)
      guard !overflows, cost.thousandths > limit / 100 else { return nil }
      return CostRise(cost: cost, before: most)
    }
  }
}

// MARK: - Lines

extension NightHistory {
  /// The text of `history.jsonl`: the same history always gives the same bytes.
  package var encoded: [UInt8] {
    nights.flatMap { JSONWriter.line($0.json) + [UInt8(ascii: "\n")] }
  }

  /// Reads the text of `history.jsonl`; never traps, for any bytes.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      do throws(JSONError) {
        let night = try NightRecord(try JSONParser.parse(Array(line)))
        guard (nights.last?.stamp.number ?? 0) < night.stamp.number else {
          throw JSONError(
            location: SourceLocation(line: 1, column: 1), message: "expected a later night")
        }
        nights.append(night)
      } catch {
        throw JSONError(
          location: SourceLocation(line: index + 1, column: error.location.column),
          message: error.message)
      }
    }
  }
}
