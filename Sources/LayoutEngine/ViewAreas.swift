// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// The safe area and the margins of one view as insets from its edges, in points (AUTOLAYOUT 13).
struct ViewAreas: Sendable, Hashable {
  var safeArea: LayoutInsets
  var margins: LayoutInsets
  /// The margins, limited to the readable width.
  var readable: LayoutInsets

  /// As if every view filled its superview.
  static func beforeLayout(of layoutCase: LayoutCase) -> [ViewAreas] {
    layoutCase.views.map { view in
      ViewAreas(safeArea: .zero, margins: view.margins, readable: view.margins)
    }
  }

  /// By where the views lie.
  static func measured(in layout: Layout, of layoutCase: LayoutCase) -> [ViewAreas] {
    beforeLayout(of: layoutCase)
  }

  /// Replaces areas and rules for margins by numbers.
  static func setInsets(of layoutCase: inout LayoutCase, areas: [ViewAreas]) {
    layoutCase.environment.safeArea = .zero
    for index in layoutCase.views.indices {
      layoutCase.views[index].margins = areas[index].margins
      layoutCase.views[index].marginRules = .standard
    }
    for index in layoutCase.guides.indices {
      guard case .area(let area) = layoutCase.guides[index].kind else { continue }
      let owner = areas[layoutCase.guides[index].owner]
      switch area {
      case .safeArea: layoutCase.guides[index].kind = .inset(owner.safeArea)
      case .margins: layoutCase.guides[index].kind = .inset(owner.margins)
      case .readable: layoutCase.guides[index].kind = .inset(owner.readable)
      case .keyboard: layoutCase.guides[index].kind = .bottomStrip(owner.safeArea.bottom)
      }
    }
  }
}
