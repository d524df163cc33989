// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import Solvers
import Testing

@testable import Diagnosis

@Suite("Fidelity: excused and unexcused views")
struct FidelityScopeTests {
  /// A screen of 375 by 667 points with independent views.
  private struct Screen {
    var flag = ""
    var views = ""
    var constraints = ""
    private var count = 0

    init(flag: String = "") { self.flag = flag }

    mutating func add(_ id: String, x: Int, width: Int = 50, attributes: String = "") {
      views += """
        <view id="\(id)" translatesAutoresizingMaskIntoConstraints="NO" \(attributes)>\
        <rect key="frame" x="\(x)" y="30" width="\(width)" height="40"/></view>
        """
      constrain(id, "top", "secondItem=\"aaa-aa-aaa\" secondAttribute=\"top\" constant=\"30\"")
      constrain(id, "height", "constant=\"40\"")
    }

    mutating func constrain(_ id: String, _ attribute: String, _ rest: String) {
      count += 1
      constraints += """
        <constraint firstItem="\(id)" firstAttribute="\(attribute)" \(rest) id="ccc-cc-\(100 + count)"/>
        """
    }

    /// Pins an attribute to the same edge of the root, or to an edge of another view.
    mutating func pin(_ id: String, _ attribute: String, _ constant: Int, to other: String = "") {
      let edge =
        other.isEmpty
        ? "secondItem=\"aaa-aa-aaa\" secondAttribute=\"\(attribute)\""
        : "secondItem=\"\(other)\" secondAttribute=\"trailing\""
      constrain(id, attribute, "\(edge) constant=\"\(constant)\"")
    }

    func document(type: String = "CocoaTouch") -> ImportedDocument {
      let text = """
        <document type="com.apple.InterfaceBuilder3.\(type).XIB" useAutolayout="YES" \
        toolsVersion="17506"><device id="retina4_7"/><objects><view id="aaa-aa-aaa" \(flag)>\
        <rect key="frame" x="0" y="0" width="375" height="667"/><subviews>\(views)</subviews>\
        <constraints>\(constraints)</constraints></view></objects></document>
        """
      return InterfaceBuilderImporter.importDocument([UInt8](text.utf8), file: "Test.xib")
    }
  }

  private func report(_ document: ImportedDocument) -> FidelityReport {
    FidelityReport.run(documents: [document], solver: SimplexSolver())
  }

  /// Returns the views that disagree, with the cause of each.
  private func disagreements(_ report: FidelityReport) -> [String] {
    report.disagreements.map { "\($0.view.suffix(10)) \($0.cause.rawValue)" }
  }

  /// Returns a screen with two preferences of one priority that compete for the width of a view,
  /// whose recorded width is between them.
  private func tie(alsoFree: Bool) -> Screen {
    var screen = Screen()
    screen.add("bbb-bb-bbb", x: 20, width: 70)
    screen.pin("bbb-bb-bbb", "leading", 20)
    for width in [50, 90] {
      screen.constrain("bbb-bb-bbb", "width", "constant=\"\(width)\" priority=\"700\"")
    }
    // Views pinned to the tied one move with it.
    screen.add("ddd-dd-ddd", x: 90)
    screen.pin("ddd-dd-ddd", "leading", 0, to: "bbb-bb-bbb")
    screen.constrain("ddd-dd-ddd", "width", "constant=\"50\"")
    screen.add("eee-ee-eee", x: 200)
    screen.constrain("eee-ee-eee", "width", "constant=\"50\"")
    if !alsoFree { screen.pin("eee-ee-eee", "leading", 200) }
    return screen
  }

  @Test("a tie excuses the views that it moves, but no unconstrained view")
  func tie() {
    let held = report(tie(alsoFree: false).document())
    #expect(held.disagreements.isEmpty && held.iOS.views == 1)
    #expect(held.skipped(on: .iOS).map(\.reason) == ["tie between equal priorities"])
    #expect(held.skippedViews(on: .iOS) == 2)
    let free = report(tie(alsoFree: true).document())
    #expect(disagreements(free) == ["eee-ee-eee underdetermined"])
    #expect(free.skippedViews(on: .iOS) == 2)
  }

  /// Returns a screen with a view that must be narrower than the distance of its edges, one beside
  /// it, and an independent one.
  private func conflict(flag: String, right: Int) -> Screen {
    var screen = Screen(flag: flag)
    screen.add("bbb-bb-bbb", x: 20)
    screen.pin("bbb-bb-bbb", "leading", 20)
    screen.pin("bbb-bb-bbb", "trailing", -200)
    screen.constrain("bbb-bb-bbb", "width", "constant=\"50\"")
    screen.add("ddd-dd-ddd", x: 70)
    screen.pin("ddd-dd-ddd", "leading", 0, to: "bbb-bb-bbb")
    screen.constrain("ddd-dd-ddd", "width", "constant=\"50\"")
    screen.add("eee-ee-eee", x: right)
    screen.pin("eee-ee-eee", "leading", 300)
    screen.constrain("eee-ee-eee", "width", "constant=\"50\"")
    return screen
  }

