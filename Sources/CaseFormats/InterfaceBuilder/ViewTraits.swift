// SPDX-License-Identifier: MIT

import LayoutModel

/// What the element name of a view says about its layout: kind, natural size, alignment rectangle.
struct ViewTraits {
  var kind: View.Kind = .other
  /// Whether the view has a natural size by axis, which is then the recorded one.
  var hasIntrinsicWidth = false
  var hasIntrinsicHeight = false
  var alignmentInsets = LayoutInsets.zero

  typealias NodeID = DocumentTree.NodeID

  static func of(_ node: NodeID, _ tree: DocumentTree, _ header: DocumentHeader) -> ViewTraits {
    switch header.runtime {
    case .iOS, .tvOS: return touch(node, tree, header)
    case .macOS: return desktop(node, tree, header)
    }
  }

  private static func touch(_ node: NodeID, _ tree: DocumentTree, _ header: DocumentHeader)
    -> ViewTraits
  {
    let isLiquidGlass = header.toolsVersion >= 24000
    switch tree[node].tag {
    case "view": return ViewTraits(kind: .view)
    case "scrollView": return ViewTraits(kind: .scrollView)
    case "label": return both(.label)
    case "button": return both(.button)
    case "textField": return both(.textField)
    case "imageView":
      let hasImage = tree.attribute("image", of: node) != nil
      return ViewTraits(
        kind: .imageView, hasIntrinsicWidth: hasImage, hasIntrinsicHeight: hasImage)
    case "textView":
      return tree.attribute("scrollEnabled", of: node) == "NO" ? both(.other) : ViewTraits()
    case "switch":
      return both(.toggle, insets: LayoutInsets(top: 0, left: 0, bottom: 0, right: 2))
    case "slider":
      let insets = LayoutInsets(top: 0, left: 2, bottom: 1, right: 2)
      return ViewTraits(
        kind: .slider, hasIntrinsicHeight: true, alignmentInsets: isLiquidGlass ? .zero : insets)
    case "segmentedControl":
      return both(.other, insets: LayoutInsets(top: 0, left: 0, bottom: 1, right: 0))
    case "stepper", "activityIndicatorView", "pageControl", "datePicker", "pickerView",
      "colorWell":
      return both(.other)
    case "progressView", "searchBar", "navigationBar", "toolbar", "tabBar":
      return ViewTraits(hasIntrinsicHeight: true)
    default: return ViewTraits()
    }
  }

  private static func desktop(_ node: NodeID, _ tree: DocumentTree, _ header: DocumentHeader)
    -> ViewTraits
  {
    switch tree[node].tag {
    case "view", "customView": return ViewTraits(kind: .view)
    case "textField", "secureTextField", "searchField", "comboBox", "tokenField":
      return desktopField(node, tree, header)
    case "button": return both(.button, insets: buttonInsets(node, tree, header))
    case "popUpButton":
      let insets = LayoutInsets(top: 1, left: 3, bottom: 4, right: 3)
      return both(.button, insets: header.toolsVersion >= 24000 ? .zero : insets)
    case "imageView": return both(.imageView)
    case "slider": return ViewTraits(kind: .slider, hasIntrinsicHeight: true)
    case "box":
      guard tree.attribute("boxType", of: node) == "separator" else {
        let insets = LayoutInsets(top: 0, left: 3, bottom: 4, right: 3)
        let isPlain = tree.attribute("boxType", of: node) != nil
        return ViewTraits(alignmentInsets: isPlain ? .zero : insets)
      }
      return ViewTraits(
        hasIntrinsicHeight: true,
        alignmentInsets: LayoutInsets(top: 2, left: 0, bottom: 2, right: 0))
    case "progressIndicator":
      let isBar = tree.attribute("style", of: node) != "spinning"
      return ViewTraits(hasIntrinsicWidth: !isBar, hasIntrinsicHeight: true)
    case "stepper":
      let insets = LayoutInsets(top: 2, left: 3, bottom: 2, right: 3)
      return both(.other, insets: header.toolsVersion >= 24000 ? .zero : insets)
    case "segmentedControl":
      let insets = LayoutInsets(top: 1, left: 2, bottom: 2, right: 2)
      return both(.other, insets: header.toolsVersion >= 24000 ? .zero : insets)
    case "datePicker", "levelIndicator", "switch": return both(.other)
    case "tabView":
      return ViewTraits(alignmentInsets: LayoutInsets(top: 0, left: 7, bottom: 0, right: 7))
    default: return ViewTraits()
    }
  }

  /// A text field that cannot be edited is a label, whose text stands 2 points inside its frame.
  private static func desktopField(_ node: NodeID, _ tree: DocumentTree, _ header: DocumentHeader)
    -> ViewTraits
  {
    let cell = tree.children(of: node).first { tree.attribute("key", of: $0) == "cell" }
    let isEditable = cell.map { tree.isYes("editable", of: $0) } ?? false
    if tree[node].tag == "comboBox", header.toolsVersion < 24000 {
      let insets = LayoutInsets(top: 1, left: 0, bottom: 4, right: 3)
      return ViewTraits(kind: .textField, hasIntrinsicHeight: true, alignmentInsets: insets)
    }
    guard tree[node].tag == "textField", !isEditable else {
      return ViewTraits(kind: .textField, hasIntrinsicHeight: true)
    }
    let hasBezel = cell.map { tree.attribute("borderStyle", of: $0) == "bezel" } ?? false
    let insets = LayoutInsets(top: 0, left: 2, bottom: 0, right: 2)
    return both(.label, insets: hasBezel ? .zero : insets)
  }

  private static func buttonInsets(_ node: NodeID, _ tree: DocumentTree, _ header: DocumentHeader)
    -> LayoutInsets
  {
    guard header.toolsVersion < 24000,
      let cell = tree.children(of: node).first(where: { tree.attribute("key", of: $0) == "cell" })
    else { return .zero }
    // The controls of macOS 11 and later are a little larger.
    let isBigSur = header.toolsVersion >= 17000
    switch tree.attribute("type", of: cell) ?? "" {
    case "push":
      return isBigSur
        ? LayoutInsets(top: 5, left: 7, bottom: 7, right: 7)
        : LayoutInsets(top: 4, left: 6, bottom: 7, right: 6)
    case "check", "radio":
      return isBigSur
        ? LayoutInsets(top: 1, left: 2, bottom: 1, right: 0)
        : LayoutInsets(top: 2, left: 2, bottom: 2, right: 2)
    default: return .zero
    }
  }

  private static func both(_ kind: View.Kind, insets: LayoutInsets = .zero) -> ViewTraits {
    ViewTraits(
      kind: kind, hasIntrinsicWidth: true, hasIntrinsicHeight: true, alignmentInsets: insets)
  }
}
