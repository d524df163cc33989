// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// What one pass of layout measures for the next: all that constraints cannot say.
struct Measures: Sendable, Hashable {
  /// The width that the lines of each view's text are wrapped at, in points; nil does not wrap.
  private(set) var textWidths: [LayoutNumber?]
  /// How far the safe area is from the edges of each view.
  private(set) var areas: [ViewAreas]

  /// What is known before anything is laid out: texts on one line, areas as if every view filled its
  /// superview.
  init(beforeLayoutOf layoutCase: LayoutCase) {
    textWidths = TextExpansion.firstWidths(of: layoutCase)
    areas = ViewAreas.beforeLayout(of: layoutCase)
  }

  /// What a layout of the case shows.
  init(after layout: Layout, of layoutCase: LayoutCase) {
    textWidths = TextExpansion.widths(in: layout, of: layoutCase)
    areas = ViewAreas.measured(in: layout, of: layoutCase)
  }

  /// The case with numbers in the place of texts and areas.
  func plainCase(of layoutCase: LayoutCase) -> LayoutCase {
    var plain = layoutCase
    TextExpansion.setSizes(of: &plain, widths: textWidths)
    ViewAreas.setInsets(of: &plain, areas: areas)
    StackExpansion.setProportions(of: &plain)
    return plain
  }

  /// The views with other measures, by index, in order.
  func viewsThatDiffer(from other: Measures) -> [Int] {
    textWidths.indices.filter {
      textWidths[$0] != other.textWidths[$0] || areas[$0] != other.areas[$0]
    }
  }
}
