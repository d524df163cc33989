// SPDX-License-Identifier: MIT

import Reporting

/// The order in which findings are worth reading: the most frequent first, then each time the one
/// farthest from all before it.
///
/// Findings of one fault are alike, so a reader who stops early has seen as many different faults
/// as possible. The distance of two findings is a sum of whole numbers over the known properties of
/// both. These are verdict, subject, bucket, profile, size, and kinds of constraints or operations.
/// Of equals, the more frequent comes first, then the smaller one, then the first folder.
/// Last, the cases of each bucket exchange their places so that the smallest comes first.
///
/// Reference: Chen et al., Taming Compiler Fuzzers, PLDI 2013, section 3 (furthest point first).
enum ReadingOrder {
  /// - Complexity: O(findings² * kinds of constraints).
  static func sorted(_ findings: [ReportFinding]) -> [ReportFinding] {
    var numbers: [String: Int] = [:]
    let features = findings.map { Features($0, &numbers) }
    var rest = Array(findings.indices)
    // The distance of each finding to the nearest placed one.
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
    return smallestFirst(result)
  }

  /// Returns the findings with those of each bucket in order of their size: the smallest stands for
  /// all.
  private static func smallestFirst(_ findings: [ReportFinding]) -> [ReportFinding] {
    var sorted = findings
    let buckets = Dictionary(grouping: findings.indices) {
      "\(findings[$0].bucketFolder)\0\(findings[$0].signature)"
    }
    for places in buckets.values {
      let members = places.sorted { (findings[$0].size, $0) < (findings[$1].size, $1) }
      for (place, member) in zip(places, members) { sorted[place] = findings[member] }
    }
    return sorted
  }

  /// Returns the place in `rest` of the next finding; nil when none is left.
  private static func best(
    _ rest: [Int], _ distances: [Int], _ features: [Features]
  ) -> Int? {
    rest.indices.max { left, right in
      let (one, other) = (rest[left], rest[right])
      if distances[one] != distances[other] { return distances[one] < distances[other] }
      if features[one].cases != features[other].cases {
        return features[one].cases < features[other].cases
      }
      if features[one].size != features[other].size {
        return features[one].size > features[other].size
      }
      return one > other
    }
  }

  /// The compared properties of a finding: names as numbers, because all pairs of findings are
  /// compared.
  private struct Features {
    /// A name and its first word, as `slowerByCounter` of `slowerByCounter.growth.pivots`.
    private struct Name {
      let whole: Int
      let root: Int

      init(_ text: String, _ numbers: inout [String: Int]) {
        whole = Features.number(text, &numbers)
        root = Features.number(String(text.prefix { $0 != "." && $0 != "-" }), &numbers)
      }

      /// Returns the difference in halves: 2 when the first words differ, 1 when only later ones
      /// do, 0 for equal names.
      func difference(from other: Name) -> Int {
        whole == other.whole ? 0 : root == other.root ? 1 : 2
      }
    }

    private let verdict: Name
    private let subject: Name
    private let signature: Int
    private let profile: Int
    /// The number of parts of the case.
    let size: Int
    /// The number of bits of `size`: sizes are compared by their ratio.
    private let sizeBits: Int
    /// The kinds in order, each once.
    private let kinds: [Int]
    let cases: Int

    init(_ finding: ReportFinding, _ numbers: inout [String: Int]) {
      verdict = Name(finding.verdict, &numbers)
      subject = Name(finding.subject, &numbers)
      signature = Self.number(finding.signature, &numbers)
      profile = Self.number(finding.origin?.profile ?? "", &numbers)
      size = finding.size
      sizeBits = Int.bitWidth - size.leadingZeroBitCount
      kinds = Set(Self.kinds(finding).map { Self.number($0, &numbers) }).sorted()
      cases = finding.caseCount ?? 0
    }

    /// Returns the number of a name: the same for equal names.
    private static func number(_ name: String, _ numbers: inout [String: Int]) -> Int {
      if let known = numbers[name] { return known }
      numbers[name] = numbers.count
      return numbers.count - 1
    }

    /// Returns the kinds of a finding: `H:==, required` of a constraint, `add` of an operation.
    private static func kinds(_ finding: ReportFinding) -> [String] {
      if let script = finding.script {
        return script.steps.map { String($0.operation.prefix { $0 != " " }) }
      }
      return finding.page?.constraints.map { row in
        let axis = ["H:", "V:"].first { row.text.begins(with: $0) } ?? ""
        let relation = [">=", "<=", "=="].first { row.text.contains($0) } ?? ""
        return "\(axis)\(relation)\(row.priority == 1000 ? ", required" : "")"
      } ?? []
    }

    func distance(to other: Features) -> Int {
      200 * verdict.difference(from: other.verdict) + 150 * subject.difference(from: other.subject)
        + (signature == other.signature ? 0 : 200) + (profile == other.profile ? 0 : 100)
        + min(200, 50 * abs(sizeBits - other.sizeBits)) + 2 * unsharedKinds(with: other)
    }

    /// Returns the share of kinds that only one of both has, in percent.
    private func unsharedKinds(with other: Features) -> Int {
      var (left, right, shared) = (0, 0, 0)
      while left < kinds.count, right < other.kinds.count {
        if kinds[left] == other.kinds[right] { shared += 1 }
        let isBehind = kinds[left] <= other.kinds[right]
        if other.kinds[right] <= kinds[left] { right += 1 }
        if isBehind { left += 1 }
      }
      let all = kinds.count + other.kinds.count - shared
      return all == 0 ? 0 : 100 * (all - shared) / all
    }
  }
}
