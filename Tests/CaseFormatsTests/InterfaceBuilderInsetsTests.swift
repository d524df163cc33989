// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

/// Checks safe areas, bars and margins, which the system decides and the document does not contain.
@Suite("The Interface Builder importer on safe areas and margins")
struct InterfaceBuilderInsetsTests {
  /// Returns a storyboard with one controller, optionally inside containers.
  private func storyboard(
    device: String = "retina6_1", tools: Int = 17506, width: Int = 414, height: Int = 896,
    controller: String = "", scenes: String = "", views: String = "", constraints: String = ""
  ) -> String {
    """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" useAutolayout="YES" \
    useSafeAreas="YES" toolsVersion="\(tools)"><device id="\(device)"/><scenes>
    <scene><objects><viewController id="vie-wc-000">
    <view key="view" id="roo-tv-iew"><rect key="frame" x="0" y="0" width="\(width)" \
    height="\(height)"/><subviews>\(views)</subviews>
    <viewLayoutGuide key="safeArea" id="saf-ea-rea"/><constraints>\(constraints)</constraints>
    </view>\(controller)</viewController></objects></scene>\(scenes)</scenes></document>
    """
  }

  private func container(_ tag: String, id: String, to destination: String, kind: String)
    -> String
  {
    """
    <scene><objects><\(tag) id="\(id)"><connections><segue destination="\(destination)" \
    kind="\(kind)" id="s\(id.dropFirst())"/></connections></\(tag)></objects></scene>
    """
  }

  private func safeArea(_ text: String) throws -> LayoutInsets {
    let scope = try #require(Samples.importing(text).scopes.first { $0.id == "roo-tv-iew" })
    #expect(scope.layoutCase.guides.first?.kind == .area(.safeArea))
    return scope.layoutCase.environment.safeArea
  }

  @Test("the safe area follows the device") func devices() throws {
    let phone = try safeArea(storyboard())
    #expect(phone == LayoutInsets(top: 44, left: 0, bottom: 34, right: 0))
    let button = try safeArea(
      storyboard(device: "retina4_7", tools: 14490, width: 375, height: 667))
    #expect(button == LayoutInsets(top: 20, left: 0, bottom: 0, right: 0))
    let pad = try safeArea(storyboard(device: "ipad11_0rounded", width: 834, height: 1194))
    #expect(pad == LayoutInsets(top: 24, left: 0, bottom: 20, right: 0))
    let recent = try safeArea(
      storyboard(device: "retina6_12", tools: 22505, width: 393, height: 852))
    #expect(recent == LayoutInsets(top: 59, left: 0, bottom: 34, right: 0))
  }

  @Test("a bar comes with the segue from its container, not with a navigation item")
  func containers() throws {
    let navigation = container(
      "navigationController", id: "nav-ig-ate", to: "vie-wc-000", kind: "relationship")
    let tab = container(
      "tabBarController", id: "tab-ba-rco", to: "nav-ig-ate", kind: "relationship")
    #expect(try safeArea(storyboard(scenes: navigation)).top == 88)
    let both = try safeArea(storyboard(scenes: navigation + tab))
    #expect(both == LayoutInsets(top: 88, left: 0, bottom: 83, right: 0))
    let item = "<navigationItem key=\"navigationItem\" title=\"A\" id=\"nav-it-ema\"/>"
    #expect(try safeArea(storyboard(controller: item)).top == 44)
    let shown = "<simulatedNavigationBarMetrics key=\"simulatedTopBarMetrics\" prompted=\"NO\"/>"
    #expect(try safeArea(storyboard(controller: shown)).top == 88)
    let hidden = "<nil key=\"simulatedTopBarMetrics\"/>"
    #expect(try safeArea(storyboard(controller: hidden, scenes: navigation)).top == 44)
  }

  @Test("a root shorter than the screen is a sheet and starts below the status bar")
  func sheet() throws {
    #expect(try safeArea(storyboard(height: 842)).top == 0)
    let navigation = container(
      "navigationController", id: "nav-ig-ate", to: "vie-wc-000", kind: "relationship")
    #expect(try safeArea(storyboard(height: 842, scenes: navigation)).top == 56)
    let embedding = container("viewController", id: "out-er-vcs", to: "vie-wc-000", kind: "embed")
    #expect(try safeArea(storyboard(scenes: embedding)) == .zero)
  }

