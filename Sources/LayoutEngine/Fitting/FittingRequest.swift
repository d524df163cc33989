// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel

/// A request for the preferred size of a view: `systemLayoutSizeFitting` (AUTOLAYOUT 5).
package struct FittingRequest: Sendable, Hashable {
  /// The index of the view; its subtree alone is laid out.
  package var view: Int
  /// The target size, in points.
  package var target: LayoutSize
  /// The priorities of the target along each axis.
  package var priorities: AxisPriorities

  package init(
    view: Int = 0, target: LayoutSize = .zero,
    priorities: AxisPriorities = FittingRequest.standardPriorities
  ) {
    self.view = view
    self.target = target
    self.priorities = priorities
  }

  /// The standard priority along both axes, 50: below hugging and compression resistance
  /// (AUTOLAYOUT 5.1 and 5.4).
  package static let standardPriorities = AxisPriorities(
    horizontal: .fittingSizeLevel, vertical: .fittingSizeLevel)
  /// The target `layoutFittingExpandedSize` (AUTOLAYOUT 5.2).
  package static let expandedTarget = LayoutSize(width: 10_000, height: 10_000)

  /// Returns the request for the smallest size that constraints allow:
  /// `layoutFittingCompressedSize`.
  package static func compressed(view: Int = 0) -> FittingRequest { FittingRequest(view: view) }

  /// Returns the request for the largest size that constraints allow, up to 10,000 points.
  package static func expanded(view: Int = 0) -> FittingRequest {
    FittingRequest(view: view, target: expandedTarget)
  }

  /// Returns the request for the height of a cell at a width: the call of self-sizing cells
  /// (AUTOLAYOUT 5.5).
  package static func cell(width: LayoutNumber, view: Int = 0) -> FittingRequest {
    FittingRequest(
      view: view, target: LayoutSize(width: width, height: 0),
      priorities: AxisPriorities(horizontal: .required, vertical: .fittingSizeLevel))
  }

  /// Returns the target size along an axis, in points.
  package func target(along axis: Axis) -> LayoutNumber {
    axis == .horizontal ? target.width : target.height
  }
}

/// A view and its subtree as a case of their own, in which the view's size is free.
///
/// Shape: `layoutCase.views[0]` stands for the surroundings and has no size; view 1 is the view,
/// pinned to its origin; its subtree follows in order. The last two constraints are the targets
/// along both axes.
package struct IsolatedView: Sendable {
  package private(set) var layoutCase: LayoutCase
  /// The index of the view in `layoutCase`.
  package static let view = 1

  /// Isolates a view from its case, with the constraints between items of its subtree; those of
  /// ancestors are left out (AUTOLAYOUT 5.3).
  ///
  /// The view's own hold is left out, too (5.6).
  ///
  /// - Precondition: the case is well formed, and so is the request's view index. Margins and areas
  ///   of the subtree are those at the view's place: `FittingSize.measure` ensures that.
  /// - Complexity: O(size of the case).
  package init(_ request: FittingRequest, in source: LayoutCase) {
    let first = request.view
    precondition(source.views.indices.contains(first), "there is no view \(first)")
    let names = Set(
      source.views.map(\.id) + source.guides.map(\.id) + source.constraints.map(\.id))
    func unused(_ name: String) -> String {
      var candidate = name
      while names.contains(candidate) { candidate += "'" }
      return candidate
    }
    var environment = source.environment
    environment.size = .zero
    environment.safeArea = .zero
    layoutCase = LayoutCase(
      environment: environment, views: [View(id: unused("surroundings"), parent: nil)])
    let end = addSubtree(of: source, first)
    addGuidesAndConstraints(of: source, first..<end)
    for (name, attribute) in [("fittingOriginX", Attribute.left), ("fittingOriginY", .top)] {
      layoutCase.constraints.append(
        LayoutConstraint(
          id: unused(name), first: Anchor(.view(IsolatedView.view), attribute),
          second: Anchor(.view(0), attribute), source: .system))
    }
    for (name, axis) in [
      ("fittingSizeHTarget", Axis.horizontal), ("fittingSizeVTarget", .vertical),
    ] {
      layoutCase.constraints.append(
        LayoutConstraint(
          id: unused(name),
          first: Anchor(.view(IsolatedView.view), axis == .horizontal ? .width : .height),
          constant: request.target(along: axis), priority: request.priorities[axis],
          identifier: name, source: .fitting))
    }
  }

  /// Returns the index of the target's constraint.
  package func targetConstraint(along axis: Axis) -> Int {
    layoutCase.constraints.count - (axis == .horizontal ? 2 : 1)
  }

  /// Sets the constant of a target, so that one isolated view can have many requests.
  package mutating func setTarget(_ size: LayoutSize) {
    layoutCase.constraints[targetConstraint(along: .horizontal)].constant = size.width
    layoutCase.constraints[targetConstraint(along: .vertical)].constant = size.height
  }

  /// Sets the text of a view of the subtree; its index is that in the isolated case.
  package mutating func setText(_ string: String, of view: Int) {
    layoutCase.views[view].text?.setString(string)
  }

  /// Adds the subtree of a view.
  ///
  /// - Returns: the index after the last view of the subtree in the source.
  private mutating func addSubtree(of source: LayoutCase, _ first: Int) -> Int {
    var end = first
    while end < source.views.count {
      var view = source.views[end]
      if end == first {
        view.parent = 0
        view.hold = nil
      } else {
        // In preorder a subtree is a range: it ends before the first view whose superview precedes
        // it.
        guard let parent = view.parent, parent >= first else { break }
        view.parent = parent - first + IsolatedView.view
      }
      layoutCase.views.append(view)
      end += 1
    }
    return end
  }

  private mutating func addGuidesAndConstraints(of source: LayoutCase, _ subtree: Range<Int>) {
    let offset = IsolatedView.view - subtree.lowerBound
    var newGuide = [Int?](repeating: nil, count: source.guides.count)
    for (index, guide) in source.guides.enumerated() where subtree.contains(guide.owner) {
      var moved = guide
      moved.owner += offset
      newGuide[index] = layoutCase.guides.count
      layoutCase.guides.append(moved)
    }
    func moved(_ anchor: Anchor) -> Anchor? {
      switch anchor.item {
      case .view(let index):
        return subtree.contains(index) ? Anchor(.view(index + offset), anchor.attribute) : nil
      case .guide(let index):
        return newGuide[index].map { Anchor(.guide($0), anchor.attribute) }
      }
    }
    for var constraint in source.constraints {
      guard let first = moved(constraint.first) else { continue }
      constraint.first = first
      if let second = constraint.second {
        guard let other = moved(second) else { continue }
        constraint.second = other
      }
      layoutCase.constraints.append(constraint)
    }
  }
}
