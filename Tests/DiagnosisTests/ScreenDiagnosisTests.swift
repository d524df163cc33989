// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import Foundation
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Testing

@testable import Diagnosis
@testable import Judging

/// A root of 320 by 480 points with views that are pinned to frames.
struct PinnedViews {
  var layoutCase = LayoutCase(
    environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)),
    views: [View(id: "root", parent: nil)])

  /// Adds a view with a frame in its superview.
  @discardableResult
  mutating func add(
    _ id: String, _ kind: View.Kind, in parent: Int = 0, _ x: LayoutNumber,
    _ y: LayoutNumber, _ width: LayoutNumber, _ height: LayoutNumber
  ) -> Int {
    let index = layoutCase.views.count
    layoutCase.views.append(View(id: id, parent: parent, kind: kind))
    pin(index, .left, to: parent, x)
    pin(index, .top, to: parent, y)
    pin(index, .width, to: nil, width)
    pin(index, .height, to: nil, height)
    return index
  }

  /// Adds a label with a frame in its superview.
  @discardableResult
  mutating func add(
    _ id: String, in parent: Int = 0, _ x: LayoutNumber, _ y: LayoutNumber, _ width: LayoutNumber,
    _ height: LayoutNumber
  ) -> Int {
    add(id, .label, in: parent, x, y, width, height)
  }

  mutating func pin(
    _ view: Int, _ attribute: Attribute, to other: Int?, _ constant: LayoutNumber,
    _ relation: LayoutConstraint.Relation = .equal
  ) {
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "c\(layoutCase.constraints.count + 1)", first: Anchor(.view(view), attribute),
        relation: relation, second: other.map { Anchor(.view($0), attribute) },
        constant: constant))
  }

  /// Returns the rules with findings, and their objects.
  func told() throws -> [String] {
    try ScreenDiagnosis(of: DiagnosedCase(layoutCase)).findings.map {
      "\($0.rule.id) \($0.key.objects.joined(separator: " "))"
    }
  }
}

