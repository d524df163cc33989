// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutEngine
import Lowering
import Oracles
import Solvers
import Testing

/// Checks areas and masks of documents on the device they were drawn for and on others.
@Suite("Imported areas and masks")
struct ImportedAreasTests {
  private func document(_ views: String, _ constraints: String = "", attributes: String? = nil)
    -> ParsedDocument
  {
    let layout = attributes ?? "useAutolayout=\"YES\" useSafeAreas=\"YES\""
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" \(layout) \
      toolsVersion="17506"><device id="retina4_7"/><scenes><scene><objects>
      <viewController id="vie-wc-000"><view key="view" id="roo-tv-iew">
      <rect key="frame" x="0" y="0" width="375" height="667"/><subviews>\(views)</subviews>
      <viewLayoutGuide key="safeArea" id="saf-ea-rea"/><constraints>\(constraints)</constraints>
      </view></viewController></objects></scene></scenes></document>
      """
    return InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Test.storyboard")
  }

  private func frames(
    _ document: ParsedDocument, _ setup: ImportSetup = .asDrawn
  ) throws -> [Layout.Frame] {
    let layoutCase = try #require(document.imported(for: setup).scopes.first).layoutCase
    try #require(layoutCase.validate() == [])
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    #expect(settled.isSettled && settled.passes <= 2)
    let solution = try #require(settled.result.outcome.solution)
    return settled.lowered.layout(from: solution, rounded: true).frames
  }

  private func view(_ id: String, _ more: String = "", content: String = "") -> String {
    "<view id=\"\(id)\" \(more)>\(content)</view>"
  }

  private func tie(
    _ id: String, _ attribute: String, to other: String, _ otherAttribute: String? = nil,
    _ constant: Int = 0
  ) -> String {
    """
    <constraint firstItem="\(id)" firstAttribute="\(attribute)" secondItem="\(other)" \
    secondAttribute="\(otherAttribute ?? attribute)" constant="\(constant)" \
    id="c\(id.prefix(1))\(attribute.prefix(1))-\(attribute.suffix(2))-c\(other.prefix(2))"/>
    """
  }

  @Test("a nested view keeps clear of the bars that overlap it, on each device")
  func nestedSafeArea() throws {
    let inner = view("ccc-cc-ccc", "translatesAutoresizingMaskIntoConstraints=\"NO\"")
    let outer = view(
      "bbb-bb-bbb", "translatesAutoresizingMaskIntoConstraints=\"NO\"",
      content: "<subviews>\(inner)</subviews><viewLayoutGuide key=\"safeArea\" id=\"saf-ei-nne\"/>")
    let edges = ["top", "leading", "bottom", "trailing"]
    let parsed = document(
      outer,
      tie("bbb-bb-bbb", "top", to: "roo-tv-iew", nil, 10)
        + edges.dropFirst().map { tie("bbb-bb-bbb", $0, to: "roo-tv-iew") }.joined()
        + edges.map { tie("ccc-cc-ccc", $0, to: "saf-ei-nne") }.joined())
    let drawn = try frames(parsed)
    #expect(drawn[1] == Layout.Frame(x: 0, y: 10, width: 375, height: 657))
    // The editor of the document draws no status bar on a phone with a home button.
    #expect(drawn[2] == Layout.Frame(x: 0, y: 0, width: 375, height: 657))
    let large = try frames(parsed, ImportSetup(device: Device.named("retina6_12")))
    #expect(large[1] == Layout.Frame(x: 0, y: 10, width: 393, height: 842))
    #expect(large[2] == Layout.Frame(x: 0, y: 49, width: 393, height: 842 - 49 - 34))
    let turned = try frames(
      parsed, ImportSetup(device: Device.named("retina6_12"), orientation: .landscape))
    #expect(turned[2] == Layout.Frame(x: 59, y: 0, width: 852 - 118, height: 383 - 21))
  }

  private static let held = """
    <view id="bbb-bb-bbb"><rect key="frame" x="270" y="10" width="42" height="20"/>\
    <autoresizingMask key="autoresizingMask" flexibleMinX="YES"/></view>\
    <view id="ccc-cc-ccc"><rect key="frame" x="15" y="67" width="345" height="500"/>\
    <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/></view>
    """

  @Test("masks follow the device, with Auto Layout and without")
  func masks() throws {
    for attributes in ["useAutolayout=\"YES\"", ""] {
      let parsed = document(Self.held, attributes: attributes)
      #expect(
        try frames(parsed).dropFirst() == [
          Layout.Frame(x: 270, y: 10, width: 42, height: 20),
          Layout.Frame(x: 15, y: 67, width: 345, height: 500),
        ])
      let setup = ImportSetup(device: Device.named("retina6_1"))
      let large = try frames(parsed, setup)
      #expect(large[1] == Layout.Frame(x: 309, y: 10, width: 42, height: 20))
      #expect(large[2] == Layout.Frame(x: 15, y: 67, width: 384, height: 729))
      let layoutCase = try #require(parsed.imported(for: setup).scopes.first).layoutCase
      #expect(SpringsAndStruts.frames(of: layoutCase) == large)
    }
  }

  @Test("the trap of the logo: constraints beside a mask conflict with the translated mask")
  func trap() throws {
    let logo = """
      <imageView id="log-oo-ooo"><rect key="frame" x="0" y="0" width="100" height="40"/>\
      <autoresizingMask key="autoresizingMask" flexibleMaxX="YES" flexibleMaxY="YES"/></imageView>
      """
    let parsed = document(
      logo,
      tie("log-oo-ooo", "leading", to: "roo-tv-iew")
        + tie("log-oo-ooo", "trailing", to: "roo-tv-iew"))
    let layoutCase = try #require(parsed.imported().scopes.first).layoutCase
    let lowered = LayoutEngine.settle(layoutCase, solver: SimplexSolver()).lowered
    let answer = try ExactOracle.solve(lowered.system)
    let conflict = try #require(try ExactOracle.conflict(in: lowered.system, answer: answer))
      .map(\.index)
    let translated = conflict.filter(lowered.isTranslatedMask)
    #expect(!translated.isEmpty)
    #expect(
      translated.allSatisfy {
        lowered.describe($0).hasPrefix("NSAutoresizingMaskLayoutConstraint h=--& v=--& log-oo-ooo.")
      })
  }

  @Test(
    "a content view fills its cell on any device, less an accessory, for any mask",
    arguments: ["collectionViewCell", "tableViewCell"], [0, 34])
  func contentViews(tag: String, accessory: Int) throws {
    let mask = "<autoresizingMask key=\"autoresizingMask\" flexibleMaxX=\"YES\"/>"
    for mask in ["", mask] {
      let text = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
        toolsVersion="17506"><device id="retina4_7"/><objects><\(tag) id="aaa-aa-aaa">\
        <rect key="frame" x="0" y="0" width="375" height="80"/><constraints/>\
        <view key="contentView" id="bbb-bb-bbb">\(mask)\
        <rect key="frame" x="0" y="0" width="\(375 - accessory)" height="80"/></view></\(tag)>\
        </objects></document>
        """
      let parsed = InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Cell.xib")
      for (id, width) in [("retina4_0", 320), ("retina4_7", 375), ("retina6_1", 414)] {
        let device = try #require(Device.named(id))
        let scope = try #require(parsed.imported(for: ImportSetup(device: device)).scopes.first)
        let settled = LayoutEngine.settle(scope.layoutCase, solver: SimplexSolver())
        let solution = try #require(settled.result.outcome.solution)
        let frames = settled.lowered.layout(from: solution, rounded: true).frames
        #expect(frames.count == 2)
        #expect(frames[1].width == Double(width - accessory), "\(tag) on \(id)")
      }
    }
  }
}
