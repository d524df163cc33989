// SPDX-License-Identifier: MIT

import Choices
import LayoutEngine
import LayoutModel
import Lowering
import TestSupport
import Testing
import TextMeasurement

/// Checks properties of all layouts of texts.
struct TextPassProperties {
  /// Random columns of labels, some of them two side by side, in a box whose height follows from
  /// them.
  struct Column: CustomTestStringConvertible {
    struct Text {
      var string: String
      let lineLimit: Int
      let pointSize: Int
      let inset: Int
      let isPinned: Bool
    }

    var scene: TextScene
    let box: Int
    var labels: [Int] = []

    var testDescription: String { scene.layoutCase.testDescription }

    init(_ texts: [Text], width: Int, scale: Int) {
      scene = TextScene(width: LayoutNumber(width), scale: scale)
      box = scene.add(View(id: "box", parent: 0))
      scene.pinSides(box)
      scene.constrain(box, .top, .equal, 0)
      var above = box
      for (row, drawn) in texts.enumerated() {
        var text = TextContent(drawn.string, lineLimit: drawn.lineLimit)
        text.font.pointSize = LayoutNumber(drawn.pointSize)
        let label = scene.label("label\(row)", text, parent: box)
        labels.append(label)
        let inset = LayoutNumber(drawn.inset)
        if drawn.isPinned {
          scene.pinSides(label, to: box, inset: inset)
        } else {
          scene.constrain(label, .left, .equal, box, constant: inset)
          scene.constrain(label, .right, .lessThanOrEqual, box)
        }
        scene.constrain(label, .top, .equal, above, above == box ? .top : .bottom, constant: 4)
        above = label
      }
      scene.constrain(box, .bottom, .equal, above)
    }
  }

  private static let texts = Generator.drawn { draws in
    draws.list(1...4) { draws in
      let words = ["a ", "layout ", "自动布局，", "Donaudampfschiff ", "👍🏽 ", "\n"]
      return Column.Text(
        string: draws.list(1...31) { $0.pick(words) }.joined(),
        lineLimit: draws.pick([0, 0, 1, 3]),
        pointSize: draws.integer(in: 10...24), inset: draws.below(21), isPinned: draws.chance())
    }
  }

  private static let columns = texts.drawing { texts, draws in
    Column(texts, width: draws.integer(in: 120...420), scale: draws.integer(in: 1...3))
  }

  /// A column, and the same with shortened texts.
  private static let shortened = texts.drawing { texts, draws in
    let short = texts.map { text in
      var text = text
      text.string = String(text.string.prefix(draws.below(text.string.count + 1)))
      return text
    }
    let (width, scale) = (draws.integer(in: 120...420), draws.integer(in: 1...3))
    return (Column(texts, width: width, scale: scale), Column(short, width: width, scale: scale))
  }

  @Test("wrapping again does not change a settled layout")
  func fixedPoint() {
    forAll(Self.columns, count: 300) { column in
      let settled = column.scene.settle()
      try claim(settled.isSettled && settled.passes <= 2, "\(settled.passes) passes")
      let plain = settled.lowered.layoutCase
      for fit in settled.fits(of: column.scene.layoutCase) {
        guard let text = column.scene.layoutCase.views[fit.view].text else {
          return .fails("no text")
        }
        let measurer = TextMeasurer(text, scale: plain.environment.scale)
        let width = text.lineLimit == 1 || fit.solved.width.isZero ? nil : fit.solved.width
        let size = text.size(width: width, measurer: measurer)
        let view = plain.views[fit.view]
        try claim(view.intrinsicWidth, is: size.width)
        try claim(view.intrinsicHeight, is: size.height)
        try claim(view.text == nil, "the text of \(view.id) remains")
      }
      return .holds
    }
  }

  @Test("a label with enough space has its natural size")
  func naturalSize() {
    forAll(Self.columns, count: 300) { original in
      var column = original
      column.scene.layoutCase.environment.size.width = 20_000
      let settled = column.scene.settle()
      guard let frames = settled.layout?.frames else { return .fails("no layout") }
      for label in column.labels {
        guard let text = column.scene.layoutCase.views[label].text else { return .fails("no text") }
        let measurer = TextMeasurer(text, scale: column.scene.layoutCase.environment.scale)
        let size = text.size(width: nil, measurer: measurer)
        let frame = frames[label]
        try claim(abs(frame.height - size.height.doubleValue) < 0.001, "\(frame), not \(size)")
        try claim(frame.width >= size.width.doubleValue - 0.001, "\(frame), not \(size)")
      }
      return .when(settled.passes == 1, else: "\(settled.passes) passes")
    }
  }

  @Test("shorter texts give no higher layout")
  func shrinking() {
    forAll(Self.shortened, count: 300) { long, short in
      let before = long.scene.settle().layout?.frames[long.box].height ?? .nan
      let after = short.scene.settle().layout?.frames[short.box].height ?? .nan
      return .when(after <= before + 0.001, else: "\(before), with shorter texts \(after)")
    }
  }

  @Test("a text with enough space is shown completely")
  func shownWhole() {
    forAll(Self.columns, count: 300) { column in
      for fit in column.scene.settle().fits(of: column.scene.layoutCase) {
        let text = column.scene.layoutCase.views[fit.view].text
        try claim(text?.lineLimit != 0 || !fit.isTruncated, "\(fit)")
        try claim(!fit.isClipped, "\(fit)")
      }
      return .holds
    }
  }
}
