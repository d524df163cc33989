// SPDX-License-Identifier: MIT

import LayoutModel
import TextMeasurement

/// The known part of a view's place in its superview.
struct ViewPlace {
  /// The distances from the edges of the superview's alignment rectangle inward to those of the
  /// view's, by `InsetEdge`; nil when unknown.
  ///
  /// In a scroll view they are measured from the edges of its content.
  var distances: [LayoutNumber?]
  /// The width of the alignment rectangle; nil when it is not known.
  var width: LayoutNumber?
}

/// The spread of safe area and margins from the root inward.
///
/// - The safe area extends into a view by its extent beyond the view's distance from its
///   superview's edge (AUTOLAYOUT 13.2). Where the superview has none, the view has none either,
///   even when it protrudes.
/// - Margins are the view's own, moved in by its safe area where it follows it. A view that keeps
///   the margins of its superview has at least those, minus the distance (13.6). The superview's
///   safe area is counted once: 13.6 read literally adds it again to margins that already contain
///   it.
/// - The readable area is that of the margins, narrowed equally on both sides to the readable width
///   (13.8).
struct AreaSpread {
  /// Computes the areas of all views.
  ///
  /// - Parameters:
  ///   - layoutCase: the case, its views in preorder.
  ///   - place: returns the place of a view; called in preorder with the areas of all views before
  ///     it.
  /// - Returns: the areas by view.
  /// - Complexity: O(views).
  static func areas(
    of layoutCase: LayoutCase, place: (Int, [ViewAreas]) -> ViewPlace
  ) -> [ViewAreas] {
    var areas: [ViewAreas] = []
    areas.reserveCapacity(layoutCase.views.count)
    for (index, view) in layoutCase.views.enumerated() {
      let place = place(index, areas)
      let outer = view.parent.map { areas[$0] }
      var safeArea = layoutCase.environment.safeArea
      if let outer { safeArea = inherited(outer.safeArea, place) }
      let margins = margins(of: view, safeArea: safeArea, outer: outer, place)
      var readable = margins
      if let width = place.width {
        readable.narrow(from: width, to: layoutCase.environment.readableWidth)
      }
      areas.append(
        ViewAreas(
          safeArea: safeArea, margins: view.marginRules.followsReadableWidth ? readable : margins,
          readable: readable))
    }
    return areas
  }

  private static func inherited(_ outer: LayoutInsets, _ place: ViewPlace) -> LayoutInsets {
    LayoutInsets { edge in
      let inset = outer[edge]
      guard let distance = place.distances[edge.rawValue], LayoutNumber.zero.isLess(than: inset)
      else { return .zero }
      return .larger(inset.minus(distance), .zero)
    }
  }

  private static func margins(
    of view: View, safeArea: LayoutInsets, outer: ViewAreas?, _ place: ViewPlace
  ) -> LayoutInsets {
    LayoutInsets { edge in
      let isMovedIn = view.marginRules.insetsFromSafeArea && !safeArea[edge].isZero
      let own =
        isMovedIn ? view.margins[edge].plus(safeArea[edge]) : view.margins[edge]
      guard view.marginRules.preservesSuperviewMargins, let outer,
        let distance = place.distances[edge.rawValue]
      else { return own }
      return .larger(own, outer.margins[edge].minus(distance))
    }
  }
}

/// An edge of a rectangle, in the order in which insets list them.
enum InsetEdge: Int, CaseIterable {
  case top, left, bottom, right
}

extension LayoutInsets {
  init(_ value: (InsetEdge) -> LayoutNumber) {
    self.init(
      top: value(.top), left: value(.left), bottom: value(.bottom), right: value(.right))
  }

  subscript(edge: InsetEdge) -> LayoutNumber {
    switch edge {
    case .top: return top
    case .left: return left
    case .bottom: return bottom
    case .right: return right
    }
  }

  /// Moves the left and right edges in equally, until a view of a width has at most a limit between
  /// them.
  fileprivate mutating func narrow(from width: LayoutNumber, to limit: LayoutNumber) {
    let excess = width.minus(left).minus(right).minus(limit)
    guard LayoutNumber.zero.isLess(than: excess) else { return }
    let half =
      LayoutNumber(quotientOf: Int128(excess.numerator), by: Int128(excess.denominator) * 2)
      ?? .points(excess.doubleValue / 2)
    left = left.plus(half)
    right = right.plus(half)
  }
}

extension LayoutNumber {
  /// Returns a length measured in doubles, to six places.
  ///
  /// That is far finer than a pixel, and coarser than a solver's noise.
  static func points(_ value: Double) -> LayoutNumber {
    let limit = LayoutCase.largestMagnitude.doubleValue
    let bounded = value.isNaN ? 0 : min(limit, max(-limit, value))
    return LayoutNumber(digits: Int64((bounded * 1_000_000).rounded()), scale: 6)
  }

  /// Returns the sum; exact unless only doubles can represent it.
  func plus(_ other: LayoutNumber) -> LayoutNumber {
    if other.isZero { return self }
    return adding(other) ?? .points(doubleValue + other.doubleValue)
  }

  /// Returns the difference; exact unless only doubles can represent it.
  func minus(_ other: LayoutNumber) -> LayoutNumber {
    if other.isZero { return self }
    return subtracting(other) ?? .points(doubleValue - other.doubleValue)
  }

  static func larger(_ one: LayoutNumber, _ other: LayoutNumber) -> LayoutNumber {
    one.isLess(than: other) ? other : one
  }
}
