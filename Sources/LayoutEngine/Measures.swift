// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// What one pass of layout measures for the next: all that constraints cannot say.
struct Measures: Sendable, Hashable {
  /// What the texts take, in the order of the views with text.
  private(set) var texts: [TextMeasure]
  /// How far the safe area is from the edges of each view.
  private(set) var areas: [ViewAreas]
  /// Where the items of collection views are, in the order of the expansion's items.
  private(set) var places: [LayoutRect]

  /// What is known before anything is laid out: texts on one line or at their preferred width,
  /// areas by what constraints between views and their superviews tell.
  init(beforeLayoutOf layoutCase: LayoutCase, with expansion: inout CaseExpansion) {
    texts = expansion.texts.firstMeasures()
    areas = ViewAreas.beforeLayout(of: layoutCase)
    places = expansion.flows.firstPlaces()
  }

  /// What a layout of the case shows.
  init(after layout: Layout, of layoutCase: LayoutCase, with expansion: inout CaseExpansion) {
    texts = expansion.texts.measures(in: layout)
    areas = ViewAreas.measured(in: layout, of: layoutCase)
    places = expansion.flows.places(in: layout)
  }

  /// The case with numbers in the place of texts, areas and grids.
  func plainCase(of layoutCase: LayoutCase, with expansion: CaseExpansion) -> LayoutCase {
    var plain = layoutCase
    // Rows speak of texts, of which there are none any more.
    plain.removeTable()
    expansion.texts.apply(texts, to: &plain)
    expansion.flows.apply(places, to: &plain)
    ViewAreas.setInsets(of: &plain, areas: areas)
    StackExpansion.setProportions(of: &plain)
    return plain
  }

  /// The views with other measures, by index, in order.
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

/// What the passes of one layout share: texts and what they measured, grids and their items.
struct CaseExpansion: Sendable {
  var texts: TextExpansion
  let flows: FlowExpansion
}
