// SPDX-License-Identifier: MIT

import LayoutModel
import TestSupport
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

@Suite("The Interface Builder importer")
struct InterfaceBuilderImporterTests {
  @Test(
    "every real document imports into valid cases",
    .enabled(if: RealDocuments.arePresent, RealDocuments.comment))
  func realDocuments() throws {
    for document in RealDocuments.files {
      let imported = InterfaceBuilderImporter.importDocument(document.bytes, file: document.name)
      #expect(imported.unusableReason == nil, "\(document.name)")
      for scope in imported.scopes {
        let errors = scope.layoutCase.validate()
        #expect(errors.isEmpty, "\(document.name) \(scope.name): \(errors)")
        let count = scope.layoutCase.views.count
        #expect(scope.origins.count == count)
        #expect(scope.constraintLocations.count == scope.layoutCase.constraints.count)
      }
    }
  }

  @Test("a constraint without a first item is about the view that holds it")
  func firstItemDefault() throws {
    let text = Samples.xib(
      subviews: Samples.label("bbb-bb-bbb"),
      constraints: """
        <constraint firstAttribute="trailing" secondItem="bbb-bb-bbb" \
        secondAttribute="trailing" constant="20" id="ccc-cc-cc1"/>
        """)
    let imported = Samples.importing(text)
    #expect(imported.diagnostics.isEmpty)
    let scope = try #require(imported.scopes.first)
    let constraint = try #require(scope.layoutCase.constraints.first)
    #expect(constraint.first == Anchor(.view(0), .trailing))
    #expect(constraint.second == Anchor(.view(1), .trailing))
    #expect(constraint.constant == 20)
    #expect(constraint.priority == .required)
  }

  @Test(
    "a multiplier keeps its written form",
    arguments: [
      ("0.5", LayoutNumber(digits: 5, scale: 1)), ("16:9", LayoutNumber(16, 9, form: .ratio)),
      ("1/3", LayoutNumber(1, 3, form: .fraction)), ("1.5:2", LayoutNumber(3, 4, form: .ratio)),
      ("50%", LayoutNumber(50, 100, form: .fraction)), ("-2:-3", LayoutNumber(2, 3, form: .ratio)),
    ])
  func multipliers(text: String, number: LayoutNumber) {
    #expect(DocumentNumber.multiplier(text) == number)
  }

  @Test(
    "a text that is not a finite number of a layout is refused",
    arguments: ["", "nan", "inf", "1e400", "0x10", "1:0", "a:b", "--1", "1e12", "1,5", "1:2:3"])
  func badNumbers(text: String) {
    #expect(DocumentNumber.points(text) == nil)
    #expect(DocumentNumber.multiplier(text) == nil)
  }

  @Test("floating-point noise beyond a millionth of a point is rounded away")
  func floatNoise() {
    #expect(DocumentNumber.points("13.999999999999996") == 14)
    #expect(DocumentNumber.points("2.2250738585072014e-308") == 0)
    #expect(DocumentNumber.points("-0.5") == LayoutNumber(digits: -5, scale: 1))
  }
}
