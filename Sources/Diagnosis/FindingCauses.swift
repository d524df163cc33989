// SPDX-License-Identifier: MIT

/// Which findings of one screen have one cause: those with equal keys, and those of different
/// configurations of which one speaks of all that the other speaks of.
///
/// A smaller screen moves more views out of it, and needs other helpers for the same contradiction;
/// that is the same mistake.
struct FindingCauses {
  /// An object that a rule speaks of.
  private struct Subject: Hashable {
    let rule: LayoutRule
    let object: String
  }

  /// How many findings that share an object are compared with a new one.
  private static let comparedMax = 8

  private var numbers: [LayoutFinding.Key: Int] = [:]
  /// The objects and the aspect of each finding, by number, as it was told first.
  private var told: [(objects: Set<String>, aspect: String)] = []
  private var containing: [Subject: [Int]] = [:]
  private var startingWith: [Subject: [Int]] = [:]

  /// The number of the finding with the same cause; nil when there is none yet.
  ///
  /// - Parameter isTold: whether a finding was told in the configuration at hand: then it is
  ///   another cause, but for equal keys.
  /// - Complexity: O(objects of the finding).
  mutating func number(of finding: LayoutFinding, isTold: (Int) -> Bool) -> Int? {
    if let number = numbers[finding.key] { return number }
    guard finding.rule.comparesObjects, let first = finding.cause.first else { return nil }
    var candidates = candidates(containing, finding.rule, first)
    for object in finding.cause {
      if candidates.count >= Self.comparedMax { break }
      candidates += self.candidates(startingWith, finding.rule, object)
    }
    let objects = Set(finding.cause)
    let found = candidates.first { number in
      let other = told[number]
      let isAlike = finding.rule.hasDetailsAsAspect || other.aspect == finding.key.aspect
      return isAlike && !isTold(number)
        && (other.objects.isSubset(of: objects) || objects.isSubset(of: other.objects))
    }
    if let found { numbers[finding.key] = found }
    return found
  }

  /// Notes a finding that is told for the first time, under the next number.
  mutating func note(_ finding: LayoutFinding) {
    let number = told.count
    numbers[finding.key] = number
    told.append((Set(finding.cause), finding.key.aspect))
    for (place, object) in finding.cause.enumerated() {
      let subject = Subject(rule: finding.rule, object: object)
      containing[subject, default: []].append(number)
      if place == 0 { startingWith[subject, default: []].append(number) }
    }
  }

  private func candidates(
    _ index: [Subject: [Int]], _ rule: LayoutRule, _ object: String
  ) -> [Int] {
    Array((index[Subject(rule: rule, object: object)] ?? []).prefix(Self.comparedMax))
  }
}

extension LayoutFinding {
  /// What is said besides the objects, where it tells one mistake from another; empty where it only
  /// says how it shows.
  package var distinction: String { rule.hasDetailsAsAspect ? "" : key.aspect }
}

extension LayoutRule {
  /// Whether findings with some objects in common may have one cause.
  fileprivate var comparesObjects: Bool {
    switch self {
    case .conflict, .ambiguous, .scrollContentSize, .offScreen, .outsideParent, .unsafeArea,
      .unsettled:
      return true
    default: return false
    }
  }

  /// Whether the aspect only says how it shows: what is open, which edges are crossed.
  fileprivate var hasDetailsAsAspect: Bool {
    self == .ambiguous || self == .outsideParent || self == .unsafeArea
  }
}
