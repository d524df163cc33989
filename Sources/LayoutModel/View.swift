// SPDX-License-Identifier: MIT

/// One view of a `LayoutCase`.
///
/// Attributes of a view speak of its alignment rectangle. Its frame is that rectangle, moved out by
/// `alignmentInsets`.
package struct View: Sendable, Hashable {
  /// What layout needs to know about the class of a view.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case view, label, button, imageView, textField, toggle = "switch", slider, other
    /// Its edges, seen from its descendants, are those of its content; its sizes are the frame's.
    case scrollView
  }

  /// Why a view is held at a frame instead of being laid out by constraints.
  package enum HoldReason: String, Sendable, Hashable, CaseIterable {
    /// The autoresizing mask is translated into constraints (`translatesAutoresizingMaskIntoConstraints`).
    case autoresizing
    /// The document fixes the frame because the view has no constraints.
    case fixedFrame
  }

  /// A frame in the superview that the view is held at by required constraints.
  package struct Hold: Sendable, Hashable {
    package var frame: LayoutRect
    package var reason: HoldReason

    package init(frame: LayoutRect, reason: HoldReason) {
      self.frame = frame
      self.reason = reason
    }
  }

  /// Unique among views and guides of the case; not empty.
  package var id: String
  /// The index of the superview in `LayoutCase.views`, smaller than the view's own; nil for the root only.
  package var parent: Int?
  package var kind: Kind
  /// The natural size by axis in points; nil on an axis that has none.
  package var intrinsicWidth: LayoutNumber?
  package var intrinsicHeight: LayoutNumber?
  package var hugging: AxisPriorities
  package var compressionResistance: AxisPriorities
  package var margins: LayoutInsets
  /// What the frame has beyond the alignment rectangle on each edge, in points.
  package var alignmentInsets: LayoutInsets
  /// The distance from the top edge down to the first baseline; nil puts it at the top edge.
  package var firstBaselineOffset: LayoutNumber?
  /// The distance from the bottom edge up to the last baseline; nil puts it at the bottom edge.
  package var lastBaselineOffset: LayoutNumber?
  package var hold: Hold?

  package init(id: String, parent: Int?, kind: Kind = .view) {
    self.id = id
    self.parent = parent
    self.kind = kind
    intrinsicWidth = nil
    intrinsicHeight = nil
    hugging = .defaultHugging
    compressionResistance = .defaultCompressionResistance
    margins = .defaultMargins
    alignmentInsets = .zero
    firstBaselineOffset = nil
    lastBaselineOffset = nil
    hold = nil
  }

  package func intrinsicSize(along axis: Axis) -> LayoutNumber? {
    axis == .horizontal ? intrinsicWidth : intrinsicHeight
  }
}

/// A rectangle of a view that constraints can refer to, without being a view.
package struct Guide: Sendable, Hashable {
  /// Where the rectangle lies.
  package enum Kind: Sendable, Hashable {
    /// Free: constraints decide, as for a `UILayoutGuide`; its sizes are not negative.
    case free
    /// The owner inset by fixed distances, as the safe area and the margins guide.
    case inset(LayoutInsets)
    /// A strip along the owner's top edge of the given height, as `topLayoutGuide`.
    case topStrip(LayoutNumber)
    /// A strip along the owner's bottom edge of the given height, as `bottomLayoutGuide`.
    case bottomStrip(LayoutNumber)
    /// The content area of the owning scroll view.
    case scrollContent
    /// The frame of the owning scroll view, seen from inside.
    case scrollFrame
  }

  /// Unique among views and guides of the case; not empty.
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
