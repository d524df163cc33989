// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

/// Checks documents that are well-formed XML but senseless or very large.
@Suite("The Interface Builder importer on senseless documents")
struct InterfaceBuilderHostileTests {
  private func constraint(_ attributes: String) -> String {
    "<constraint \(attributes) id=\"ccc-cc-cc1\"/>"
  }

  @Test(
    "a constraint that Auto Layout would refuse is named and left out",
    arguments: [
      "firstItem=\"bbb-bb-bbb\" firstAttribute=\"top\"",
      "firstItem=\"bbb-bb-bbb\"",
      "firstAttribute=\"nonsense\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"top\"",
      "firstAttribute=\"top\" secondItem=\"zzz-zz-zzz\" secondAttribute=\"top\"",
      "firstAttribute=\"top\" secondItem=\"bbb-bb-bbb\"",
      "firstAttribute=\"top\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"leading\"",
      "firstAttribute=\"left\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"trailing\"",
      "firstAttribute=\"width\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"top\"",
      "firstAttribute=\"top\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"top\" multiplier=\"0\"",
      "firstAttribute=\"top\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"top\" multiplier=\"1:0\"",
      "firstAttribute=\"width\" constant=\"5\" priority=\"0\"",
      "firstAttribute=\"width\" constant=\"5\" priority=\"1001\"",
      "firstAttribute=\"width\" constant=\"5\" priority=\"nan\"",
      "firstAttribute=\"width\" constant=\"5\" relation=\"about\"",
      "firstItem=\"saf-ea-rea\" firstAttribute=\"topMargin\" secondItem=\"bbb-bb-bbb\" "
        + "secondAttribute=\"top\"",
      "firstItem=\"saf-ea-rea\" firstAttribute=\"baseline\" secondItem=\"bbb-bb-bbb\" "
        + "secondAttribute=\"top\"",
    ])
  func senselessConstraints(attributes: String) throws {
    let imported = Samples.importing(
      Samples.xib(subviews: Samples.label("bbb-bb-bbb"), constraints: constraint(attributes)))
    let scope = try #require(imported.scopes.first)
    #expect(scope.layoutCase.constraints.isEmpty)
    #expect(imported.diagnostics.count == 1)
    #expect(imported.diagnostics.first?.location != nil)
    #expect(scope.layoutCase.isValid)
  }

  @Test("duplicate ids of views and constraints are made unique, and such views are not compared")
  func duplicateIDs() throws {
    let size = "<constraint firstAttribute=\"width\" constant=\"9\" id=\"ccc-cc-cc1\"/>"
    let imported = Samples.importing(
      Samples.xib(
        subviews: Samples.label("bbb-bb-bbb") + Samples.label("bbb-bb-bbb")
          + Samples.label("aaa-aa-aaa"), constraints: size + size + size))
    let scope = try #require(imported.scopes.first)
    #expect(scope.layoutCase.isValid)
    #expect(scope.layoutCase.constraints.count == 3)
    #expect(scope.origins.map(\.skipReason) == [.root, nil, .duplicateID, .duplicateID])
  }

  @Test("a circle of segues ends the search") func cyclicSegues() {
    let controllers = (0..<3).map { number in
      """
      <scene><objects><navigationController id="nav-\(number)0-nav"><connections>\
      <segue destination="nav-\((number + 1) % 3)0-nav" kind="relationship" id="seg-0\(number)-seg"/>
      <segue destination="nav-\(number)0-nav" kind="show" id="seg-1\(number)-seg"/>
      <segue destination="vie-wc-000" kind="show" id="seg-2\(number)-seg"/>
      </connections></navigationController></objects></scene>
      """
    }
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" useAutolayout="YES" \
      useSafeAreas="YES" toolsVersion="17506"><device id="retina4_7"/><scenes>
      \(controllers.joined())
      <scene><objects><viewController id="vie-wc-000"><view key="view" id="roo-tv-iew">
      <rect key="frame" x="0" y="0" width="375" height="667"/></view><connections>
      <segue destination="vie-wc-000" kind="show" id="seg-33-seg"/></connections>
      </viewController></objects></scene></scenes></document>
      """
    #expect(Samples.importing(text).scopes.count == 1)
  }

  @Test("views without ids, attributes or frames are accepted") func missingAttributes() {
    for text in [
      Samples.xib(subviews: "<view/><label/><x/>", constraints: "<constraint/>"),
      Samples.xib(subviews: "<view><subviews/></view>", constraints: "<constraints/><constraint/>"),
      "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"/>",
      "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"><view key=\"view\" id=\"\"/></document>",
      "<document/>", "<archive/>",
    ] {
      let imported = Samples.importing(text)
      #expect(imported.scopes.allSatisfy { $0.layoutCase.isValid }, "\(text)")
    }
  }

  @Test("views nested 5000 deep do not exhaust the stack") func deepNesting() throws {
    let depth = 5000
    let opening = (0..<depth).map { number in
      "<view id=\"v\(number)\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/><subviews>"
    }
    let closing = String(repeating: "</subviews></view>", count: depth)
    let imported = Samples.importing(Samples.xib(subviews: opening.joined() + closing))
    let scope = try #require(imported.scopes.first)
    #expect(scope.layoutCase.views.count == depth + 1)
    #expect(scope.layoutCase.isValid)
  }

  @Test("elements nested beyond the limit are refused") func tooDeep() {
    let depth = ImportLimits.nesting + 1
    let text =
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    #expect(Samples.importing(text).unusableReason?.contains("inside each other") == true)
  }

  @Test("many views are imported, and many more that share one id") func manyViews() throws {
    let same = TestLength.choose(quick: 2_000, full: 10_000)
    let rect = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/>"
    let views = (0..<5 * same).map { "<view id=\"v\($0)\">\(rect)</view>" }
    let others = (0..<same).map { _ in "<view id=\"same\">\(rect)</view>" }
    let imported = Samples.importing(
      Samples.xib(subviews: (views + others).joined(separator: "\n")))
    let scope = try #require(imported.scopes.first)
    #expect(scope.layoutCase.views.count == 6 * same + 1)
    #expect(Set(scope.layoutCase.views.map(\.id)).count == 6 * same + 1)
  }
}
