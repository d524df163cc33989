// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

/// Checks the constants of the importer that changed with versions of the tools, which
/// docs/internals/interface-builder.md lists with their evidence.
@Suite("The Interface Builder importer by version of the tools")
struct InterfaceBuilderRuleTests {
  /// Returns a document with one controller of a device.
  private func storyboard(
    device: String, tools: String, width: Int, height: Int, plugIn: String = "",
    inside: String = "", scenes: String = ""
  ) -> String {
    """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" useAutolayout="YES" \
    useSafeAreas="YES" toolsVersion="\(tools)"><device id="\(device)"/>\
    <dependencies>\(plugIn)</dependencies><scenes>
    <scene><objects><viewController id="vie-wc-000">
    <view key="view" id="roo-tv-iew"><rect key="frame" x="0" y="0" width="\(width)" \
    height="\(height)"/><viewLayoutGuide key="safeArea" id="saf-ea-rea"/></view>\(inside)\
    </viewController></objects></scene>\(scenes)</scenes></document>
    """
  }

  private func safeArea(_ text: String) throws -> LayoutInsets {
    try #require(Samples.importing(text).scopes.first { $0.id == "roo-tv-iew" })
      .layoutCase.environment.safeArea
  }

  private func top(_ device: String, _ tools: String, _ width: Int, _ height: Int) throws
    -> LayoutNumber
  {
    try safeArea(storyboard(device: device, tools: tools, width: width, height: height)).top
  }

  @Test("the status bar follows the device and the tools") func statusBars() throws {
    #expect(try top("retina6_1", "20037", 414, 896) == 44)
    #expect(try top("retina6_1", "22154", 414, 896) == 48)
    #expect(try top("retina5_9", "18122", 375, 812) == 44)
    #expect(try top("retina5_9", "23089", 375, 812) == 50)
    #expect(try top("retina4_7", "14490", 375, 667) == 20)
    #expect(try top("retina4_7", "17701", 375, 667) == 0)
    #expect(try top("retina4_7", "22505", 375, 667) == 20)
  }

  @Test("a placeholder in place of the tools version is replaced by the plug-in's version")
  func placeholder() throws {
    let plugIn =
      "<plugIn identifier=\"com.apple.InterfaceBuilder.IBCocoaTouchPlugin\" version=\"22684\"/>"
    let known = storyboard(
      device: "retina6_1", tools: "32700.99.1234", width: 414, height: 896, plugIn: plugIn)
    #expect(Samples.importing(known).toolsVersion == 22684)
    #expect(try safeArea(known).bottom == 34)
    let unknown = storyboard(
      device: "retina6_1", tools: "32700.99.1234", width: 414, height: 896)
    #expect(Samples.importing(unknown).toolsVersion == 32700)
    let other = storyboard(
      device: "retina6_1", tools: "17506", width: 414, height: 896, plugIn: plugIn)
    #expect(Samples.importing(other).toolsVersion == 17506)
  }

  @Test("a simulated tool bar is 44 points high, in later tools 49") func toolBars() throws {
    let bar = "<simulatedToolbarMetrics key=\"simulatedBottomBarMetrics\"/>"
    for (tools, bottom) in [("18122", LayoutNumber(78)), ("23089", 83)] {
      let insets = try safeArea(
        storyboard(device: "retina5_9", tools: tools, width: 375, height: 812, inside: bar))
      #expect(insets.bottom == bottom, "\(tools)")
    }
  }

  @Test("a root that lacks the height of an opaque bar ends at that bar") func opaqueBars() throws {
    func container(_ tag: String, _ id: String, to destination: String) -> String {
      """
      <scene><objects><\(tag) id="\(id)"><connections><segue destination="\(destination)" \
      kind="relationship" id="s\(id.dropFirst())"/></connections></\(tag)></objects></scene>
      """
    }
    let bars =
      container("navigationController", "nav-ig-ate", to: "vie-wc-000")
      + container("tabBarController", "tab-ba-rco", to: "nav-ig-ate")
    let expected: [(height: Int, top: LayoutNumber, bottom: LayoutNumber)] = [
      (667, 64, 49), (618, 64, 0), (603, 0, 49), (554, 0, 0),
    ]
    for (height, top, bottom) in expected {
      let insets = try safeArea(
        storyboard(device: "retina4_7", tools: "14460", width: 375, height: height, scenes: bars))
      #expect(insets.top == top && insets.bottom == bottom, "\(height)")
    }
    // No bar is as high as the part that is missing here.
    #expect(try top("retina4_7", "14460", 375, 497) == 20)
  }

  @Test("a root whose frame starts below its bars has none at the top") func belowBars() throws {
    func top(y: Int) throws -> LayoutNumber {
      let bar = "<simulatedNavigationBarMetrics key=\"simulatedTopBarMetrics\"/>"
      return try safeArea(
        storyboard(device: "retina4_7", tools: "11542", width: 375, height: 667, inside: bar)
          .replacing("x=\"0\" y=\"0\"", with: "x=\"0\" y=\"\(y)\"")
      ).top
    }
    #expect(try top(y: 0) == 64)
    #expect(try top(y: 64) == 0)
    #expect(try top(y: 20) == 64)
    #expect(try top(y: 65) == 64)
  }

  @Test("a root that is wider than its screen has the margins of wide screens")
  func wideRoots() throws {
    func side(width: Int) throws -> LayoutNumber {
      let text = storyboard(device: "retina4_7", tools: "18122", width: width, height: 500)
      return try #require(Samples.importing(text).scopes.first).layoutCase.views[0].margins.left
    }
    #expect(try side(width: 375) == 16)
    #expect(try side(width: 500) == 20)
  }

