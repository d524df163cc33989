// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// The safe area and the margins of one view as insets from the edges of its alignment rectangle,
/// in points (AUTOLAYOUT 13).
///
/// Areas that no guide, margin attribute or stack of the case refers to stay as the view has them
/// itself, so that they cost no pass.
struct ViewAreas: Sendable, Hashable {
  var safeArea: LayoutInsets
  var margins: LayoutInsets
  /// The margins, limited to the readable width.
  var readable: LayoutInsets

  /// Returns the areas that follow from constraints between views and superviews before layout.
  static func beforeLayout(of layoutCase: LayoutCase) -> [ViewAreas] {
    guard AreaUse.anywhere(in: layoutCase) else { return own(of: layoutCase) }
    var ties = ViewTies(of: layoutCase)
    return AreaUse(of: layoutCase).only(
      AreaSpread.areas(of: layoutCase) { ties.place(of: $0, in: layoutCase, areas: $1) },
      of: layoutCase)
  }

  /// Returns the areas that follow from the places of the views.
  ///
  /// A view that constraints tie to an area of its superview follows the measured area at once.
  /// Otherwise each level would be measured a pass late. A chain of them would oscillate before it
  /// settles, with conflicts that the layout does not have.
  static func measured(in layout: Layout, of layoutCase: LayoutCase) -> [ViewAreas] {
    guard AreaUse.anywhere(in: layoutCase) else { return own(of: layoutCase) }
    let measured = MeasuredPlaces(layout, of: layoutCase)
    var ties = ViewTies(of: layoutCase)
    return AreaUse(of: layoutCase).only(
      AreaSpread.areas(of: layoutCase) {
        ties.place(of: $0, in: layoutCase, areas: $1, measured: measured.place(of: $0))
      }, of: layoutCase)
  }

  /// Replaces areas and rules for margins by numbers.
  static func setInsets(of layoutCase: inout LayoutCase, areas: [ViewAreas]) {
    layoutCase.environment.safeArea = .zero
    for index in layoutCase.views.indices {
      // Where nothing changes, the array stays the one that the case shares with its copies.
      if layoutCase.views[index].margins != areas[index].margins {
        layoutCase.views[index].margins = areas[index].margins
      }
      if layoutCase.views[index].marginRules != .standard {
        layoutCase.views[index].marginRules = .standard
      }
    }
    for index in layoutCase.guides.indices {
      guard case .area(let area) = layoutCase.guides[index].kind else { continue }
      let owner = areas[layoutCase.guides[index].owner]
      switch area {
      case .safeArea: layoutCase.guides[index].kind = .inset(owner.safeArea)
      case .margins: layoutCase.guides[index].kind = .inset(owner.margins)
      case .readable: layoutCase.guides[index].kind = .inset(owner.readable)
      case .keyboard:
        // A strip is not negative, a safe area may be written so.
        let height = owner.safeArea.bottom
        layoutCase.guides[index].kind = .bottomStrip(height.isNegative ? .zero : height)
      }
    }
  }

  /// Returns the margins that views have by themselves.
  private static func own(of layoutCase: LayoutCase) -> [ViewAreas] {
    layoutCase.views.map { own(of: $0) }
  }

  fileprivate static func own(of view: View) -> ViewAreas {
    ViewAreas(safeArea: .zero, margins: view.margins, readable: view.margins)
  }
}

/// The views with areas that some part of the case refers to.
private struct AreaUse {
  private var isUsed: [Bool]

  /// Whether any view can have other insets than its own margins; otherwise nothing needs to be
  /// measured.
  static func anywhere(in layoutCase: LayoutCase) -> Bool {
    layoutCase.environment.safeArea != .zero
      || layoutCase.views.contains {
        $0.marginRules.preservesSuperviewMargins || $0.marginRules.followsReadableWidth
      }
      || layoutCase.guides.contains {
        if case .area = $0.kind { return true }
        return false
      }
  }

  init(of layoutCase: LayoutCase) {
    isUsed = layoutCase.views.map { $0.stack?.isMarginsRelative == true }
    for constraint in layoutCase.constraints {
      for anchor in [constraint.first, constraint.second] {
        guard let anchor, anchor.attribute.isMargin, case .view(let view) = anchor.item else {
          continue
        }
        isUsed[view] = true
      }
    }
    for guide in layoutCase.guides {
      if case .area = guide.kind { isUsed[guide.owner] = true }
    }
  }

  func only(_ areas: [ViewAreas], of layoutCase: LayoutCase) -> [ViewAreas] {
    areas.indices.map { isUsed[$0] ? areas[$0] : .own(of: layoutCase.views[$0]) }
  }
}

/// The places of the views in a layout.
private struct MeasuredPlaces {
  private let frames: [Layout.Frame]
  private let views: [View]
  /// The size of the container of a view's subviews: the content of a scroll view, else the frame.
  private let inner: [(width: Double, height: Double)]

  init(_ layout: Layout, of layoutCase: LayoutCase) {
    frames = layout.frames
    views = layoutCase.views
    var inner = layout.frames.map { (width: $0.width, height: $0.height) }
    for content in layout.contentSizes {
      inner[content.view] = (content.width, content.height)
    }
    self.inner = inner
  }

  func place(of view: Int) -> ViewPlace {
    let frame = frames[view]
    let own = views[view].alignmentInsets
    let width = frame.width - own.left.doubleValue - own.right.doubleValue
    guard let parent = views[view].parent else {
      return ViewPlace(distances: [nil, nil, nil, nil], width: .points(width))
    }
    // Insets are measured from alignment rectangles, on both sides.
    let outer = views[parent].alignmentInsets
    return ViewPlace(
      distances: [
        frame.y + own.top.doubleValue - outer.top.doubleValue,
        frame.x + own.left.doubleValue - outer.left.doubleValue,
        inner[parent].height - frame.y - frame.height + own.bottom.doubleValue
          - outer.bottom.doubleValue,
        inner[parent].width - frame.x - frame.width + own.right.doubleValue
          - outer.right.doubleValue,
      ].map { LayoutNumber.points($0) }, width: .points(width))
  }
}
