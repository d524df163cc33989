// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Solvers
import Testing

/// A stack view in the top left corner of a large root, with views of natural sizes.
private struct Bench {
  var layoutCase: LayoutCase
  let stack = 1

  init(
    _ layout: StackLayout, width: LayoutNumber? = nil, height: LayoutNumber? = nil, scale: Int = 1
  ) {
    layoutCase = LayoutCase(
      environment: LayoutCase.Environment(
        size: LayoutSize(width: 1000, height: 1000), scale: scale),
      views: [View(id: "root", parent: nil), View(id: "stack", parent: 0, kind: .stackView)])
    layoutCase.views[1].stack = layout
    for attribute in [Attribute.leading, .top] {
      require(Anchor(.view(1), attribute), Anchor(.view(0), attribute))
    }
    if let width { require(Anchor(.view(1), .width), constant: width) }
    if let height { require(Anchor(.view(1), .height), constant: height) }
  }

  @discardableResult
  mutating func add(
    _ width: LayoutNumber?, _ height: LayoutNumber?, parent: Int = 1, isHidden: Bool = false
  ) -> Int {
    var view = View(id: "v\(layoutCase.views.count)", parent: parent, kind: .label)
    view.intrinsicWidth = width
    view.intrinsicHeight = height
    view.isHidden = isHidden
    layoutCase.views.append(view)
    return layoutCase.views.count - 1
  }

  mutating func require(_ first: Anchor, _ second: Anchor? = nil, constant: LayoutNumber = 0) {
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "c\(layoutCase.constraints.count)", first: first, second: second, constant: constant))
  }

  func lowered() -> LoweredCase {
    LayoutEngine.settle(layoutCase, solver: SimplexSolver()).lowered
  }

  /// Returns the exact frames; fails unless the layout is unique.
  func frames() throws -> [ExactFrame] {
    let lowered = lowered()
    let optimum = try #require(try ExactOracle.solve(lowered.system).optimum)
    #expect(optimum.isUnique)
    return layoutCase.views.indices.map { lowered.exactFrame(of: $0, at: optimum.point) }
  }
}

private func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> ExactFrame {
  ExactFrame(
    x: Rational(x), y: Rational(y), width: Rational(width), height: Rational(height))
}

/// A solver that solves nothing, for tests of the constraints alone.
private struct NoSolver: Solver {
  let name = "none"

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    SolveResult(.gaveUp(.workLimit), work: WorkCounters())
  }
}

