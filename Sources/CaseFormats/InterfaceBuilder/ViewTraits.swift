// SPDX-License-Identifier: MIT

import LayoutModel

/// The layout traits of a view by its element name: kind, natural size, alignment rectangle.
struct ViewTraits {
  var kind: View.Kind = .other
  /// Whether the view has a natural width, which is then the recorded one.
  var hasIntrinsicWidth = false
  var hasIntrinsicHeight = false
  var alignmentInsets = LayoutInsets.zero
  /// The distance of the text's baseline above the place that a text in the middle of the alignment
  /// rectangle has, in points.
  var baselineRise = 0.0
  /// The distance from the top of the alignment rectangle to the top of the inner views'
  /// constraints, in points.
  var interiorTop = 0

  typealias NodeID = DocumentTree.NodeID

  static func of(_ node: NodeID, _ tree: DocumentTree, _ header: DocumentHeader) -> ViewTraits {
    switch header.runtime {
    case .iOS, .tvOS: return touch(node, tree, header)
    case .macOS: return DesktopTraits(node, tree, header).traits
    }
  }

  private static func touch(_ node: NodeID, _ tree: DocumentTree, _ header: DocumentHeader)
    -> ViewTraits
  {
    let isLiquidGlass = header.toolsVersion >= 24000
    switch tree[node].tag {
    case "view": return ViewTraits(kind: .view)
    case "scrollView": return ViewTraits(kind: .scrollView)
    case "stackView": return ViewTraits(kind: .stackView)
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

  /// Returns traits with a natural size on both axes.
  static func both(_ kind: View.Kind, insets: LayoutInsets = .zero) -> ViewTraits {
    ViewTraits(
      kind: kind, hasIntrinsicWidth: true, hasIntrinsicHeight: true, alignmentInsets: insets)
  }
}
