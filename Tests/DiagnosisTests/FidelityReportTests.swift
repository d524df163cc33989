// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import LinearModel
import Solvers
import TestSupport
import Testing

@testable import Diagnosis

@Suite("The fidelity report")
struct FidelityReportTests {
  /// Returns a screen with one view that is pinned to the left and has a size.
  private func document(recordedX: String, attributes: String = "", more: String = "") -> String {
    """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
    toolsVersion="17506"><device id="retina4_7"/><objects>
    <view id="aaa-aa-aaa"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
    <view id="bbb-bb-bbb" translatesAutoresizingMaskIntoConstraints="NO" \(attributes)>
    <rect key="frame" x="\(recordedX)" y="30" width="50" height="40"/></view></subviews>
    <constraints>
    <constraint firstItem="bbb-bb-bbb" firstAttribute="leading" secondItem="aaa-aa-aaa" \
    secondAttribute="leading" constant="20" id="ccc-cc-cc1"/>
    <constraint firstItem="bbb-bb-bbb" firstAttribute="top" secondItem="aaa-aa-aaa" \
    secondAttribute="top" constant="30" id="ccc-cc-cc2"/>
    <constraint firstItem="bbb-bb-bbb" firstAttribute="height" constant="40" id="ccc-cc-cc3"/>
    <constraint firstItem="bbb-bb-bbb" firstAttribute="width" constant="50" id="ccc-cc-cc4"/>
    \(more)</constraints></view></objects></document>
    """
  }

  private func report(_ text: String) -> FidelityReport {
    let document = InterfaceBuilderImporter.importDocument([UInt8](text.utf8), file: "Test.xib")
    return FidelityReport.run(documents: [document], solver: SimplexSolver())
  }

  @Test("a solved frame within a point of the recorded one agrees, one beyond it does not")
  func tolerance() {
    for (recorded, agreeing, within) in [
      ("20", 1, 1), ("20.5", 1, 1), ("21", 1, 0), ("21.5", 0, 0),
    ] {
      let figures = report(document(recordedX: recorded)).iOS
      #expect(figures.views == 1)
      #expect(figures.viewsAgreeing == agreeing, "\(recorded)")
      #expect(figures.viewsWithinHalf == within, "\(recorded)")
      #expect(figures.scopesAgreeing == agreeing, "\(recorded)")
    }
  }

  @Test("a flagged view is counted by its flag and not compared")
  func skipped() {
    for flag in ["misplaced", "ambiguous"] {
      let result = report(document(recordedX: "99", attributes: "\(flag)=\"YES\""))
      #expect(result.iOS == FidelityFigures())
      #expect(result.skipped(on: .iOS).map(\.reason) == [flag])
    }
  }

  @Test("a view that nothing decides differs, and its screen counts apart")
  func open() {
    let text = document(recordedX: "20").replacing(
      """
      <constraint firstItem="bbb-bb-bbb" firstAttribute="height" constant="40" id="ccc-cc-cc3"/>
      """, with: "")
    let result = report(text)
    #expect(result.disagreements.map(\.cause) == [.underdetermined])
    #expect(result.entries.map(\.consistency) == [.open])
  }

  @Test("a conflict in the document is a disagreement with that cause")
  func conflict() {
    func width(_ constant: String) -> String {
      """
      <constraint firstItem="bbb-bb-bbb" firstAttribute="width" constant="\(constant)" \
      id="ccc-cc-cc5"/>
      """
    }
    let result = report(document(recordedX: "20", more: width("53")))
    #expect(result.disagreements.map(\.cause) == [.conflict])
    #expect(result.iOS.viewsAgreeing == 0)
    // A conflict by rounding: either constraint may be the broken one.
    let rounded = report(document(recordedX: "20", more: width("50.5")))
    #expect(rounded.disagreements.isEmpty)
    #expect(rounded.iOS.viewsAgreeing == 1 && rounded.iOS.scopesWithBrokenConstraint == 1)
    #expect(rounded.text.contains("1 screen with a constraint broken"))
    // It excuses no other disagreement.
    let elsewhere = report(document(recordedX: "22", more: width("50.5")))
    #expect(elsewhere.disagreements.map(\.cause) == [.conflict])
  }

  @Test("iOS is the sum of its subsets, and scopes that differ only in numbers have one shape")
  func groups() throws {
    let plain = document(recordedX: "20")
    let moved = plain.replacing("constant=\"20\"", with: "constant=\"25\"")
    let scroll = plain.replacing(
      "<view id=\"bbb-bb-bbb\"",
      with: "<scrollView id=\"ddd-dd-ddd\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" "
        + "height=\"9\"/><subviews><view id=\"eee-ee-eee\" misplaced=\"YES\"><rect key=\"frame\" "
        + "x=\"0\" y=\"0\" width=\"9\" height=\"9\"/></view></subviews></scrollView>"
        + "<view id=\"bbb-bb-bbb\"")
    let documents = [plain, moved, scroll].map {
      InterfaceBuilderImporter.importDocument([UInt8]($0.utf8), file: "Test.xib")
    }
    let result = FidelityReport.run(documents: documents, solver: SimplexSolver())
    let first = try #require(result.figures[.iOSPlain])
    let second = try #require(result.figures[.iOSScroll])
    #expect(first.scopes == 2 && first.shapes == 1 && first.shapesAgreeing == 0)
    #expect(second.scopes == 1 && second.shapesAgreeing == 1)
    #expect(result.iOS == first + second && result.iOS.scopes == 3)
    let skipped = result.skippedViews(on: .iOS)
    let share = Double(skipped) / Double(skipped + result.iOS.views)
    #expect(skipped > 0 && result.skippedShare(on: .iOS) == share)
  }