@Suite struct StackTests {
  @Test("nine fields of 34 in 688 points at three pixels (AUTOLAYOUT 14.1, 18.7)")
  func equalGaps() throws {
    var bench = Bench(
      StackLayout(axis: .vertical, distribution: .equalSpacing), width: 300, height: 688, scale: 3)
    for _ in 0..<9 { bench.add(nil, 34) }
    let settled = LayoutEngine.settle(bench.layoutCase, solver: SimplexSolver())
    let solution = try #require(settled.result.outcome.solution)
    let tops = settled.lowered.layout(from: solution, rounded: true).frames.dropFirst(2).map(\.y)
    let expected = [0, 81.667, 163.667, 245.333, 327, 408.667, 490.667, 572.333, 654]
    for (top, wanted) in zip(tops, expected) { #expect(abs(top - wanted) < 0.001) }
  }

  @Test("a hidden view is in the middle of the gap (AUTOLAYOUT 18.8)")
  func hiddenBetween() throws {
    var bench = Bench(StackLayout(axis: .vertical, spacing: 10), width: 100)
    bench.add(50, 20)
    bench.add(50, 20, isHidden: true)
    bench.add(50, 30)
    let frames = try bench.frames()
    #expect(frames[2].y == .zero)
    #expect(frames[3] == frame(0, 25, 0, 0))
    #expect(frames[4] == frame(0, 30, 100, 30))
    #expect(frames[1].height == Rational(60))
  }

  @Test("hidden views at the ends take no gap", arguments: StackLayout.Distribution.allCases)
  func hiddenEnds(distribution: StackLayout.Distribution) throws {
    var bench = Bench(
      StackLayout(distribution: distribution, spacing: 8), width: 50, height: 20)
    bench.add(30, 20, isHidden: true)
    bench.add(20, 20)
    bench.add(22, 20)
    bench.add(30, 20, isHidden: true)
    bench.layoutCase.views[3].hugging = AxisPriorities(horizontal: 251, vertical: 251)
    let frames = try bench.frames()
    #expect(frames[2].x == .zero && frames[2].width == .zero)
    #expect(frames[3].x == .zero)
    #expect(frames[4].x + frames[4].width == Rational(50))
    #expect(frames[5].x == Rational(50) && frames[5].width == .zero)
  }

  @Test("shares go by natural sizes and spacing, the last view takes the rest (AUTOLAYOUT 18.9)")
  func shares() throws {
    func widths(system: Bool) throws -> [Rational] {
      var bench = Bench(
        StackLayout(distribution: .fillProportionally, spacing: 8, usesSystemSpacing: system),
        width: 120, height: 20)
      let wide = LayoutNumber(digits: 145, scale: 1)
      bench.add(wide, 20)
      bench.add(wide, 20)
      return try bench.frames().dropFirst(2).map(\.width)
    }
    #expect(try widths(system: false) == [Rational(1740, 37), Rational(112) - Rational(1740, 37)])
    #expect(try widths(system: true) == [Rational(60), Rational(52)])
  }

  // MARK: - NSStackView

  @Test("an NSStackView aligns only as far as other constraints leave it")
  func desktopAlignment() throws {
    var bench = Bench(StackLayout(alignment: .leading, toolkit: .appKit))
    let image = bench.add(32, 32)
    let label = bench.add(40, 16)
    bench.layoutCase.views[label].hugging.vertical = 750
    #expect(try bench.frames()[label].y == .zero)
    bench.require(Anchor(.view(label), .centerY), Anchor(.view(image), .centerY))
    let frames = try bench.frames()
    #expect(frames[label] == frame(32, 8, 40, 16))
    #expect(frames[1].height == Rational(32))
  }

  @Test(
    "an NSStackView hugs its largest view across its axis, and never squeezes one",
    arguments: [Priority(249.5), 250, 750, .required])
  func desktopHugging(hugging: Priority) throws {
    for alignment in StackLayout.Alignment.allCases {
      var bench = Bench(StackLayout(axis: .vertical, alignment: alignment, toolkit: .appKit))
      bench.layoutCase.views[1].hugging = AxisPriorities(horizontal: hugging, vertical: hugging)
      bench.add(50, 20)
      bench.add(30, 20)
      let frames = try bench.frames()
      #expect(frames[1].width == Rational(50), "\(alignment)")
      #expect(frames[2].width == Rational(50))
    }
  }

  @Test("hugging takes away space, and squeezes neither weak widths nor nested views")
  func desktopHuggingIsNoSqueeze() throws {
    var bench = Bench(StackLayout(axis: .vertical, alignment: .leading, toolkit: .appKit))
    bench.layoutCase.views[1].hugging = AxisPriorities(horizontal: .required, vertical: 250)
    let weak = bench.add(nil, 20)
    bench.require(Anchor(.view(weak), .width), constant: 100)
    bench.layoutCase.constraints[bench.layoutCase.constraints.count - 1].priority = 500
    let inner = bench.add(nil, nil)
    bench.layoutCase.views[inner].kind = .stackView
    bench.layoutCase.views[inner].stack = StackLayout(toolkit: .appKit)
    for _ in 0..<2 {
      let view = bench.add(30, 20, parent: inner)
      bench.layoutCase.views[view].compressionResistance.horizontal = 490
      bench.layoutCase.views[view].compressionResistance.vertical = 249
    }
    let frames = try bench.frames()
    #expect(frames[1].width == Rational(100) && frames[weak].width == Rational(100))
    #expect(frames[inner].width == Rational(60))
  }

  @Test("the usual hugging does not break the alignment by baselines")
  func desktopBaselines() throws {
    var bench = Bench(StackLayout(alignment: .firstBaseline, toolkit: .appKit))
    for offset in [LayoutNumber(5), 15] {
      let view = bench.add(50, 20)
      bench.layoutCase.views[view].firstBaselineOffset = offset
    }
    let frames = try bench.frames()
    #expect(frames[2].y == Rational(10) && frames[3].y == .zero)
    #expect(frames[1].height == Rational(30))
  }

  @Test("a hidden view of an NSStackView takes no part in it, whatever it requires")
  func desktopHidden() throws {
    var bench = Bench(StackLayout(spacing: 8, toolkit: .appKit))
    bench.add(30, 20)
    let hidden = bench.add(10, 10, isHidden: true)
    bench.require(Anchor(.view(hidden), .width), constant: 100)
    bench.add(40, 20)
    let frames = try bench.frames()
    #expect(frames[1].width == Rational(78) && frames[4].x == Rational(38))
  }

  @Test("gaps of an NSStackView are equal as far as other constraints leave them")
  func desktopGaps() throws {
    var bench = Bench(
      StackLayout(distribution: .equalSpacing, spacing: 8, toolkit: .appKit), width: 200)
    let views = (0..<3).map { _ in bench.add(40, 20) }
    #expect(try bench.frames()[views[1]].x == Rational(80))
    bench.require(
      Anchor(.view(views[1]), .leading), Anchor(.view(views[0]), .trailing), constant: 8)
    let frames = try bench.frames()
    #expect(frames[views[1]].x == Rational(48) && frames[views[2]].width == Rational(40))
  }

  @Test("whichever gap of an NSStackView is decided, the others are equal")
  func desktopOtherGaps() throws {
    for decided in 0..<3 {
      var bench = Bench(
        StackLayout(distribution: .equalSpacing, toolkit: .appKit), width: 220)
      let views = (0..<4).map { _ in bench.add(20, 20) }
      bench.require(
        Anchor(.view(views[decided + 1]), .leading), Anchor(.view(views[decided]), .trailing),
        constant: 40)
      let frames = try bench.frames()
      let gaps = (0..<3).map { frames[views[$0 + 1]].x - frames[views[$0]].x - Rational(20) }
      #expect(gaps == (0..<3).map { Rational($0 == decided ? 40 : 50) })
    }
  }

  @Test("a view that cannot stretch is at the near edge of an NSStackView that fills")
  func desktopFill() throws {
    var bench = Bench(
      StackLayout(axis: .vertical, alignment: .fill, toolkit: .appKit), width: 200)
    let label = bench.add(50, 20)
    bench.layoutCase.views[label].hugging.horizontal = 251
    #expect(try bench.frames()[label] == frame(0, 0, 50, 20))
  }

  @Test("an NSStackView without visible views has no size of its own")
  func desktopEmpty() throws {
    var bench = Bench(StackLayout(toolkit: .appKit))
    bench.layoutCase.views[1].hugging = AxisPriorities(horizontal: .required, vertical: 250)
    #expect(try bench.frames()[1] == frame(0, 0, 0, 0))
    bench.add(30, 20, isHidden: true)
    #expect(try bench.frames()[1] == frame(0, 0, 0, 0))
  }

  @Test("sizes in an NSStackView are equal as far as the resistance of its views allows")
  func desktopEqualSizes() throws {
    func widths(_ second: LayoutNumber) throws -> [Rational] {
      var bench = Bench(
        StackLayout(distribution: .fillEqually, spacing: 10, toolkit: .appKit), width: 110)
      bench.add(30, 20)
      bench.add(second, 20)
      return try bench.frames().dropFirst(2).map(\.width)
    }
    #expect(try widths(40) == [Rational(50), Rational(50)])
    #expect(try widths(70) == [Rational(30), Rational(70)])
    var bench = Bench(StackLayout(distribution: .fillEqually, toolkit: .appKit), width: 330)
    let views = (0..<3).map { _ in bench.add(20, 20) }
    bench.require(Anchor(.view(views[0]), .width), constant: 30)
    #expect(try bench.frames()[views[2]] == frame(180, 0, 150, 20))
  }

  @Test("labels of several lines in an NSStackView keep their natural widths")
  func desktopTexts() throws {
    var bench = Bench(StackLayout(spacing: 8, toolkit: .appKit))
    for text in ["ESC", "Control Center"] {
      let label = bench.add(nil, nil)
      bench.layoutCase.views[label].text = TextContent(text)
      bench.layoutCase.views[label].text?.lineLimit = 0
      bench.layoutCase.views[label].compressionResistance.horizontal = 250
    }
    bench.layoutCase.views[1].hugging = AxisPriorities(
      horizontal: Priority(249.5), vertical: Priority(249.5))
    let frames = try bench.frames()
    #expect(frames[2].width * Rational(2) < frames[3].width)
  }

  @Test("a hidden view with a required length contradicts its hiding, and is named")
  func hidingConflict() throws {
    var bench = Bench(StackLayout(axis: .vertical, spacing: 4), width: 100)
    bench.add(50, 20)
    let hidden = bench.add(50, 20, isHidden: true)
    bench.require(Anchor(.view(hidden), .height), constant: 44)
    let lowered = bench.lowered()
    let answer = try ExactOracle.solve(lowered.system)
    guard case .infeasible(let proof) = answer.status else {
      Issue.record("there is a layout")
      return
    }
    let names = proof.support.map { lowered.originID(of: $0.index) }
    #expect(names.contains("stack.UISV-hiding.1"))
  }

  @Test("three stacks inside each other, each with its own kind of row")
  func nested() throws {
    var bench = Bench(
      StackLayout(axis: .vertical, alignment: .center, spacing: 10), width: 200)
    bench.add(80, 20)
    let row = bench.add(nil, nil)
    bench.layoutCase.views[row].stack = StackLayout(alignment: .trailing, spacing: 6)
    bench.add(30, 40, parent: row)
    let column = bench.add(nil, nil, parent: row)
    bench.layoutCase.views[column].stack = StackLayout(
      axis: .vertical, distribution: .fillEqually, alignment: .leading)
    bench.add(12, 9, parent: column)
    bench.add(20, 11, parent: column)
    let frames = try bench.frames()
    #expect(frames[1] == frame(0, 0, 200, 70))
    #expect(frames[2] == frame(60, 0, 80, 20))
    #expect(frames[3] == frame(72, 30, 56, 40))
    #expect(frames[4] == frame(0, 0, 30, 40))
    #expect(frames[5] == frame(36, 18, 20, 22))
    #expect(frames[6] == frame(0, 0, 12, 11))
    #expect(frames[7] == frame(0, 11, 20, 11))
  }

  @Test("a row is aligned by the baseline of the views in an inner stack")
  func innerBaseline() throws {
    var bench = Bench(StackLayout(alignment: .firstBaseline), height: 60)
    let label = bench.add(30, 20)
    bench.layoutCase.views[label].firstBaselineOffset = 16
    let column = bench.add(nil, nil)
    bench.layoutCase.views[column].stack = StackLayout(axis: .vertical)
    let inner = bench.add(30, 12, parent: column)
    bench.layoutCase.views[inner].firstBaselineOffset = 9
    let frames = try bench.frames()
    #expect(frames[2].y == .zero)
    #expect(frames[3].y == Rational(7))
  }

  @Test("a stack without visible views is no conflict at any size")
  func empty() throws {
    for hidden in 0...2 {
      var bench = Bench(StackLayout(spacing: 8), width: 90, height: 30)
      for _ in 0..<hidden { bench.add(10, 10, isHidden: true) }
      let frames = try bench.frames()
      #expect(frames[1] == frame(0, 0, 90, 30))
      #expect(frames.dropFirst(2).allSatisfy { $0 == frame(0, 0, 0, 0) })
    }
  }

  @Test("subviews that are not arranged, and masks of arranged ones, are left out")
  func others() throws {
    var bench = Bench(StackLayout(spacing: 5))
    let held = bench.add(40, 20)
    bench.layoutCase.views[held].hold = View.Hold(
      frame: LayoutRect(x: 7, y: 7, width: 7, height: 7), reason: .autoresizing)
    let free = bench.add(nil, nil)
    bench.layoutCase.views[free].isArranged = false
    bench.layoutCase.views[free].hold = View.Hold(
      frame: LayoutRect(x: 3, y: 4, width: 500, height: 6), reason: .autoresizing)
    bench.add(10, 30)
    let frames = try bench.frames()
    #expect(frames[1] == frame(0, 0, 55, 30))
    #expect(frames[2] == frame(0, 0, 40, 30))
    #expect(frames[3] == frame(3, 4, 500, 6))
    #expect(frames[4] == frame(45, 0, 10, 30))
  }

  @Test("labels of several lines share a row that is too narrow for them")
  func textWidths() throws {
    var bench = Bench(StackLayout(spacing: 10), width: 110)
    for _ in 0..<2 {
      let label = bench.add(nil, nil)
      let long = TextContent.Measured(size: LayoutSize(width: 300, height: 20))
      let wrapped = TextContent.Measured(maxWidth: 40, size: LayoutSize(width: 40, height: 80))
      bench.layoutCase.views[label].text = TextContent(
        "long", lineLimit: 0, measured: [wrapped, long])
    }
    let frames = try bench.frames()
    #expect(frames[2].width == Rational(50) && frames[3].width == Rational(50))
    #expect(frames[3].x == Rational(60))
  }

  @Test("constraints of stacks have unique names beside any names of the author")
  func names() {
    var bench = Bench(StackLayout(alignment: .center, spacing: 4))
    bench.add(10, 10)
    bench.add(10, 10)
    bench.layoutCase.constraints[0].id = "stack.UISV-spacing.1"
    bench.layoutCase.views[2].id = "stack.UISV-alignment-spanner.1"
    let arranged = bench.lowered().layoutCase
    #expect(arranged.validate().isEmpty)
    let own = arranged.constraints.filter { $0.source == .stackView }
    #expect(own.count == arranged.constraints.count - bench.layoutCase.constraints.count)
    for constraint in own {
      let name = constraint.identifier ?? ""
      #expect(name.hasPrefix("UISV-") && constraint.id.hasPrefix("stack.\(name)."))
    }
    #expect(own.contains { $0.id == "stack.UISV-spacing.1#2" })
    #expect(arranged == bench.lowered().layoutCase)
  }

  @Test("the number of constraints is proportional to the number of views")
  func linear() {
    for distribution in StackLayout.Distribution.allCases {
      for alignment in StackLayout.Alignment.allCases {
        func count(_ views: Int) -> Int {
          var bench = Bench(
            StackLayout(distribution: distribution, alignment: alignment), width: 900)
          for place in 0..<views { bench.add(1, 10, isHidden: place % 5 == 1) }
          let settled = LayoutEngine.settle(bench.layoutCase, solver: NoSolver())
          return settled.lowered.system.constraintCount
        }
        let (ten, twenty, thousand) = (count(10), count(20), count(1000))
        #expect(thousand - ten == (twenty - ten) * 99)
      }
    }
  }
}
