// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import TestSupport

/// A generator of well-formed cases of all kinds; minimization does not depend on their layouts.
enum RandomCase {
  static let cases = Generator<LayoutCase> { (source) throws(GenerationStop) in
    let size = LayoutSize(
      width: LayoutNumber(320 + (try source.index(below: 100))),
      height: LayoutNumber(480 + (try source.index(below: 300))))
    var result = LayoutCase(
      name: "random",
      environment: LayoutCase.Environment(
        size: size, scale: 1 + (try source.index(below: 3)),
        direction: try source.bool() ? .rightToLeft : .leftToRight),
      views: [View(id: "window", parent: nil)])
    for index in 1..<(try source.countUpTo(8) + 1) {
      source.beginSpan(.element)
      result.views.append(try view("view-\(index)", in: result, &source))
      source.endSpan()
    }
    for index in 0..<(try source.index(below: 4)) {
      result.guides.append(
        Guide(
          id: "guide-\(index)", owner: try source.index(below: result.views.count),
          kind: try source.bool() ? .inset(.defaultMargins) : .free))
    }
    let constraintCount = try source.countUpTo(14)
    while result.constraints.count < constraintCount {
      source.beginSpan(.element)
      let id = "constraint-\(result.constraints.count)"
      let candidate = try constraint(id, in: result, &source)
      source.endSpan()
      let isLegal = [candidate.first, candidate.second ?? candidate.first].allSatisfy { anchor in
        guard case .guide = anchor.item else { return true }
        return !anchor.attribute.isMargin && !anchor.attribute.isBaseline
      }
      if isLegal && candidate.pairProblem == nil { result.constraints.append(candidate) }
    }
    if try source.bool(1, in: 4), var copy = result.constraints.last {
      copy.id = "copy"
      copy.constant = LayoutNumber(try source.index(below: 90))
      result.constraints.append(copy)
    }
    return result
  }

  /// Cases that fail in one way.
  static func cases(with fault: Fault) -> Generator<LayoutCase> {
    cases.filter(limit: 400) { fault.occurs(in: $0) }
  }

  private static func view(
    _ id: String, in layoutCase: LayoutCase, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> View {
    let path = path(in: layoutCase)
    var view = View(id: id, parent: path[try source.index(below: 4) % path.count])
    if try source.bool(1, in: 3) {
      view.intrinsicWidth = LayoutNumber(
        digits: Int64(try source.index(below: 2000)), scale: 1)
    }
    if try source.bool(1, in: 3) {
      view.intrinsicHeight = LayoutNumber(20 + (try source.index(below: 40)))
    }
    if try source.bool(1, in: 4) { view.kind = .label }
    if try source.bool(1, in: 6) { view.hugging = AxisPriorities(horizontal: 251, vertical: 252) }
    if try source.bool(1, in: 6) { view.lastBaselineOffset = 4 }
    return view
  }

  /// The views that the next view can be inside: the last one and its superviews.
  private static func path(in layoutCase: LayoutCase) -> [Int] {
    var path: [Int] = []
    var view: Int? = layoutCase.views.count - 1
    while let index = view {
      path.append(index)
      view = layoutCase.views[index].parent
    }
    return path
  }

  private static func anchor(
    in layoutCase: LayoutCase, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Anchor {
    let viewCount = layoutCase.views.count
    let item = try source.index(below: viewCount + layoutCase.guides.count)
    let attribute = Attribute.allCases[try source.index(below: Attribute.allCases.count)]
    return item < viewCount
      ? Anchor(.view(item), attribute) : Anchor(.guide(item - viewCount), attribute)
  }

  private static func constraint(
    _ id: String, in layoutCase: LayoutCase, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> LayoutConstraint {
    var result = LayoutConstraint(id: id, first: try anchor(in: layoutCase, &source))
    if try source.bool(4, in: 5) { result.second = try anchor(in: layoutCase, &source) }
    if try source.bool() {
      result.constant = LayoutNumber(try source.integer(in: -60...139))
    }
    if try source.bool(1, in: 4) {
      result.constant = LayoutNumber(digits: Int64(try source.index(below: 900)), scale: 1)
    }
    if try source.bool(1, in: 6) { result.multiplier = LayoutNumber(1, 3, form: .fraction) }
    result.relation = LayoutConstraint.Relation.allCases[try source.index(below: 3)]
    if try source.bool(1, in: 3) {
      result.priority = [250, 500, 750, 999][try source.index(below: 4)]
    }
    if try source.bool(1, in: 5) { result.identifier = "named" }
    return result
  }
}

/// Ways of failing that need no solver.
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