  @Test("a freeform view of a xib starts below the status bar in later tools")
  func freeform() throws {
    for (tools, top) in [("13771", LayoutNumber.zero), ("22505", 20)] {
      let text = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
        useSafeAreas="YES" toolsVersion="\(tools)"><device id="retina4_7"/><objects>
        <view id="roo-tv-iew"><rect key="frame" x="0" y="0" width="465" height="154"/>
        <viewLayoutGuide key="safeArea" id="saf-ea-rea"/>
        <freeformSimulatedSizeMetrics key="simulatedDestinationMetrics"/></view>
        </objects></document>
        """
      #expect(try safeArea(text) == LayoutInsets(top: top, left: 0, bottom: 0, right: 0))
    }
  }

  @Test("a stack view has no margins of its own") func stackMargins() throws {
    let stack = """
      <stackView id="bbb-bb-bbb" translatesAutoresizingMaskIntoConstraints="NO" \
      layoutMarginsRelativeArrangement="YES">
      <rect key="frame" x="0" y="0" width="100" height="50"/></stackView>
      """
    let views = try #require(Samples.importing(Samples.xib(subviews: stack)).scopes.first)
      .layoutCase.views
    #expect(views[1].margins == .zero)
  }

  @Test("an image view has the natural size of its image in the resources, a symbol its own")
  func images() throws {
    func size(_ attributes: String, inside: String = "") throws -> [LayoutNumber?] {
      let text = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
        toolsVersion="22505"><device id="retina4_7"/><objects><view id="aaa-aa-aaa">
        <rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
        <imageView id="bbb-bb-bbb" \(attributes) translatesAutoresizingMaskIntoConstraints="NO">
        <rect key="frame" x="0" y="0" width="30" height="29"/>
        <constraints>\(inside)</constraints></imageView></subviews></view></objects>
        <resources><image name="logo" width="64" height="48"/>
        <image name="star" catalog="system" width="128" height="116"/></resources></document>
        """
      let view = try #require(Samples.importing(text).scopes.first).layoutCase.views[1]
      return [view.intrinsicWidth, view.intrinsicHeight]
    }
    #expect(try size("image=\"logo\"") == [64, 48])
    #expect(try size("image=\"unknown\"") == [30, 29])
    #expect(try size("image=\"star\" catalog=\"system\"") == [30, 29])
    let height = "<constraint firstAttribute=\"height\" constant=\"30\" id=\"ccc-cc-ccc\"/>"
    #expect(try size("image=\"star\" catalog=\"system\"", inside: height) == [30, nil])
  }
}

@Suite("The Interface Builder importer on margins of cells")
struct InterfaceBuilderCellMarginTests {
  /// Returns the margins of the content view of a separate cell: top, left, bottom, right.
  private func margins(
    tools: String, device: String = "retina4_7", width: Int, content: String = "",
    inside: String = ""
  ) throws -> [Double] {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
      toolsVersion="\(tools)"><device id="\(device)"/><objects><tableViewCell id="aaa-aa-aaa" \
      \(content)><rect key="frame" x="0" y="0" width="\(width)" height="60"/>
      <tableViewCellContentView key="contentView" id="bbb-bb-bbb" \(content)>
      <rect key="frame" x="0" y="0" width="\(width)" height="60"/><subviews>
      <view id="ccc-cc-ccc" translatesAutoresizingMaskIntoConstraints="NO">
      <rect key="frame" x="20" y="20" width="20" height="20"/></view></subviews>\(inside)
      </tableViewCellContentView></tableViewCell></objects></document>
      """
    let margins = try #require(Samples.importing(text).scopes.first).layoutCase.views[0].margins
    return [margins.top, margins.left, margins.bottom, margins.right].map(\.doubleValue)
  }

  @Test("the margins of a separate cell follow the tools") func tools() throws {
    #expect(try margins(tools: "12120", width: 600) == [8, 8, 8, 8])
    #expect(try margins(tools: "14460", width: 600) == [11, 20, 11, 20])
    #expect(try margins(tools: "13771", width: 319) == [11, 16, 11, 16])
    #expect(try margins(tools: "13771", device: "retina4_0", width: 319) == [11, 15, 11, 15])
    #expect(try margins(tools: "16096", width: 600) == [11, 15, 11, 15])
    #expect(try margins(tools: "17701", width: 600) == [11, 16, 11, 16])
    #expect(try margins(tools: "19455", device: "retina6_1", width: 320) == [11, 16, 11, 16])
    #expect(try margins(tools: "23504", width: 414)[0] == 11)
    #expect(try margins(tools: "24127", device: "retina6_12", width: 414) == [15, 20, 15, 20])
    #expect(try margins(tools: "24127", width: 385) == [15, 16, 15, 16])
  }

  @Test("a content view that preserves the margins of its cell has at least those")
  func preserved() throws {
    let own = """
      <edgeInsets key="layoutMargins" top="16" left="16" bottom="8" right="30"/>
      """
    let preserves = "preservesSuperviewLayoutMargins=\"YES\""
    #expect(
      try margins(tools: "17701", device: "retina6_1", width: 414, inside: own) == [16, 16, 8, 30])
    #expect(
      try margins(
        tools: "17701", device: "retina6_1", width: 414, content: preserves, inside: own)
        == [16, 20, 11, 30])
  }
}
