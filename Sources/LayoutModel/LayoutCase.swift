// SPDX-License-Identifier: MIT

/// The input under test: a view hierarchy with its constraints and surroundings.
///
/// It is a pure value, the same for a generated case, an imported storyboard and a case file.
/// `validate()` checks whether it is well formed; lowering and solving need a well-formed one.
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
    /// The insets of the root that bars and the edges of the screen cover, in points.
    package var safeArea: LayoutInsets
    /// The largest width of the readable area, in points (AUTOLAYOUT 13.8).
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

  /// A display name; has no effect on layout.
  package var name: String?
  package var environment: Environment
  package var views: [View]
  package var guides: [Guide]
  package var constraints: [LayoutConstraint]
  /// The table whose rows fill the case, which is its cell; has no effect on the layout of the case
  /// itself.
  package var table: TableContent?
  /// The expected answer, for corpus cases; has no effect on layout.
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

  /// Returns the view that an item is, or the view that owns the guide.
  package func viewIndex(of item: Item) -> Int {
    switch item {
    case .view(let index): return index
    case .guide(let index): return guides[index].owner
    }
  }

  /// Removes the table and the expectations of its rows, so that the case is only one of its views.
  package mutating func removeTable() {
    table = nil
    expectation?.rowHeights = []
  }

  /// Returns the id of an item in case files.
  package func id(of item: Item) -> String {
    switch item {
    case .view(let index): return views[index].id
    case .guide(let index): return guides[index].id
    }
  }
}

extension LayoutCase {
  /// Whether the case consists of frames, numbers and constraints only.
  ///
  /// It has no text to measure, no stack or grid to arrange, no area to compute and no springs to
  /// stretch.
  ///
  /// A case that is not plain becomes one in the passes of layout.
  ///
  /// - Complexity: O(views + guides).
  package var isPlain: Bool {
    guard environment.safeArea == .zero else { return false }
    // By index: an element passed to a closure is copied first.
    for index in views.indices where !views[index].isPlain { return false }
    for index in guides.indices {
      if case .area = guides[index].kind { return false }
    }
    return true
  }
}

extension View {
  /// Whether the passes of layout have nothing to compute for the view.
  fileprivate var isPlain: Bool {
    if marginRules.preservesSuperviewMargins || marginRules.followsReadableWidth { return false }
    guard let rareParts else { return true }
    let parts = rareParts.values
    return parts.text == nil && parts.stack == nil && parts.flow == nil
      && parts.hold?.hasSprings != true
  }
}

/// The expected properties of a correct answer to a case.
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

  /// The expected frame of a view, unrounded, in points, origin in the superview.
  package struct Frame: Sendable, Hashable {
    /// The index of the view.
    package var view: Int
    package var rect: LayoutRect

    package init(view: Int, rect: LayoutRect) {
      self.view = view
      self.rect = rect
    }
  }

  /// The expected content size of a scroll view, in points.
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
  /// For `.ambiguous`: the indices of the views that have another place or size in some right
  /// layout, sorted.
  package var ambiguousViews: [Int]
  /// For `.conflict`: the constraints of one irreducible conflict, by id, sorted.
  ///
  /// Constraints made by lowering are named by their origin.
  package var conflict: [String]
  /// The heights of the table's rows in points, separators included, one for each row.
  ///
  /// Empty to skip the check.
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
