// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

@Suite("The Interface Builder importer on views")
struct InterfaceBuilderViewsTests {
  private func scope(_ subviews: String, constraints: String = "", more: String = "") throws
    -> ImportedScope
  {
    let text = Samples.xib(subviews: subviews, constraints: constraints, more: more)
    return try #require(Samples.importing(text).scopes.first)
  }

  @Test("a leaf keeps its recorded size as natural size, inside its alignment rectangle")
  func naturalSizes() throws {
    let views = try scope(
      Samples.label("bbb-bb-bbb")
        + """
        <switch id="sss-ss-sss" translatesAutoresizingMaskIntoConstraints="NO" \
        horizontalHuggingPriority="750"><rect key="frame" x="5" y="5" width="51" height="31"/></switch>
        <slider id="ddd-dd-ddd" translatesAutoresizingMaskIntoConstraints="NO">\
        <rect key="frame" x="5" y="50" width="100" height="31"/></slider>
        <view id="eee-ee-eee" translatesAutoresizingMaskIntoConstraints="NO" \
        placeholderIntrinsicWidth="40" placeholderIntrinsicHeight="infinite">\
        <rect key="frame" x="5" y="90" width="100" height="31"/></view>
        """
    ).layoutCase.views
    #expect(views[1].intrinsicWidth == nil && views[1].intrinsicHeight == nil)
    #expect(views[1].text?.measured.map(\.size) == [LayoutSize(width: 100, height: 20)])
    #expect(views[1].hugging == AxisPriorities(horizontal: 251, vertical: 250))
    #expect(views[1].compressionResistance == .defaultCompressionResistance)
    #expect(views[2].kind == .toggle && views[2].intrinsicWidth == 49)
    #expect(views[2].hugging.horizontal == 750)
    #expect(views[3].intrinsicWidth == nil && views[3].intrinsicHeight == 30)
    #expect(views[3].alignmentInsets.left == 2)
    #expect(views[4].intrinsicWidth == 40 && views[4].intrinsicHeight == nil)
  }

