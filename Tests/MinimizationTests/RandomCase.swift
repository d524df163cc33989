// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// A generator of well-formed cases of all kinds; minimization does not depend on their layouts.
enum RandomCase {
  static func make(seed: UInt64, views viewCount: Int = 9, constraints: Int = 14) -> LayoutCase {
    var random = Xoshiro256(seed: seed)
    func number(_ count: Int) -> Int { Int(random.upTo(UInt64(count - 1))) }
    let size = LayoutSize(
      width: LayoutNumber(320 + number(100)), height: LayoutNumber(480 + number(300)))
    var result = LayoutCase(
      name: "random \(seed)",
      environment: LayoutCase.Environment(
        size: size, scale: 1 + number(3), direction: number(2) == 0 ? .leftToRight : .rightToLeft),
      views: [View(id: "window", parent: nil)])
    for index in 1..<max(viewCount, 2) {
      var view = View(id: "view-\(index)", parent: path(in: result).element(number(4)))
      if number(3) == 0 {
        view.intrinsicWidth = LayoutNumber(digits: Int64(number(2000)), scale: 1)
      }
      if number(3) == 0 { view.intrinsicHeight = LayoutNumber(20 + number(40)) }
      if number(4) == 0 { view.kind = .label }
      if number(6) == 0 { view.hugging = AxisPriorities(horizontal: 251, vertical: 252) }
      if number(6) == 0 { view.lastBaselineOffset = 4 }
      result.views.append(view)
    }
    for index in 0..<number(4) {
      result.guides.append(
        Guide(
          id: "guide-\(index)", owner: number(result.views.count),
          kind: number(2) == 0 ? .free : .inset(.defaultMargins)))
    }
    while result.constraints.count < constraints {
      let id = "constraint-\(result.constraints.count)"
      let candidate = constraint(id, in: result, number)
      let isLegal = [candidate.first, candidate.second ?? candidate.first].allSatisfy { anchor in
        guard case .guide = anchor.item else { return true }
        return !anchor.attribute.isMargin && !anchor.attribute.isBaseline
      }
      if isLegal && candidate.pairProblem == nil { result.constraints.append(candidate) }
    }
    if number(4) == 0, var twin = result.constraints.last {
      twin.id = "twin"
      twin.constant = LayoutNumber(number(90))
      result.constraints.append(twin)
    }
    return result
  }

  /// Returns the possible superviews of the next view: the last view and its superviews.
  private static func path(in layoutCase: LayoutCase) -> [Int] {
    var path: [Int] = []
    var view: Int? = layoutCase.views.count - 1
    while let index = view {
      path.append(index)
      view = layoutCase.views[index].parent
    }
    return path
  }

  private static func constraint(
    _ id: String, in layoutCase: LayoutCase, _ number: (Int) -> Int
  ) -> LayoutConstraint {
    func anchor() -> Anchor {
      let items = layoutCase.views.count + layoutCase.guides.count
      let item = number(items)
      let attribute = Attribute.allCases[number(Attribute.allCases.count)]
      return item < layoutCase.views.count
        ? Anchor(.view(item), attribute) : Anchor(.guide(item - layoutCase.views.count), attribute)
    }
    var result = LayoutConstraint(id: id, first: anchor())
    if number(5) != 0 { result.second = anchor() }
    if number(2) == 0 { result.constant = LayoutNumber(number(200) - 60) }
    if number(4) == 0 { result.constant = LayoutNumber(digits: Int64(number(900)), scale: 1) }
    if number(6) == 0 { result.multiplier = LayoutNumber(1, 3, form: .fraction) }
    result.relation = LayoutConstraint.Relation.allCases[number(3)]
    if number(3) == 0 { result.priority = [250, 500, 750, 999][number(4)] }
    if number(5) == 0 { result.identifier = "named" }
    return result
  }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element { self[index % count] }
}

/// Failures that are recognized without a solver.
enum Fault: String, CaseIterable {
  /// An inequality between siblings with a constant above 10.
  case farSiblings
  /// Two required equations between the same anchors with different constants.
  case contradiction
  /// An optional constraint on an intrinsically sized view.
  case softOnSized
  /// Three constraints that form a cycle over three views.
  case triangle
  /// A fraction as multiplier between two views.
  case fraction
  /// Two different optional priorities.
  case twoLevels

  func occurs(in layoutCase: LayoutCase) -> Bool {
    let constraints = layoutCase.constraints
    switch self {
    case .farSiblings:
      return constraints.contains { constraint in
        let views = constraint.views(in: layoutCase)
        guard views.count == 2, views[0] != views[1], constraint.relation != .equal else {
          return false
        }
        let parents = views.map { layoutCase.views[$0].parent }
        return parents[0] != nil && parents[0] == parents[1]
          && LayoutNumber(10).isLess(than: constraint.constant)
      }
    case .contradiction:
      return constraints.contains { first in
        constraints.contains { second in
          first.first == second.first && first.second == second.second
            && first.relation == .equal && second.relation == .equal
            && first.priority.isRequired && second.priority.isRequired
            && !first.constant.isSameValue(as: second.constant)
        }
      }
    case .softOnSized:
      return constraints.contains { constraint in
        !constraint.priority.isRequired
          && constraint.views(in: layoutCase).contains {
            layoutCase.views[$0].intrinsicWidth != nil
          }
      }
    case .triangle:
      return Self.hasTriangle(layoutCase)
    case .fraction:
      return constraints.contains { constraint in
        let views = constraint.views(in: layoutCase)
        return views.count == 2 && views[0] != views[1] && constraint.multiplier.denominator > 1
      }
    case .twoLevels:
      return Set(constraints.map(\.priority).filter { !$0.isRequired }).count >= 2
    }
  }

  private static func hasTriangle(_ layoutCase: LayoutCase) -> Bool {
    var isLinked = Set<[Int]>()
    for constraint in layoutCase.constraints {
      let views = constraint.views(in: layoutCase)
      if views.count == 2, views[0] != views[1] { isLinked.insert(views.sorted()) }
    }
    return isLinked.contains { pair in
      layoutCase.views.indices.contains { third in
        third > pair[1] && isLinked.contains([pair[0], third])
          && isLinked.contains([pair[1], third])
      }
    }
  }
}

extension LayoutConstraint {
  fileprivate func views(in layoutCase: LayoutCase) -> [Int] {
    [layoutCase.viewIndex(of: first.item)]
      + (second.map { [layoutCase.viewIndex(of: $0.item)] } ?? [])
  }
}
