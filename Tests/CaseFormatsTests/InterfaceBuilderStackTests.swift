// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

@Suite("The Interface Builder importer on stack views")
struct InterfaceBuilderStackTests {
  private func scope(
    _ attributes: String, subviews: String = "", more: String = ""
  ) throws -> ImportedScope {
    let stack = """
      <stackView id="sta-ck-vie" translatesAutoresizingMaskIntoConstraints="NO" \(attributes)>\
      <rect key="frame" x="0" y="0" width="90" height="90"/>\
      <subviews>\(subviews)</subviews>\(more)</stackView>
      """
    return try #require(Samples.importing(Samples.xib(subviews: stack)).scopes.first)
  }

  private func stack(_ attributes: String, more: String = "") throws -> StackLayout? {
    try scope(attributes, more: more).layoutCase.views[1].stack
  }

  @Test("attributes are read, and absent ones have the defaults")
  func attributes() throws {
    #expect(try stack("") == StackLayout())
    #expect(
      try stack(
        """
        axis="vertical" distribution="equalCentering" alignment="bottom" spacing="-4.5" \
        baselineRelativeArrangement="YES"
        """)
        == StackLayout(
          axis: .vertical, distribution: .equalCentering, alignment: .trailing,
          spacing: LayoutNumber(digits: -45, scale: 1), isBaselineRelative: true))
  }

  @Test("each name of an alignment is read")
  func alignments() throws {
    let names: [(String, StackLayout.Alignment)] = [
      ("fill", .fill), ("leading", .leading), ("top", .leading), ("center", .center),
      ("trailing", .trailing), ("bottom", .trailing), ("firstBaseline", .firstBaseline),
      ("lastBaseline", .lastBaseline),
    ]
    for (name, alignment) in names {
      #expect(try stack("alignment=\"\(name)\"")?.alignment == alignment)
    }
  }

  @Test("the system's spacing is 8 for any number beside it")
  func systemSpacing() throws {
    let stack = try stack("spacingType=\"standard\" spacing=\"1.6806853058425e-314\"")
    #expect(stack == StackLayout(spacing: 8, usesSystemSpacing: true))
  }

  @Test("a stack with written margins keeps its views inside them")
  func margins() throws {
    let insets = "<edgeInsets key=\"layoutMargins\" top=\"1\" left=\"2\" bottom=\"3\" right=\"4\"/>"
    let view = try scope("", more: insets).layoutCase.views[1]
    #expect(view.stack == StackLayout(isMarginsRelative: true))
    #expect(view.margins == LayoutInsets(top: 1, left: 2, bottom: 3, right: 4))
  }

  @Test("size classes change the axis")
  func variations() throws {
    let variation = "<variation key=\"default\" axis=\"vertical\" spacing=\"3\"/>"
    let stack = try stack("distribution=\"fillEqually\" spacing=\"9\"", more: variation)
    #expect(
      stack == StackLayout(axis: .vertical, distribution: .fillEqually, spacing: 3))
  }

  @Test("hidden views of a stack and their contents are not compared")
  func hidden() throws {
    let inner = Samples.label("mmm-mm-mmm")
    let views = """
      <view hidden="YES" id="hid-de-nvi" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="0" y="0" width="9" height="9"/><subviews>\(inner)</subviews></view>\
      \(Samples.label("nnn-nn-nnn"))
      """
    let scope = try scope("", subviews: views)
    #expect(scope.layoutCase.views.map(\.isHidden) == [false, false, true, false, false])
    #expect(scope.origins.map(\.skipReason) == [.root, nil, .hiddenInStack, .hiddenInStack, nil])
    #expect(scope.unsupported.isEmpty)
  }

  @Test("macOS: a hidden view is detached with its constraints, or keeps its place")
  func detached() throws {
    func scope(_ detaches: String) throws -> ImportedScope {
      let hidden = """
        <customView hidden="YES" translatesAutoresizingMaskIntoConstraints="NO" id="mmm-mm-mmm">\
        <rect key="frame" x="0" y="0" width="40" height="20"/><constraints>\
        <constraint firstAttribute="width" constant="40" id="ccc-cc-ccc"/></constraints></customView>
        """
      let text = """
        <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" useAutolayout="YES" \
        toolsVersion="17506"><objects><customView id="aaa-aa-aaa">\
        <rect key="frame" x="0" y="0" width="100" height="100"/><subviews>\
        <stackView id="sta-ck-vie" translatesAutoresizingMaskIntoConstraints="NO" \
        distribution="fill" detachesHiddenViews="\(detaches)">\
        <rect key="frame" x="0" y="0" width="90" height="90"/>\
        <subviews>\(hidden)\(Samples.label("nnn-nn-nnn"))</subviews><constraints>\
        <constraint firstItem="mmm-mm-mmm" firstAttribute="top" secondItem="sta-ck-vie" \
        secondAttribute="top" id="ddd-dd-ddd"/></constraints></stackView>\
        </subviews></customView></objects></document>
        """
      return try #require(Samples.importing(text).scopes.first)
    }
    let detached = try scope("YES").layoutCase
    #expect(detached.views[2].isHidden)
    #expect(detached.constraints.map(\.id) == ["ccc-cc-ccc"], "its own size stays")
    let kept = try scope("NO").layoutCase
    #expect(!kept.views[2].isHidden && kept.constraints.count == 2)
  }

  @Test("macOS: insets and custom spacing are read, gravity areas are not supported")
  func desktop() throws {
    func scope(_ attributes: String) throws -> ImportedScope {
      let text = """
        <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" useAutolayout="YES" \
        toolsVersion="17506"><objects><customView id="aaa-aa-aaa">\
        <rect key="frame" x="0" y="0" width="100" height="100"/><subviews>\
        <stackView id="sta-ck-vie" translatesAutoresizingMaskIntoConstraints="NO" \(attributes)>\
        <rect key="frame" x="0" y="0" width="90" height="90"/>\
        <subviews>\(Samples.label("mmm-mm-mmm"))\(Samples.label("nnn-nn-nnn"))</subviews>\
        <edgeInsets key="edgeInsets" left="1" right="2" top="3" bottom="4"/>\
        <customSpacing><real value="5"/><real value="3.4028234663852886e+38"/></customSpacing>\
        </stackView></subviews></customView></objects></document>
        """
      return try #require(Samples.importing(text).scopes.first)
    }
    let views = try scope(
      "distribution=\"fillEqually\" orientation=\"vertical\" alignment=\"leading\""
    ).layoutCase.views
    #expect(
      views[1].stack
        == StackLayout(
          axis: .vertical, distribution: .fillEqually, alignment: .leading, spacing: 8,
          isMarginsRelative: true, toolkit: .appKit))
    #expect(views[1].margins == LayoutInsets(top: 3, left: 1, bottom: 4, right: 2))
    #expect(views[2].customSpacing == 5)
    #expect(views[3].customSpacing == nil)
    let hugging = try scope(
      "distribution=\"fill\" verticalStackHuggingPriority=\"249.5\" verticalHuggingPriority=\"9\""
    ).layoutCase.views[1].hugging
    #expect(hugging == AxisPriorities(horizontal: 250, vertical: Priority(249.5)))
    let clipping = try scope(
      "distribution=\"fill\" horizontalClippingResistancePriority=\"500\"")
    #expect(clipping.unsupported == [.stackView])
    let areas = try scope("orientation=\"vertical\"")
    #expect(areas.unsupported == [.stackView])
    #expect(areas.layoutCase.views[1].stack == nil)
  }
}
