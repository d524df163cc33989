// SPDX-License-Identifier: MIT

import LayoutModel

/// The self-sizing cell of SCENES S6: a title above a subtitle.
struct ArticleCell {
  var width: LayoutNumber = 320
  /// The natural size of the title, in place of its text.
  var titleSize = LayoutSize(width: 200, height: 41)
  var subtitleSize = LayoutSize(width: 240, height: 58)
  var scale = 2

  /// Returns the cell with one required size for the root, as in a table.
  func layoutCase(height: LayoutNumber = 44) -> LayoutCase {
    var title = View(id: "title", parent: 0, kind: .label)
    title.intrinsicWidth = titleSize.width
    title.intrinsicHeight = titleSize.height
    title.hugging = AxisPriorities(horizontal: 751, vertical: 751)
    title.compressionResistance = AxisPriorities(horizontal: 751, vertical: 751)
    var subtitle = View(id: "subtitle", parent: 0, kind: .label)
    subtitle.intrinsicWidth = subtitleSize.width
    subtitle.intrinsicHeight = subtitleSize.height
    subtitle.hugging = AxisPriorities(horizontal: 750, vertical: 750)
    subtitle.compressionResistance = AxisPriorities(horizontal: 750, vertical: 750)
    func constraint(
      _ id: String, _ first: (Int, Attribute), _ second: (Int, Attribute),
      _ constant: LayoutNumber
    ) -> LayoutConstraint {
      LayoutConstraint(
        id: id, first: Anchor(.view(first.0), first.1), second: Anchor(.view(second.0), second.1),
        constant: constant)
    }
    return LayoutCase(
      environment: LayoutCase.Environment(
        size: LayoutSize(width: width, height: height), scale: scale),
      views: [View(id: "cell", parent: nil), title, subtitle],
      constraints: [
        constraint("title-top", (1, .top), (0, .top), 20),
        constraint("title-leading", (1, .leading), (0, .leading), 20),
        constraint("title-trailing", (0, .trailing), (1, .trailing), 20),
        constraint("subtitle-top", (2, .top), (1, .bottom), 0),
        constraint("subtitle-leading", (2, .leading), (0, .leading), 20),
        constraint("subtitle-trailing", (0, .trailing), (2, .trailing), 20),
        constraint("subtitle-bottom", (0, .bottom), (2, .bottom), 20),
      ])
  }
}
