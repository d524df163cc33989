// SPDX-License-Identifier: MIT

import LayoutEngine
import LayoutModel
import Lowering
import Testing
import TextMeasurement

/// Checks texts in layouts: the numbers of the scenes, and their passes (AUTOLAYOUT 6).
struct TextPassTests {
  /// A text of about forty ems: several lines on a phone.
  static let article = String(
    repeating: "Constraints describe a layout, text fills it. 约束描述界面，文字填满界面。", count: 6)

  static func text(
    _ string: String, lines: Int = 0, preferredWidth: LayoutNumber? = nil
  ) -> TextContent {
    TextContent(string, lineLimit: lines, lineBreak: .wordWrap, preferredWidth: preferredWidth)
  }

  /// Returns the height of a text wrapped at a width, at scale 2.
  static func height(_ string: String, _ width: LayoutNumber) -> Double {
    TextMeasurer(text(string), scale: 2).metrics(width: width).size.height.doubleValue
  }

  /// Returns scene S6: title above subtitle in a cell whose height follows from them.
  static func articleCell(
    width: LayoutNumber, preferredWidth: LayoutNumber?
  ) -> (scene: TextScene, cell: Int, title: Int, subtitle: Int) {
    var scene = TextScene(width: width)
    let cell = scene.add(View(id: "cell", parent: 0))
    scene.pinSides(cell)
    scene.constrain(cell, .top, .equal, 0)
    let title = scene.label(
      "title", text("Self-sizing cells and how they measure text", preferredWidth: preferredWidth),
      parent: cell, hugging: 751, resistance: 751)
    let subtitle = scene.label(
      "subtitle", text(article, preferredWidth: preferredWidth), parent: cell, hugging: 750,
      resistance: 750)
    scene.pinSides(title, to: cell, inset: 20)
    scene.pinSides(subtitle, to: cell, inset: 20)
    scene.constrain(title, .top, .equal, cell, constant: 20)
    scene.constrain(subtitle, .top, .equal, title, .bottom)
    scene.constrain(cell, .bottom, .equal, subtitle, constant: 20)
    return (scene, cell, title, subtitle)
  }

  @Test(
    "S6: the cell is as high as its labels at their widths, in two passes", arguments: [320, 375])
  func selfSizing(width: Int) throws {
    let (scene, cell, title, subtitle) = Self.articleCell(
      width: LayoutNumber(width), preferredWidth: nil)
    let settled = scene.settle()
    #expect(settled.isSettled)
    #expect(settled.passes == 2)
    let frames = try #require(settled.layout).frames
    let inner = LayoutNumber(width - 40)
    let top = Self.height("Self-sizing cells and how they measure text", inner)
    let bottom = Self.height(Self.article, inner)
    #expect(frames[title].isNear(20, 20, Double(width - 40), top))
    #expect(frames[subtitle].isNear(20, 20 + top, Double(width - 40), bottom))
    #expect(frames[cell].isNear(0, 0, Double(width), 40 + top + bottom))
    #expect(settled.fits(of: scene.layoutCase).allSatisfy { !$0.disagreesWithSolvedWidth })
  }

  @Test("S6: a preferred width kept through a rotation is found, and setting it again fixes it")
  func rotation() throws {
    let portrait = Self.articleCell(width: 375, preferredWidth: 335)
    let upright = try #require(portrait.scene.settle().layout)
    // Turned, with the width from before: too high, and each label has a finding.
    var turned = Self.articleCell(width: 667, preferredWidth: 335).scene
    let wrong = turned.settle()
    let fits = wrong.fits(of: turned.layoutCase)
    #expect(fits.map(\.disagreesWithSolvedWidth) == [true, true])
    #expect(fits.map(\.preferredWidth) == [335, 335])
    #expect(fits.map(\.solved.width) == [627, 627])
    // The fix: the resulting widths become the preferred ones, and layout runs again.
    func remedy(_ scene: inout TextScene, after settled: SettledLayout) {
      for fit in settled.fits(of: scene.layoutCase) {
        scene.layoutCase.views[fit.view].text?.preferredWidth = fit.solved.width
      }
    }
    remedy(&turned, after: wrong)
    let right = try #require(turned.settle().layout)
    let automatic = Self.articleCell(width: 667, preferredWidth: nil).scene
    #expect(right == automatic.settle().layout)
    let tooHigh = try #require(wrong.layout).frames[portrait.cell].height
    #expect(tooHigh > right.frames[portrait.cell].height + 20)
    // Turned back.
    var back = turned
    back.layoutCase.environment.size.width = 375
    let stale = back.settle()
    #expect(stale.fits(of: back.layoutCase).contains { $0.disagreesWithSolvedWidth })
    remedy(&back, after: stale)
    #expect(back.settle().layout == upright)
  }

  @Test("S1: a label of preferred width W - 20 needs no right edge", arguments: [320, 375, 414])
  func preferredWidth(width: Int) throws {
    var scene = TextScene(width: LayoutNumber(width))
    let preferred = LayoutNumber(width - 20)
    let label = scene.label("title", Self.text(Self.article, preferredWidth: preferred))
    scene.constrain(label, .left, .equal, 0, constant: 10)
    scene.constrain(label, .top, .equal, 0, constant: 10)
    let settled = scene.settle()
    #expect(settled.passes == 1)
    let size = TextMeasurer(Self.text(Self.article), scale: 2).metrics(width: preferred).size
    let frame = try #require(settled.layout).frames[label]
    #expect(frame.isNear(10, 10, size.width.doubleValue, size.height.doubleValue))
    #expect(frame.width <= Double(width - 20))
  }

