// SPDX-License-Identifier: MIT

/// The arrangement of a stack view's subviews (AUTOLAYOUT 9).
///
/// They are the arranged subviews of a view with a `stack`, in their order.
package struct StackLayout: Sendable, Hashable {
  /// The distribution of the length among the arranged views; the raw value is the name in case
  /// files.
  package enum Distribution: String, Sendable, Hashable, CaseIterable {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  /// The placement of the arranged views across the axis; `leading` is also top, `trailing` also
  /// bottom.
  package enum Alignment: String, Sendable, Hashable, CaseIterable {
    case fill, leading, center, trailing, firstBaseline, lastBaseline
  }

  /// The toolkit whose rules arrange the views.
  package enum Toolkit: String, Sendable, Hashable, CaseIterable {
    /// UIStackView.
    case uiKit
    /// NSStackView. Its header states the rules: alignment at priority 250, sizes as equal as
    /// possible, hidden views without effect, and across the axis the hugging of the stack view.
    case appKit
  }

  package var axis: Axis
  package var distribution: Distribution
  package var alignment: Alignment
  /// The spacing between neighbours, in points; may be negative.
  package var spacing: LayoutNumber
  /// Whether the spacing is the system's, whose value is in `spacing` (AUTOLAYOUT 9.3).
  package var usesSystemSpacing: Bool
  /// Whether a vertical stack measures its spacing from last to first baseline.
  package var isBaselineRelative: Bool
  /// Whether the arranged views stay inside the layout margins of the stack view.
  package var isMarginsRelative: Bool
  /// The toolkit of the stack view; in an NSStackView hidden views are detached.
  package var toolkit: Toolkit

  package init(
    axis: Axis = .horizontal, distribution: Distribution = .fill, alignment: Alignment = .fill,
    spacing: LayoutNumber = 0, usesSystemSpacing: Bool = false, isBaselineRelative: Bool = false,
    isMarginsRelative: Bool = false, toolkit: Toolkit = .uiKit
  ) {
    self.axis = axis
    self.distribution = distribution
    self.alignment = alignment
    self.spacing = spacing
    self.usesSystemSpacing = usesSystemSpacing
    self.isBaselineRelative = isBaselineRelative
    self.isMarginsRelative = isMarginsRelative
    self.toolkit = toolkit
  }
}
