// SPDX-License-Identifier: MIT

/// How long something took to happen, when it was watched up to a limit only.
///
/// All watching ends at the same limit, so that the Kaplan-Meier estimate of the survival curve is the plain share of what
/// has not happened yet, and the area below it up to the limit, the restricted mean survival time, is the plain mean of
/// the times with the limit in the place of those that are not known (Royston and Parmar, Restricted mean survival time,
/// BMC Med. Res. Methodol. 13:152, 2013).
package struct RestrictedTime: Sendable, Hashable {
  /// Nil when it did not happen up to the limit.
  package let times: [Int?]
  package let limit: Int

  /// - Precondition: there is a time, and all of them are in `1 ... limit`.
  package init(_ times: [Int?], limit: Int) {
    precondition(!times.isEmpty, "there is no time")
    precondition(
      times.allSatisfy { $0.map { (1...limit).contains($0) } ?? true },
      "a time is outside 1...\(limit)")
    self.times = times
    self.limit = limit
  }

  /// How often it happened up to the limit.
  package var happened: Int { times.count { $0 != nil } }

  /// The restricted mean.
  package var mean: Double {
    Double(restricted.reduce(0, +)) / Double(times.count)
  }

  /// The times, with the limit where it did not happen.
  package var restricted: [Int] { times.map { $0 ?? limit } }

  /// The share of what has not happened after some time.
  ///
  /// - Precondition: `time <= limit`.
  package func survival(after time: Int) -> Double {
    precondition(time <= limit, "nobody watched at \(time)")
    return Double(times.count { $0.map { $0 > time } ?? true }) / Double(times.count)
  }

  /// The logarithms of the ratios of these times to others, pair by pair: below 0 where these are shorter.
  ///
  /// - Precondition: both have as many times and the same limit.
  package func logRatios(to other: RestrictedTime) -> [Double] {
    precondition(times.count == other.times.count && limit == other.limit, "these are no pairs")
    return zip(restricted, other.restricted).map { one, other in
      ElementaryFunctions.logarithm(Double(one) / Double(other))
    }
  }
}

/// A test for pairs of which either could as well have been the first: the differences are as likely to have the other
/// sign (Fisher, The Design of Experiments, 1935).
package enum SignFlipTest {
  /// So many differences are flipped in all ways, more of them in random ways.
  private static let exactMax = 14

  /// The chance of a mean at least as far from 0 as that of the differences, if their signs are a matter of luck.
  ///
  /// - Parameters:
  ///   - flips: how many random ways are tried where all ways are too many; the answer is at least 1 / (flips + 1).
  ///   - source: decides which.
  /// - Precondition: there is a difference, and `flips > 0`.
  /// - Complexity: O(n · min(2^n, flips)) for n differences.
  package static func probability<Source: RandomNumberGenerator>(
    of differences: [Double], flips: Int = 20_000, using source: inout Source
  ) -> Double {
    precondition(!differences.isEmpty && flips > 0, "nothing to flip")
    let seen = abs(differences.reduce(0, +))
    // What is the same but for rounding counts as the same: the way that was seen is one of them.
    let threshold = seen - 1e-9 * differences.reduce(0) { $0 + abs($1) }
    if differences.count <= exactMax {
      let ways = 1 << differences.count
      let extreme = (0..<UInt64(ways)).count { abs(sum(differences, $0)) >= threshold }
      return Double(extreme) / Double(ways)
    }
    var extreme = 1
    for _ in 0..<flips {
      var sum = 0.0
      var bits: UInt64 = 0
      for (position, difference) in differences.enumerated() {
        if position % 64 == 0 { bits = source.next() }
        sum += bits & 1 == 1 ? difference : -difference
        bits >>= 1
      }
      if abs(sum) >= threshold { extreme += 1 }
    }
    return Double(extreme) / Double(flips + 1)
  }

  private static func sum(_ differences: [Double], _ signs: UInt64) -> Double {
    var sum = 0.0
    for (position, difference) in differences.enumerated() {
      sum += signs >> UInt64(position) & 1 == 1 ? difference : -difference
    }
    return sum
  }
}
