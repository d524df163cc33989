// SPDX-License-Identifier: MIT

import Choices
import LayoutEngine
import LayoutModel
import Lowering
import Testing
import TextMeasurement

/// Checks properties of all layouts of texts.
struct TextPassProperties {
  /// Random columns of labels, some of them two side by side, in a box whose height follows from
  /// them.
  struct Column {
    var scene: TextScene
    let box: Int
    var labels: [Int] = []

    init(seed: UInt64, shortened: Bool = false) {
      var numbers = Xoshiro256(seed: seed)
      func upTo(_ last: Int) -> Int { Int(numbers.upTo(UInt64(last))) }
      scene = TextScene(width: LayoutNumber(120 + upTo(300)), scale: 1 + upTo(2))
      box = scene.add(View(id: "box", parent: 0))
      scene.pinSides(box)
      scene.constrain(box, .top, .equal, 0)
      var above = box
      for row in 0..<(1 + upTo(3)) {
        let words = 1 + upTo(30)
        var string = ""
        for _ in 0..<words {
          string += ["layout ", "a ", "自动布局，", "Donaudampfschiff ", "👍🏽 ", "\n"][upTo(5)]
        }
        let kept = upTo(words * 4)
        if shortened { string = String(string.prefix(kept)) }
        var text = TextContent(string, lineLimit: [0, 0, 1, 3][upTo(3)])
        text.font.pointSize = LayoutNumber(10 + upTo(14))
        let label = scene.label("label\(row)", text, parent: box)
        labels.append(label)
        let inset = LayoutNumber(upTo(20))
        if upTo(1) == 0 {
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

  @Test("wrapping again does not change a settled layout", arguments: 1...60)
  func fixedPoint(seed: UInt64) throws {
    let column = Column(seed: seed)
    let settled = column.scene.settle()
    #expect(settled.isSettled, "seed \(seed)")
    #expect(settled.passes <= 2, "seed \(seed)")
    let plain = settled.lowered.layoutCase
    for fit in settled.fits(of: column.scene.layoutCase) {
      let text = try #require(column.scene.layoutCase.views[fit.view].text)
      let measurer = TextMeasurer(text, scale: plain.environment.scale)
      let width = text.lineLimit == 1 || fit.solved.width.isZero ? nil : fit.solved.width
      let size = text.size(width: width, measurer: measurer)
      #expect(plain.views[fit.view].intrinsicWidth == size.width, "seed \(seed)")
      #expect(plain.views[fit.view].intrinsicHeight == size.height, "seed \(seed)")
      #expect(plain.views[fit.view].text == nil, "seed \(seed)")
    }
  }

  @Test("a label with enough space has its natural size", arguments: 1...60)
  func naturalSize(seed: UInt64) throws {
    var column = Column(seed: seed)
    column.scene.layoutCase.environment.size.width = 20_000
    let settled = column.scene.settle()
    let frames = try #require(settled.layout).frames
    for label in column.labels {
      let text = try #require(column.scene.layoutCase.views[label].text)
      let measurer = TextMeasurer(text, scale: column.scene.layoutCase.environment.scale)
      let size = text.size(width: nil, measurer: measurer)
      #expect(abs(frames[label].height - size.height.doubleValue) < 0.001, "seed \(seed)")
      #expect(frames[label].width >= size.width.doubleValue - 0.001, "seed \(seed)")
    }
    #expect(settled.passes == 1, "seed \(seed)")
  }

  @Test("shorter texts give no higher layout", arguments: 1...60)
  func shrinking(seed: UInt64) throws {
    let long = Column(seed: seed)
    let short = Column(seed: seed, shortened: true)
    let before = try #require(long.scene.settle().layout).frames[long.box].height
    let after = try #require(short.scene.settle().layout).frames[short.box].height
    #expect(after <= before + 0.001, "seed \(seed)")
  }

  @Test("a text with enough space is shown completely", arguments: 1...60)
  func shownWhole(seed: UInt64) {
    let column = Column(seed: seed)
    let settled = column.scene.settle()
    for fit in settled.fits(of: column.scene.layoutCase) {
      let text = column.scene.layoutCase.views[fit.view].text
      if text?.lineLimit == 0 { #expect(!fit.isTruncated, "seed \(seed): \(fit)") }
      #expect(!fit.isClipped, "seed \(seed): \(fit)")
    }
  }
}
