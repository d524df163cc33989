// SPDX-License-Identifier: MIT

import Diagnosis
import Testing

@testable import DocumentCampaigns

/// Each law holds on a document with the healthy diagnosis, and is broken by a faulty one.
@Suite("Laws between diagnoses")
struct DiagnosisLawTests {
  private static func view(_ id: String, _ x: Int, _ more: String = "") -> String {
    """
    <view id="\(id)" fixedFrame="YES" translatesAutoresizingMaskIntoConstraints="NO">
    <rect key="frame" x="\(x)" y="10" width="20" height="20"/>\(more)</view>
    """
  }

  private static func root(_ id: String, _ views: String, _ constraints: String = "") -> String {
    """
    <view id="\(id)"><rect key="frame" x="0" y="0" width="320" height="480"/>
    <subviews>\(views)</subviews><constraints>\(constraints)</constraints></view>
    """
  }

  /// A root with a label that constraints place, and another view.
  private static func labelled(_ root: String, x: Int, other: String) -> String {
    let label = """
      <label text="Name" id="label" translatesAutoresizingMaskIntoConstraints="NO">
      <rect key="frame" x="\(x)" y="10" width="50" height="20"/><constraints>
      <constraint firstAttribute="width" constant="50" id="l-width"/>
      <constraint firstAttribute="height" constant="20" id="l-height"/></constraints></label>
      """
    let places = [("leading", x), ("top", 10)].map { name, constant in
      """
      <constraint firstItem="label" firstAttribute="\(name)" secondItem="\(root)" \
      secondAttribute="\(name)" constant="\(constant)" id="l-\(name)"/>
      """
    }
    return Self.root(root, label + other, places.joined())
  }

