// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import TestSupport
import Testing

extension Draws {
  /// Draws a number of points with halves.
  fileprivate mutating func points(in range: ClosedRange<Int>) -> LayoutNumber {
    LayoutNumber(digits: Int64(10 * integer(in: range) + 5 * below(2)), scale: 1)
  }
}

/// One axis of a view in a superview: its start and its length.
private struct Extent: Hashable {
  var low: Rational
  var length: Rational
}

/// Returns the extent by the arithmetic of AUTOLAYOUT 4.4, mask by mask.
///
/// In its notation L and R are the margins, w the length, W the old superview length and `live` the
/// new one.
private func expected(
  _ mask: (low: Bool, size: Bool, high: Bool), low L: Rational, length w: Rational,
  outer W: Rational, live: Rational
) -> Extent {
  let R = W - L - w
  let half = Rational(1, 2)
  switch mask {
  case (false, false, _): return Extent(low: L, length: w)
  case (true, false, false): return Extent(low: live - R - w, length: w)
  case (true, false, true):
    let r = (L + R).isZero ? nil : L / (L + R)
    return Extent(low: r.map { $0 * (live - w) } ?? L + half * (live - W), length: w)
  case (false, true, false): return Extent(low: L, length: live - R - L)
  case (false, true, true):
    let k = (w + R).isZero ? nil : w / (w + R)
    return Extent(low: L, length: k.map { $0 * (live - L) } ?? w + half * (live - W))
  case (true, true, false):
    let k = (L + w).isZero ? nil : w / (L + w)
    let length = k.map { $0 * (live - R) } ?? w + half * (live - W)
    return Extent(low: live - R - length, length: length)
  case (true, true, true):
    let third = Rational(1, 3)
    guard !W.isZero else { return Extent(low: L + third * live, length: w + third * live) }
    return Extent(low: L / W * live, length: w / W * live)
  }
}

/// A view with an autoresizing mask, and its superview somewhere in the root.
private struct HeldView {
  var lowered: LoweredCase

  init(hold: View.Hold, isInScrollView: Bool, insets: LayoutInsets, outer: LayoutInsets) {
    var superview = View(id: "superview", parent: 0, kind: isInScrollView ? .scrollView : .view)
    superview.alignmentInsets = outer
    var held = View(id: "held", parent: 1)
    held.hold = hold
    held.alignmentInsets = insets
    let layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), superview, held])
    precondition(layoutCase.isValid)
    lowered = lower(layoutCase)
  }

  var rows: [Int] {
    lowered.origins.indices.filter {
      if case .hold = lowered.origins[$0] { return true }
      return false
    }
  }

  /// Returns the rows that do not hold exactly for frames of the superview (in the root) and of the
  /// view (in the superview).
  func broken(superview: [Extent], held: [Extent]) -> [String] {
    var point = [Rational](repeating: .zero, count: lowered.system.variableCount)
    let views = lowered.layoutCase.views
    for (axis, (outer, inner)) in zip(superview, held).enumerated() {
      let one = views[1].alignmentInsets
      let other = views[2].alignmentInsets
      let (outerLow, outerHigh) = axis == 0 ? (one.left, one.right) : (one.top, one.bottom)
      let (low, high) = axis == 0 ? (other.left, other.right) : (other.top, other.bottom)
      let (first, second) = (lowered.viewVariables[1] + axis, lowered.viewVariables[2] + axis)
      point[first] = outer.low + Rational(outerLow)
      point[first + 2] = outer.length - Rational(outerLow) - Rational(outerHigh)
      point[second] = outer.low + inner.low + Rational(low)
      point[second + 2] = inner.length - Rational(low) - Rational(high)
    }
    return rows.filter { row in
      let system = lowered.system
      let sum = system.cells(of: row).reduce(Rational.zero) { sum, cell in
        sum + system.exactCoefficients[cell] * point[Int(system.columns[cell])]
      }
      return sum != system.exactConstants[row] || !system.strengths[row].isRequired
    }.map(lowered.describe)
  }
}

@Suite("Autoresizing masks as constraints")
struct AutoresizingTests {
  /// A view with a mask, and the size that its superview takes.
  private struct Sample: CustomTestStringConvertible {
    let held: HeldView
    let hold: View.Hold
    let size: LayoutSize
    let live: [Rational]
    let somewhere: Rational

    var testDescription: String {
      "\(held.lowered.layoutCase.testDescription)superview \(live) at \(somewhere)"
    }

    init(_ draws: inout Draws) {
      size = LayoutSize(width: draws.points(in: 0...300), height: draws.points(in: 0...300))
      // Some margins are negative.
      var frame = LayoutRect(
        x: draws.points(in: -50...200), y: draws.points(in: -50...200),
        width: draws.points(in: 0...200), height: draws.points(in: 0...200))
      // Now and then the view fills its superview, so that its margins are 0.
      if draws.chance(4) {
        frame = LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
      }
      if draws.chance(8) { frame.x = size.width }
      hold = View.Hold(
        frame: frame, reason: .autoresizing,
        mask: AutoresizingMask(rawValue: UInt8(draws.below(64))),
        superviewSize: size)
      held = HeldView(
        hold: hold, isInScrollView: draws.chance(3),
        insets: draws.chance() ? draws.insets(below: 9) : .zero,
        outer: draws.chance() ? draws.insets(below: 9) : .zero)
      live = [Rational(draws.points(in: 0...400)), Rational(draws.below(400))]
      somewhere = Rational(draws.below(100))
    }
  }

