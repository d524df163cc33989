// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// The measures of one pass of layout for the next: the values that constraints cannot express.
struct Measures: Sendable, Hashable {
  /// The measures of the texts, in the order of the views with text.
  private(set) var texts: [TextMeasure]
  /// The distances of the safe area from the edges of each view.
  private(set) var areas: [ViewAreas]
  /// The places of the items of collection views, in the order of the expansion's items.
  private(set) var places: [LayoutRect]

  /// Creates the measures before layout.
  ///
  /// Texts are on one line or at their preferred width. Areas follow from constraints between views
  /// and their superviews.
  init(beforeLayoutOf layoutCase: LayoutCase, with expansion: inout CaseExpansion) {
    texts = expansion.texts.firstMeasures()
    areas = ViewAreas.beforeLayout(of: layoutCase)
    places = expansion.flows.firstPlaces()
  }

  /// Creates the measures of a layout of the case.
  init(after layout: Layout, of layoutCase: LayoutCase, with expansion: inout CaseExpansion) {
    texts = expansion.texts.measures(in: layout)
    areas = ViewAreas.measured(in: layout, of: layoutCase)
    places = expansion.flows.places(in: layout)
  }

  /// Returns the case with numbers instead of texts, areas and grids.
  func plainCase(of layoutCase: LayoutCase, with expansion: CaseExpansion) -> LayoutCase {
    var plain = layoutCase
    // Rows refer to texts, which are removed.
    plain.removeTable()
    expansion.texts.apply(texts, to: &plain)
    expansion.flows.apply(places, to: &plain)
    ViewAreas.setInsets(of: &plain, areas: areas)
    StackExpansion.setProportions(of: &plain)
    return plain
  }

  /// Returns the views with other measures, by index, in order.
  func viewsThatDiffer(from other: Measures, with expansion: CaseExpansion) -> [Int] {
    var differs = areas.indices.map { areas[$0] != other.areas[$0] }
    for index in expansion.texts.views(where: texts, differFrom: other.texts) {
      differs[index] = true
    }
    for index in expansion.flows.items(where: places, differFrom: other.places) {
      differs[index] = true
    }
    return differs.indices.filter { differs[$0] }
  }
}

/// The data that the passes of one layout share: texts and their measures, grids and their items.
struct CaseExpansion: Sendable {
  var texts: TextExpansion
  let flows: FlowExpansion
}
