// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import LayoutModel
import Solvers
import Testing

@testable import Diagnosis

@Suite("Fidelity: the list of views and the consistency of screens")
struct FidelityEntryTests {
  /// Returns a report on a screen with one view of 50 by 40 points and more views.
  private func report(
    recordedX: String = "20", attributes: String = "", views: String = "", constraints: String = "",
    top: String = "aaa-aa-aaa"
  ) -> FidelityReport {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
      useSafeAreas="YES" toolsVersion="14460"><device id="retina4_7"/><objects>
      <view id="aaa-aa-aaa"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
      <view id="bbb-bb-bbb" translatesAutoresizingMaskIntoConstraints="NO" \(attributes)>
      <rect key="frame" x="\(recordedX)" y="64" width="50" height="40"/></view>\(views)</subviews>
      <viewLayoutGuide key="safeArea" id="saf-ea-rea"/><constraints>
      <constraint firstItem="bbb-bb-bbb" firstAttribute="leading" secondItem="aaa-aa-aaa" \
      secondAttribute="leading" constant="20" id="ccc-cc-cc1"/>
      <constraint firstItem="bbb-bb-bbb" firstAttribute="top" secondItem="\(top)" \
      secondAttribute="top" constant="\(top == "aaa-aa-aaa" ? 64 : 0)" id="ccc-cc-cc2"/>
      <constraint firstItem="bbb-bb-bbb" firstAttribute="height" constant="40" id="ccc-cc-cc3"/>
      <constraint firstItem="bbb-bb-bbb" firstAttribute="width" constant="50" id="ccc-cc-cc4"/>
      \(constraints)</constraints></view></objects></document>
      """
    let document = InterfaceBuilderImporter.importDocument([UInt8](text.utf8), file: "Test.xib")
    return FidelityReport.run(documents: [document], solver: SimplexSolver())
  }

  private func screens(_ report: FidelityReport) -> [FidelityEntry.Consistency?] {
    report.entries.map(\.consistency)
  }

  @Test("each view is listed with its outcome and the reason") func entries() throws {
    let agreeing = report()
    #expect(agreeing.entries.map(\.outcome) == [.withinHalf])
    #expect(agreeing.entries.map(\.reason) == [""])
    let skipped = report(attributes: "misplaced=\"YES\"")
    #expect(skipped.entries.map(\.outcome) == [.skipped])
    #expect(skipped.entries.map(\.reason) == ["misplaced"])
    let different = report(recordedX: "30")
    #expect(different.entries.map(\.outcome) == [.different])
    #expect(different.entries.map(\.reason) == ["required constraint"])
    let list = try #require(different.json["viewList"])
    #expect(try list.requiredList("views", FidelityEntry.init) == different.entries)
    #expect(try FidelityReport(stored: different.stored).entries == different.entries)
  }

  @Test("recorded frames that break a constraint between plain views are stale") func stale() {
    #expect(screens(report(recordedX: "20.5")) == [.consistent])
    #expect(screens(report(recordedX: "21")) == [.consistent])
    let stale = report(recordedX: "22")
    #expect(screens(stale) == [.stale])
    #expect(stale.entries.figures(on: .iOS, .stale).views == 1)
    #expect(stale.entries.figures(on: .iOS, .stale).viewsAgreeing == 0)
    #expect(stale.entries.figures(on: .iOS, .consistent).views == 0)
    #expect(stale.text.contains("iOS, stale frames: 0 of 1 views agree within a point"))
    // The editor itself marks this frame as wrong: another view is still on a consistent screen.
    let other = "ggg-gg-ggg"
    let places = ["leading", "top"].map {
      """
      <constraint firstItem="\(other)" firstAttribute="\($0)" secondItem="aaa-aa-aaa" \
      secondAttribute="\($0)" constant="100" id="ccc-cc-g\($0.prefix(2))"/>
      """
    }
    let sizes = ["width", "height"].map {
      """
      <constraint firstItem="\(other)" firstAttribute="\($0)" constant="10" \
      id="ccc-cc-g\($0.prefix(2))"/>
      """
    }
    let flagged = report(
      recordedX: "22", attributes: "ambiguous=\"YES\"",
      views: """
        <view id="\(other)" translatesAutoresizingMaskIntoConstraints="NO">
        <rect key="frame" x="100" y="100" width="10" height="10"/></view>
        """, constraints: (places + sizes).joined())
    #expect(flagged.entries.map(\.outcome) == [.skipped, .withinHalf])
    #expect(screens(flagged) == [nil, .consistent])
  }

  @Test("required constraints that contradict each other make a contradictory document")
  func contradictory() {
    let width = "<constraint firstItem=\"bbb-bb-bbb\" firstAttribute=\"width\" constant="
    #expect(screens(report(constraints: "\(width)\"53\" id=\"ccc-cc-cc5\"/>")) == [.contradictory])
    // A contradiction by rounding is none.
    #expect(screens(report(constraints: "\(width)\"50.5\" id=\"ccc-cc-cc5\"/>")) == [.consistent])
  }

  @Test("room for one bar that the document does not have is a bar made in code") func bars() {
    // The status bar is 20 points high, and the frame is recorded 44 points below it.
    #expect(screens(report(top: "saf-ea-rea")) == [.bars])
  }

  @Test("constraints inside a hidden arranged view give way to its size 0") func hidden() {
    let views = """
      <stackView id="ddd-dd-ddd" translatesAutoresizingMaskIntoConstraints="NO">
      <rect key="frame" x="0" y="200" width="44" height="44"/><subviews>
      <view id="eee-ee-eee"><rect key="frame" x="0" y="0" width="44" height="44"/><constraints>
      <constraint firstAttribute="width" constant="44" id="ccc-cc-c11"/>
      <constraint firstAttribute="height" constant="44" id="ccc-cc-c12"/></constraints></view>
      <view hidden="YES" id="fff-ff-fff"><rect key="frame" x="44" y="0" width="0" height="44"/>
      <constraints><constraint firstAttribute="width" constant="44" id="ccc-cc-c13"/>
      </constraints></view></subviews></stackView>
      """
    let constraints = """
      <constraint firstItem="ddd-dd-ddd" firstAttribute="leading" secondItem="aaa-aa-aaa" \
      secondAttribute="leading" id="ccc-cc-c14"/>
      <constraint firstItem="ddd-dd-ddd" firstAttribute="top" secondItem="aaa-aa-aaa" \
      secondAttribute="top" constant="200" id="ccc-cc-c15"/>
      """
    let result = report(views: views, constraints: constraints)
    #expect(result.disagreements.isEmpty)
    #expect(result.iOS.views == 3 && result.iOS.viewsAgreeing == 3)
    #expect(result.iOS.scopesWithBrokenConstraint == 1)
  }
}
