// SPDX-License-Identifier: MIT

/// The grouping of the findings of one screen by cause.
///
/// Findings with equal keys have one cause. Findings of different configurations do, too, if the
/// objects of one contain those of the other.
///
/// A smaller screen moves more views off the screen, and needs other constraints for the same
/// contradiction. That is the same mistake.
struct FindingCauses {
  /// An object of a finding of one rule.
  private struct Subject: Hashable {
    let rule: LayoutRule
    let object: String
  }

  /// The largest number of findings with a common object that are compared with a new one.
  private static let comparedMax = 8

  private var numbers: [LayoutFinding.Key: Int] = [:]
  /// The objects and the aspect of each finding at its first report, by number.
  private var reported: [(objects: Set<String>, aspect: String)] = []
  private var containing: [Subject: [Int]] = [:]
  private var startingWith: [Subject: [Int]] = [:]

  /// Returns the number of the finding with the same cause; nil when there is none yet.
  ///
  /// - Parameters:
  ///   - finding: the finding to look up.
  ///   - isTold: whether a finding was already reported in the current configuration: then the
  ///     cause is another one, unless the keys are equal.
  /// - Returns: nil for a new cause.
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
      let other = reported[number]
      let isAlike = finding.rule.hasDetailsAsAspect || other.aspect == finding.key.aspect
      return isAlike && !isTold(number)
        && (other.objects.isSubset(of: objects) || objects.isSubset(of: other.objects))
    }
    if let found { numbers[finding.key] = found }
    return found
  }

  /// Records a finding at its first report, under the next number.
  mutating func note(_ finding: LayoutFinding) {
    let number = reported.count
    numbers[finding.key] = number
    reported.append((Set(finding.cause), finding.key.aspect))
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
  /// The aspect, where it distinguishes mistakes; empty where it only describes the symptom.
  package var distinction: String { rule.hasDetailsAsAspect ? "" : key.aspect }
}

extension LayoutRule {
  /// Whether findings with some common objects may have one cause.
  fileprivate var comparesObjects: Bool {
    switch self {
    case .conflict, .ambiguous, .scrollContentSize, .offScreen, .outsideParent, .unsafeArea,
      .unsettled:
      return true
    default: return false
    }
  }

  /// Whether the aspect only describes the symptom: the open parts, or the crossed edges.
  fileprivate var hasDetailsAsAspect: Bool {
    self == .ambiguous || self == .outsideParent || self == .unsafeArea
  }
}
