// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// Gives views with text their natural size (AUTOLAYOUT 2.8 and 6).
enum TextExpansion {
  /// The widths that lines are wrapped at in the first pass: the preferred one where there is one.
  static func firstWidths(of layoutCase: LayoutCase) -> [LayoutNumber?] {
    layoutCase.views.map { $0.text?.preferredWidth }
  }

  /// The widths that lines are wrapped at after a layout.
  static func widths(in layout: Layout, of layoutCase: LayoutCase) -> [LayoutNumber?] {
    firstWidths(of: layoutCase)
  }

  /// Replaces texts by natural sizes.
  static func setSizes(of layoutCase: inout LayoutCase, widths: [LayoutNumber?]) {
    for index in layoutCase.views.indices {
      guard let text = layoutCase.views[index].text else { continue }
      let size = text.measured.first?.size
      layoutCase.views[index].intrinsicWidth = size?.width
      layoutCase.views[index].intrinsicHeight = size?.height
      layoutCase.views[index].text = nil
    }
  }
}