  @Test(
    "a conflict is never excused, whatever the editor flagged",
    arguments: ["", "ambiguous=\"YES\""])
  func flaggedConflict(flag: String) {
    let result = report(conflict(flag: flag, right: 300).document())
    #expect(result.disagreements.map(\.cause) == [.conflict, .conflict, .conflict])
    #expect(result.skippedViews(on: .iOS) == 0)
  }

  @Test("a flag on another view does not excuse an unrelated conflict")
  func flagBesideConflict() {
    var screen = Screen()
    screen.add("bbb-bb-bbb", x: 20)
    screen.pin("bbb-bb-bbb", "leading", 20)
    for width in [50, 60] {
      screen.constrain("bbb-bb-bbb", "width", "constant=\"\(width)\"")
    }
    screen.add("eee-ee-eee", x: 20, attributes: "ambiguous=\"YES\"")
    let result = report(screen.document())
    #expect(disagreements(result) == ["bbb-bb-bbb conflict"])
    #expect(result.skipped(on: .iOS).map(\.reason) == ["ambiguous"])
  }

  @Test("an open view is excused only if the editor flagged a view around it")
  func flaggedAmbiguity() {
    for (flag, reasons, found) in [
      ("ambiguous=\"YES\"", ["open below a flagged view"], []),
      ("", [], ["bbb-bb-bbb underdetermined"]),
    ] {
      var screen = Screen(flag: flag)
      screen.add("bbb-bb-bbb", x: 111)
      screen.constrain("bbb-bb-bbb", "width", "constant=\"50\"")
      let result = report(screen.document())
      #expect(result.skipped(on: .iOS).map(\.reason) == reasons)
      #expect(disagreements(result) == found)
    }
    // A flag does not excuse a determined frame that is wrong.
    var screen = Screen(flag: "ambiguous=\"YES\"")
    screen.add("bbb-bb-bbb", x: 111)
    screen.pin("bbb-bb-bbb", "leading", 20)
    screen.constrain("bbb-bb-bbb", "width", "constant=\"50\"")
    #expect(disagreements(report(screen.document())) == ["bbb-bb-bbb required constraint"])
  }

  @Test("a layout that does not settle is its own disagreement, never excused")
  func unsettled() throws {
    var screen = Screen(flag: "ambiguous=\"YES\"")
    screen.add("bbb-bb-bbb", x: 0)
    var document = screen.document()
    // The label is higher the narrower it is, and wider the higher it is.
    let anchors = [Attribute.left, .top].map { Anchor(.view(1), $0) }
    var layoutCase = document.scopes[0].layoutCase
    layoutCase.views[1].kind = .label
    layoutCase.views[1].text = TextContent(
      String(repeating: "word ", count: 12), font: TextFont(pointSize: 17), lineLimit: 0)
    let low = AxisPriorities(horizontal: 100, vertical: 900)
    layoutCase.views[1].hugging = low
    layoutCase.views[1].compressionResistance = low
    layoutCase.constraints = anchors.map { anchor in
      LayoutConstraint(
        id: "\(anchor.attribute)", first: anchor, second: Anchor(.view(0), anchor.attribute))
    }
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "ratio", first: Anchor(.view(1), .width), second: Anchor(.view(1), .height),
        multiplier: 5))
    document.scopes[0].layoutCase = layoutCase
    let result = report(document)
    #expect(disagreements(result) == ["bbb-bb-bbb layout that does not settle"])
    #expect(result.skippedViews(on: .iOS) == 0)
    #expect(result.text.contains("iOS plain, layout that does not settle: 1 view"))
  }

  @Test("skipped views are counted for each platform, in the text and in the JSON")
  func platforms() throws {
    var screen = Screen()
    screen.add("bbb-bb-bbb", x: 20, attributes: "misplaced=\"YES\"")
    screen.add("ddd-dd-ddd", x: 20)
    screen.pin("ddd-dd-ddd", "leading", 20)
    screen.constrain("ddd-dd-ddd", "width", "constant=\"50\"")
    let types: [(String, ImportedDocument.Runtime)] = [
      ("CocoaTouch", .iOS), ("Cocoa", .macOS), ("AppleTV", .tvOS),
    ]
    let documents = types.map { type, runtime in
      let document = screen.document(type: type)
      #expect(document.runtime == runtime)
      return document
    }
    let result = FidelityReport.run(documents: documents, solver: SimplexSolver())
    let others = try #require(result.json["others"])
    for (_, platform) in types {
      #expect(result.skipped(on: platform).map(\.reason) == ["misplaced"], "\(platform)")
      #expect(result.skippedShare(on: platform) == 0.5, "\(platform)")
      let lines =
        "views that do not count for \(platform), by reason (50.0 % of all):\n  1 misplaced"
      #expect(result.text.contains(lines), "\(platform)")
      let figures = platform == .iOS ? result.json : try #require(others[platform.rawValue])
      #expect(figures["skippedViews"]?.int == 1, "\(platform)")
      #expect(figures["skipped"]?["misplaced"]?.int == 1, "\(platform)")
    }
  }
}