  private static func xib(_ root: String) throws -> DocumentMarkup {
    try #require(
      DocumentMarkup(
        Array(
          """
          <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
          toolsVersion="17506" useAutolayout="YES"><objects>\(root)</objects></document>
          """.utf8)))
  }

  private static func storyboard(_ first: String, _ second: String) throws -> DocumentMarkup {
    func scene(_ name: String, _ root: String) -> String {
      """
      <scene sceneID="scene-\(name)"><objects><viewController id="vc-\(name)">
      \(root.replacing("<view id", with: "<view key=\"view\" id", maxReplacements: 1))
      </viewController></objects></scene>
      """
    }
    return try #require(
      DocumentMarkup(
        Array(
          """
          <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
          toolsVersion="17506" useAutolayout="YES"><scenes>\(scene("a", first))\
          \(scene("b", second))</scenes></document>
          """.utf8)))
  }

  private static func diagnosis(_ screen: DiagnosedCase) throws(InternalError) -> ScreenDiagnosis {
    try ScreenDiagnosis(of: screen)
  }

  private static func screens(of document: DocumentMarkup) throws -> DiagnosedScreens {
    try DiagnosedScreens(of: document.bytes, by: diagnosis)
  }

  /// A root with two widths for one view.
  private static func conflict() throws -> DocumentMarkup {
    let widths = [50, 60].map {
      "<constraint firstAttribute=\"width\" constant=\"\($0)\" id=\"w\($0)\"/>"
    }
    return try xib(
      root(
        "root",
        view("v", 10).replacing("fixedFrame=\"YES\"", with: "")
          .replacing("</view>", with: "<constraints>\(widths.joined())</constraints></view>")))
  }

  private static func isBroken(_ outcome: DiagnosisLaw.Outcome) -> Bool {
    if case .broken = outcome { true } else { false }
  }

  private static func holds(_ outcome: DiagnosisLaw.Outcome) -> Bool {
    if case .holds = outcome { true } else { false }
  }

  @Test("a fix that leaves its conflict breaks the law")
  func fix() throws {
    let document = try Self.conflict()
    let screens = try Self.screens(of: document)
    #expect(Self.holds(try DiagnosisLaw.fix.outcome(on: document, screens)))
    let first = try #require(screens.screens.first?.diagnosis)
    #expect(first.status == .conflict)
    let outcome = try DiagnosisLaw.fix.outcome(on: document, screens) {
      (_) throws(InternalError) in first
    }
    #expect(Self.isBroken(outcome))
  }

  @Test("another status in a mirror breaks the law")
  func mirror() throws {
    let document = try Self.xib(Self.root("root", Self.view("v", 10)))
    let screens = try Self.screens(of: document)
    #expect(Self.holds(try DiagnosisLaw.mirror.outcome(on: document, screens)))
    let other = try #require(Self.screens(of: Self.conflict()).screens.first?.diagnosis)
    var isMirrored = false
    let outcome = try DiagnosisLaw.mirror.outcome(on: document, screens) {
      (screen) throws(InternalError) in
      defer { isMirrored = true }
      return isMirrored ? other : try ScreenDiagnosis(of: screen)
    }
    #expect(Self.isBroken(outcome))
  }

  @Test("a finding that comes with the removal of another view breaks the law")
  func otherViews() throws {
    func document(x: Int) throws -> DocumentMarkup {
      try Self.xib(Self.labelled("root", x: x, other: Self.view("gone", 100)))
    }
    let inside = try document(x: 10)
    let screens = try Self.screens(of: inside)
    #expect(Self.holds(try DiagnosisLaw.otherViews.outcome(on: inside, screens)))
    let other = try #require(Self.screens(of: document(x: 900)).screens.first?.diagnosis)
    #expect(other.findings.contains { $0.rule == .offScreen && $0.key.objects == ["label"] })
    let outcome = try DiagnosisLaw.otherViews.outcome(on: inside, screens) {
      (_) throws(InternalError) in other
    }
    #expect(Self.isBroken(outcome))
  }

  @Test("conflicts that one change ends are one finding, unless the screen has another one")
  func sharedChange() throws {
    func frame(_ id: String) -> String {
      "<view id=\"\(id)\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"100\" height=\"100\"/></view>"
    }
    func same(_ attribute: String, _ first: String, _ second: String, as other: String? = nil)
      -> String
    {
      """
      <constraint firstAttribute="\(attribute)" firstItem="\(first)" \
      secondAttribute="\(other ?? attribute)" secondItem="\(second)" \
      constant="\(other == nil ? 0 : 8)" id="\(attribute)-\(first)-\(second)"/>
      """
    }
    func height(_ id: String) -> String {
      "<constraint firstAttribute=\"height\" constant=\"182\" id=\"height-\(id)\"/>"
    }
    let tied = """
      <view id="v1"><subviews>
      <view horizontalHuggingPriority="251" id="v2" placeholderIntrinsicWidth="16"/>
      <view horizontalHuggingPriority="251" id="v3" placeholderIntrinsicWidth="36" \
      verticalHuggingPriority="251" placeholderIntrinsicHeight="20" translatesAutoresizingMaskIntoConstraints="NO"/>
      \(frame("v4"))</subviews><constraints>\(height("v1"))
      \(same("leading", "v3", "v2", as: "trailing"))\(same("leading", "v4", "v2"))
      \(same("trailing", "v4", "v3"))\(same("centerX", "v4", "v1"))\(same("bottom", "v4", "v1"))
      </constraints></view>
      """
    let other = """
      <view id="v5" translatesAutoresizingMaskIntoConstraints="NO"><subviews>\(frame("v6"))
      </subviews><constraints>\(height("v5"))\(same("bottom", "v6", "v5"))</constraints></view>
      """
    let document = try Self.xib(
      Self.root("v0", tied + other, same("leading", "v1", "v0") + same("trailing", "v1", "v0")))
    let screens = try Self.screens(of: document)
    let rules = screens.screens.flatMap(\.diagnosis.findings).map(\.rule)
    #expect(rules.contains(.priorityTie) && rules.contains(.conflict), "\(rules)")
    let outcome = try DiagnosisLaw.otherViews.outcome(on: document, screens)
    #expect(Self.holds(outcome), "\(outcome)")
  }

  @Test("views that reach out of an empty superview are no findings of their own")
  func emptySuperview() throws {
    func same(_ first: String, _ second: String, of other: String, _ item: String = "") -> String {
      """
      <constraint firstAttribute="\(first)" \(item.isEmpty ? "" : "firstItem=\"\(item)\"") \
      secondAttribute="\(second)" secondItem="\(other)"/>
      """
    }
    let text = """
      <label id="label" text="Label">
      <rect key="frame" x="0" y="5" width="200" height="19.5"/></label>
      """
    let empty = """
      <view id="empty"><subviews>\(text)<view id="out"/></subviews><constraints>
      <constraint constant="24" firstAttribute="height" firstItem="out"/>
      \(same("baseline", "bottom", of: "empty", "out"))\(same("rightMargin", "left", of: "empty", "out"))
      <constraint firstAttribute="height"/></constraints></view>
      """
    let root =
      same("leading", "trailing", of: "empty") + same("left", "leftMargin", of: "other")
      + same("centerX", "centerX", of: "empty", "inner") + same("width", "width", of: "inner")
      + same("left", "left", of: "other", "out") + same("topMargin", "firstBaseline", of: "empty")
      + same("trailing", "trailingMargin", of: "inner")
      .replacing("<constraint", with: "<constraint priority=\"251\"")
    let document = try #require(
      DocumentMarkup(
        Array(
          """
          <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB"><view>
          <rect key="frame" x="0" y="0" width="320" height="568"/><subviews>
          <view><subviews><view id="inner"/></subviews></view><view id="other"/>\(empty)
          </subviews><constraints>\(root)</constraints></view></document>
          """.utf8)))
    let screens = try Self.screens(of: document)
    let rules = screens.screens.flatMap(\.diagnosis.findings).map(\.rule)
    #expect(rules.contains(.zeroSize) && !rules.contains(.outsideParent), "\(rules)")
    var changed = document
    let label = try #require(document.elements.firstIndex { $0["id"] == "label" })
    changed.remove(subtreeAt: label)
    let others = try Self.screens(of: changed).screens.flatMap(\.diagnosis.findings).map(\.rule)
    #expect(others.contains(.outsideParent), "\(others)")
    #expect(!Self.isBroken(try DiagnosisLaw.otherViews.outcome(on: document, screens)))
  }

  @Test("one finding is about all views that do not settle, so it is not compared")
  func unsettled() throws {
    func view(_ id: String) -> String {
      """
      <view id="\(id)"><subviews><button id="b-\(id)"/></subviews><constraints>
      <constraint firstAttribute="top" firstItem="b-\(id)" secondAttribute="topMargin" \
      secondItem="\(id)"/></constraints></view>
      """
    }
    let document = try #require(
      DocumentMarkup(
        Array(
          """
          <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useSafeAreas="YES">
          <device id="retina6_1"/><objects><view>
          <rect key="frame" x="0" y="0" width="414" height="896"/><subviews>\(view("v1"))
          <view><subviews>\(view("v2"))</subviews></view></subviews></view></objects></document>
          """.utf8)))
    let screens = try Self.screens(of: document)
    let rules = screens.screens.flatMap(\.diagnosis.findings).map(\.rule)
    #expect(rules.contains(.unsettled), "\(rules)")
    #expect(Self.holds(try DiagnosisLaw.otherViews.outcome(on: document, screens)))
  }

  @Test("the law of other views is not about an element without an id among the views")
  func notAView() throws {
    let odd = try Self.xib(
      Self.labelled("root", x: 10, other: "<rect key=\"frame\" width=\"9\" height=\"9\"/>"))
    guard
      case .notApplicable = try DiagnosisLaw.otherViews.outcome(on: odd, try Self.screens(of: odd))
    else {
      Issue.record("tried")
      return
    }
  }

  @Test("a finding that comes with the removal of another screen breaks the law")
  func otherScreens() throws {
    func document(x: Int) throws -> DocumentMarkup {
      try Self.storyboard(
        Self.labelled("root-a", x: x, other: ""), Self.root("root-b", Self.view("view-b", 10)))
    }
    let inside = try document(x: 10)
    let screens = try Self.screens(of: inside)
    #expect(screens.screens.count == 2)
    #expect(Self.holds(try DiagnosisLaw.otherScreens.outcome(on: inside, screens)))
    let other = try #require(Self.screens(of: document(x: 900)).screens.first?.diagnosis)
    #expect(other.findings.contains { $0.rule == .offScreen })
    let outcome = try DiagnosisLaw.otherScreens.outcome(on: inside, screens) {
      (_) throws(InternalError) in other
    }
    #expect(Self.isBroken(outcome))
  }

  @Test("a law claims nothing where a document has no part that it is about")
  func notApplicable() throws {
    let document = try Self.xib(Self.root("root", Self.view("v", 10)))
    let screens = try Self.screens(of: document)
    for law in [DiagnosisLaw.fix, .otherScreens] {
      guard case .notApplicable = try law.outcome(on: document, screens) else {
        Issue.record("\(law.rawValue) applies")
        continue
      }
    }
  }
}
