// SPDX-License-Identifier: MIT

/// The order in which findings are worth reading: the most frequent first, then each time the one that is farthest
/// from all before it.
///
/// Findings of one fault are alike, so that who stops reading after some has seen as many different faults as can be.
/// The distance of two findings is a sum of whole numbers over what is known of both: verdict, who is wrong, bucket,
/// profile, size, kinds of constraints or operations. Of equals, the more frequent comes first, then the first folder.
///
/// Reference: Chen et al., Taming Compiler Fuzzers, PLDI 2013, section 3 (furthest point first).
package enum ReadingOrder {
  /// - Complexity: O(findings² * kinds of constraints).
  package static func sorted(_ findings: [ReportFinding]) -> [ReportFinding] {
    let features = findings.map(Features.init)
    var rest = Array(findings.indices)
    // By finding: the distance to the nearest one that is placed.
    var distances = [Int](repeating: .max, count: findings.count)
    var result: [ReportFinding] = []
    result.reserveCapacity(findings.count)
    while let place = best(rest, distances, features) {
      let next = rest.remove(at: place)
      result.append(findings[next])
      for other in rest {
        distances[other] = min(distances[other], features[next].distance(to: features[other]))
      }
    }
    return result
  }

  /// The place in `rest` of the finding that comes next; nil when none is left.
  private static func best(
    _ rest: [Int], _ distances: [Int], _ features: [Features]
  ) -> Int? {
    rest.indices.max { left, right in
      let (one, other) = (rest[left], rest[right])
      if distances[one] != distances[other] { return distances[one] < distances[other] }
      if features[one].cases != features[other].cases {
        return features[one].cases < features[other].cases
      }
      return one > other
    }
  }

  /// What findings are compared by.
  private struct Features {
    /// As `slowerByCounter.growth.pivots`, cut at dots and hyphens.
    let verdict: [Substring]
    /// As `simplex.weightedLevels`, cut at the dot.
    let subject: [Substring]
    let signature: String
    let profile: String?
    let size: Int
    /// Sorted, each once.
    let kinds: [String]
    let cases: Int

    init(_ finding: ReportFinding) {
      verdict = finding.verdict.split { $0 == "." || $0 == "-" }
      subject = finding.subject.split(separator: ".")
      signature = finding.signature
      profile = finding.origin?.profile
      // Files may name any number.
      size = finding.minimized.parts.reduce(0) { sum, part in
        let (total, overflows) = sum.addingReportingOverflow(max(0, part.count))
        return overflows ? .max : total
      }
      kinds = Set(Self.kinds(finding)).sorted()
      cases = finding.caseCount ?? 0
    }

    /// `H: ==, required` of a constraint, `add` of an operation.
    private static func kinds(_ finding: ReportFinding) -> [String] {
      if let script = finding.script {
        return script.steps.map { String($0.operation.prefix { $0 != " " }) }
      }
      return finding.page?.constraints.map { row in
        let axis = ["H:", "V:"].first { row.text.hasPrefix($0) } ?? ""
        let relation = [">=", "<=", "=="].first { row.text.contains($0) } ?? ""
        return "\(axis)\(relation)\(row.priority == 1000 ? ", required" : "")"
      } ?? []
    }

    func distance(to other: Features) -> Int {
      200 * Self.differing(verdict, other.verdict) + 150 * Self.differing(subject, other.subject)
        + (signature == other.signature ? 0 : 200) + (profile == other.profile ? 0 : 100)
        + min(200, 50 * abs(size.bitCount - other.size.bitCount))
        + 200 * Self.unshared(kinds, other.kinds) / 100
    }

    /// In halves: 2 when the first words differ already, 1 when only later ones do, 0 for equals.
    private static func differing(_ left: [Substring], _ right: [Substring]) -> Int {
      left == right ? 0 : left.first == right.first ? 1 : 2
    }

    /// The share of kinds that only one has, in percent.
    private static func unshared(_ left: [String], _ right: [String]) -> Int {
      let shared = left.count { right.contains($0) }
      let all = left.count + right.count - shared
      return all == 0 ? 0 : 100 * (all - shared) / all
    }
  }
}

extension Int {
  /// How many bits a number takes: sizes that differ by half are far, whatever they are.
  fileprivate var bitCount: Int { bitWidth - leadingZeroBitCount }
}