  @Test("a recorded frame among several optimal ones is a tie, any other is a disagreement")
  func tie() {
    let pull = """
      <constraint firstItem="bbb-bb-bbb" firstAttribute="width" constant="50" priority="700" \
      id="ccc-cc-cc6"/><constraint firstItem="bbb-bb-bbb" firstAttribute="width" constant="90" \
      priority="700" id="ccc-cc-cc7"/>
      """
    let required =
      "<constraint firstItem=\"bbb-bb-bbb\" firstAttribute=\"width\" constant=\"50\" id=\"ccc-cc-cc4\"/>"
    let free = document(recordedX: "20", more: pull).replacing(required, with: "")
    // Every width from 50 to 90 is optimal: whichever the solver takes, all of these agree.
    for width in [50, 60, 70, 80, 90] {
      let text = free.replacing(
        "width=\"50\" height=\"40\"", with: "width=\"\(width)\" height=\"40\"")
      let result = report(text)
      #expect(result.disagreements.isEmpty, "\(width)")
      let ties = result.skipped(on: .iOS).first { $0.reason.hasPrefix("tie") }?.views ?? 0
      #expect(result.iOS.views + ties == 1, "\(width)")
    }
    let wrong = free.replacing("width=\"50\" height=\"40\"", with: "width=\"95\" height=\"40\"")
    #expect(report(wrong).disagreements.map(\.cause) == [.optional])
  }

  @Test("the JSON has the promised keys and the text names every file") func output() throws {
    let result = FidelityReport.run(files: ["Folder/A.xib"]) {
      (_) throws(FidelityReport.UnreadableFile) in throw .init(reason: "too large")
    }
    #expect(result.unusable == [.init(file: "Folder/A.xib", reason: "too large")])
    #expect(result.text.contains("Folder/A.xib: cannot be used: too large"))
    let keys = try #require(result.json.members).map(\.key)
    #expect(
      keys.starts(with: ["files", "scopes", "scopesAgreeing", "views", "viewsAgreeing"]))
    for key in ["skipped", "skippedViews", "skippedShare", "subsets", "others", "disagreements"] {
      #expect(keys.contains(key))
    }
  }

  @Test(
    "real iOS screens are reproduced for at least 97 % of their views",
    .enabled(if: RealDocuments.arePresent, RealDocuments.comment))
  func realDocuments() throws {
    let files = RealDocuments.files
    let bytes = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
    let result = FidelityReport.run(files: files.map(\.path)) { bytes[$0] ?? [] }
    #expect(result.files == files.count)
    #expect(result.unusable.isEmpty)
    #expect(result.iOS.views > 700)
    #expect(result.iOS.share >= 0.97, "\(result.text)")
    #expect(result.iOS.scopesAgreeing * 100 >= result.iOS.scopes * 94, "\(result.text)")
    #expect(result.skippedShare(on: .iOS) < 0.2, "\(result.text)")
    let plain = try #require(result.figures[.iOSPlain])
    #expect(plain.share >= 0.97, "\(result.text)")
    let desktop = try #require(result.figures[.macOS])
    #expect(desktop.views > 140 && desktop.share >= 0.9, "\(result.text)")
  }

  @Test(
    "a constraint changed by 7 points is noticed on real screens",
    .enabled(if: RealDocuments.arePresent, RealDocuments.comment))
  func power() throws {
    var changed = 0
    var noticed = 0
    for file in RealDocuments.files {
      let document = InterfaceBuilderImporter.importDocument(file.bytes, file: file.path)
      for scope in document.scopes {
        guard let index = Self.decidingConstraint(of: scope) else { continue }
        var single = document
        single.scopes = [scope]
        let before = FidelityReport.run(documents: [single], solver: SimplexSolver()).iOS
        guard before.scopesAgreeing == 1 else { continue }
        let constant = scope.layoutCase.constraints[index].constant
        single.scopes[0].layoutCase.constraints[index].constant = LayoutNumber(
          Int(constant.doubleValue.rounded()) + 7)
        changed += 1
        let after = FidelityReport.run(documents: [single], solver: SimplexSolver()).iOS
        if after.viewsAgreeing < before.viewsAgreeing { noticed += 1 }
      }
    }
    #expect(changed > 150)
    #expect(noticed * 100 >= changed * 98, "\(noticed) of \(changed)")
  }

  /// Returns the first required equality on an edge or size of a compared view; nil if there is
  /// none.
  private static func decidingConstraint(of scope: ImportedScope) -> Int? {
    guard scope.runtime == .iOS, scope.unsupported.isEmpty, !scope.containsScrollContent else {
      return nil
    }
    return scope.layoutCase.constraints.firstIndex { constraint in
      guard constraint.relation == .equal, constraint.priority.isRequired,
        case .view(let view) = constraint.first.item, view > 0
      else { return false }
      return scope.origins[view].skipReason == nil
    }
  }
}
