// SPDX-License-Identifier: MIT

import LayoutModel

/// A list of tiny cases: one or two constraints on the root and at most two plain views.
///
/// On the root alone there are only constraints that the root may satisfy or violate.
enum SmallCases {
  struct Candidate: Sendable {
    let layoutCase: LayoutCase
    let size: CaseSize
    /// The number of optional priorities.
    let levels: Int
  }

  /// The cases in ascending `CaseSize`.
  static let ascending: [Candidate] = {
    var candidates: [Candidate] = []
    let plain = (singles + pairs).map { make($0, $1) }
    for layoutCase in plain + properties {
      let levels = Set(layoutCase.constraints.map(\.priority)).subtracting([.required]).count
      candidates.append(
        Candidate(layoutCase: layoutCase, size: CaseSize(layoutCase), levels: levels))
    }
    return candidates.sorted { $0.size < $1.size }
  }()

  private static let members = Set(ascending.map(\.layoutCase))

  /// Whether a case is one of the list.
  static func contains(_ layoutCase: LayoutCase) -> Bool { members.contains(layoutCase) }

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

  /// The relations, the simplest first.
  static let relations: [LayoutConstraint.Relation] = [
    .equal, .greaterThanOrEqual, .lessThanOrEqual,
  ]

  private static var singles: [(Int, [LayoutConstraint])] {
    var forms: [(Int, LayoutConstraint)] = []
    for relation in relations {
      for constant: LayoutNumber in [0, 100, 101] {
        forms.append((0, size(0, relation, constant)))
      }
      forms.append((0, pair(0, .left, relation, 0, .right)))
      for constant: LayoutNumber in [0, 1, -1] {
        forms.append((1, size(1, relation, constant)))
      }
      forms.append((1, pair(0, .width, relation, 1, .width)))
      for constant: LayoutNumber in [0, 1] {
        forms.append((1, pair(1, .left, relation, 1, .right, constant)))
      }
      forms.append((1, pair(0, .right, relation, 1, .right)))
      for attribute in [Attribute.left, .right] {
        for constant: LayoutNumber in [0, 1] {
          forms.append((1, pair(0, .left, relation, 1, attribute, constant)))
        }
      }
    }
    forms += [
      (0, pair(0, .left, .equal, 0, .right, 100)),
      (0, pair(0, .right, .equal, 0, .centerX, times: 2)),
      (0, pair(0, .left, .equal, 0, .right, -4900, times: 49)),
      (0, pair(0, .width, .equal, 0, .height, times: LayoutNumber(2, 1, form: .ratio))),
      (0, size(0, .equal, LayoutNumber(1, 2, form: .fraction))),
      (0, pair(0, .leading, .equal, 0, .leading)),
      (1, size(1, .equal, half)), (1, pair(0, .left, .equal, 1, .left, half)),
    ]
    return forms.flatMap { views, form in
      [Priority.required, 500].map { (views, [form.at($0)]) }
    }
  }

  private static let half = LayoutNumber(digits: 5, scale: 1)

  // MARK: - Properties

  /// Cases with properties of views, or with a guide.
  private static var properties: [LayoutCase] {
    func changed(_ views: Int, _ change: (inout View) -> Void) -> LayoutCase {
      var result = make(views, [])
      change(&result.views[views])
      return result
    }
    let rest = LayoutRect(x: 0, y: 0, width: 0, height: 0)
    let halves = LayoutRect(x: 0, y: half, width: 0, height: half)
    var content = make(1, [])
    content.views[1].kind = .scrollView
    content.guides = [Guide(id: "g1", owner: 1, kind: .scrollContent)]
    content.constraints = [
      LayoutConstraint(id: "c1", first: Anchor(.guide(0), .width), constant: half)
    ]
    return [
      changed(0) { $0.hugging.horizontal = 500 }, changed(0) { $0.hugging.vertical = 500 },
      changed(0) { $0.compressionResistance.horizontal = 250 },
      changed(0) { $0.margins = LayoutInsets(top: 0, left: 0, bottom: 0, right: 1) },
      changed(1) { $0.hold = View.Hold(frame: rest, reason: .autoresizing) },
      changed(1) { $0.hold = View.Hold(frame: halves, reason: .autoresizing) },
      changed(1) {
        $0.hold = View.Hold(
          frame: rest, reason: .autoresizing, mask: [.flexibleTop],
          superviewSize: LayoutSize(width: 100, height: 100))
      },
      content,
    ]
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
    let onRoot = [
      size(0, .equal, 0), size(0, .greaterThanOrEqual, 0), size(0, .lessThanOrEqual, 0),
      height(0, .equal, 0),
    ]
    for first in onRoot.indices {
      for second in first..<onRoot.count {
        result += prioritized(0, onRoot[first], onRoot[second])
      }
    }
    for first in onOne.indices {
      for second in first..<onOne.count {
        result += prioritized(1, onOne[first], onOne[second])
      }
    }
    result.append((1, [size(1, .equal, 1).at(751), size(1, .equal, 0).at(750)]))
    result.append((0, [size(0, .lessThanOrEqual, 0), size(0, .lessThanOrEqual, 100)]))
    // A cycle.
    let following = pair(1, .left, .greaterThanOrEqual, 2, .left)
    result.append((2, [following, pair(2, .left, .greaterThanOrEqual, 1, .right, 1)]))
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

  /// Returns the two constraints with up to two optional priorities.
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

  private static func height(
    _ view: Int, _ relation: LayoutConstraint.Relation, _ constant: LayoutNumber
  ) -> LayoutConstraint {
    LayoutConstraint(
      id: "c", first: Anchor(.view(view), .height), relation: relation, constant: constant)
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
