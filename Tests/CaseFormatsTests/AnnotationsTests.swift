// SPDX-License-Identifier: MIT

import LayoutModel
import TestSupport
import Testing

@testable import CaseFormats

/// Checks that annotations, which layout does not use, survive import and case files unchanged.
@Suite struct AnnotationsTests {
  private static let document = InterfaceBuilderSamples.xib(
    subviews: """
      <view translatesAutoresizingMaskIntoConstraints="NO" id="box-ab-001" userLabel="Round box" \
      customClass="Box" customModule="Kit" restorationIdentifier="box">
        <rect key="frame" x="10" y="20" width="30" height="40"/>
        <accessibility key="accessibilityConfiguration" identifier="login.box"/>
        <userDefinedRuntimeAttributes>
          <userDefinedRuntimeAttribute type="number" keyPath="layer.cornerRadius">
            <real key="value" value="5.5"/>
          </userDefinedRuntimeAttribute>
          <userDefinedRuntimeAttribute type="boolean" keyPath="clips" value="YES"/>
          <userDefinedRuntimeAttribute type="size" keyPath="offset">
            <size key="value" width="2" height="3"/>
          </userDefinedRuntimeAttribute>
          <userDefinedRuntimeAttribute type="image" keyPath="icon" value="star" catalog="system"/>
          <userDefinedRuntimeAttribute type="nil" keyPath="nothing"/>
        </userDefinedRuntimeAttributes>
      </view>
      """,
    constraints: """
      <constraint firstItem="box-ab-001" firstAttribute="leading" secondItem="aaa-aa-aaa" \
      secondAttribute="leading" constant="10" id="con-st-001" identifier="box.left"/>
      """)

  @Test("labels, classes, identifiers and runtime attributes survive import, writing and reading")
  func roundTrip() throws {
    let scope = try #require(InterfaceBuilderSamples.importing(Self.document).scopes.first)
    let bytes = CaseFile.encode(scope.layoutCase)
    let layoutCase = try CaseFile.decode(bytes, file: "test.case.json")
    #expect(layoutCase == scope.layoutCase)
    let annotations = try #require(layoutCase.views[1].annotations)
    #expect(annotations.label == "Round box")
    #expect(annotations.className == "Box")
    #expect(annotations.module == "Kit")
    #expect(annotations.identifier == "box")
    #expect(annotations.accessibilityIdentifier == "login.box")
    #expect(
      annotations.runtimeAttributes.map { "\($0.keyPath) \($0.type) \($0.value ?? "-")" } == [
        "layer.cornerRadius number 5.5", "clips boolean YES", "offset size height=3 width=2",
        "icon image catalog=system value=star", "nothing nil -",
      ])
    #expect(layoutCase.constraints.first?.identifier == "box.left")
    #expect(
      layoutCase.views[1].recordedFrame == LayoutRect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test(
    "the screens of the real documents are the same after writing and reading",
    .enabled(if: RealDocuments.arePresent, RealDocuments.comment))
  func realDocuments() throws {
    for document in RealDocuments.files {
      let imported = InterfaceBuilderImporter.importDocument(document.bytes, file: document.name)
      for scope in imported.scopes {
        let written = CaseFile.encode(scope.layoutCase)
        #expect(try CaseFile.decode(written, file: document.name) == scope.layoutCase)
      }
    }
  }
}
