// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import Testing

@testable import Diagnosis

@Suite("Diagnosis: findings in words, with the names of views")
struct FindingWordingTests {
  /// Returns the words of the first finding of a screen with a label and two constraints.
  private func wording(_ constraints: String) throws -> FindingWording {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
      targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><objects><view id="root">
      <rect key="frame" x="0" y="0" width="320" height="480"/>
      <subviews><label text="Name" translatesAutoresizingMaskIntoConstraints="NO" id="l">
      <rect key="frame" x="0" y="0" width="50" height="20"/></label></subviews>
      <constraints>\(constraints)</constraints></view></objects></document>
      """
    let document = InterfaceBuilderImporter.parse(Array(text.utf8), file: "a.xib")
    let scope = try #require(CheckConfiguration.own.imported(document).scopes.first)
    let diagnosed = CheckConfiguration.own.diagnosed(scope, file: "a.xib")
    return try #require(try ScreenDiagnosis(of: diagnosed).findings.first?.wording)
  }

  private func constraint(_ attributes: String, _ id: String) -> String {
    "<constraint firstItem=\"l\" \(attributes) id=\"\(id)\"/>\n"
  }

  @Test("a conflict has sentences with lines, and all fixes of a constraint in one line")
  func conflict() throws {
    let words = try wording(
      constraint("firstAttribute=\"width\" constant=\"100\"", "wide")
        + constraint(
          "firstAttribute=\"width\" relation=\"lessThanOrEqual\" constant=\"90\"", "narrow"))
    #expect(words.title == "required constraints conflict around 'Name' label")
    #expect(
      words.facts == [
        .init("'Name' label: width is 100 pt", source: "line 5"),
        .init("'Name' label: width is at most 90 pt", source: "line 6"),
      ])
    #expect(
      words.fixes == [
        "wide (line 5): remove, lower to priority 999, or change == to <=",
        "narrow (line 6): remove, or lower to priority 999",
      ])
    #expect(words.unfixed == nil)
  }

  @Test(
    "distances name their direction; a negative one turns the direction and the relation",
    arguments: [
      ("top", "8", "", "is 8 pt below the top of the root view"),
      ("top", "0", "", "is at the top of the root view"),
      ("top", "-8", " relation=\"greaterThanOrEqual\"", "is at most 8 pt above the top of"),
      (
        "leading", "8", " relation=\"lessThanOrEqual\"", "is at most 8 pt after the leading edge of"
      ),
      ("left", "-8", "", "is 8 pt left of the left edge of the root view"),
      ("top", "0", " relation=\"greaterThanOrEqual\"", "is at or below the top of the root view"),
      ("width", "8", " multiplier=\"0.5\"", "is 0.5 x the width of the root view + 8 pt"),
    ])
  func sentences(attribute: String, constant: String, more: String, expected: String) throws {
    let names =
      "firstAttribute=\"\(attribute)\" secondItem=\"root\" secondAttribute=\"\(attribute)\""
    let far = more.contains("lessThan") || attribute == "width" ? "900" : "-900"
    let words = try wording(
      constraint("\(names) constant=\"\(constant)\"\(more)", "one")
        + constraint(
          "\(names) constant=\"\(far)\""
            + (more.contains("greater") ? " relation=\"lessThanOrEqual\"" : "")
            + (more.contains("lessThan") ? " relation=\"greaterThanOrEqual\"" : ""), "two"))
    let facts = words.facts.map(\.text)
    #expect(facts.contains { $0.contains(expected) }, "\(facts)")
  }

  @Test("messages about views name them by text and kind; a view without a name keeps its id")
  func names() throws {
    let words = try wording(
      constraint("firstAttribute=\"top\" secondItem=\"root\" secondAttribute=\"top\"", "one"))
    #expect(words.title.hasPrefix("'Name' label needs a constraint for its x position"))
    #expect(words.facts.first?.text.hasPrefix("'Name' label: may be ") == true)
  }

  /// Returns a screen with labels of these attributes.
  private func screen(_ labels: [String]) throws -> DiagnosedCase {
    let rect = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/>"
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
      targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><objects><view id="root">
      <rect key="frame" x="0" y="0" width="320" height="480"/><subviews>
      \(labels.map { "<label \($0)>\(rect)</label>" }.joined(separator: "\n"))
      </subviews></view></objects></document>
      """
    let document = InterfaceBuilderImporter.parse(Array(text.utf8), file: "a.xib")
    let scope = try #require(CheckConfiguration.own.imported(document).scopes.first)
    return CheckConfiguration.own.diagnosed(scope, file: "a.xib")
  }

  @Test("views of one name have their ids beside it, in all texts")
  func sharedNames() throws {
    let diagnosed = try screen([
      "text=\"Name\" id=\"one\"", "text=\"Name\" id=\"two\"", "text=\"Mail\" id=\"mail\"",
      "userLabel=\"Own\" id=\"own\"", "id=\"bare\"", "customClass=\"Badge\" id=\"b1\"",
      "customClass=\"Badge\" id=\"b2\"",
    ])
    let views = diagnosed.layoutCase.views.indices.dropFirst()
    #expect(
      views.map { diagnosed.phrase(ofView: $0) } == [
        "'Name' label (one)", "'Name' label (two)", "'Mail' label", "'Own' label", "label bare",
        "Badge (b1)", "Badge (b2)",
      ])
    #expect(
      views.map { diagnosed.heading(ofView: $0) } == [
        "'Name' label (one)", "'Name' label (two)", "'Mail' label (mail)", "'Own' label (own)",
        "label (bare)", "Badge (b1)", "Badge (b2)",
      ])
    #expect(diagnosed.heading(ofView: 0) == "root view (root)")
    #expect(
      views.map { diagnosed.name(ofView: $0) } == [
        "label 'Name' (one)", "label 'Name' (two)", "label 'Mail' (mail)", "'Own' (own)",
        "label (bare)", "Badge (b1)", "Badge (b2)",
      ])
    #expect(diagnosed.pictureName(ofView: 3, isImportant: false) == "Mail")
    #expect(diagnosed.pictureName(ofView: 5, isImportant: false) == nil)
    #expect(diagnosed.pictureName(ofView: 5, isImportant: true) == "label")
  }

  @Test("a name with the parts of another name is not taken apart")
  func trickyNames() throws {
    let diagnosed = try screen([
      "text=\"label (x)\" id=\"x\"", "text=\"'\" id=\"quote\"",
      "customClass=\"label\" id=\"class\"",
    ])
    #expect(
      (1...3).map { diagnosed.phrase(ofView: $0) } == ["'label (x)' label", "''' label", "label"])
  }

  @Test("a configuration is named by screen, device, direction and texts")
  func headings() throws {
    let device = try #require(Device.named("iphone8"))
    let size = LayoutSize(width: 320, height: 44)
    var configuration = CheckConfiguration(device: device, direction: .rightToLeft, text: .doubled)
    #expect(
      configuration.heading("Login", own: nil, drawnSize: size)
        == "Login on iPhone 8 (375x667), right to left, with doubled texts")
    #expect(configuration.shortPhrase == "iPhone 8, right to left, doubled texts")
    configuration = .own
    #expect(configuration.heading("Login", own: nil, drawnSize: size) == "Login as drawn (320x44)")
    #expect(
      configuration.heading("Login", own: device, drawnSize: size) == "Login on iPhone 8 (375x667)")
    #expect(configuration.heading("a.case.json", own: nil, drawnSize: nil) == "a.case.json")
    configuration.device = Device.ofSize(width: 300, height: 301)
    #expect(configuration.heading("Login", own: device, drawnSize: size) == "Login on 300x301")
  }
}
