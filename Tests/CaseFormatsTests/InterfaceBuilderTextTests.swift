// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

@Suite("The Interface Builder importer on texts")
struct InterfaceBuilderTextTests {
  /// Returns the text of the only subview.
  private func text(
    _ element: String, setup: ImportSetup = .asDrawn
  ) throws -> TextContent? {
    let bytes = [UInt8](Samples.xib(subviews: element).utf8)
    let document = ParsedDocument(bytes, file: "Test.xib").imported(for: setup)
    return try #require(document.scopes.first).layoutCase.views[1].text
  }

  private static let rect = "<rect key=\"frame\" x=\"20\" y=\"30\" width=\"100\" height=\"41\"/>"

  private static func view(_ tag: String, _ attributes: String, _ content: String = "") -> String {
    "<\(tag) id=\"bbb-bb-bbb\" translatesAutoresizingMaskIntoConstraints=\"NO\" \(attributes)>"
      + rect + content + "</\(tag)>"
  }

  @Test("a label's text, font, lines and preferred width are read") func label() throws {
    let read = try #require(
      try text(
        Self.view(
          "label",
          "text=\"Two lines\" lineBreakMode=\"wordWrap\" numberOfLines=\"2\" "
            + "preferredMaxLayoutWidth=\"200\"",
          "<fontDescription key=\"fontDescription\" type=\"system\" weight=\"semibold\" "
            + "pointSize=\"15\"/>")))
    #expect(read.string == "Two lines")
    #expect(read.font == TextFont(pointSize: 15, weight: .semibold))
    #expect(read.lineLimit == 2)
    #expect(read.lineBreak == .wordWrap)
    #expect(read.preferredWidth == 200)
    // One pixel less than the recorded size is still the recorded size.
    let scale = LayoutNumber(digits: 995, scale: 1)
    let size = LayoutSize(width: 100, height: 41)
    #expect(read.measured == [TextContent.Measured(maxWidth: scale, size: size)])
  }

  @Test("a label without attributes has the standard font, one line and its recorded size")
  func standardLabel() throws {
    let read = try #require(try text(Self.view("label", "text=\"Label\"")))
    #expect(read.font == .standard)
    #expect(read.lineLimit == 1 && read.lineBreak == .truncateTail && read.preferredWidth == nil)
    #expect(read.measured == [.init(size: LayoutSize(width: 100, height: 41))])
  }

  @Test("the limit of a font's shrinking is a scale or a size, and none when shrinking is off")
  func minimumScale() throws {
    func scale(_ attributes: String, _ tag: String = "label") throws -> LayoutNumber? {
      let title = tag == "button" ? "<state key=\"normal\" title=\"Go\"/>" : ""
      return try text(Self.view(tag, "text=\"Label\" " + attributes, title))?.minimumScale
    }
    let half = LayoutNumber(digits: 5, scale: 1)
    #expect(try scale("minimumScaleFactor=\"0.5\"") == half)
    #expect(try scale("minimumScaleFactor=\"0.5\"", "button") == half)
    #expect(try scale("minimumFontSize=\"8.5\"") == half)
    #expect(try scale("minimumFontSize=\"17\"") == nil)
    #expect(try scale("minimumFontSize=\"-1\"") == nil)
    #expect(try scale("minimumScaleFactor=\"0.5\" adjustsFontSizeToFit=\"NO\"") == nil)
    #expect(try scale("") == nil)
  }

  @Test("texts of several lines and attributed texts are joined") func elements() throws {
    let lines = try text(
      Self.view("label", "", "<string key=\"text\">first\nsecond &amp; last</string>"))
    #expect(lines?.string == "first\nsecond & last")
    let encoded = try text(
      Self.view("label", "", "<string key=\"text\" base64-UTF8=\"YES\">\nw7xiZXI\n</string>"))
    #expect(encoded?.string == "über")
    let attributed = try text(
      Self.view(
        "label", "usesAttributedText=\"YES\"",
        """
        <attributedString key="attributedText"><fragment content="one "><attributes>\
        <font key="NSFont" size="21" name="HelveticaNeue-Bold"/></attributes></fragment>\
        <fragment><string key="content">two</string></fragment></attributedString>
        """))
    #expect(attributed?.string == "one two")
    #expect(
      attributed?.font == TextFont(pointSize: 21, weight: .bold, family: "HelveticaNeue-Bold"))
  }

  @Test("buttons have their title with its padding, fields their text or placeholder")
  func controls() throws {
    let plain = try #require(
      try text(
        Self.view("button", "buttonType=\"system\"", "<state key=\"normal\" title=\"Send\"/>")))
    #expect(plain.string == "Send" && plain.font.pointSize == 15)
    #expect(plain.padding == LayoutInsets(top: 6, left: 0, bottom: 6, right: 0))
    let inset = try text(
      Self.view(
        "button", "",
        "<inset key=\"contentEdgeInsets\" minX=\"10\" minY=\"7\" maxX=\"11\" maxY=\"8\"/>"
          + "<state key=\"normal\" title=\"Send\"/>"))
    #expect(inset?.padding == LayoutInsets(top: 7, left: 10, bottom: 8, right: 11))
    let configured = try text(
      Self.view(
        "button", "",
        "<buttonConfiguration key=\"configuration\" style=\"filled\" title=\"Buy\"/>"))
    #expect(configured?.string == "Buy" && configured?.padding.left == 12)
    #expect(
      try text(Self.view("button", "", "<state key=\"normal\" image=\"star\" title=\"a\"/>")) == nil
    )
    let field = try text(
      Self.view("textField", "borderStyle=\"roundedRect\" placeholder=\"Your name\""))
    #expect(field?.string == "Your name" && field?.font.pointSize == 14)
    #expect(field?.padding.left == 7)
  }

  @Test("a view whose code decides its size keeps the placeholder size") func placeholders() throws
  {
    let read = try text(
      Self.view("label", "text=\"Label\" placeholderIntrinsicWidth=\"80\""))
    #expect(read == nil)
  }

  @Test("on another screen a recorded size counts only if it may be the text's own")
  func otherScreens() throws {
    let device = try #require(Device.named("retina4_0", isLandscape: false))
    let setup = ImportSetup(device: device)
    let stretched = try text(Self.view("label", "text=\"No\""), setup: setup)
    #expect(stretched?.measured == [])
    let natural = try text(
      Samples.label("bbb-bb-bbb", width: "42", height: "20.5", more: "text=\"Label\""), setup: setup
    )
    #expect(
      natural?.measured == [
        .init(size: LayoutSize(width: 42, height: LayoutNumber(digits: 205, scale: 1)))
      ])
  }
}