  @Test("S5: the content of the scroll view is as high as name and description")
  func scrollContent() throws {
    var scene = TextScene(width: 375, height: 667)
    let scroll = scene.add(View(id: "scroll", parent: 0, kind: .scrollView))
    scene.pinSides(scroll)
    scene.constrain(scroll, .top, .equal, 0, constant: 333)
    scene.constrain(scroll, .bottom, .equal, 0)
    let name = scene.label("name", Self.text("Logo", lines: 1), parent: scroll)
    let description = scene.label("description", Self.text(Self.article), parent: scroll)
    for label in [name, description] {
      scene.pinSides(label, to: scroll)
      scene.constrain(label, .width, .equal, 0)
    }
    scene.constrain(name, .top, .equal, scroll)
    scene.constrain(name, .height, constant: 20)
    scene.constrain(name, .bottom, .equal, description, .top)
    scene.constrain(description, .bottom, .equal, scroll)
    let settled = scene.settle()
    #expect(settled.isSettled)
    let content = try #require(settled.layout?.contentSizes.first)
    #expect(content.width == 375)
    #expect(abs(content.height - 20 - Self.height(Self.article, 375)) < 0.001)
  }

  @Test("a required natural size is that of the wrapped text if one line does not fit")
  func requiredSize() throws {
    var scene = TextScene(width: 200)
    let label = scene.label(
      "label", TextContent(Self.article, lineLimit: 0), resistance: .required)
    scene.pinSides(label, inset: 20)
    scene.constrain(label, .top, .equal, 0)
    let settled = scene.settle()
    #expect(settled.isSettled)
    let frame = try #require(settled.layout).frames[label]
    #expect(frame.isNear(20, 0, 160, Self.height(Self.article, 160)))
    // One line that must fit cannot be wrapped.
    scene.layoutCase.views[label].text?.lineLimit = 1
    #expect(scene.settle().layout == nil)
  }

  @Test("a label that is higher the narrower it is and wider the higher it is never settles")
  func oscillation() {
    var scene = TextScene(width: 2000)
    let label = scene.label("label", Self.text(String(repeating: "word ", count: 12)))
    scene.layoutCase.views[label].hugging = AxisPriorities(horizontal: 100, vertical: 900)
    scene.layoutCase.views[label].compressionResistance = AxisPriorities(
      horizontal: 100, vertical: 900)
    scene.constrain(label, .left, .equal, 0)
    scene.constrain(label, .top, .equal, 0)
    scene.constrain(label, .width, .equal, label, .height, multiplier: 5)
    let settled = scene.settle()
    #expect(settled.passes == LayoutEngine.passLimit)
    #expect(settled.unsettledViews == [label])
    #expect(scene.settle(passLimit: 3).passes == 3)
  }

  @Test("baselines: a label's is measured from its top, a field centres its line")
  func baselines() throws {
    var scene = TextScene(width: 375)
    let label = scene.label("label", Self.text("Name", lines: 1))
    var box = View(id: "field", parent: 0, kind: .textField)
    box.text = TextContent(
      "value", font: TextFont(pointSize: 14),
      padding: LayoutInsets(top: 7, left: 7, bottom: 7, right: 7))
    let field = scene.add(box)
    scene.constrain(label, .left, .equal, 0)
    scene.constrain(field, .left, .equal, label, .right, constant: 8)
    scene.constrain(field, .top, .equal, 0, constant: 10)
    scene.constrain(field, .height, constant: 50)
    scene.constrain(label, .firstBaseline, .equal, field)
    let settled = scene.settle()
    let frames = try #require(settled.layout).frames
    let line = 14 * 1.193359375
    let baseline = 10 + (50 - line) / 2 + 14 * 975 / 1024
    #expect(settled.isSettled)
    #expect(abs(frames[label].y + 17 * 975 / 1024 - baseline) < 0.001)
  }

  @Test("an empty label takes no space, an empty field that of a line")
  func emptyTexts() throws {
    var scene = TextScene(width: 375)
    let label = scene.label("label", Self.text("", lines: 1))
    var box = View(id: "field", parent: 0, kind: .textField)
    box.text = TextContent("", padding: LayoutInsets(top: 2, left: 7, bottom: 2, right: 7))
    let field = scene.add(box)
    for view in [label, field] {
      scene.constrain(view, .left, .equal, 0)
      scene.constrain(view, .top, .equal, 0)
    }
    let frames = try #require(scene.settle().layout).frames
    #expect(frames[label].isNear(0, 0, 0, 0))
    #expect(frames[field].isNear(0, 0, 14, 24.5))
  }

  @Test("texts that do not fit are reported: truncated, clipped, and their readable part")
  func fits() throws {
    var scene = TextScene(width: 375)
    let narrow = scene.label("narrow", TextContent("Hello great world"))
    let low = scene.label("low", Self.text(Self.article))
    scene.constrain(narrow, .width, constant: 80)
    scene.constrain(low, .width, constant: 300)
    scene.constrain(low, .height, constant: 10)
    for view in [narrow, low] {
      scene.constrain(view, .left, .equal, 0)
      scene.constrain(view, .top, .equal, 0)
    }
    let fits = scene.settle().fits(of: scene.layoutCase)
    try #require(fits.count == 2)
    #expect(fits[0].isTruncated && !fits[0].isClipped)
    #expect(fits[0].visibleText == "Hello gr…")
    #expect(fits[1].isTruncated && fits[1].isClipped)
    #expect(fits[1].needed.height.doubleValue > 100)
  }
}
