// SPDX-License-Identifier: MIT

/// The input under test: a view hierarchy with its constraints and surroundings.
///
/// A pure value, the same whether it was generated, imported from a storyboard or read from a case
/// file. `validate()` says whether it is well formed; lowering and solving need a well-formed one.
///
/// Shape: `views` in preorder, `views[0]` the root; parents and items by index.
package struct LayoutCase: Sendable, Hashable {
  /// The surroundings of the root view.
  package struct Environment: Sendable, Hashable {
    /// The reading direction; the raw value is the name in case files.
    package enum Direction: String, Sendable, Hashable, CaseIterable {
      case leftToRight, rightToLeft
    }

    /// The fixed size of the root view in points.
    package var size: LayoutSize
    /// Device pixels per point: 1, 2 or 3.
    package var scale: Int
    package var direction: Direction
    /// What bars and the edges of the screen cover of the root, in points.
    package var safeArea: LayoutInsets
    /// How wide the readable area is at most, in points (AUTOLAYOUT 13.8).
    package var readableWidth: LayoutNumber

    package init(
      size: LayoutSize, scale: Int = 1, direction: Direction = .leftToRight,
      safeArea: LayoutInsets = .zero,
      readableWidth: LayoutNumber = Environment.standardReadableWidth
    ) {
      self.size = size
      self.scale = scale
      self.direction = direction
      self.safeArea = safeArea
      self.readableWidth = readableWidth
    }

    /// The readable width at the default text size.
    package static let standardReadableWidth: LayoutNumber = 672
  }

  /// A name for people; has no effect on layout.
  package var name: String?
  package var environment: Environment
  package var views: [View]
  package var guides: [Guide]
  package var constraints: [LayoutConstraint]
  /// The table whose rows fill the case, which is its cell; has no effect on the layout of the case
  /// itself.
  package var table: TableContent?
  /// What a correct answer must look like, for corpus cases; has no effect on layout.
  package var expectation: Expectation?

  package init(
    name: String? = nil, environment: Environment, views: [View], guides: [Guide] = [],
    constraints: [LayoutConstraint] = [], table: TableContent? = nil,
    expectation: Expectation? = nil
  ) {
    self.name = name
    self.environment = environment
    self.views = views
    self.guides = guides
    self.constraints = constraints
    self.table = table
    self.expectation = expectation
  }

  /// The view that an item is, or the view that owns the guide.
  package func viewIndex(of item: Item) -> Int {
    switch item {
    case .view(let index): return index
    case .guide(let index): return guides[index].owner
    }
  }

  /// Makes the case one of its views alone: without the table, and what is expected of its rows.
  package mutating func removeTable() {
    table = nil
    expectation?.rowHeights = []
  }

  /// The text that stands for an item in case files.
  package func id(of item: Item) -> String {
    switch item {
    case .view(let index): return views[index].id
    case .guide(let index): return guides[index].id
    }
  }
}

extension LayoutCase {
  /// Whether the case consists of frames, numbers and constraints only: no text to measure, no
  /// stack or grid to arrange, no area to work out, no springs to stretch.
  ///
  /// A case that is not plain becomes one in the passes of layout.
  ///
  /// - Complexity: O(views + guides).
  package var isPlain: Bool {
    guard environment.safeArea == .zero else { return false }
    // By index: an element that is handed to a closure is copied first.
    for index in views.indices where !views[index].isPlain { return false }
    for index in guides.indices {
      if case .area = guides[index].kind { return false }
    }
    return true
  }
}

extension View {
  /// Whether the passes of layout have nothing to work out for the view.
  fileprivate var isPlain: Bool {
    if marginRules.preservesSuperviewMargins || marginRules.followsReadableWidth { return false }
    guard let rareParts else { return true }
    let parts = rareParts.values
    return parts.text == nil && parts.stack == nil && parts.flow == nil
      && parts.hold?.hasSprings != true
  }
}

/// What a correct answer to a case must look like.
package struct Expectation: Sendable, Hashable {
  /// The class of layout; the raw value is the name in case files.
  package enum Status: String, Sendable, Hashable, CaseIterable {
    /// One layout is right.
    case unique
    /// Several layouts are equally right.
    case ambiguous
    /// The required constraints contradict each other.
    case conflict
  }

  /// The frame expected of a view, unrounded, in points, origin in the superview.
  package struct Frame: Sendable, Hashable {
    /// The index of the view.
    package var view: Int
    package var rect: LayoutRect

    package init(view: Int, rect: LayoutRect) {
      self.view = view
      self.rect = rect
    }
  }

  /// The content size expected of a scroll view, in points.
  package struct ContentSize: Sendable, Hashable {
    /// The index of the scroll view.
    package var view: Int
    package var size: LayoutSize

    package init(view: Int, size: LayoutSize) {
      self.view = view
      self.size = size
    }
  }

  package var status: Status
  /// Frames of some views; views not listed are not checked.
  package var frames: [Frame]
  package var contentSizes: [ContentSize]
  /// For `.ambiguous`: the views that have another place or size in some right layout, by index, in
  /// order.
  package var ambiguousViews: [Int]
  /// For `.conflict`: the constraints of one irreducible conflict, by id, sorted.
  ///
  /// Constraints that lowering made are named by their origin.
  package var conflict: [String]
  /// The heights of the table's rows in points, separators included, one for each; none are not
  /// checked.
  package var rowHeights: [LayoutNumber]

  package init(
    status: Status, frames: [Frame] = [], contentSizes: [ContentSize] = [],
    ambiguousViews: [Int] = [], conflict: [String] = [], rowHeights: [LayoutNumber] = []
  ) {
    self.status = status
    self.frames = frames
    self.contentSizes = contentSizes
    self.ambiguousViews = ambiguousViews
    self.conflict = conflict
    self.rowHeights = rowHeights
  }
}

extension LayoutCase.Environment.Direction {
  /// Compares cases.
  ///
  /// Without this, other modules compare raw values, by calls through tables.
  @inlinable
  package static func == (
    one: LayoutCase.Environment.Direction, other: LayoutCase.Environment.Direction
  ) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }

  @inlinable
  package static func != (
    one: LayoutCase.Environment.Direction, other: LayoutCase.Environment.Direction
  ) -> Bool { !(one == other) }
}