  @Test("a view without constraints is fixed at its rectangle") func holds() throws {
    let rect = "<rect key=\"frame\" x=\"1\" y=\"2\" width=\"3\" height=\"4\"/>"
    let imported = try scope(
      "<view id=\"bbb-bb-bbb\">\(rect)</view>"
        + "<view id=\"ddd-dd-ddd\" fixedFrame=\"YES\" "
        + "translatesAutoresizingMaskIntoConstraints=\"NO\">\(rect)</view>")
    let frame = LayoutRect(x: 1, y: 2, width: 3, height: 4)
    let outer = LayoutSize(width: 375, height: 667)
    #expect(
      imported.layoutCase.views[1].hold
        == View.Hold(frame: frame, reason: .autoresizing, superviewSize: outer))
    #expect(imported.layoutCase.views[2].hold == View.Hold(frame: frame, reason: .fixedFrame))
    #expect(imported.origins.map(\.skipReason) == [.root, .autoresizing, .fixedFrame])
  }

  @Test("a fixed view keeps its mask; AppKit counts it from the bottom, too") func masks() throws {
    let view = """
      <view id="bbb-bb-bbb"><rect key="frame" x="1" y="2" width="3" height="4"/>\
      <autoresizingMask key="autoresizingMask" flexibleMinX="YES" widthSizable="YES" \
      flexibleMaxY="YES"/><subviews><view id="ccc-cc-ccc">\
      <rect key="frame" x="0" y="0" width="1" height="1"/><autoresizingMask \
      key="autoresizingMask" heightSizable="YES"/></view></subviews></view>
      """
    let hold = try #require(try scope(view).layoutCase.views[1].hold)
    #expect(hold.mask == [.flexibleLeft, .flexibleWidth, .flexibleBottom])
    let desktop = Samples.xib(subviews: view).replacing(".CocoaTouch.", with: ".Cocoa.")
    let other = try #require(Samples.importing(desktop).scopes.first).layoutCase.views
    #expect(other[1].hold?.mask == [.flexibleLeft, .flexibleWidth, .flexibleTop])
    #expect(other[2].hold?.mask == [.flexibleHeight])
    // Without Auto Layout a view may leave the frames of its subviews unchanged.
    let still = Samples.xib(
      subviews: view.replacing("\"bbb-bb-bbb\"", with: "\"bbb-bb-bbb\" autoresizesSubviews=\"NO\""),
      attributes: "")
    let legacy = try #require(Samples.importing(still).scopes.first).layoutCase.views
    #expect(legacy[1].hold?.mask == hold.mask && legacy[2].hold?.mask == [])
    #expect(legacy.dropFirst().allSatisfy { $0.hold?.reason == .springsAndStruts })
    #expect(hold.reason == .autoresizing)
  }

  @Test("views below a misplaced view are not compared") func misplaced() throws {
    let inner = Samples.label("ddd-dd-ddd")
    let imported = try scope(
      """
      <view id="bbb-bb-bbb" misplaced="YES" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="1" y="2" width="3" height="4"/><subviews>\(inner)</subviews></view>
      """ + Samples.label("eee-ee-eee", more: "ambiguous=\"YES\""))
    #expect(imported.origins.map(\.skipReason) == [.root, .misplaced, .belowMisplaced, .ambiguous])
  }

  @Test("ids that Interface Builder does not give mark a screen that it never laid out")
  func handEdited() throws {
    #expect(try scope(Samples.label("my-label")).origins.map(\.skipReason) == [.root, .handEdited])
    #expect(try scope(Samples.label("12")).origins.map(\.skipReason) == [.root, nil])
  }

  @Test("variations install views and constraints for the size classes of the device")
  func variations() throws {
    let constraints = ["1", "2", "3"].map { number in
      """
      <constraint firstItem="bbb-bb-bbb" firstAttribute="width" constant="\(number)" \
      id="ccc-cc-cc\(number)"><variation key="widthClass=compact" constant="7"/></constraint>
      """
    }
    let more = """
      <variation key="default"><mask key="subviews"><exclude reference="ddd-dd-ddd"/></mask>\
      <mask key="constraints"><exclude reference="ccc-cc-cc1"/><exclude reference="ccc-cc-cc2"/>\
      </mask></variation>
      <variation key="heightClass=regular-widthClass=compact"><mask key="constraints">\
      <include reference="ccc-cc-cc2"/></mask></variation>
      <variation key="heightClass=compact"><mask key="constraints">\
      <exclude reference="ccc-cc-cc3"/></mask></variation>
      """
    let toExcluded = """
      <constraint firstItem="ddd-dd-ddd" firstAttribute="top" secondItem="bbb-bb-bbb" \
      secondAttribute="top" id="ccc-cc-cc9"/>
      """
    let text = Samples.xib(
      subviews: Samples.label("bbb-bb-bbb") + Samples.label("ddd-dd-ddd"),
      constraints: constraints.joined() + toExcluded, more: more)
    let imported = Samples.importing(text)
    #expect(imported.diagnostics.isEmpty)
    let layoutCase = try #require(imported.scopes.first).layoutCase
    #expect(layoutCase.views.map(\.id) == ["aaa-aa-aaa", "bbb-bb-bbb"])
    #expect(layoutCase.constraints.map(\.id) == ["ccc-cc-cc2", "ccc-cc-cc3"])
    #expect(layoutCase.constraints.allSatisfy { $0.constant == 7 })
  }

  @Test("each cell is its own screen, and stack and scroll views are reported")
  func scopes() throws {
    let content = Samples.label("lll-ll-lll")
    let table = """
      <tableView id="ttt-tt-ttt" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="0" y="0" width="375" height="600"/><prototypes>\
      <tableViewCell id="cel-l0-001"><rect key="frame" x="0" y="28" width="375" height="44"/>\
      <tableViewCellContentView key="contentView" tableViewCell="cel-l0-001" id="con-te-nt1">\
      <rect key="frame" x="0" y="0" width="375" height="44"/><subviews>\(content)</subviews>\
      </tableViewCellContentView></tableViewCell></prototypes></tableView>
      """
    let scroll = """
      <scrollView id="scr-ol-lvi" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="0" y="0" width="9" height="9"/><subviews>\
      \(Samples.label("mmm-mm-mmm"))</subviews></scrollView>
      """
    let stack = """
      <stackView id="sta-ck-vie" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="0" y="0" width="9" height="9"/></stackView>
      """
    let imported = Samples.importing(Samples.xib(subviews: table + scroll + stack))
    #expect(imported.scopes.map(\.kind) == [.topLevelView, .cell])
    #expect(imported.scopes.map(\.id) == ["aaa-aa-aaa", "con-te-nt1"])
    #expect(imported.scopes[0].containsScrollContent)
    #expect(imported.scopes[0].unsupported.isEmpty)
    #expect(imported.scopes[0].layoutCase.views.last?.stack == StackLayout())
    #expect(!imported.scopes[1].containsScrollContent)
    #expect(imported.scopes[1].layoutCase.views[0].margins.left == 16)
  }

  @Test("AppKit counts from the bottom, a case from the top") func desktop() throws {
    let text = """
      <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" useAutolayout="YES" \
      toolsVersion="17506"><objects><customView id="aaa-aa-aaa">\
      <rect key="frame" x="0" y="0" width="200" height="100"/><subviews>\
      <customView id="bbb-bb-bbb" fixedFrame="YES"><rect key="frame" x="5" y="10" width="20" \
      height="30"/></customView></subviews></customView></objects></document>
      """
    let imported = Samples.importing(text)
    #expect(imported.runtime == .macOS)
    let scope = try #require(imported.scopes.first)
    #expect(
      scope.layoutCase.views[1].recordedFrame == LayoutRect(x: 5, y: 60, width: 20, height: 30))
    #expect(scope.layoutCase.views[1].hold?.frame.y == 60)
  }
}
