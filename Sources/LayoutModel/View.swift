// SPDX-License-Identifier: MIT

/// One view of a `LayoutCase`.
///
/// The attributes of a view refer to its alignment rectangle. Its frame is that rectangle, extended
/// by `alignmentInsets`.
package struct View: Sendable, Hashable {
  /// The class of a view, as far as layout depends on it.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case view, label, button, imageView, textField, toggle = "switch", slider, other
    /// A scroll view; its edges, seen from its descendants, are those of its content; its sizes are
    /// the frame's.
    case scrollView
    case stackView, tableView, collectionView, textView
  }

  /// A reason why a view is held at a frame instead of being laid out by constraints.
  package enum HoldReason: String, Sendable, Hashable, CaseIterable {
    /// The autoresizing mask is translated into constraints
    /// (`translatesAutoresizingMaskIntoConstraints`).
    case autoresizing
    /// The document fixes the frame because the view has no constraints.
    case fixedFrame
    /// There is no Auto Layout: the mask describes how springs and struts resize the view, without
    /// any constraint.
    ///
    /// This also holds in the root and in views that are held in this way (AUTOLAYOUT 4.5).
    case springsAndStruts
  }

  /// A frame in the superview at which required constraints hold the view.
  ///
  /// With a flexible mask the constraints follow the superview's size. They describe the frame of
  /// the view in a superview of the size it had then (AUTOLAYOUT 4.4).
  package struct Hold: Sendable, Hashable {
    package var frame: LayoutRect
    package var reason: HoldReason
    /// The parts that follow the superview; empty holds origin and size.
    package var mask: AutoresizingMask
    /// The size of the superview's frame for `frame` and `mask`; needed unless the mask keeps
    /// origin and size on both axes.
    package var superviewSize: LayoutSize?

    package init(
      frame: LayoutRect, reason: HoldReason, mask: AutoresizingMask = [],
      superviewSize: LayoutSize? = nil
    ) {
      self.frame = frame
      self.reason = reason
      self.mask = mask
      self.superviewSize = superviewSize
    }

    /// Whether any part depends on the superview's size: every mask but a flexible high margin
    /// alone.
    package var followsSuperview: Bool {
      !mask.isSubset(of: [.flexibleRight, .flexibleBottom])
    }

    /// Whether the frame has to be computed before there are constraints.
    package var hasSprings: Bool { reason == .springsAndStruts && followsSuperview }
  }

  /// The rules for the margins of a view besides its own (AUTOLAYOUT 13.6).
  package struct MarginRules: Sendable, Hashable {
    /// Whether the margins are at least those of the superview, minus the distance from its edges.
    package var preservesSuperviewMargins: Bool
    /// Whether the safe area moves the margins in.
    package var insetsFromSafeArea: Bool
    /// Whether the margins are limited to the readable width of the environment.
    package var followsReadableWidth: Bool

    package init(
      preservesSuperviewMargins: Bool = false, insetsFromSafeArea: Bool = true,
      followsReadableWidth: Bool = false
    ) {
      self.preservesSuperviewMargins = preservesSuperviewMargins
      self.insetsFromSafeArea = insetsFromSafeArea
      self.followsReadableWidth = followsReadableWidth
    }

    package static let standard = MarginRules()
  }

  /// The id, unique among views and guides of the case; not empty.
  package var id: String
  /// The index of the superview in `LayoutCase.views`, smaller than the view's own; nil for the
  /// root only.
  package var parent: Int?
  package var kind: Kind
  /// The natural size by axis in points; nil on an axis that has none.
  package var intrinsicWidth: LayoutNumber?
  package var intrinsicHeight: LayoutNumber?
  package var hugging: AxisPriorities
  package var compressionResistance: AxisPriorities
  /// Whether a stack or collection view arranges this subview.
  package var isArranged: Bool
  /// Whether the view is hidden; it still takes part in layout, except in a stack view (AUTOLAYOUT
  /// 9.5).
  package var isHidden: Bool
  package var marginRules: MarginRules
  /// The reading direction that the view forces on items whose nearest common ancestor it is.
  ///
  /// Nil uses the environment's (AUTOLAYOUT 1.7).
  package var direction: LayoutCase.Environment.Direction?
  /// The parts that most views do not have; nil when all of them are missing.
  var rareParts: ViewRareParts?

  package init(id: String, parent: Int?, kind: Kind = .view) {
    self.id = id
    self.parent = parent
    self.kind = kind
    intrinsicWidth = nil
    intrinsicHeight = nil
    hugging = .defaultHugging
    compressionResistance = .defaultCompressionResistance
    isArranged = true
    isHidden = false
    marginRules = .standard
    direction = nil
    rareParts = nil
  }

  /// Returns the size of the content along an axis, in points; nil without one.
  package func intrinsicSize(along axis: Axis) -> LayoutNumber? {
    axis == .horizontal ? intrinsicWidth : intrinsicHeight
  }
}

/// A rectangle of a view that constraints can refer to, without being a view.
package struct Guide: Sendable, Hashable {
  /// The source of an area's insets; the raw value is the name in case files.
  package enum Area: String, Sendable, Hashable, CaseIterable {
    /// The area that bars and the edges of the screen leave free.
    case safeArea
    /// The layout margins.
    case margins
    /// The layout margins, limited to the readable width.
    case readable
    /// A strip from the owner's bottom edge up to the safe area: the keyboard, while it is hidden.
    case keyboard
  }

  /// The place of the rectangle.
  package enum Kind: Sendable, Hashable {
    /// Constraints decide the place, as for a `UILayoutGuide`; its sizes are not negative.
    case free
    /// The owner inset by fixed distances.
    case inset(LayoutInsets)
    /// A rectangle inside the owner whose insets layout computes (AUTOLAYOUT 13).
    case area(Area)
    /// A strip along the owner's top edge of the given height, as `topLayoutGuide`.
    case topStrip(LayoutNumber)
    /// A strip along the owner's bottom edge of the given height, as `bottomLayoutGuide`.
    case bottomStrip(LayoutNumber)
    /// The content area of the owning scroll view.
    case scrollContent
    /// The frame of the owning scroll view, seen from inside.
    case scrollFrame
  }

  /// The id, unique among views and guides of the case; not empty.
  package var id: String
  /// The index of the owning view in `LayoutCase.views`.
  package var owner: Int
  package var kind: Kind

  package init(id: String, owner: Int, kind: Kind) {
    self.id = id
    self.owner = owner
    self.kind = kind
  }
}

extension View.Kind {
  /// Compares cases.
  ///
  /// Without this, other modules compare raw values, by calls through tables.
  @inlinable
  package static func == (one: View.Kind, other: View.Kind) -> Bool {
    unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
  }

  @inlinable
  package static func != (one: View.Kind, other: View.Kind) -> Bool { !(one == other) }
}
