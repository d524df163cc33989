// SPDX-License-Identifier: MIT

import LayoutEngine
import LayoutModel
import Lowering
import TextMeasurement

/// Texts that get less room than they need, or were measured for another width than they get.
///
/// The model does not know the system's fonts. A text is only reported when it needs more even with
/// some spare room, so a difference of fonts is no finding.
struct TextRules {
  /// The factor of spare room before a text counts as too long: the error of the model.
  static let spare = 1.05
  /// The largest loss by rounding to pixels, in points.
  static let tolerance = 1.0
  /// The largest number of characters quoted from the visible part of a text.
  private static let shownCharacters = 60

  private let placed: PlacedViews

  init(_ placed: PlacedViews) { self.placed = placed }

  /// - Complexity: O(length of the texts).
  func findings() -> [LayoutFinding] {
    var found: [LayoutFinding] = []
    for (index, view) in placed.views.enumerated() {
      guard let text = view.text, !text.string.isEmpty, placed.isVisible[index],
        placed.isSettled[index], view.kind == .label || view.kind == .button,
        placed.diagnosed.origin(ofView: index)?.isPlacedByCell != true
      else { continue }
      let frame = placed.drawn[index]
      // For a view without any room the rule about sizes reports.
      guard frame.width >= PlaceRules.nothing, frame.height >= PlaceRules.nothing else { continue }
      if let finding = tooLong(index, text.shrunken ?? text, frame)
        ?? wrongWidth(index, text, frame)
      {
        found.append(finding)
      }
    }
    return found
  }

  private func tooLong(
    _ index: Int, _ text: TextContent, _ frame: Layout.Frame
  ) -> LayoutFinding? {
    var text = text
    // The natural size of a button has one line and space around it; its title may wrap in all of
    // its height.
    if placed.views[index].kind == .button, [.wordWrap, .characterWrap].contains(text.lineBreak) {
      text.lineLimit = 0
      (text.padding.top, text.padding.bottom) = (0, 0)
    }
    let wide = number(frame.width * Self.spare + Self.tolerance)
    let high = number(frame.height * Self.spare + Self.tolerance)
    if !text.measured.isEmpty { return tooLongAsRecorded(index, text, wide, high, frame) }
    let measurer = TextMeasurer(text, scale: placed.diagnosed.layoutCase.environment.scale)
    let metrics = measurer.metrics(
      width: wide.less(text.padding.left, text.padding.right),
      height: high.less(text.padding.top, text.padding.bottom))
    guard metrics.isTruncated else { return nil }
    let visible = metrics.visibleText(of: text.string)
    let excerpt = visible.prefix(Self.shownCharacters)
    return finding(
      metrics.showsEllipsis ? .truncatedText : .clippedText, index, frame,
      needed: text.size(width: nil, measurer: measurer),
      extra: excerpt.isEmpty
        ? [] : ["shown: '\(excerpt)'" + (excerpt.count < visible.count ? "..." : "")])
  }

  private func tooLongAsRecorded(
    _ index: Int, _ text: TextContent, _ wide: LayoutNumber, _ high: LayoutNumber,
    _ frame: Layout.Frame
  ) -> LayoutFinding? {
    // The recorded size of a text with several lines may only hold for other widths.
    guard let size = text.recordedSize(width: text.lineLimit == 1 ? nil : wide),
      wide.isLess(than: size.width) || high.isLess(than: size.height)
    else { return nil }
    let cuts = text.lineBreak == .clip || !wide.isLess(than: size.width)
    return finding(cuts ? .clippedText : .truncatedText, index, frame, needed: size)
  }

  private func finding(
    _ rule: LayoutRule, _ index: Int, _ frame: Layout.Frame, needed: LayoutSize,
    extra: [String] = []
  ) -> LayoutFinding {
    let name = placed.diagnosed.name(ofView: index)
    let scale = placed.views[index].text.flatMap { $0.shrunken == nil ? nil : $0.minimumScale }
    let smallest = scale.map { "shrunken to \($0.shown) times its size " } ?? ""
    let verb = rule == .clippedText ? "is cut off" : "is shortened"
    let size = "\(FrameText.points(frame.width)) x \(FrameText.points(frame.height))"
    var found = LayoutFinding(
      rule, objects: [placed.id(index)], message: "the text of \(name) \(verb) in \(size) pt",
      details: [
        "\(smallest)on one line it needs \(needed.width.shown) x \(needed.height.shown) pt"
      ]
        + extra, location: placed.diagnosed.location(ofView: index))
    // Code may give it the size of its text.
    let axis: Axis = placed.views[index].text?.lineLimit == 1 ? .horizontal : .vertical
    if placed.isResizable(index, axis) { found.severity = .note }
    return found
  }

  /// Returns the finding for a preferred width with other line breaks than the view's width
  /// (AUTOLAYOUT 6.2).
  ///
  /// A preferred width of 0 leaves it to layout (6.6). The widths of the model are estimates, so
  /// some more or less room must not change it. It means nothing for a view of a fixed frame.
  private func wrongWidth(
    _ index: Int, _ text: TextContent, _ frame: Layout.Frame
  ) -> LayoutFinding? {
    guard text.lineLimit != 1, let preferred = text.wrappingWidth, text.measured.isEmpty,
      abs(frame.width - preferred.doubleValue) > Self.tolerance, !placed.isAsHeld(index)
    else { return nil }
    let measurer = TextMeasurer(text, scale: placed.diagnosed.layoutCase.environment.scale)
    func lines(_ width: LayoutNumber) -> Int {
      measurer.metrics(width: width.less(text.padding.left, text.padding.right)).lineCount
    }
    let (wanted, shown) = (lines(preferred), lines(number(frame.width)))
    let others = [frame.width / Self.spare, frame.width * Self.spare]
    guard wanted != shown, !others.contains(where: { lines(number($0)) == wanted }) else {
      return nil
    }
    let name = placed.diagnosed.name(ofView: index)
    return LayoutFinding(
      .wrongTextWidth, objects: [placed.id(index)],
      message: "\(name) is measured for a width of \(preferred.shown), but is"
        + " \(FrameText.points(frame.width)) pt wide: \(wanted) lines instead of \(shown)",
      details: ["set its preferred width after layout and lay out again, or leave it automatic"],
      location: placed.diagnosed.location(ofView: index))
  }

  /// Returns a length in points, to a thousandth.
  private func number(_ value: Double) -> LayoutNumber {
    let limit = LayoutCase.largestMagnitude.doubleValue
    return LayoutNumber(digits: Int64((min(max(value, 0), limit) * 1000).rounded()), scale: 3)
  }
}

extension LayoutNumber {
  /// Returns the difference of two lengths.
  fileprivate func less(_ one: LayoutNumber, _ other: LayoutNumber) -> LayoutNumber {
    guard let both = one.adding(other) else { return self }
    return subtracting(both) ?? self
  }
}
