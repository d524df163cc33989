// SPDX-License-Identifier: MIT

import LayoutModel
import TextMeasurement

/// A reader of the text of a view in a document (AUTOLAYOUT 17.11).
///
/// The result has no recorded sizes yet.
struct ViewTextReader {
  typealias NodeID = DocumentTree.NodeID

  let tree: DocumentTree
  let header: DocumentHeader
  let installed: InstalledItems

  /// Returns the text of a view; nil for a view that shows none, or of which it is only a part.
  func text(of node: NodeID, kind: View.Kind) -> TextContent? {
    switch (header.runtime, tree[node].tag) {
    case (.macOS, "textField") where kind == .label: return desktopLabel(node)
    case (.macOS, _): return nil
    case (_, "label"): return label(node)
    case (_, "button"): return button(node)
    case (_, "textField"): return field(node)
    case (_, "textView"): return textView(node)
    default: return nil
    }
  }

  // MARK: - Classes of views

  private func label(_ node: NodeID) -> TextContent {
    let attributed = attributedString(of: node, key: "attributedText")
    let string = installed.attribute("text", of: node) ?? element("text", of: node)
    var text = TextContent(
      attributed.map(joined) ?? string ?? "", font: font(of: node, kind: .label, attributed))
    text.lineLimit = lineLimit(installed.attribute("numberOfLines", of: node))
    text.lineBreak = Self.lineBreak(installed.attribute("lineBreakMode", of: node))
    text.preferredWidth = preferredWidth(node)
    text.minimumScale = minimumScale(node, text.font)
    return text
  }

  /// Returns the text of a button.
  ///
  /// A button with an image keeps its recorded size: the size of the image is not known.
  private func button(_ node: NodeID) -> TextContent? {
    let states = tree.children(of: node).filter { tree[$0].tag == "state" }
    let state = states.first { tree.attribute("key", of: $0) == "normal" }
    let configuration = tree.child(of: node, tag: "buttonConfiguration")
    let parts = [configuration, state].compactMap { $0 }
    let hasImage = parts.contains {
      tree.attribute("image", of: $0) != nil || tree.attribute("catalog", of: $0) != nil
        || tree.child(of: $0, tag: "imageReference") != nil
    }
    if hasImage { return nil }
    let attributed = parts.lazy.compactMap { attributedString(of: $0, key: "attributedTitle") }
      .first
    let titles = parts.lazy.compactMap {
      tree.attribute("title", of: $0) ?? element("title", of: $0)
    }
    guard let string = attributed.map(joined) ?? titles.first, !string.isEmpty else { return nil }
    var text = TextContent(string, font: font(of: node, kind: .button, attributed))
    text.lineBreak = Self.lineBreak(tree.attribute("lineBreakMode", of: node))
    text.padding = buttonPadding(node, configuration)
    text.minimumScale = minimumScale(node, text.font)
    return text
  }

  private func field(_ node: NodeID) -> TextContent {
    let own = tree.attribute("text", of: node) ?? element("text", of: node) ?? ""
    let hint = tree.attribute("placeholder", of: node) ?? element("placeholder", of: node) ?? ""
    let attributed = attributedString(of: node, key: "attributedText")
    var text = TextContent(
      attributed.map(joined) ?? (own.isEmpty ? hint : own),
      font: font(of: node, kind: .textField, attributed))
    switch tree.attribute("borderStyle", of: node) {
    case "roundedRect":
      let inset = roundedInset(text.font)
      text.padding = LayoutInsets(top: inset, left: 7, bottom: inset, right: 7)
    case "line", "bezel": text.padding = LayoutInsets(top: 2, left: 7, bottom: 2, right: 7)
    default: break
    }
    return text
  }

  /// Returns the space above and below the text of a field with a rounded border.
  ///
  /// Such a field has a height of 34 points for fonts of 14 to 18 points since the tools of iOS 13;
  /// before, 14 points had 30.
  private func roundedInset(_ font: TextFont) -> LayoutNumber {
    if header.toolsVersion < 15000 { return LayoutNumber(digits: 65, scale: 1) }
    let scale = Double(header.device?.scale ?? 1)
    let line = LineMetrics(pointSize: font.pointSize).lineHeight.doubleValue
    let height = (line * scale).rounded(.up) / scale
    return DocumentNumber.rounded(max(6, (34 - height) / 2), places: 3) ?? 6
  }

  private func textView(_ node: NodeID) -> TextContent {
    let attributed = attributedString(of: node, key: "attributedText")
    let string = tree.attribute("text", of: node) ?? element("text", of: node)
    return TextContent(
      attributed.map(joined) ?? string ?? "",
      font: font(of: node, kind: .textView, attributed),
      lineLimit: 0, lineBreak: .wordWrap,
      padding: LayoutInsets(top: 8, left: 5, bottom: 8, right: 5))
  }

