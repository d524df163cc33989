// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

/// One row of the table of legal pairs (AUTOLAYOUT 1.5): two anchors of the views `one` and `two`.
private struct Row: Sendable, CustomTestStringConvertible {
  /// The attribute of `one`.
  let first: Attribute
  /// The item (`one`, `two`, `guide`) and its attribute; nil for a constant size.
  let second: (item: String, attribute: Attribute)?
  let multiplier: String
  /// The words that the reason contains; nil if the pair is legal.
  let reason: [String]?

  init(
    _ first: Attribute, _ second: (String, Attribute)?, times multiplier: String = "1",
    illegal reason: [String]? = nil
  ) {
    self.first = first
    self.second = second.map { (item: $0.0, attribute: $0.1) }
    self.multiplier = multiplier
    self.reason = reason
  }

  var testDescription: String {
    "\(first) with \(second.map { "\($0.item).\($0.attribute)" } ?? "nothing") times \(multiplier)"
  }

  static let table: [Row] = [
    Row(.left, ("two", .right)), Row(.leading, ("two", .trailing)),
    Row(.leadingMargin, ("two", .trailing)), Row(.left, ("two", .rightMargin)),
    Row(.left, ("two", .leading), illegal: ["left", "leading", "for both or neither"]),
    Row(.trailing, ("two", .right), illegal: ["trailing", "right", "for both or neither"]),
    Row(.leftMargin, ("two", .trailing), illegal: ["leftMargin", "trailing"]),
    Row(.leading, ("two", .rightMargin), illegal: ["leading", "rightMargin"]),
    Row(.centerX, ("two", .left)), Row(.centerX, ("two", .leading)),
    Row(.trailing, ("two", .centerXWithinMargins)),
    Row(.top, ("two", .centerY)), Row(.lastBaseline, ("two", .bottom)),
    Row(.firstBaseline, ("two", .topMargin)),
    Row(.bottom, ("two", .centerX), illegal: ["bottom is a vertical", "centerX is a horizontal"]),
    Row(.leading, ("two", .top), illegal: ["leading is a horizontal", "top is a vertical"]),
    Row(.width, ("two", .height)), Row(.width, ("one", .height), times: "2"),
    Row(.width, ("two", .left), illegal: ["width is a size", "left is a horizontal"]),
    Row(.top, ("two", .height), illegal: ["top is a vertical", "height is a size"]),
    Row(.height, nil), Row(.height, ("two", .width), times: "0"),
    Row(.top, nil, illegal: ["top is a location", "second item"]),
    Row(.centerX, ("two", .centerX), times: "0", illegal: ["centerX", "must not be 0"]),
    Row(.left, ("one", .right)), Row(.width, ("one", .width), times: "0.5"),
    Row(.top, ("guide", .top)),
    Row(.top, ("guide", .topMargin), illegal: ["topMargin", "guide"]),
    Row(.firstBaseline, ("guide", .lastBaseline), illegal: ["lastBaseline", "guide"]),
  ]
}

