// SPDX-License-Identifier: MIT

import LayoutModel

/// Where the text of a view stands, by the measures of the system font.
///
/// Other fonts are taken for it: their measures are not in the document.
struct BaselineMetrics {
  typealias NodeID = DocumentTree.NodeID

  /// Shares of the point size.
  static let ascender = 0.952148
  static let descender = 0.241211

  var first: LayoutNumber?
  var last: LayoutNumber?

  /// - Parameter height: of the alignment rectangle, in points; a field or button centres its text in it.
  static func of(
    _ node: NodeID, kind: View.Kind, height: Double, tree: DocumentTree,
    runtime: ImportedDocument.Runtime
  ) -> BaselineMetrics {
    if runtime == .macOS { return desktop(node, kind: kind, height: height, tree) }
    guard let size = pointSize(node, kind: kind, tree) else { return BaselineMetrics() }
    switch kind {
    case .label: return label(size: size)
    case .textField, .button: return centred(size: size, height: height)
    default: return BaselineMetrics()
    }
  }

  private static func label(size: Double) -> BaselineMetrics {
    BaselineMetrics(first: number(size * ascender), last: number(size * descender))
  }

  private static func centred(size: Double, height: Double) -> BaselineMetrics {
    let slack = max(0, (height - size * (ascender + descender)) / 2)
    return BaselineMetrics(
      first: number(slack + size * ascender), last: number(slack + size * descender))
  }

  /// Every control of AppKit that has a cell has a baseline, as if a text stood in its middle, also steppers and sliders.
  private static func desktop(
    _ node: NodeID, kind: View.Kind, height: Double, _ tree: DocumentTree
  ) -> BaselineMetrics {
    guard
      let cell = tree.children(of: node).first(where: { tree.attribute("key", of: $0) == "cell" })
    else { return BaselineMetrics() }
    let size = desktopPointSize(cell, tree)
    return kind == .label ? label(size: size) : centred(size: size, height: height)
  }

  /// The size that the font names, else that of the control's size.
  private static func desktopPointSize(_ cell: NodeID, _ tree: DocumentTree) -> Double {
    guard let font = tree.child(of: cell, tag: "font", key: "font") else {
      switch tree.attribute("controlSize", of: cell) {
      case "small": return 11
      case "mini": return 9
      default: return 13
      }
    }
    if let text = tree.attribute("size", of: font), let size = Double(text), size > 0,
      size < 10_000
    {
      return size
    }
    switch tree.attribute("metaFont", of: font) {
    case let name? where name.hasPrefix("small"): return 11
    case let name? where name.hasPrefix("mini"): return 9
    case "toolTip": return 11
    case "label": return 10
    case "cellTitle", "user", "controlContent": return 12
    default: return 13
    }
  }

  private static func number(_ value: Double) -> LayoutNumber? {
    DocumentNumber.rounded(value, places: 3)
  }

  private static func pointSize(_ node: NodeID, kind: View.Kind, _ tree: DocumentTree) -> Double? {
    let standard: Double
    switch kind {
    case .label: standard = 17
    case .textField: standard = 14
    case .button: standard = tree.attribute("buttonType", of: node) == "roundedRect" ? 15 : 18
    default: return nil
    }
    guard let font = font(of: node, tree) else { return standard }
    if let text = tree.attribute("pointSize", of: font), let size = Double(text), size > 0,
      size < 10_000
    {
      return size
    }
    return tree.attribute("style", of: font).flatMap { styles[$0] } ?? standard
  }

  private static func font(of node: NodeID, _ tree: DocumentTree) -> NodeID? {
    if let font = tree.child(of: node, tag: "fontDescription") { return font }
    if let cell = tree.children(of: node).first(where: { tree.attribute("key", of: $0) == "cell" })
    {
      return tree.child(of: cell, tag: "font")
    }
    return nil
  }

  private static let styles: [String: Double] = [
    "UICTFontTextStyleBody": 17, "UICTFontTextStyleHeadline": 17, "UICTFontTextStyleSubhead": 15,
    "UICTFontTextStyleFootnote": 13, "UICTFontTextStyleCallout": 16,
    "UICTFontTextStyleCaption1": 12, "UICTFontTextStyleCaption2": 11,
    "UICTFontTextStyleTitle0": 34, "UICTFontTextStyleTitle1": 28, "UICTFontTextStyleTitle2": 22,
    "UICTFontTextStyleTitle3": 20,
  ]
}
