// SPDX-License-Identifier: MIT

import CaseFormats
import Testing

@testable import Diagnosis

@Suite("Diagnosis: a document on several devices")
struct DocumentReportTests {
  private func report(
    _ objects: String, _ matrix: CheckMatrix, keptElementsMax: Int = 4000
  ) throws -> DocumentReport {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
      useTraitCollections="YES" toolsVersion="17506"><device id="retina4_7"/><objects>\
      \(objects)</objects></document>
      """
    let document = InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Test.xib")
    return try DocumentReport(
      of: document, screens: ScreenReport.screens(of: document.imported(for: .asDrawn)),
      matrix: matrix, keptElementsMax: keptElementsMax)
  }

  private let rect = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"375\" height=\"667\"/>"

  /// Returns a view with a fixed place and two constraints on its width.
  private func view(widths: [Int], more: String = "", variation: String = "") -> String {
    let constants = [("height", 40)] + widths.map { ("width", $0) }
    let sizes = constants.enumerated().map { index, size in
      """
      <constraint firstItem="bbb-bb-bbb" firstAttribute="\(size.0)" constant="\(size.1)" \
      id="ccc-cc-c1\(index)"/>
      """
    }
    let edges = ["leading", "top"].map { edge in
      """
      <constraint firstItem="bbb-bb-bbb" firstAttribute="\(edge)" secondItem="aaa-aa-aaa" \
      secondAttribute="\(edge)" id="ccc-cc-\(edge.prefix(3))"/>
      """
    }
    return """
      <view id="aaa-aa-aaa">\(rect)<subviews><view id="bbb-bb-bbb" \
      translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" x="0" y="0" width="50" \
      height="40"/></view></subviews><constraints>\((sizes + edges).joined())\(more)\
      </constraints>\(variation)</view>
      """
  }

  @Test("screens with equal ids are two screens, each with its own findings")
  func equalIDs() throws {
    let report = try report(
      view(widths: [50]) + "\n" + view(widths: [50, 60]), CheckMatrix(devices: [.own]))
    #expect(report.screens.count == 2)
    #expect(report.screens.map(\.configurations) == [1, 1])
    #expect(report.screens.map { $0.findings.map(\.finding.rule) } == [[], [.conflict]])
    let other = try self.report(
      view(widths: [50, 60]) + "\n" + view(widths: [50]), CheckMatrix(devices: [.own]))
    #expect(other.screens.map { $0.findings.map(\.finding.rule) } == [[.conflict], []])
  }

  @Test("a document has the same report when its imports are made again")
  func importsAgain() throws {
    let label = """
      <label text="Sign in to continue" translatesAutoresizingMaskIntoConstraints="NO" \
      numberOfLines="0" id="ddd-dd-ddd"><rect key="frame" x="0" y="60" width="120" height="20"/>\
      <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
      """
    let objects = view(widths: [50, 60]).replacing(
      "</subviews>", with: label + "</subviews>")
    let reports = try [4000, 0].map { try report(objects, CheckMatrix(), keptElementsMax: $0) }
    let lines = reports.map { report in
      report.screens.map { screen in
        screen.findings.map {
          "\($0.finding.key) \($0.finding.message) \($0.configurations.map(\.name))"
        } + ["\(screen.configurations) \(screen.undecided)"]
      }
    }
    #expect(lines[0] == lines[1] && !lines[0].joined().isEmpty)
  }

  @Test("a constraint that is installed only on tablets is refused there, with a notice")
  func otherSizeClasses() throws {
    let illegal = """
      <constraint firstItem="bbb-bb-bbb" firstAttribute="width" secondItem="aaa-aa-aaa" \
      secondAttribute="leading" id="ccc-cc-bad"/>
      """
    let variation = """
      <variation key="default"><mask key="constraints"><exclude reference="ccc-cc-bad"/></mask>\
      </variation><variation key="heightClass=regular-widthClass=regular">\
      <mask key="constraints"><include reference="ccc-cc-bad"/></mask></variation>
      """
    let objects = view(widths: [50], more: illegal, variation: variation)
    let tablet = Device.ofSize(width: 1024, height: 1366)
    let phone = Device.ofSize(width: 320, height: 568)
    let alone = try report(objects, CheckMatrix(devices: [.own]))
    #expect(alone.problems.isEmpty)
    let both = try report(objects, CheckMatrix(devices: [.device(phone), .device(tablet)]))
    #expect(both.configurations == 2)
    let problem = try #require(both.problems.first)
    #expect(both.problems.count == 1 && problem.diagnostic.rule == .illegalConstraint)
    #expect(problem.configurations.map(\.device) == [tablet])
    // A fault of all configurations is reported once.
    let everywhere = try report(
      view(widths: [50], more: illegal), CheckMatrix(devices: [.device(phone), .device(tablet)]))
    #expect(everywhere.problems.map { $0.configurations.count } == [2])
  }
}
