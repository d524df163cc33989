// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering
import TextMeasurement

/// The known measures of a text, in points, for the next pass of layout.
struct TextMeasure: Sendable, Hashable {
  /// The natural size, padding included.
  var size: LayoutSize
  /// The distance from the top edge down to the first baseline.
  var firstBaseline: LayoutNumber
  /// The distance from the bottom edge up to the last baseline.
  var lastBaseline: LayoutNumber
}

/// An expansion that sets the natural size and baselines of views with text (AUTOLAYOUT 1.9, 2.8
/// and 6).
///
/// The first pass has every text on one line, or wrapped at its preferred width. Where lines may
/// wrap and the width is left to layout, each later pass wraps at the width of the pass before
/// (6.3, 6.5). Wrapping the resulting layout again does not change it. Sizes are compared, not
/// widths, so a label that shrinks to its longest line is settled.
struct TextExpansion: Sendable {
  /// The texts of a case, each measured no more often than its width changes.
  private var texts: [MeasuredView]

  init(of layoutCase: LayoutCase) {
    let aligned = Self.viewsAlignedByBaseline(in: layoutCase)
    texts = layoutCase.views.indices.compactMap { index in
      layoutCase.views[index].text.map { text in
        MeasuredView(
          index: index, view: layoutCase.views[index], text: text,
          scale: layoutCase.environment.scale, isAlignedByBaseline: aligned[index])
      }
    }
  }

  /// Returns the natural sizes of texts before anything is laid out, by view; nil for views without
  /// text.
  static func naturalSizes(of layoutCase: LayoutCase) -> [LayoutSize?] {
    var sizes = [LayoutSize?](repeating: nil, count: layoutCase.views.count)
    var expansion = TextExpansion(of: layoutCase)
    for (text, measure) in zip(expansion.texts, expansion.firstMeasures()) {
      sizes[text.index] = measure.size
    }
    return sizes
  }

  /// Returns whether constraints refer to the baselines of each view.
  private static func viewsAlignedByBaseline(in layoutCase: LayoutCase) -> [Bool] {
    var result = [Bool](repeating: false, count: layoutCase.views.count)
    for constraint in layoutCase.constraints {
      for anchor in [constraint.first, constraint.second] {
        guard let anchor, anchor.attribute.isBaseline, case .view(let index) = anchor.item else {
          continue
        }
        result[index] = true
      }
    }
    return result
  }

  /// Returns the measures before anything is laid out, in the order of the views with text.
  mutating func firstMeasures() -> [TextMeasure] {
    texts.indices.map { texts[$0].firstMeasure() }
  }

  /// Returns the measures before anything is laid out, with texts wrapped at the widths that are
  /// already known.
  ///
  /// Shape: one width for each text, nil where none is known.
  mutating func firstMeasures(atWidths widths: [LayoutNumber?]) -> [TextMeasure] {
    texts.indices.map { index in
      widths[index].map { texts[index].measure(atWidth: $0) } ?? texts[index].firstMeasure()
    }
  }

  /// The work of measuring so far: bytes of UTF-8, once for each width of a text.
  var measuredBytes: Int { texts.reduce(0) { $0 + $1.measuredBytes } }

  /// The views with text, in order.
  var views: [Int] { texts.map(\.index) }

  /// The views whose text is wrapped at the width that layout gives them.
  var viewsWrappedAtTheirWidth: [Int] {
    texts.filter(\.isWrappedAtItsWidth).map(\.index)
  }

  /// Whether constraints refer to the baselines of some text.
  var hasAlignedBaselines: Bool { texts.contains(where: \.isAlignedByBaseline) }

  /// Replaces a text, by its position among the views with text.
  mutating func setText(_ string: String, at index: Int) { texts[index].setText(string) }

  /// Returns the measures that follow from a layout that is not rounded.
  mutating func measures(in layout: Layout) -> [TextMeasure] {
    texts.indices.map { texts[$0].measure(in: layout.frames[texts[$0].index]) }
  }

  /// Replaces texts by natural sizes and baselines; baselines that a view states itself stay.
  func apply(_ measures: [TextMeasure], to layoutCase: inout LayoutCase) {
    for (text, measure) in zip(texts, measures) {
      var view = layoutCase.views[text.index]
      view.text = nil
      view.intrinsicWidth = measure.size.width
      view.intrinsicHeight = measure.size.height
      view.firstBaselineOffset = view.firstBaselineOffset ?? measure.firstBaseline
      view.lastBaselineOffset = view.lastBaselineOffset ?? measure.lastBaseline
      layoutCase.views[text.index] = view
    }
  }

  /// Returns the views with other measures, by index, in order.
  func views(where new: [TextMeasure], differFrom old: [TextMeasure]) -> [Int] {
    texts.indices.filter { new[$0] != old[$0] }.map { texts[$0].index }
  }
}