@Suite("Diagnosis: each rule and its exceptions")
struct ScreenDiagnosisTests {
  @Test("parts that are open whichever fix ends a conflict are reported with it")
  func openDespiteConflict() throws {
    var views = PinnedViews()
    views.add("a", .view, 0, 0, 100, 50)
    views.pin(1, .height, to: nil, 60)
    views.add("b", .view, 0, 100, 100, 50)
    let y = views.layoutCase.constraints.remove(at: 6)
    #expect(y.first.attribute == .top && y.first.item == .view(2))
    let diagnosis = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase))
    #expect(diagnosis.status == .conflict && diagnosis.judgedRules == .openParts)
    #expect(try views.told() == ["conflict c4 c5", "ambiguous b"])
    #expect(diagnosis.findings.last?.message == "b needs a constraint for its y position")
    // Two conflicts, whose optional constraints do not compete.
    views.pin(2, .height, to: nil, 60)
    views.pin(2, .height, to: 1, 0)
    #expect(try views.told().filter { !$0.hasPrefix("conflict") } == ["ambiguous b"])
    // A width that only some fixes leave open is no finding.
    var squeezed = PinnedViews()
    squeezed.add("a", .view, 20, 0, 400, 50)
    squeezed.pin(1, .right, to: 0, -20)
    #expect(try squeezed.told().allSatisfy { $0.hasPrefix("conflict ") })
    #expect(
      try ScreenDiagnosis(of: DiagnosedCase(squeezed.layoutCase)).judgedRules == .openParts)
  }

  @Test("adjacent views have no finding")
  func clean() throws {
    var views = PinnedViews()
    views.add("a", 0, 0, 100, 50)
    views.add("b", 100, 0, 100, 50)
    #expect(try views.told() == [])
  }

  @Test("overlap: not for a background, a badge, a hidden view, a point, or a hand-placed view")
  func overlap() throws {
    var views = PinnedViews()
    views.add("a", 0, 0, 100, 50)
    let b = views.add("b", 90, 40, 100, 50)
    #expect(try views.told() == ["overlap a b"])
    views.layoutCase.views[b].isHidden = true
    #expect(try views.told() == [])

    var badge = PinnedViews()
    badge.add("background", .imageView, 0, 0, 320, 480)
    badge.add("avatar", .imageView, 10, 10, 100, 100)
    badge.add("badge", 90, 90, 20, 20)
    badge.add("near", 109, 9, 20, 20)
    badge.add("container", .view, 100, 0, 100, 100)
    #expect(try badge.told() == [])

    var held = PinnedViews()
    for (index, id) in ["a", "b"].enumerated() {
      var view = View(id: id, parent: 0, kind: .label)
      view.hold = View.Hold(
        frame: LayoutRect(x: LayoutNumber(50 * index), y: 0, width: 80, height: 20),
        reason: .autoresizing)
      held.layoutCase.views.append(view)
    }
    #expect(try held.told() == [])
  }

  @Test("outside-parent: not in a scroll view, not by a point, not by an explicit constant")
  func outsideParent() throws {
    var views = PinnedViews()
    let box = views.add("box", .view, 50, 50, 100, 100)
    views.add("inner", .view, in: box, 50, 0, 51, 50)
    #expect(try views.told() == [])
    views.add("outer", .view, in: box, 60, 0, 80, 50)
    #expect(try views.told() == ["outside-parent outer"])

    // The part between the alignment rectangle of a box and its frame belongs to the box.
    for (width, told) in [(100, false), (103, false), (104, false), (105, true)] {
      var boxed = PinnedViews()
      let box = boxed.add("box", .view, 50, 50, 100, 100)
      boxed.layoutCase.views[box].alignmentInsets = LayoutInsets(
        top: 0, left: 3, bottom: 4, right: 3)
      boxed.add("content", .view, in: box, 0, 0, LayoutNumber(width), 104)
      #expect(try boxed.told() == (told ? ["outside-parent content"] : []), "\(width)")
    }

    var written = PinnedViews()
    written.add("shadow", .view, -10, 0, 100, 50)
    #expect(try written.told() == [])

    var scroll = PinnedViews()
    let outer = scroll.add("scroll", .scrollView, 0, 0, 100, 100)
    scroll.add("content", .view, in: outer, 0, 0, 400, 400)
    for attribute in [Attribute.right, .bottom] {
      scroll.pin(2, attribute, to: outer, 0)
    }
    #expect(try scroll.told() == [])
  }

  @Test("off-screen: once for all views of one superview, not for deliberately parked ones")
  func offScreen() throws {
    var views = PinnedViews()
    let box = views.add("box", .view, 0, 0, 300, 100)
    views.add("inside", in: box, 280, 0, 20, 20)
    for (id, y) in [("a", 0), ("b", 40)] {
      let index = views.layoutCase.views.count
      views.add(id, in: box, 0, LayoutNumber(y), 20, 20)
      // 400 points right of another view: no constraint places it outside deliberately.
      views.layoutCase.constraints[4 * (index - 1)] = LayoutConstraint(
        id: "left-\(id)", first: Anchor(.view(index), .left),
        second: Anchor(.view(2), .right), constant: 100)
    }
    #expect(try views.told() == ["off-screen a b"])
    let finding = try #require(
      try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings.first)
    #expect(finding.message == "2 views of box lie outside of the screen")
    #expect(
      finding.details == [
        "a: 20 x 20 pt at (400, 0) in the root of 320 x 480 pt, 80 pt beyond its right edge",
        "b: 20 x 20 pt at (400, 40) in the root of 320 x 480 pt, 80 pt beyond its right edge",
      ])

    var parked = PinnedViews()
    parked.add("panel", .label, 0, 0, 100, 100)
    parked.layoutCase.constraints[0] = LayoutConstraint(
      id: "parked", first: Anchor(.view(1), .right), second: Anchor(.view(0), .left))
    #expect(try parked.told() == [])
  }

  @Test("off-screen: a note where a constant places the view there, at each edge")
  func writtenOffScreen() throws {
    for (x, y, side) in [(-300, 200, "left"), (20, -300, "top")]
      as [(LayoutNumber, LayoutNumber, String)]
    {
      for usesGuide in [false, true] {
        var views = PinnedViews()
        views.layoutCase.environment.safeArea = LayoutInsets(top: 20, left: 0, bottom: 0, right: 0)
        views.layoutCase.guides = [Guide(id: "safe", owner: 0, kind: .area(.safeArea))]
        views.add("hello", x, y, 42, 21)
        if usesGuide {
          for number in 0..<2 { views.layoutCase.constraints[number].second?.item = .guide(0) }
        }
        let findings = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings
        #expect(findings.map(\.rule) == [.offScreen], "\(side), \(usesGuide)")
        #expect(findings.first?.severity == .note)
        #expect(findings.first?.message.hasSuffix("beyond its \(side) edge, as written") == true)
      }
    }
    // Beyond the right edge such a constant depends on the width of the screen.
    var right = PinnedViews()
    right.add("hello", 321, 0, 42, 21)
    #expect(
      try ScreenDiagnosis(of: DiagnosedCase(right.layoutCase)).findings.map(\.severity)
        == [.error])
  }

  @Test("zero-size: not for an empty text; a note for a size written as 0")
  func zeroSize() throws {
    var views = PinnedViews()
    let a = views.add("a", .imageView, 0, 0, 100, 50)
    views.layoutCase.views[a].intrinsicHeight = 40
    // Its height is the distance between two views that touch.
    views.layoutCase.constraints[3] = LayoutConstraint(
      id: "squeezed", first: Anchor(.view(a), .bottom), second: Anchor(.view(0), .top))
    #expect(try views.told() == ["zero-size a"])
    views.layoutCase.constraints[3] = LayoutConstraint(
      id: "collapsed", first: Anchor(.view(a), .height))
    #expect(try views.told() == ["zero-size a"])
    let finding = try #require(
      try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings.first)
    #expect(finding.severity == .note && finding.message == "a has no height, as written")
    for kind in [View.Kind.label, .button, .imageView, .textField, .toggle] {
      var written = PinnedViews()
      written.add("zero", kind, 0, 0, 0, 50)
      #expect(try written.told() == ["zero-size zero"], "\(kind)")
    }

    var empty = PinnedViews()
    let label = empty.add("label", 0, 0, 0, 0)
    empty.layoutCase.constraints.removeLast(2)
    empty.layoutCase.views[label].text = TextContent("")
    #expect(try empty.told() == [])
  }

  @Test("zero-size: a view without height around a text, once, and not around a spacer")
  func zeroSizeAround() throws {
    var views = PinnedViews()
    let box = views.add("box", .view, 0, 20, 100, 0)
    let inner = views.add("inner", .view, in: box, 0, 0, 100, 0)
    views.add("spacer", .view, in: inner, 0, 0, 100, 30)
    // Its height is the distance between two views that touch.
    views.layoutCase.constraints[3] = LayoutConstraint(
      id: "squeezed", first: Anchor(.view(box), .bottom), second: Anchor(.view(0), .top),
      constant: 20)
    #expect(try views.told() == ["outside-parent spacer"])
    views.add("text", in: inner, 0, 0, 100, 30)
    views.layoutCase.views[4].intrinsicHeight = 30
    views.layoutCase.constraints.removeAll { $0.first.item == .view(3) }
    views.layoutCase.views[3].isHidden = true
    let findings = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings
    let zero = findings.filter { $0.rule == .zeroSize }
    #expect(zero.map(\.key.objects) == [["box"]])
    #expect(zero.map(\.severity) == [.warning])
    #expect(zero.map(\.message) == ["box has no height, but holds content"])
  }

  @Test("unsafe-area: a text under the bar, but no picture and no text beside it")
  func unsafeArea() throws {
    var views = PinnedViews()
    views.layoutCase.environment.safeArea = LayoutInsets(top: 44, left: 0, bottom: 34, right: 0)
    views.add("picture", .imageView, 0, 0, 320, 200)
    views.add("title", 20, 44, 100, 20)
    #expect(try views.told() == [])
    views.add("clock", 150, 20, 100, 20)
    #expect(try views.told() == ["unsafe-area clock"])
  }

  @Test("small-target: a button of 20 points, not one of 44, nor a label")
  func smallTarget() throws {
    var views = PinnedViews()
    views.add("small", .button, 0, 0, 100, 20)
    views.add("large", .button, 0, 50, 100, 44)
    views.add("text", .label, 0, 100, 100, 10)
    #expect(try views.told() == ["small-target small"])
  }

  @Test("misplaced: with the views inside, not within a point, not on another device")
  func misplaced() throws {
    var views = PinnedViews()
    let box = views.add("box", .view, 20, 20, 100, 100)
    views.add("inner", .view, in: box, 10, 10, 50, 50)
    views.layoutCase.views[1].recordedFrame = LayoutRect(x: 21, y: 20, width: 100, height: 100)
    #expect(try views.told() == [])
    views.layoutCase.views[1].recordedFrame = LayoutRect(x: 40, y: 20, width: 100, height: 100)
    views.layoutCase.views[2].recordedFrame = LayoutRect(x: 10, y: 10, width: 90, height: 50)
    #expect(try views.told() == ["misplaced box inner"])
    let finding = try #require(
      try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings.first)
    #expect(finding.message == "box will be at (20, 20) in its superview, not at (40, 20)")
    // The message has both frames; the details are about views inside of it.
    #expect(
      finding.details == ["inner: constraints give 50 x 50 pt, recorded 90 x 50 pt"])
    let elsewhere = try ScreenDiagnosis(
      of: DiagnosedCase(views.layoutCase), comparesRecorded: false)
    #expect(elsewhere.findings.isEmpty)
  }

  @Test("misplaced: a note if the editor did not flag the view, a warning if it did")
  func misplacedByEditor() throws {
    var views = PinnedViews()
    let box = views.add("box", .view, 20, 20, 100, 100)
    views.add("inner", .view, in: box, 10, 10, 50, 50)
    views.layoutCase.views[1].recordedFrame = LayoutRect(x: 40, y: 20, width: 100, height: 100)
    views.layoutCase.views[2].recordedFrame = LayoutRect(x: 40, y: 20, width: 50, height: 50)
    var diagnosed = DiagnosedCase(views.layoutCase)
    diagnosed.skip([.root, nil, nil])
    let finding = try #require(try ScreenDiagnosis(of: diagnosed).findings.first)
    #expect(finding.severity == .note)
    #expect(
      finding.message == "box is at (20, 20) in its superview by this tool's layout,"
        + " but at (40, 20) in the document")
    // The views inside are reported with it, and flagged.
    diagnosed.skip([.root, .belowMisplaced, .misplaced])
    #expect(try ScreenDiagnosis(of: diagnosed).findings.map(\.severity) == [.warning])
  }

  @Test("texts: shortened with a mark, cut off without one; not if they fit or miss by a hair")
  func texts() throws {
    func told(_ text: TextContent, width: LayoutNumber, height: LayoutNumber = 21) throws
      -> [String]
    {
      var views = PinnedViews()
      let label = views.add("label", 0, 0, width, height)
      views.layoutCase.views[label].text = text
      return try views.told()
    }
    #expect(try told(TextContent("Hello"), width: 100) == [])
    let long = String(repeating: "Hello ", count: 10)
    #expect(try told(TextContent(long), width: 100) == ["truncated-text label"])
    let clipped = TextContent(long, lineBreak: .clip)
    #expect(try told(clipped, width: 100) == ["clipped-text label"])
    let lines = TextContent(long, lineLimit: 0)
    #expect(try told(lines, width: 100, height: 200) == [])
    #expect(try told(lines, width: 100) == ["truncated-text label"])
    // 60 letters and spaces of 17 points: half of the text exceeds 100 points, but not 300.
    #expect(
      try told(TextContent(long, minimumScale: LayoutNumber(1, 2, form: .ratio)), width: 300) == [])
    #expect(try told(TextContent(long), width: 300) == ["truncated-text label"])
    let small = TextContent(long, minimumScale: LayoutNumber(1, 2, form: .ratio))
    #expect(try told(small, width: 100) == ["truncated-text label"])
    var recorded = TextContent(
      "Hello", measured: [TextContent.Measured(size: LayoutSize(width: 102, height: 21))])
    recorded.minimumScale = LayoutNumber(1, 2, form: .ratio)
    #expect(try told(recorded, width: 60) == [])
    #expect(try told(recorded, width: 40) == ["truncated-text label"])
    let measured = TextContent(
      "Hello",
      measured: [TextContent.Measured(size: LayoutSize(width: 102, height: 21))])
    #expect(try told(measured, width: 100) == [])
    #expect(try told(measured, width: 80) == ["truncated-text label"])
  }

  @Test("S6: a text measured for a width that it does not have is found")
  func wrongTextWidth() throws {
    var views = PinnedViews()
    let label = views.add("label", 0, 0, 300, 100)
    let long = String(repeating: "Hello ", count: 20)
    views.layoutCase.views[label].text = TextContent(long, lineLimit: 0, preferredWidth: 100)
    #expect(try views.told() == ["wrong-text-width label"])
    views.layoutCase.views[label].text?.preferredWidth = 300
    #expect(try views.told() == [])
    views.layoutCase.views[label].text?.preferredWidth = nil
    #expect(try views.told() == [])
  }

  @Test("a preferred width of 0 means none, in documents as in cases")
  func automaticTextWidth() throws {
    var views = PinnedViews()
    let label = views.add("label", 0, 0, 100, 200)
    views.layoutCase.views[label].text = TextContent(
      "several words that take several lines", lineLimit: 0, preferredWidth: 0)
    #expect(try views.told() == [])
  }

  @Test("if the search for overlaps ends early, the rest is counted")
  func overlapRest() throws {
    var views = PinnedViews()
    // Each overlaps all others, and none contains another.
    let count = 8
    for index in 0..<count { views.add("v\(index)", LayoutNumber(index * 2), 0, 50, 50) }
    let all = try views.told().filter { $0.hasPrefix("overlap") }
    #expect(all.count == OverlapRule.findingsMax + 1)
    #expect(all.last == "overlap root")
    let rest = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings.first {
      $0.key.aspect == "rest"
    }
    #expect(rest?.severity == .note)
    // 7 + 6 + 5 pairs of the first three, and two of the fourth.
    #expect(rest?.message == "5 more views in root were not looked at for overlaps")
    // A complete comparison has no notice.
    var few = PinnedViews()
    for index in 0..<6 { few.add("v\(index)", LayoutNumber(index * 2), 0, 50, 50) }
    #expect(try few.told().count == 15)
  }

  @Test("a layout beyond the oracle's limit is a finding, not a clean screen")
  func undecided() throws {
    var views = PinnedViews()
    views.add("a", 0, 0, 100, 50)
    let diagnosis = try ScreenDiagnosis(
      of: DiagnosedCase(views.layoutCase), limit: OracleLimit(tableauCells: 1, cellOperations: 1))
    #expect(diagnosis.status == .undecided)
    #expect(diagnosis.findings.map(\.rule) == [.undecided])
    #expect(diagnosis.findings.first?.severity.lowered == .warning)
    let answer = try FittingAnswer(
      .compressed(), of: views.layoutCase, limit: OracleLimit(tableauCells: 1, cellOperations: 1))
    #expect(answer.isUndecided && answer.size == nil)
    #expect(try !FittingAnswer(.compressed(), of: views.layoutCase).isUndecided)
  }

  @Test("a layout that does not settle is reported with the moving views")
  func unsettled() throws {
    var views = PinnedViews()
    let label = views.add("label", 0, 0, 0, 0)
    var layoutCase = views.layoutCase
    layoutCase.environment.size.width = 2000
    layoutCase.constraints.removeLast(2)
    // Higher the narrower it is, and wider the higher it is.
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "ratio", first: Anchor(.view(label), .width), second: Anchor(.view(label), .height),
        multiplier: 5))
    layoutCase.views[label].text = TextContent(
      String(repeating: "word ", count: 12), lineLimit: 0)
    let priorities = AxisPriorities(horizontal: 100, vertical: 900)
    layoutCase.views[label].hugging = priorities
    layoutCase.views[label].compressionResistance = priorities
    let findings = try ScreenDiagnosis(of: DiagnosedCase(layoutCase)).findings
    let told = try #require(findings.first { $0.rule == .unsettled })
    #expect(told.key.objects == ["label"])
    #expect(told.message.hasPrefix("layout does not settle in 8 passes: "))
  }

  @Test(
    "a case with an expectation is checked only against it, and a note names the hidden findings")
  func expectation() throws {
    var views = PinnedViews()
    views.add("a", 0, 0, 100, 50)
    views.add("b", 50, 0, 100, 60)
    views.layoutCase.expectation = Expectation(status: .unique)
    let notes = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings
    #expect(notes.map(\.severity) == [.note])
    #expect(notes.first?.message.hasSuffix("1 finding about it is not reported: overlap") == true)
    views.layoutCase.expectation = Expectation(status: .conflict)
    let failed = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings
    #expect(failed.map(\.severity) == [.error, .note])
    let all = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase), reportsExpected: true)
      .findings
    #expect(all.map(\.rule) == [.expectation, .overlap])
    // The expected status reports this conflict.
    views.layoutCase.constraints.append(
      LayoutConstraint(id: "more", first: Anchor(.view(1), .width), constant: 1))
    #expect(try views.told() == [])
  }
}
