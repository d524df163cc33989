// SPDX-License-Identifier: MIT

import ExactNumerics

/// A width and a height, in points.
package struct EngineSize: Sendable, Hashable {
  package var width: Rational
  package var height: Rational

  package init(width: Rational, height: Rational) {
    self.width = width
    self.height = height
  }

  package subscript(axis: EngineAxis) -> Rational {
    get { axis == .horizontal ? width : height }
    set {
      if axis == .horizontal { width = newValue } else { height = newValue }
    }
  }
}

/// The sizes that a view asks for.
package struct EngineHints: Sendable, Hashable {
  /// The kinds of sizes.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The view is never smaller.
    case minimum
    /// The view prefers this size.
    case natural
    /// The view is never larger.
    case maximum
  }

  package var minimum: EngineSize?
  package var natural: EngineSize?
  package var maximum: EngineSize?

  package init(
    minimum: EngineSize? = nil, natural: EngineSize? = nil, maximum: EngineSize? = nil
  ) {
    self.minimum = minimum
    self.natural = natural
    self.maximum = maximum
  }

  package subscript(kind: Kind) -> EngineSize? {
    get {
      switch kind {
      case .minimum: return minimum
      case .natural: return natural
      case .maximum: return maximum
      }
    }
    set {
      switch kind {
      case .minimum: minimum = newValue
      case .natural: natural = newValue
      case .maximum: maximum = newValue
      }
    }
  }
}

/// A view of a layout, or a guide: a rectangle without content.
package struct EngineView: Sendable, Hashable {
  /// The id, above 0; the root has 0.
  package var id: Int
  /// The id of the superview.
  package var parent: Int
  package var isGuide: Bool
  package var hints: EngineHints

  package init(id: Int, parent: Int = 0, isGuide: Bool = false, hints: EngineHints = .init()) {
    self.id = id
    self.parent = parent
    self.isGuide = isGuide
    self.hints = hints
  }
}
