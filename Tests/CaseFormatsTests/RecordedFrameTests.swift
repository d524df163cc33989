// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

@Suite("Interface Builder: frames in other forms, and objects that others place")
struct RecordedFrameTests {
  private func frame(_ attributes: String) throws -> LayoutRect? {
    let view = """
      <view id="bbb-bb-bbb" translatesAutoresizingMaskIntoConstraints="NO">
      <frame key="frameInset" \(attributes)/></view>
      """
    let scope = try #require(Samples.importing(Samples.xib(subviews: view)).scopes.first)
    #expect(scope.layoutCase.views.count == 2)
    return scope.layoutCase.views[1].recordedFrame
  }

  @Test("a frame may be written as distances from the edges of the superview")
  func insets() throws {
    func rect(_ x: LayoutNumber, _ y: LayoutNumber, _ width: LayoutNumber, _ height: LayoutNumber)
      -> LayoutRect
    {
      LayoutRect(x: x, y: y, width: width, height: height)
    }
    #expect(try frame("width=\"91\" height=\"15\"") == rect(0, 0, 91, 15))
    #expect(
      try frame("minX=\"15\" minY=\"14\" width=\"91\" height=\"15\"") == rect(15, 14, 91, 15))
    #expect(
      try frame("maxX=\"15\" maxY=\"7\" width=\"60\" height=\"100\"") == rect(300, 560, 60, 100))
    #expect(
      try frame("minX=\"5\" maxX=\"10\" minY=\"1\" height=\"9\"") == rect(5, 1, 360, 9))
    #expect(try frame("minX=\"5\" minY=\"1\"") == rect(5, 1, 370, 666))
    #expect(try frame("minX=\"5\" width=\"x\" minY=\"1\" height=\"9\"") == nil, "no number")
  }

  @Test("a content view without a frame fills its cell")
  func contentView() throws {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
      toolsVersion="6000" useAutolayout="YES"><objects>
      <tableViewCell id="aaa-aa-aaa"><rect key="frame" x="0" y="28" width="320" height="50"/>
      <tableViewCellContentView key="contentView" id="bbb-bb-bbb"><subviews>
      \(Samples.label("ccc-cc-ccc"))</subviews></tableViewCellContentView></tableViewCell>
      </objects></document>
      """
    let document = Samples.importing(text)
    let scope = try #require(document.scopes.first)
    #expect(document.diagnostics.isEmpty)
    #expect(scope.layoutCase.environment.size == LayoutSize(width: 320, height: 50))
  }

  @Test("cells in cells without frames cost no more than their number")
  func nested() {
    let depth = 12_000
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
      toolsVersion="17506" useAutolayout="YES"><objects>
      \(String(repeating: "<fooCell key=\"contentView\">", count: depth))
      <view key="contentView" id="aaa-aa-aaa"/>
      \(String(repeating: "</fooCell>", count: depth))</objects></document>
      """
    #expect(Samples.importing(text).scopes.isEmpty)
  }

  @Test("a constraint held by a cell is a note, by a table a warning")
  func containers() throws {
    func severities(_ tag: String) -> [Diagnostic.Severity] {
      let cell = """
        <\(tag) id="cel-l0-001"><rect key="frame" x="0" y="0" width="320" height="50"/>
        <view key="contentView" id="con-te-001"><rect key="frame" x="0" y="0" width="320" \
        height="50"/></view><subviews>\(Samples.label("lab-el-001"))</subviews><constraints>
        <constraint id="c1" firstItem="lab-el-001" firstAttribute="top" secondItem="cel-l0-001" \
        secondAttribute="top"/></constraints></\(tag)>
        """
      return Samples.importing(
        """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
        toolsVersion="17506" useAutolayout="YES"><objects>\(cell)</objects></document>
        """
      ).diagnostics.filter { $0.rule == .doubtfulConstraint }.map(\.severity)
    }
    #expect(severities("tableViewCell") == [.note])
    #expect(severities("tableView") == [.warning])
  }

  @Test("a constraint to the content of a grid's cell is left to the grid")
  func gridCells() throws {
    func problems(_ tag: String) -> [String] {
      let text = """
        <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" version="3.0" \
        toolsVersion="17506" useAutolayout="YES"><objects>
        <customView id="roo-t0-001"><rect key="frame" x="0" y="0" width="90" height="90"/><subviews>
        <gridView id="gri-d0-001"><rect key="frame" x="0" y="0" width="90" height="90"/>
        <\(tag)s><\(tag) id="cel-l0-001"><customView key="contentView" id="con-te-001">
        <rect key="frame" x="0" y="0" width="20" height="20"/></customView></\(tag)></\(tag)s>
        </gridView></subviews><constraints><constraint id="c1" firstItem="con-te-001" \
        firstAttribute="top" secondItem="roo-t0-001" secondAttribute="top"/></constraints>
        </customView></objects></document>
        """
      return Samples.importing(text).diagnostics.map(\.message)
    }
    #expect(problems("gridCell").isEmpty, "\(problems("gridCell"))")
    // The grid of another scope is no reason.
    let elsewhere = """
      <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" version="3.0" toolsVersion="17506" \
      useAutolayout="YES"><objects><customView id="one"><rect key="frame" x="0" y="0" width="90" \
      height="90"/><constraints><constraint id="c1" firstItem="field" firstAttribute="top" \
      secondItem="one" secondAttribute="top"/></constraints></customView>
      <customView id="two"><rect key="frame" x="0" y="0" width="90" height="90"/><subviews>
      <gridView id="grid"><rect key="frame" x="0" y="0" width="90" height="90"/><gridCells>
      <gridCell id="cell"><textField key="contentView" id="field"><rect key="frame" x="0" y="0" \
      width="20" height="20"/></textField></gridCell></gridCells></gridView></subviews>
      </customView></objects></document>
      """
    #expect(Samples.importing(elsewhere).diagnostics.contains { $0.rule == .illegalConstraint })
    #expect(!problems("otherCell").isEmpty)
  }
}