@Suite("Legality of constraints")
struct LegalityTests {
  @Test("case files report every illegal pair with its place", arguments: Row.table)
  private func caseFiles(row: Row) throws {
    var constraint = "{\"id\": \"c\", \"first\": \"one.\(row.first)\", \"relation\": \"==\""
    if let second = row.second {
      constraint += ", \"second\": \"\(second.item).\(second.attribute)\""
    }
    if row.multiplier != "1" { constraint += ", \"multiplier\": \(row.multiplier)" }
    let text = """
      {
        "layoutfuzz": 1,
        "environment": {"size": [320, 480]},
        "views": [
          {"id": "root"}, {"id": "one", "parent": "root"}, {"id": "two", "parent": "root"}
        ],
        "guides": [{"id": "guide", "owner": "root", "inset": [1, 1, 1, 1]}],
        "constraints": [
          \(constraint)}
        ]
      }
      """
    do {
      let layoutCase = try CaseFile.decode([UInt8](text.utf8), file: "a.case.json")
      #expect(row.reason == nil)
      #expect(layoutCase.constraints.count == 1)
    } catch {
      let reason = try #require(row.reason, "\(error)")
      #expect(error.location.line == 9, "\(error)")
      #expect(error.message.contains("one.\(row.first)"), "\(error)")
      for word in reason { #expect(error.message.contains(word), "\(error)") }
    }
  }

  @Test(
    "documents report every illegal pair with its items, attributes and place",
    arguments: Row.table)
  private func documents(row: Row) throws {
    let ids = ["one": "one-vi-ew1", "two": "two-vi-ew2", "guide": "saf-ea-rea"]
    func name(_ attribute: Attribute) -> String {
      attribute == .lastBaseline ? "baseline" : attribute.rawValue
    }
    var attributes = "firstItem=\"one-vi-ew1\" firstAttribute=\"\(name(row.first))\""
    if let second = row.second {
      let id = try #require(ids[second.item])
      attributes += " secondItem=\"\(id)\" secondAttribute=\"\(name(second.attribute))\""
    }
    let imported = Samples.importing(
      Samples.xib(
        subviews: Samples.label("one-vi-ew1", more: "userLabel=\"Title\"")
          + Samples.label("two-vi-ew2", more: "customClass=\"Avatar\""),
        constraints:
          "\n<constraint \(attributes) multiplier=\"\(row.multiplier)\" id=\"ccc-cc-cc1\"/>\n"))
    let scope = try #require(imported.scopes.first)
    let errors = imported.diagnostics.filter { $0.severity == .error }
    guard let reason = row.reason else {
      #expect(errors.isEmpty, "\(errors)")
      #expect(scope.layoutCase.constraints.count == 1)
      return
    }
    #expect(scope.layoutCase.constraints.isEmpty)
    #expect(errors.count == 1, "\(errors)")
    let error = try #require(errors.first)
    #expect(error.rule == .illegalConstraint)
    #expect(error.location?.column == 1, "\(error)")
    #expect(error.message.contains("\(name(row.first)) of \"Title\" (one-vi-ew1)"), "\(error)")
    if row.second?.item == "two" {
      #expect(error.message.contains("Avatar two-vi-ew2"), "\(error)")
    }
    for word in reason { #expect(error.message.contains(word), "\(error)") }
  }

  /// Attributes of a `<constraint>`, the words of its diagnostic, its severity, and whether it is
  /// kept.
  private static let others: [(attributes: String, words: [String], isError: Bool, isKept: Bool)] =
    [
      (
        "firstItem=\"bbb-bb-bbb\"", ["no attribute of label bbb-bb-bbb", "no first attribute"],
        true, false
      ),
      (
        "firstAttribute=\"notAnAttribute\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"top\"",
        ["no first attribute"], true, false
      ),
      (
        "firstAttribute=\"top\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"notAnAttribute\"",
        ["no second attribute"], true, false
      ),
      (
        "firstAttribute=\"top\" secondItem=\"zzz-zz-zzz\" secondAttribute=\"top\"",
        ["zzz-zz-zzz", "was the view removed?"], true, false
      ),
      (
        "firstAttribute=\"top\" secondItem=\"-1\" secondAttribute=\"top\"",
        ["placeholder -1", "neither a view nor a layout guide"], true, false
      ),
      ("firstAttribute=\"depth\" constant=\"1\"", ["depth is not an attribute"], true, false),
      ("firstAttribute=\"width\" relation=\"about\"", ["relation about"], true, false),
      ("firstAttribute=\"width\" constant=\"nan\"", ["constant nan is not finite"], true, false),
      ("firstAttribute=\"width\" constant=\"-inf\"", ["constant -inf is not finite"], true, false),
      (
        "firstAttribute=\"width\" constant=\"1e400\"", ["constant 1e400 is not finite"], true, false
      ),
      ("firstAttribute=\"width\" constant=\"0x1p3\"", ["0x1p3", "not a number"], true, false),
      ("firstAttribute=\"width\" constant=\"ten\"", ["ten", "not a number"], true, false),
      ("firstAttribute=\"width\" constant=\"-1e308\"", ["-1e308 is beyond"], false, true),
      (
        "firstAttribute=\"width\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"width\" multiplier=\"1:0\"",
        ["multiplier 1:0 is not finite"], true, false
      ),
      (
        "firstAttribute=\"width\" secondItem=\"bbb-bb-bbb\" secondAttribute=\"width\" multiplier=\"1e300\"",
        ["multiplier 1e300 is beyond"], false, false
      ),
      ("firstAttribute=\"width\" priority=\"1000.5\"", ["priority 1000.5"], true, false),
      ("firstAttribute=\"width\" priority=\"-1\"", ["priority -1"], true, false),
      ("firstAttribute=\"width\" priority=\"0x10\"", ["0x10", "not a number"], true, false),
      ("firstAttribute=\"width\" priority=\"0\"", ["priority is 0"], false, false),
      (
        "firstAttribute=\"width\" secondAttribute=\"height\"", ["without a second item"], false,
        true
      ),
      (
        "firstAttribute=\"width\" secondItem=\"aaa-aa-aaa\" secondAttribute=\"width\" multiplier=\"0.5\"",
        ["to itself"], false, true
      ),
    ]

  @Test(
    "other errors of constraints are named, and only the possible constraints are kept",
    arguments: others.indices)
  func faults(index: Int) throws {
    let fault = Self.others[index]
    let imported = Samples.importing(
      Samples.xib(
        subviews: Samples.label("bbb-bb-bbb"),
        constraints: "<constraint \(fault.attributes) id=\"ccc-cc-cc1\"/>"))
    let diagnostic = try #require(imported.diagnostics.first)
    #expect(imported.diagnostics.count == 1, "\(imported.diagnostics)")
    #expect(diagnostic.severity == (fault.isError ? .error : .warning))
    #expect(diagnostic.rule == (fault.isError ? .illegalConstraint : .doubtfulConstraint))
    #expect(diagnostic.location?.line == 13, "\(diagnostic)")
    for word in fault.words { #expect(diagnostic.message.contains(word), "\(diagnostic)") }
    let scope = try #require(imported.scopes.first)
    #expect(scope.layoutCase.constraints.count == (fault.isKept ? 1 : 0))
    #expect(scope.layoutCase.isValid)
  }
}
