// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// What one pass of layout measures for the next: all that constraints cannot say.
struct Measures: Sendable, Hashable {
  /// What the texts take, in the order of the views with text.
  private(set) var texts: [TextMeasure]
  /// How far the safe area is from the edges of each view.
  private(set) var areas: [ViewAreas]

  /// What is known before anything is laid out: texts on one line or at their preferred width, areas by what
  /// constraints between views and their superviews tell.
  init(beforeLayoutOf layoutCase: LayoutCase, texts expansion: inout TextExpansion) {
    texts = expansion.firstMeasures()
    areas = ViewAreas.beforeLayout(of: layoutCase)
  }

  /// What a layout of the case shows.
  init(after layout: Layout, of layoutCase: LayoutCase, texts expansion: inout TextExpansion) {
    texts = expansion.measures(in: layout)
    areas = ViewAreas.measured(in: layout, of: layoutCase)
  }

  /// The case with numbers in the place of texts and areas.
  func plainCase(of layoutCase: LayoutCase, texts expansion: TextExpansion) -> LayoutCase {
    var plain = layoutCase
    // Rows speak of texts, of which there are none any more.
    plain.removeTable()
    expansion.apply(texts, to: &plain)
    ViewAreas.setInsets(of: &plain, areas: areas)
    StackExpansion.setProportions(of: &plain)
    return plain
  }

  /// The views with other measures, by index, in order.
  func viewsThatDiffer(from other: Measures, texts expansion: TextExpansion) -> [Int] {
    var differs = areas.indices.map { areas[$0] != other.areas[$0] }
    for index in expansion.views(where: texts, differFrom: other.texts) { differs[index] = true }
    return differs.indices.filter { differs[$0] }
  }
}
