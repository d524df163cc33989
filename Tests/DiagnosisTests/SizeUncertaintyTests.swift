// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import TestSupport
import Testing

@testable import Diagnosis

@Suite("Findings that depend on estimated sizes")
struct SizeUncertaintyTests {
  /// Returns a window with two buttons of 30 points above each other, in a view of a fixed height.
  private func window(height: Int, resistance: String = "") -> String {
    func button(_ id: String, y: Int) -> String {
      """
      <button translatesAutoresizingMaskIntoConstraints="NO" \(resistance) id="\(id)">
      <rect key="frame" x="0" y="\(y)" width="40" height="30"/>
      <buttonCell key="cell" type="square" title="" id="\(id)c"/></button>
      """
    }
    return """
      <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" useAutolayout="YES" \
      toolsVersion="17506"><objects>
      <customView id="aaa-aa-aaa"><rect key="frame" x="0" y="0" width="40" height="\(height)"/>
      <subviews>\(button("bbb-bb-bb1", y: 30))\(button("bbb-bb-bb2", y: 0))</subviews><constraints>
      <constraint firstAttribute="height" constant="\(height)" id="ccc-cc-cc0"/>
      <constraint firstAttribute="width" constant="40" id="ccc-cc-cc1"/>
      <constraint firstItem="bbb-bb-bb1" firstAttribute="top" secondItem="aaa-aa-aaa" \
      secondAttribute="top" id="ccc-cc-cc2"/>
      <constraint firstItem="bbb-bb-bb2" firstAttribute="top" secondItem="bbb-bb-bb1" \
      secondAttribute="bottom" id="ccc-cc-cc3"/>
      <constraint firstAttribute="bottom" secondItem="bbb-bb-bb2" secondAttribute="bottom" \
      id="ccc-cc-cc4"/>
      <constraint firstItem="bbb-bb-bb1" firstAttribute="leading" secondItem="aaa-aa-aaa" \
      secondAttribute="leading" id="ccc-cc-cc5"/>
      <constraint firstItem="bbb-bb-bb2" firstAttribute="leading" secondItem="aaa-aa-aaa" \
      secondAttribute="leading" id="ccc-cc-cc6"/>
      </constraints></customView></objects></document>
      """
  }

  private func findings(_ text: String) throws -> [LayoutFinding] {
    let document = InterfaceBuilderImporter.importDocument([UInt8](text.utf8), file: "Test.xib")
    let scope = try #require(document.scopes.first)
    return try ScreenDiagnosis(of: DiagnosedCase(scope, file: "Test.xib")).findings
  }

  @Test("a tie of buttons of a desktop within the error of their heights is a note")
  func ties() throws {
    for (height, severity) in [(58, FindingSeverity.note), (40, .error)] {
      let found = try findings(window(height: height)).filter { $0.rule == .priorityTie }
      #expect(found.map(\.severity) == [severity], "\(height)")
      let finding = try #require(found.first)
      let isUncertain = severity == .note
      #expect(finding.message.contains("may compete") == isUncertain)
      #expect(finding.details.contains { $0.contains("the height of") } == isUncertain)
      #expect(finding.wording?.title.contains("may compete") == isUncertain)
    }
  }

  @Test("a conflict within the error of heights is a note")
  func conflicts() throws {
    let required = "verticalCompressionResistancePriority=\"1000\""
    for (height, severity) in [(58, FindingSeverity.note), (40, .error)] {
      let found = try findings(window(height: height, resistance: required))
        .filter { $0.rule == .conflict }
      #expect(found.map(\.severity) == [severity], "\(height)")
      #expect(
        found.first?.message.contains("there may be a conflict") == (severity == .note))
    }
  }

  @Test("a root of a xib with a size of its own is not held to its canvas")
  func ownSize() throws {
    let text = window(height: 58).replacing(
      "width=\"40\" height=\"58\"/>\n<subviews>", with: "width=\"90\" height=\"90\"/>\n<subviews>")
    #expect(try findings(text).allSatisfy { $0.rule != .conflict })
  }

  @Test("a scroll view of a desktop places its clip view and the document inside it")
  func clipViews() throws {
    func clip(_ tag: String) -> String {
      """
      <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" useAutolayout="YES" \
      toolsVersion="17506"><objects>
      <customView id="aaa-aa-aaa"><rect key="frame" x="0" y="0" width="90" height="90"/><subviews>
      <scrollView fixedFrame="YES" translatesAutoresizingMaskIntoConstraints="NO" id="bbb-bb-bbb">
      <rect key="frame" x="0" y="0" width="90" height="90"/>
      <\(tag) key="contentView" translatesAutoresizingMaskIntoConstraints="NO" id="ccc-cc-ccc">
      <rect key="frame" x="0" y="0" width="90" height="90"/></\(tag)>
      </scrollView></subviews></customView></objects></document>
      """
    }
    #expect(try findings(clip("clipView")).isEmpty)
    #expect(try findings(clip("customView")).map(\.rule) == [.ambiguous])
  }
}
