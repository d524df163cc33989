// SPDX-License-Identifier: MIT

import LayoutModel

/// A reader of the fonts of a document (AUTOLAYOUT 17.12).
struct DocumentFont {
  typealias NodeID = DocumentTree.NodeID

  let tree: DocumentTree

  /// Returns the font of a view or cell; the font of the first fragment of an attributed text
  /// overrides it.
  ///
  /// - Parameters:
  ///   - node: the element of the view or cell.
  ///   - attributed: the element of an attributed text; nil for none.
  ///   - standard: the point size where the document names none.
  /// - Returns: the font.
  func font(of node: NodeID, attributed: NodeID?, standard: LayoutNumber) -> TextFont {
    if let attributed, let font = fragmentFont(attributed) {
      return described(font, standard: standard)
    }
    let description =
      tree.child(of: node, tag: "fontDescription", key: "fontDescription")
      ?? tree.child(of: node, tag: "font", key: "font")
    guard let description else { return TextFont(pointSize: standard) }
    return described(description, standard: standard)
  }

  /// Returns the point size of a view's text where the document names no font (AUTOLAYOUT 2.6).
  ///
  /// On the desktop the element is the control's cell, and its control size decides.
  func standardSize(
    of node: NodeID, kind: View.Kind, runtime: ImportedDocument.Runtime
  ) -> LayoutNumber {
    switch (runtime, kind) {
    case (.macOS, _):
      switch tree.attribute("controlSize", of: node) {
      case "small": return 11
      case "mini": return 9
      default: return 13
      }
    case (.tvOS, .button): return 38
    case (_, .button):
      let type = tree.attribute("buttonType", of: node)
      return type == "roundedRect" || type == "system" ? 15 : 18
    case (_, .label): return 17
    default: return 14
    }
  }

  private func fragmentFont(_ attributed: NodeID) -> NodeID? {
    for fragment in tree.children(of: attributed) where tree[fragment].tag == "fragment" {
      guard let attributes = tree.child(of: fragment, tag: "attributes") else { continue }
      return tree.child(of: attributes, tag: "font", key: "NSFont")
    }
    return nil
  }

  private func described(_ node: NodeID, standard: LayoutNumber) -> TextFont {
    let style = tree.attribute("style", of: node).flatMap { Self.styles[$0] }
    let written =
      (tree.attribute("pointSize", of: node) ?? tree.attribute("size", of: node))
      .flatMap(DocumentNumber.points)
    let isUsable = written.map { $0.numerator > 0 && $0.isLess(than: 10_000) } ?? false
    var font = TextFont(pointSize: standard)
    if let written, isUsable {
      font.pointSize = written
    } else if let style {
      font.pointSize = LayoutNumber(style.size)
    } else if let size = tree.attribute("textStyle", of: node).flatMap({ Self.desktopStyles[$0] }) {
      font.pointSize = size
    } else if let name = tree.attribute("metaFont", of: node) {
      font.pointSize = Self.metaSize(name) ?? standard
    }
    font.family = tree.attribute("family", of: node) ?? tree.attribute("name", of: node)
    font.weight = weight(node) ?? style?.weight ?? .regular
    return font
  }

  /// The point sizes of the text styles of macOS, from Apple's Human Interface Guidelines.
  private static let desktopStyles: [String: LayoutNumber] = [
    "largeTitle": 26, "title1": 22, "title2": 17, "title3": 15, "headline": 13, "body": 13,
    "callout": 12, "subheadline": 11, "footnote": 10, "caption1": 10, "caption2": 10,
  ]

  /// Returns the written weight, otherwise that in the font's name; nil for neither.
  private func weight(_ node: NodeID) -> TextFont.Weight? {
    if let text = tree.attribute("weight", of: node), let weight = TextFont.Weight(rawValue: text) {
      return weight
    }
    if tree.attribute("type", of: node) == "boldSystem" { return .bold }
    if tree.attribute("textStyle", of: node) == "headline" { return .bold }
    if let name = tree.attribute("metaFont", of: node)?.lowercased(),
      let weight = Self.namedWeights.first(where: { name.ends(with: $0.rawValue.lowercased()) })
    {
      return weight
    }
    guard let name = tree.attribute("name", of: node) else { return nil }
    let suffix = name.split(separator: "-").last.map(String.init) ?? ""
    for weight in Self.namedWeights where suffix.lowercased().contains(weight.rawValue.lowercased())
    {
      return weight
    }
    return nil
  }

  /// The weights in names, with names that contain others first.
  private static let namedWeights: [TextFont.Weight] = [
    .ultraLight, .semibold, .black, .heavy, .bold, .medium, .light, .thin,
  ]

  /// The text styles at the standard size of texts.
  private static let styles: [String: (size: Int, weight: TextFont.Weight)] = [
    "UICTFontTextStyleBody": (17, .regular), "UICTFontTextStyleHeadline": (17, .semibold),
    "UICTFontTextStyleSubhead": (15, .regular), "UICTFontTextStyleFootnote": (13, .regular),
    "UICTFontTextStyleCallout": (16, .regular), "UICTFontTextStyleCaption1": (12, .regular),
    "UICTFontTextStyleCaption2": (11, .regular), "UICTFontTextStyleTitle0": (34, .regular),
    "UICTFontTextStyleTitle1": (28, .regular), "UICTFontTextStyleTitle2": (22, .regular),
    "UICTFontTextStyleTitle3": (20, .regular),
  ]

  /// Returns the point sizes of the desktop's named fonts.
  private static func metaSize(_ name: String) -> LayoutNumber? {
    switch name {
    case _ where name.begins(with: "small"), "toolTip": return 11
    case _ where name.begins(with: "mini"): return 9
    case "label": return 10
    case "cellTitle", "user", "controlContent": return 12
    case _ where name.begins(with: "system"): return 13
    default: return nil
    }
  }
}
