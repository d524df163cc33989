// SPDX-License-Identifier: MIT

import Display

/// The findings that share a part of the page: those of one bucket, and those of one part of the
/// program whose process ends in the same way.
///
/// The smallest case stands for all.
struct FindingCard {
  /// The indices of the findings, the smallest case first.
  private(set) var positions: [Int]
  let group: ReportFinding.Group
  let standing: ReportFinding.Standing
  /// The number of cases of all its buckets; nil when unknown.
  private(set) var caseCount: Int?
  /// Whether `caseCount` counts all cases with this verdict against this part.
  private(set) var hasWholeVerdict = false

  /// The index of the smallest case.
  var first: Int { positions[0] }

  /// Returns the cards of findings in the order of a page.
  ///
  /// Fixed ones and those of earlier campaigns come last. Wrong answers come before ended processes
  /// and slow answers, then those with the most cases come first.
  ///
  /// - Complexity: O(n log n).
  static func cards(_ findings: [ReportFinding]) -> [FindingCard] {
    var places: [String: Int] = [:]
    var verdicts: [String: Set<Int>] = [:]
    var cards: [FindingCard] = []
    for (position, finding) in findings.enumerated() {
      let key = key(finding)
      let place = places[key] ?? cards.count
      if place == cards.count {
        places[key] = place
        cards.append(
          FindingCard(positions: [], group: finding.group, standing: finding.standing))
      }
      cards[place].positions.append(position)
      verdicts[verdict(finding), default: []].insert(place)
    }
    for place in cards.indices {
      cards[place].positions.sort { (findings[$0].size, $0) < (findings[$1].size, $1) }
      let finding = findings[cards[place].first]
      cards[place].count(
        findings, isOnly: verdicts[verdict(finding)]?.count == 1)
    }
    return cards.sorted { one, other in
      if one.standing != other.standing { return one.standing.rawValue < other.standing.rawValue }
      if one.group != other.group { return one.group.rawValue < other.group.rawValue }
      let (left, right) = (one.caseCount ?? 0, other.caseCount ?? 0)
      return left != right ? left > right : one.first < other.first
    }
  }

  private init(
    positions: [Int], group: ReportFinding.Group, standing: ReportFinding.Standing
  ) {
    self.positions = positions
    self.group = group
    self.standing = standing
  }

  private static func key(_ finding: ReportFinding) -> String {
    let name = finding.group == .process ? finding.sentence : finding.signature
    return "\(finding.standing)\0\(verdict(finding))\0\(name)"
  }

  private static func verdict(_ finding: ReportFinding) -> String {
    "\(finding.subject)\0\(finding.verdict)"
  }

  /// Counts the cases of the findings.
  ///
  /// `isOnly` is whether no other card is about the same verdict of the same part.
  private mutating func count(_ findings: [ReportFinding], isOnly: Bool) {
    if isOnly, findings[first].since == nil, let all = findings[first].occurrences {
      (caseCount, hasWholeVerdict) = (all, true)
      return
    }
    // Each bucket counts once.
    var counts: [String: Int] = [:]
    for position in positions {
      let finding = findings[position]
      if let cases = finding.caseCount { counts[finding.signature] = cases }
    }
    guard !counts.isEmpty else { return }
    caseCount = counts.values.reduce(0) { sum, cases in
      let (total, overflows) = sum.addingReportingOverflow(cases)
      return overflows ? .max : total
    }
  }

  /// The number of buckets.
  func bucketCount(_ findings: [ReportFinding]) -> Int {
    Set(positions.map { findings[$0].signature }).count
  }
}