  @Test("a root away from the edges of the screen has no bars over it")
  func floating() throws {
    #expect(try safeArea(storyboard(width: 300, height: 310)) == .zero)
    let canvas = "<size key=\"freeformSize\" width=\"414\" height=\"200\"/>"
    #expect(try safeArea(storyboard(height: 200, controller: canvas)) == .zero)
    // The bar of its own navigation controller is included.
    let navigation = container(
      "navigationController", id: "nav-ig-ate", to: "vie-wc-000", kind: "relationship")
    let popover = try safeArea(storyboard(width: 300, height: 310, scenes: navigation))
    #expect(popover == LayoutInsets(top: 44, left: 0, bottom: 0, right: 0))
    // A column of a split view reaches from edge to edge, and a canvas as large as the screen
    // covers it.
    let column = storyboard(device: "ipad9_7", width: 320, height: 1024)
    #expect(try safeArea(column).top == 20)
    #expect(try safeArea(storyboard(width: 320, height: 568)).top == 44)
    let whole = "<size key=\"freeformSize\" width=\"414\" height=\"896\"/>"
    #expect(try safeArea(storyboard(controller: whole)).top == 44)
  }

  @Test("a constant marked as standard distance has the value written beside it")
  func standardSpace() throws {
    let label = Samples.label("bbb-bb-bbb")
    for symbolic in ["YES", "NO"] {
      for attribute in ["leading", "top"] {
        for (written, constant) in [("constant=\"20\"", 20.0), ("", 0)] {
          let constraint = """
            <constraint firstItem="bbb-bb-bbb" firstAttribute="\(attribute)" \
            secondItem="saf-ea-rea" secondAttribute="\(attribute)" \(written) \
            symbolic="\(symbolic)" id="ccc-cc-cc1"/>
            """
          let scope = try #require(
            Samples.importing(storyboard(views: label, constraints: constraint)).scopes.first)
          #expect(scope.layoutCase.constraints.map(\.constant.doubleValue) == [constant])
        }
      }
    }
  }

  @Test("the bars of tablets are taller from iOS 12 on") func tablets() throws {
    let bars =
      container("navigationController", id: "nav-ig-ate", to: "vie-wc-000", kind: "relationship")
      + container("tabBarController", id: "tab-ba-rco", to: "nav-ig-ate", kind: "relationship")
    for (tools, top, bottom) in [(13771, LayoutNumber(64), LayoutNumber(49)), (17506, 70, 50)] {
      let insets = try safeArea(
        storyboard(device: "ipad9_7", tools: tools, width: 768, height: 1024, scenes: bars))
      #expect(insets == LayoutInsets(top: top, left: 0, bottom: bottom, right: 0), "\(tools)")
    }
  }

  @Test("a root has side margins by the screen, a view inside it has 8 on each side")
  func margins() throws {
    let inner = "<view id=\"bbb-bb-bbb\" translatesAutoresizingMaskIntoConstraints=\"NO\"/>"
    for (device, width, side) in [("retina6_1", 414, LayoutNumber(20)), ("retina4_7", 375, 16)] {
      let text = storyboard(device: device, width: width, views: inner)
      let views = try #require(Samples.importing(text).scopes.first).layoutCase.views
      #expect(views[0].margins.left == side && views[0].margins.right == side)
      #expect(views[1].margins == .defaultMargins)
    }
  }

  @Test("the margins of a root contain the bars where a document cannot refer to safe areas")
  func barsInMargins() throws {
    for (isSafe, tools, top, bottom) in [
      ("YES", 17506, LayoutNumber(0), LayoutNumber(0)), ("NO", 17506, 44, 34), ("NO", 14490, 0, 0),
    ] {
      let text = storyboard(tools: tools).replacing(
        "useSafeAreas=\"YES\"", with: "useSafeAreas=\"\(isSafe)\"")
      let margins = try #require(Samples.importing(text).scopes.first).layoutCase.views[0].margins
      #expect(margins.top == top && margins.bottom == bottom, "\(isSafe) \(tools)")
    }
  }

  @Test("an import can do without each group of constants")
  func unusedConstants() throws {
    var setup = ImportSetup.asDrawn
    setup.unused = [.barsInMargins]
    let text = storyboard().replacing("useSafeAreas=\"YES\"", with: "")
    let document = InterfaceBuilderImporter.importDocument(
      [UInt8](text.utf8), file: "Test.storyboard", setup: setup)
    let margins = try #require(document.scopes.first).layoutCase.views[0].margins
    #expect(margins.top == 0 && margins.bottom == 0)
  }

  @Test("the rules that decide margins are handed on") func rules() throws {
    let inner = """
      <view id="bbb-bb-bbb" translatesAutoresizingMaskIntoConstraints="NO" \
      preservesSuperviewLayoutMargins="YES" insetsLayoutMarginsFromSafeArea="NO" \
      layoutMarginsFollowReadableWidth="YES"><viewLayoutGuide key="safeArea" id="saf-ei-nne"/>\
      <viewLayoutGuide key="readableContent" id="rea-da-ble"/>\
      <viewLayoutGuide key="layoutMargins" id="mar-gi-nss"/>\
      <viewLayoutGuide key="keyboard" id="key-bo-ard"/></view>
      """
    let layoutCase = try #require(Samples.importing(storyboard(views: inner)).scopes.first)
      .layoutCase
    #expect(layoutCase.views[0].marginRules == .standard)
    #expect(
      layoutCase.views[1].marginRules
        == View.MarginRules(
          preservesSuperviewMargins: true, insetsFromSafeArea: false, followsReadableWidth: true))
    #expect(
      layoutCase.guides.map(\.kind) == [
        .area(.safeArea), .area(.safeArea), .area(.readable), .area(.margins), .area(.keyboard),
      ])
    #expect(layoutCase.guides.map(\.owner) == [0, 1, 1, 1, 1])
    let old = storyboard(views: inner).replacing("useSafeAreas=\"YES\"", with: "")
    let oldCase = try #require(Samples.importing(old).scopes.first).layoutCase
    #expect(oldCase.environment.safeArea == .zero)
    #expect(!oldCase.views[0].marginRules.insetsFromSafeArea)
  }

  @Test("directional margins and directions follow the reading direction") func directions() throws
  {
    let inner = """
      <view id="bbb-bb-bbb" translatesAutoresizingMaskIntoConstraints="NO">\
      <directionalEdgeInsets key="directionalLayoutMargins" top="1" leading="2" bottom="3" \
      trailing="4"/></view>\
      <view id="ccc-cc-ccc" translatesAutoresizingMaskIntoConstraints="NO" \
      semanticContentAttribute="forceRightToLeft"/>\
      <view id="ddd-dd-ddd" translatesAutoresizingMaskIntoConstraints="NO" \
      semanticContentAttribute="playback"/>
      """
    let text = [UInt8](storyboard(views: inner).utf8)
    for direction in LayoutCase.Environment.Direction.allCases {
      let imported = InterfaceBuilderImporter.importDocument(
        text, file: "Test.xib", setup: ImportSetup(direction: direction))
      let views = try #require(imported.scopes.first).layoutCase.views
      let (left, right): (LayoutNumber, LayoutNumber) =
        direction == .leftToRight ? (2, 4) : (4, 2)
      #expect(views[1].margins == LayoutInsets(top: 1, left: left, bottom: 3, right: right))
      #expect(views.map(\.direction) == [nil, nil, .rightToLeft, .leftToRight])
    }
  }

  @Test("written margins replace those of the system") func writtenMargins() throws {
    let inner = """
      <view id="bbb-bb-bbb" translatesAutoresizingMaskIntoConstraints="NO">\
      <edgeInsets key="layoutMargins" top="1" left="2" bottom="3" right="4.5"/></view>
      """
    let scope = try #require(Samples.importing(storyboard(views: inner)).scopes.first)
    let expected = LayoutInsets(
      top: 1, left: 2, bottom: 3, right: LayoutNumber(digits: 45, scale: 1))
    #expect(scope.layoutCase.views[1].margins == expected)
  }
}
