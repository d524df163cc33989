// SPDX-License-Identifier: MIT

import LayoutModel

/// Tries the smallest cases of all, in their order, once little is left of the start.
///
/// Dropping and simplifying one thing at a time ends in many local minima, and which one depends on the
/// start. The list leads out of them: what fails in the same way on one of its cases ends in the first of
/// these, wherever it comes from.
struct SmallCaseReducer: Reducer {
  let name = "smallestCases"

  /// Cases with more statements are left alone: they are large for a reason of their own.
  private static let statementsMax = 8

  func reduce(_ gate: inout MinimizationGate) {
    guard gate.currentSize.statements <= Self.statementsMax else { return }
    let levels = Self.levels(of: gate.current)
    for candidate in SmallCases.ascending {
      guard candidate.size < gate.currentSize else { return }
      guard candidate.levels <= levels else { continue }
      if gate.testAndCommit(candidate.layoutCase, size: candidate.size) { return }
    }
  }

  /// Levels of preference, those of intrinsic sizes included.
  private static func levels(of layoutCase: LayoutCase) -> Int {
    var levels = Set(layoutCase.constraints.map(\.priority).filter { !$0.isRequired })
    for view in layoutCase.views {
      if view.intrinsicWidth != nil {
        levels.formUnion([view.hugging.horizontal, view.compressionResistance.horizontal])
      }
      if view.intrinsicHeight != nil {
        levels.formUnion([view.hugging.vertical, view.compressionResistance.vertical])
      }
    }
    return levels.subtracting([.required]).count
  }
}

/// A list of tiny cases: one or two constraints on the root and at most two plain views.
enum SmallCases {
  struct Candidate: Sendable {
    let layoutCase: LayoutCase
    let size: CaseSize
    /// The number of optional priorities.
    let levels: Int
  }

  /// In ascending `CaseSize`.
  static let ascending: [Candidate] = {
    var candidates: [Candidate] = []
    for (views, constraints) in singles + pairs {
      let layoutCase = make(views, constraints)
      let levels = Set(constraints.map(\.priority)).subtracting([.required]).count
      candidates.append(
        Candidate(layoutCase: layoutCase, size: CaseSize(layoutCase), levels: levels))
    }
    return candidates.sorted { $0.size < $1.size }
  }()

  private static func make(_ views: Int, _ constraints: [LayoutConstraint]) -> LayoutCase {
    var result = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: (0...views).map {
        View(id: CaseSize.canonicalViewID($0), parent: $0 == 0 ? nil : 0)
      })
    result.constraints = constraints
    return result.canonicallySorted().renamed()
  }

  // MARK: - One constraint

  private static let relations: [LayoutConstraint.Relation] = [
    .equal, .greaterThanOrEqual, .lessThanOrEqual,
  ]

  private static var singles: [(Int, [LayoutConstraint])] {
    var forms: [(Int, LayoutConstraint)] = []
    for relation in relations {
      for constant: LayoutNumber in [0, 100] {
        forms.append((0, size(0, relation, constant)))
      }
      forms.append((0, pair(0, .left, relation, 0, .right)))
      for constant: LayoutNumber in [0, 1, -1] {
        forms.append((1, size(1, relation, constant)))
      }
      forms.append((1, pair(0, .width, relation, 1, .width)))
      forms.append((1, pair(1, .left, relation, 1, .right)))
      for attribute in [Attribute.left, .right] {
        for constant: LayoutNumber in [0, 1] {
          forms.append((1, pair(0, .left, relation, 1, attribute, constant)))
        }
      }
    }
    return forms.flatMap { views, form in
      [Priority.required, 500].map { (views, [form.at($0)]) }
    }
  }

  // MARK: - Two constraints

  private static var pairs: [(Int, [LayoutConstraint])] {
    let onOne = [
      size(1, .equal, 0), size(1, .equal, 1), size(1, .equal, 1000),
      size(1, .greaterThanOrEqual, 1), size(1, .lessThanOrEqual, 0),
      pair(0, .width, .equal, 1, .width), pair(0, .width, .equal, 1, .width, times: 2),
      pair(0, .left, .equal, 1, .left), pair(0, .left, .equal, 1, .right),
      pair(1, .left, .equal, 0, .left, 1),
    ]
    var result: [(Int, [LayoutConstraint])] = []
    for first in onOne.indices {
      for second in first..<onOne.count {
        result += prioritized(1, onOne[first], onOne[second])
      }
    }
    let links = [
      pair(1, .left, .equal, 2, .left), pair(1, .left, .greaterThanOrEqual, 2, .left),
      pair(1, .left, .lessThanOrEqual, 2, .left), pair(1, .left, .equal, 2, .right),
      pair(1, .left, .greaterThanOrEqual, 2, .right),
    ]
    let anchored = [
      pair(0, .left, .equal, 1, .left), pair(0, .left, .equal, 1, .right),
      pair(0, .right, .equal, 1, .right), pair(0, .left, .equal, 2, .left),
      pair(0, .left, .equal, 2, .right), pair(0, .right, .equal, 2, .right),
    ]
    for link in links { for anchor in anchored { result += prioritized(2, link, anchor) } }
    return result
  }

  /// The two constraints with up to two optional priorities.
  private static func prioritized(
    _ views: Int, _ first: LayoutConstraint, _ second: LayoutConstraint
  ) -> [(Int, [LayoutConstraint])] {
    let mixed: [(Priority, Priority)] = [
      (.required, 500), (500, .required), (750, 500), (500, 750),
    ]
    let alike: [(Priority, Priority)] = [(.required, .required), (500, 500)]
    return (first == second ? alike : alike + mixed).map {
      (views, [first.at($0.0), second.at($0.1)])
    }
  }

  private static func size(
    _ view: Int, _ relation: LayoutConstraint.Relation, _ constant: LayoutNumber
  ) -> LayoutConstraint {
    LayoutConstraint(
      id: "c", first: Anchor(.view(view), .width), relation: relation, constant: constant)
  }

  private static func pair(
    _ view: Int, _ attribute: Attribute, _ relation: LayoutConstraint.Relation, _ other: Int,
    _ otherAttribute: Attribute, _ constant: LayoutNumber = 0, times multiplier: LayoutNumber = 1
  ) -> LayoutConstraint {
    LayoutConstraint(
      id: "c", first: Anchor(.view(view), attribute), relation: relation,
      second: Anchor(.view(other), otherAttribute), multiplier: multiplier, constant: constant)
  }
}

extension LayoutConstraint {
  fileprivate func at(_ priority: Priority) -> LayoutConstraint {
    var copy = self
    copy.priority = priority
    return copy
  }
}
