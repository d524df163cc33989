// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

/// Checks scene S8: each frequent mistake in storyboards has a diagnostic (AUTOLAYOUT 11).
@Suite("Old pitfalls of storyboards")
struct OldPitfallTests {
  private func view(_ id: String, _ inside: String = "", constraints: String = "") -> String {
    """
    <view id="\(id)" translatesAutoresizingMaskIntoConstraints="NO">\
    <rect key="frame" x="0" y="0" width="50" height="50"/>\
    <subviews>\(inside)</subviews><constraints>\(constraints)</constraints></view>
    """
  }

  private func equal(_ first: String, _ second: String, id: String = "ccc-cc-cc1") -> String {
    "<constraint firstItem=\"\(first)\" firstAttribute=\"top\" secondItem=\"\(second)\" "
      + "secondAttribute=\"top\" id=\"\(id)\"/>"
  }

  private func only(_ imported: ImportedDocument) throws -> Diagnostic {
    #expect(imported.diagnostics.count == 1, "\(imported.diagnostics)")
    return try #require(imported.diagnostics.first)
  }

  @Test("a constraint of a view on its superview or sibling is refused")
  func wrongOwner() throws {
    let imported = Samples.importing(
      Samples.xib(
        subviews: view("bbb-bb-bbb", constraints: equal("bbb-bb-bbb", "ddd-dd-ddd"))
          + view("ddd-dd-ddd")))
    let error = try only(imported)
    #expect(error.severity == .error && error.rule == .illegalConstraint)
    #expect(
      error.message.contains("view bbb-bb-bbb holds it, but view ddd-dd-ddd is not below"),
      "\(error)")
    #expect(imported.scopes.first?.layoutCase.constraints.isEmpty == true)
  }

  @Test("a constraint held by a superview further up is accepted")
  func higherOwner() throws {
    let imported = Samples.importing(
      Samples.xib(
        subviews: view("bbb-bb-bbb", view("ddd-dd-ddd") + view("eee-ee-eee")),
        constraints: equal("ddd-dd-ddd", "eee-ee-eee")))
    #expect(imported.diagnostics.isEmpty)
    #expect(imported.scopes.first?.layoutCase.constraints.count == 1)
  }

  private let storyboard = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" useAutolayout="YES" \
    useSafeAreas="YES" toolsVersion="17506"><device id="retina4_7"/><scenes>
    <scene><objects><viewController id="fir-st-con" customClass="Login">
    <view key="view" id="fir-st-vie"><rect key="frame" x="0" y="0" width="375" height="667"/>
    <subviews><label id="fir-st-lab" translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" \
    x="0" y="0" width="9" height="9"/></label></subviews><constraints>
    <constraint firstItem="fir-st-lab" firstAttribute="top" secondItem="sec-on-lab" \
    secondAttribute="top" id="ccc-cc-cc1"/>
    </constraints></view></viewController></objects></scene>
    <scene><objects><viewController id="sec-on-con" customClass="Feed">
    <view key="view" id="sec-on-vie"><rect key="frame" x="0" y="0" width="375" height="667"/>
    <subviews><label id="sec-on-lab" userLabel="Greeting" \
    translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" x="0" y="0" width="9" \
    height="9"/></label></subviews></view></viewController></objects></scene></scenes></document>
    """

  @Test("views of two screens have no common superview")
  func noCommonAncestor() throws {
    let error = try only(Samples.importing(storyboard))
    #expect(error.rule == .illegalConstraint && error.severity == .error)
    #expect(error.location?.line == 5)
    for words in [
      "top of label fir-st-lab", "top of \"Greeting\" (sec-on-lab)",
      "the screen Login (fir-st-vie)", "the screen Feed (sec-on-vie)",
    ] {
      #expect(error.message.contains(words), "\(error)")
    }
  }

  @Test("a view in two hierarchies is reported, by its id or by a reference")
  func twoHierarchies() throws {
    let twice = Samples.importing(
      Samples.xib(
        subviews: view("bbb-bb-bbb", view("ddd-dd-ddd")) + "\n" + view("ddd-dd-ddd")))
    let error = try only(twice)
    #expect(error.rule == .viewInTwoHierarchies && error.severity == .error)
    #expect(error.location?.line == 9, "\(error)")
    #expect(error.message.contains("view ddd-dd-ddd has the id of another view in line 8"))
    let reference = Samples.importing(
      Samples.xib(
        subviews: view("bbb-bb-bbb", "<view reference=\"ddd-dd-ddd\"/>") + view("ddd-dd-ddd")))
    #expect(try only(reference).message.contains("besides its own place in line 8"))
    let missing = Samples.importing(
      Samples.xib(subviews: view("bbb-bb-bbb", "<view reference=\"ddd-dd-ddd\"/>")))
    #expect(try only(missing).message.contains("refers to ddd-dd-ddd, which does not exist"))
  }

  @Test("a constraint with the id of another constraint, or of a view, is reported with its place")
  func constraintTwice() throws {
    let between = equal("bbb-bb-bbb", "ddd-dd-ddd")
    let twice = try only(
      Samples.importing(
        Samples.xib(
          subviews: view("bbb-bb-bbb") + view("ddd-dd-ddd"),
          constraints: between + "\n" + equal("ddd-dd-ddd", "aaa-aa-aaa"))))
    #expect(twice.severity == .warning && twice.location?.line == 11, "\(twice)")
    #expect(twice.location?.column == 1)
    #expect(
      twice.message.hasPrefix(
        "the constraint ccc-cc-cc1 has the id of another constraint in line 10")
    )
    let asView = try only(
      Samples.importing(
        Samples.xib(
          subviews: view("bbb-bb-bbb") + view("ddd-dd-ddd"),
          constraints: equal("bbb-bb-bbb", "ddd-dd-ddd", id: "ddd-dd-ddd"))))
    #expect(asView.message.contains("has the id of a view in line 8"), "\(asView)")
  }

  @Test("a view that contains itself by a reference is reported")
  func cyclicReference() throws {
    for id in ["bbb-bb-bbb", "aaa-aa-aaa"] {
      let imported = Samples.importing(
        Samples.xib(subviews: view("bbb-bb-bbb", "<view reference=\"\(id)\"/>")))
      #expect(try only(imported).message.contains("is a subview of itself"))
      #expect(imported.scopes.first?.layoutCase.views.count == 2)
    }
  }

  @Test("a constraint on a view that was removed is refused and named")
  func removedView() throws {
    let imported = Samples.importing(
      Samples.xib(
        subviews: view("bbb-bb-bbb"), constraints: equal("bbb-bb-bbb", "rem-ov-ed1")))
    let error = try only(imported)
    #expect(error.severity == .error && error.rule == .illegalConstraint)
    #expect(error.message.contains("rem-ov-ed1: was the view removed?"), "\(error)")
  }

  @Test("a constraint on a view that is not installed is left out silently")
  func notInstalled() throws {
    let imported = Samples.importing(
      Samples.xib(
        subviews: view("bbb-bb-bbb", view("ddd-dd-ddd")) + view("eee-ee-eee"),
        constraints: equal("eee-ee-eee", "ddd-dd-ddd")
          + equal("eee-ee-eee", "rem-ov-ed1", id: "ccc-cc-cc2"),
        more: """
          <variation key="default"><mask key="subviews"><exclude reference="bbb-bb-bbb"/></mask>\
          </variation>
          """))
    #expect(try only(imported).message.contains("rem-ov-ed1"))
  }

  @Test("constraints held by a table or a cell have a warning, and are kept")
  func tables() throws {
    let table = """
      <tableView id="ttt-tt-ttt" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="0" y="0" width="375" height="600"/>\
      <subviews>\(view("bbb-bb-bbb"))</subviews><constraints>
      \(equal("bbb-bb-bbb", "ttt-tt-ttt"))
      <constraint firstAttribute="height" constant="600" id="ccc-cc-cc2"/></constraints><prototypes>\
      <tableViewCell id="cel-l0-001"><rect key="frame" x="0" y="28" width="375" height="44"/>\
      <tableViewCellContentView key="contentView" tableViewCell="cel-l0-001" id="con-te-nt1">\
      <rect key="frame" x="0" y="0" width="375" height="44"/><subviews>\(view("ddd-dd-ddd"))</subviews>\
      </tableViewCellContentView><constraints>
      \(equal("ddd-dd-ddd", "cel-l0-001", id: "ccc-cc-cc3"))</constraints></tableViewCell></prototypes>\
      </tableView>
      """
    let imported = Samples.importing(Samples.xib(subviews: table))
    #expect(imported.diagnostics.map(\.rule) == [.doubtfulConstraint, .doubtfulConstraint])
    #expect(imported.diagnostics.first?.message.contains("tableView ttt-tt-ttt") == true)
    #expect(imported.diagnostics.last?.message.contains("to the content view of the cell") == true)
    #expect(imported.scopes.map(\.layoutCase.constraints.count) == [2, 1])
  }

  @Test("a constraint between a table and the content of its cell is left out with a diagnostic")
  func acrossTheTable() throws {
    let table = """
      <tableView id="ttt-tt-ttt" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="0" y="0" width="375" height="600"/><prototypes>\
      <tableViewCell id="cel-l0-001"><rect key="frame" x="0" y="28" width="375" height="44"/>\
      <tableViewCellContentView key="contentView" tableViewCell="cel-l0-001" id="con-te-nt1">\
      <rect key="frame" x="0" y="0" width="375" height="44"/><subviews>\(view("ddd-dd-ddd"))</subviews>\
      </tableViewCellContentView></tableViewCell></prototypes></tableView>
      """
    let imported = Samples.importing(
      Samples.xib(subviews: table, constraints: equal("ttt-tt-ttt", "ddd-dd-ddd")))
    let doubt = try only(imported)
    #expect(doubt.severity == .warning)
    #expect(doubt.message.contains("placed by its container"), "\(doubt)")
  }

  @Test(
    "real documents have no error: Interface Builder accepts no such constraint",
    .enabled(if: RealDocuments.arePresent, RealDocuments.comment))
  func realDocuments() {
    var named: [String] = []
    for document in RealDocuments.files {
      let imported = InterfaceBuilderImporter.importDocument(document.bytes, file: document.name)
      named += imported.diagnostics.filter { $0.severity == .error }.map(\.description)
    }
    // The only exception is a document written by hand for a linter.
    #expect(named.allSatisfy { $0.contains("DuplicateID") }, "\(named.joined(separator: "\n"))")
  }
}