  @Test("every mask gives two equations per axis, which hold only for the arithmetic of the facts")
  func everyMask() {
    let masks: KeyValuePairs = ["all flexible": 1, "none flexible": 1]
    forAll(.drawn { Sample(&$0) }, count: 3_200, kinds: masks) { sample, kinds in
      let (held, hold) = (sample.held, sample.hold)
      if hold.mask.rawValue == 63 { kinds.note("all flexible") }
      if hold.mask.rawValue == 0 { kinds.note("none flexible") }
      let origins = held.rows.map { held.lowered.origins[$0] }
      try claim(origins.count == 4 && Set(origins).count == 4, "\(origins)")
      let recorded = [
        Extent(low: Rational(hold.frame.x), length: Rational(hold.frame.width)),
        Extent(low: Rational(hold.frame.y), length: Rational(hold.frame.height)),
      ]
      let then = [Rational(sample.size.width), Rational(sample.size.height)]
      let atThatSize = held.broken(
        superview: then.map { Extent(low: sample.somewhere, length: $0) }, held: recorded)
      try claim(atThatSize, is: [], "the recorded frame in the recorded size")
      let now = Axis.allCases.map { axis in
        let place = Int(axis.rawValue)
        return expected(
          hold.mask.flexible(along: axis), low: recorded[place].low,
          length: recorded[place].length, outer: then[place], live: sample.live[place])
      }
      let outer = sample.live.map { Extent(low: sample.somewhere, length: $0) }
      try claim(held.broken(superview: outer, held: now), is: [])
      var moved = now
      moved[0].low += .one
      try claim(!held.broken(superview: outer, held: moved).isEmpty, "holds when moved")
      var longer = now
      longer[1].length += Rational(1, 3)
      return .when(!held.broken(superview: outer, held: longer).isEmpty, else: "holds when longer")
    }
  }

  /// A horizontal extent, the superview's width before and after, and the expected extent.
  struct Vector: Sendable {
    var mask: AutoresizingMask
    var low: Int
    var length: Int
    var outer: Int
    var live: Int
    var newLow: Int
    var newLength: Int

    init(_ mask: AutoresizingMask, _ numbers: Int...) {
      self.mask = mask
      (low, length, outer) = (numbers[0], numbers[1], numbers[2])
      (live, newLow, newLength) = (numbers[3], numbers[4], numbers[5])
    }

    /// The vectors of AUTOLAYOUT 18.10, then one for each other mask.
    static let all: [Vector] = [
      Vector([.flexibleLeft], 270, 42, 320, 375, 325, 42),
      Vector([.flexibleLeft, .flexibleRight], 10, 100, 200, 300, 20, 100),
      Vector([.flexibleLeft, .flexibleWidth, .flexibleRight], 20, 60, 100, 200, 40, 120),
      Vector([], 20, 60, 100, 200, 20, 60),
      Vector([.flexibleRight], 20, 60, 100, 200, 20, 60),
      Vector([.flexibleWidth], 20, 60, 100, 200, 20, 160),
      Vector([.flexibleWidth, .flexibleRight], 20, 60, 100, 180, 20, 120),
      Vector([.flexibleLeft, .flexibleWidth], 20, 60, 100, 180, 40, 120),
    ]
  }

  @Test("the vectors of the facts give the expected extents", arguments: Vector.all)
  func vectors(_ vector: Vector) throws {
    let hold = View.Hold(
      frame: LayoutRect(
        x: LayoutNumber(vector.low), y: 0, width: LayoutNumber(vector.length), height: 9),
      reason: .autoresizing, mask: vector.mask,
      superviewSize: LayoutSize(width: LayoutNumber(vector.outer), height: 9))
    let held = HeldView(hold: hold, isInScrollView: false, insets: .zero, outer: .zero)
    let vertical = Extent(low: .zero, length: Rational(9))
    let broken = held.broken(
      superview: [Extent(low: .zero, length: Rational(vector.live)), vertical],
      held: [
        Extent(low: Rational(vector.newLow), length: Rational(vector.newLength)), vertical,
      ])
    #expect(broken == [])
  }

  @Test("an equation of a mask is written as in the log of a conflict")
  func texts() throws {
    let hold = View.Hold(
      frame: LayoutRect(x: 270, y: 10, width: 42, height: 20), reason: .autoresizing,
      mask: [.flexibleLeft, .flexibleTop, .flexibleHeight, .flexibleBottom],
      superviewSize: LayoutSize(width: 320, height: 60))
    let held = HeldView(hold: hold, isInScrollView: false, insets: .zero, outer: .zero)
    let prefix = "NSAutoresizingMaskLayoutConstraint h=&-- v=&&& held."
    #expect(
      held.rows.map(held.lowered.describe) == [
        "\(prefix)right == superview.width - 8 (translated)",
        "\(prefix)top == superview.height * 1/6 (translated)",
        "\(prefix)width == 42 (translated)",
        "\(prefix)height == superview.height * 1/3 (translated)",
      ])
    #expect(held.rows.allSatisfy(held.lowered.isTranslatedMask))
    #expect(held.lowered.origins.indices.count(where: held.lowered.isTranslatedMask) == 4)
    #expect(
      held.rows.map(held.lowered.originID) == [
        "held.hold.right", "held.hold.top", "held.hold.width", "held.hold.height",
      ])
  }

  @Test("a frame fixed by a document is no translated mask")
  func fixedFrames() throws {
    let hold = View.Hold(
      frame: LayoutRect(x: 1, y: 2, width: 3, height: 4), reason: .fixedFrame)
    let held = HeldView(hold: hold, isInScrollView: false, insets: .zero, outer: .zero)
    #expect(!held.rows.contains(where: held.lowered.isTranslatedMask))
    #expect(held.lowered.describe(held.rows[2]) == "held.width == 3 (fixedFrame)")
  }
}
