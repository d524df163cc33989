// SPDX-License-Identifier: MIT

import LayoutModel
import TextMeasurement

/// The baselines of a view whose text is not read.
///
/// Such views are controls of the desktop, buttons with an image, and views whose code decides
/// their size. The measures are those of the system font: those of other fonts are not in the
/// document.
struct BaselineMetrics {
  typealias NodeID = DocumentTree.NodeID

  /// The distance from the top edge down, in points; nil for a view without a text.
  var first: LayoutNumber?
  /// The distance from the bottom edge up, in points; nil for a view without a text.
  var last: LayoutNumber?

  /// - Parameters:
  ///   - node: the element of the view.
  ///   - kind: the kind of the view.
  ///   - height: the height of the alignment rectangle, in points; a field or button centres its
  ///     text in it.
  ///   - rise: the distance of the text above the middle, in points.
  ///   - tree: the document.
  ///   - runtime: the platform of the document.
  /// - Returns: the baselines; without values for a view without a text.
  static func of(
    _ node: NodeID, kind: View.Kind, height: Double, rise: Double, tree: DocumentTree,
    runtime: ImportedDocument.Runtime
  ) -> BaselineMetrics {
    if runtime == .macOS, tree[node].tag == "switch" {
      // The switch is aligned to the first line of a text beside it, whose top is its own.
      let line = LineMetrics(pointSize: 13)
      let last = height - line.ascender.doubleValue
      return BaselineMetrics(
        first: DocumentNumber.rounded(line.ascender.doubleValue, places: 3),
        last: DocumentNumber.rounded(max(0, last), places: 3))
    }
    guard let owner = fontOwner(node, kind: kind, tree, runtime) else { return BaselineMetrics() }
    let fonts = DocumentFont(tree: tree)
    let standard = fonts.standardSize(of: owner, kind: kind, runtime: runtime)
    let font = fonts.font(of: owner, attributed: nil, standard: standard)
    let line = LineMetrics(pointSize: font.pointSize)
    let slack =
      kind == .label ? 0 : max(0, (height - line.lineHeight.doubleValue) / 2)
    return BaselineMetrics(
      first: DocumentNumber.rounded(slack + line.ascender.doubleValue - rise, places: 3),
      last: DocumentNumber.rounded(slack + line.descender.doubleValue + rise, places: 3))
  }

  /// Returns the element that names the font of a view with a baseline.
  ///
  /// Every control of the desktop with a cell has one, as if a text were in its middle; so do
  /// steppers and sliders.
  private static func fontOwner(
    _ node: NodeID, kind: View.Kind, _ tree: DocumentTree, _ runtime: ImportedDocument.Runtime
  ) -> NodeID? {
    if runtime == .macOS {
      return tree.children(of: node).first { tree.attribute("key", of: $0) == "cell" }
    }
    return [.label, .textField, .button].contains(kind) ? node : nil
  }
}