  /// Returns the text of a field that cannot be edited; it wraps unless its cell clips, truncates
  /// or keeps to one line.
  private func desktopLabel(_ node: NodeID) -> TextContent? {
    guard
      let cell = tree.children(of: node).first(where: { tree.attribute("key", of: $0) == "cell" })
    else { return nil }
    let attributed = attributedString(of: cell, key: "attributedStringValue")
    let string = tree.attribute("title", of: cell) ?? element("title", of: cell) ?? ""
    let mode = tree.attribute("lineBreakMode", of: cell)
    let isSingle =
      tree.isYes("usesSingleLineMode", of: cell) || tree.isYes("scrollable", of: cell)
      || (mode != nil && mode != "wordWrapping" && mode != "charWrapping")
    return TextContent(
      attributed.map(joined) ?? string,
      font: font(of: cell, kind: .label, attributed),
      lineLimit: isSingle ? 1 : 0, lineBreak: Self.lineBreak(mode ?? "wordWrap"),
      preferredWidth: preferredWidth(node))
  }

  // MARK: - Parts

  /// Returns the font of a view, or of the cell of one.
  private func font(of node: NodeID, kind: View.Kind, _ attributed: NodeID?) -> TextFont {
    let fonts = DocumentFont(tree: tree)
    let standard = fonts.standardSize(of: node, kind: kind, runtime: header.runtime)
    return fonts.font(of: node, attributed: attributed, standard: standard)
  }

  /// Returns the content of a text that is an element of its own, such as one of several lines.
  private func element(_ key: String, of node: NodeID) -> String? {
    for tag in ["string", "mutableString"] {
      if let child = tree.child(of: node, tag: tag, key: key) { return tree.string(of: child) }
    }
    return nil
  }

  private func attributedString(of node: NodeID, key: String) -> NodeID? {
    tree.child(of: node, tag: "attributedString", key: key)
  }

  /// Returns the joined fragments of an attributed text.
  private func joined(_ attributed: NodeID) -> String {
    var result = ""
    for fragment in tree.children(of: attributed) where tree[fragment].tag == "fragment" {
      result += tree.attribute("content", of: fragment) ?? element("content", of: fragment) ?? ""
    }
    return result
  }

  /// Returns the largest number of lines: 1 when absent; 0 for any number, and for an unreadable
  /// one.
  private func lineLimit(_ text: String?) -> Int {
    guard let text else { return 1 }
    return max(0, min(Int(text) ?? 0, 1_000_000))
  }

  /// Returns the preferred width; nil for an automatic one (AUTOLAYOUT 6.6).
  private func preferredWidth(_ node: NodeID) -> LayoutNumber? {
    installed.attribute("preferredMaxLayoutWidth", of: node).flatMap(DocumentNumber.points)
      .flatMap { $0.numerator > 0 ? $0 : nil }
  }

  /// Returns the smallest scale of the font of a single line; nil when it does not shrink.
  ///
  /// Documents state a scale or, in older documents, a size.
  private func minimumScale(_ node: NodeID, _ font: TextFont) -> LayoutNumber? {
    guard tree.attribute("adjustsFontSizeToFit", of: node) != "NO" else { return nil }
    func number(_ key: String) -> LayoutNumber? {
      tree.attribute(key, of: node).flatMap(DocumentNumber.points)
    }
    let scale =
      number("minimumScaleFactor")
      ?? number("minimumFontSize").flatMap { size in
        guard font.pointSize.numerator > 0 else { return nil }
        return LayoutNumber(
          quotientOf: Int128(size.numerator) * Int128(font.pointSize.denominator),
          by: Int128(size.denominator) * Int128(font.pointSize.numerator))
      }
    guard let scale, !scale.isNegative, !scale.isZero, scale.isLess(than: 1) else { return nil }
    return scale
  }

  /// Returns the line break by its name in documents for phones or for the desktop.
  private static func lineBreak(_ name: String?) -> TextContent.LineBreak {
    switch name {
    case "wordWrap", "wordWrapping": return .wordWrap
    case "characterWrap", "charWrapping": return .characterWrap
    case "clip", "clipping": return .clip
    case "headTruncation", "truncatingHead": return .truncateHead
    case "middleTruncation", "truncatingMiddle": return .truncateMiddle
    default: return .truncateTail
    }
  }

  /// Returns the space around the title of a button: its configuration's insets, the content insets
  /// it states, or the system's.
  private func buttonPadding(_ node: NodeID, _ configuration: NodeID?) -> LayoutInsets {
    if header.runtime == .tvOS { return LayoutInsets(top: 20, left: 40, bottom: 20, right: 40) }
    if let configuration {
      guard let own = tree.child(of: configuration, tag: "directionalEdgeInsets") else {
        return LayoutInsets(top: 7, left: 12, bottom: 7, right: 12)
      }
      return insets(own, ["top", "leading", "bottom", "trailing"])
    }
    guard let own = tree.child(of: node, tag: "inset", key: "contentEdgeInsets") else {
      return LayoutInsets(top: 6, left: 0, bottom: 6, right: 0)
    }
    return insets(own, ["minY", "minX", "maxY", "maxX"])
  }

  /// Returns insets by the names of top, left, bottom and right; none is negative.
  private func insets(_ node: NodeID, _ names: [String]) -> LayoutInsets {
    let values = names.map { name in
      tree.attribute(name, of: node).flatMap(DocumentNumber.points)
        .flatMap { $0.isNegative ? nil : $0 } ?? LayoutNumber.zero
    }
    return LayoutInsets(top: values[0], left: values[1], bottom: values[2], right: values[3])
  }
}
