// SPDX-License-Identifier: MIT

import Diagnosis
import LayoutModel
import Testing

@Suite("Variants of texts")
struct TextVariantTests {
  @Test("an emptied label of macOS is as high as a line, one of iOS has no height")
  func emptiedLabels() {
    var layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: [View(id: "root", parent: nil), View(id: "label", parent: 0, kind: .label)])
    layoutCase.views[1].text = TextContent("Name")
    for keepsLines in [true, false] {
      let text = TextVariant.empty.applied(to: layoutCase, keepsLines: keepsLines).views[1].text
      #expect(text?.string == "" && text?.measured.isEmpty == !keepsLines)
    }
  }
}
