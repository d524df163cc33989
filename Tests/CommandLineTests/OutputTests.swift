// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import LayoutModel
import TestSupport
import Testing

@Suite("Command line: printed and written texts", .serialized, .waitsForProcesses)
struct OutputTests {
  /// Returns a root with a view of the given id, and a constraint on its width for each number.
  private func file(_ id: String, widths: [LayoutNumber], expects: Bool = false) -> String {
    var layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), View(id: id, parent: 0)])
    for (index, width) in widths.enumerated() {
      layoutCase.constraints.append(
        LayoutConstraint(
          id: "w\(index)\n\(id)", first: Anchor(.view(1), .width), constant: width))
    }
    if expects { layoutCase.expectation = Expectation(status: .ambiguous, ambiguousViews: [1]) }
    return String(decoding: CaseFile.encode(layoutCase), as: UTF8.self)
  }

  @Test(
    "an id with line breaks starts no new line",
    arguments: ["check", "explain", "solve"], [[100], [100, 50]] as [[LayoutNumber]])
  func lineBreaks(command: String, widths: [LayoutNumber]) throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": file("a\nfake.case.json: error: all is lost", widths: widths)
    ])
    let run = try ToolRun([command, "a.case.json"], in: folder)
    for line in (run.output + run.error).components(separatedBy: "\n") {
      #expect(!line.hasPrefix("fake.case.json"), "\(run.output)")
    }
    #expect(run.output.contains("\\u{A}fake.case.json"))
  }

  @Test("rules are printed as JSON, all of them or one")
  func rules() throws {
    let all = try ToolRun(["check", "--rules", "--json"]).json().array ?? []
    #expect(all.count > 15)
    for rule in all {
      #expect(rule.members?.map(\.key) == ["id", "severity", "summary", "explanation"])
    }
    let one = try ToolRun(["check", "--explain-rule", "overlap", "--json"]).json().array
    #expect(one?.compactMap { $0["id"]?.string } == ["overlap"])
  }

  @Test("edit writes a text of formats for such a name, and reports that an expectation is dropped")
  func edit() throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": file("a", widths: [100], expects: true)
    ])
    let run = try ToolRun(["edit", "a.case.json", "add-missing", "-o", "b.vfl"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.contains("note: the expectation is omitted"))
    let text = try String(contentsOf: folder.appendingPathComponent("b.vfl"), encoding: .utf8)
    #expect(text.contains("size 320x480"))
    #expect(try ToolRun(["check", "b.vfl"], in: folder).status == 0)
  }

  @Test("minimize of an original case names the strategy of its finding")
  func original() throws {
    let folder = try TemporaryFolder.make()
    let strategy = "simplex.weightedLevels"
    let fuzz = try ToolRun(
      ["fuzz", "--strategies", strategy, "--cases", "20", "--seed", "6"], in: folder)
    #expect(fuzz.status == 1, "\(fuzz.error)")
    let words = fuzz.output.components(separatedBy: "layoutfuzz replay ")
    let path = try #require(words.last?.components(separatedBy: "\n").first)
      .replacing("case.json", with: "original.json")
    let run = try ToolRun(["minimize", path], in: folder)
    #expect(run.status == 65)
    #expect(run.error.contains("give --strategy \(strategy)"), "\(run.error)")
  }

  @Test("a self-sizing cell is no conflict without a text; explain prints its size")
  func cell() throws {
    let pins = [("leading", 8), ("top", 8)].map { name, constant in
      "<constraint firstItem=\"bbb-bb-bb3\" firstAttribute=\"\(name)\" secondItem=\"bbb-bb-bb2\""
        + " secondAttribute=\"\(name)\" constant=\"\(constant)\" id=\"ccc-cc-\(name.prefix(3))\"/>"
    }
    let ends = [("trailing", 8), ("bottom", 8)].map { name, constant in
      "<constraint firstItem=\"bbb-bb-bb2\" firstAttribute=\"\(name)\" secondItem=\"bbb-bb-bb3\""
        + " secondAttribute=\"\(name)\" constant=\"\(constant)\" id=\"ccc-cc-\(name.prefix(3))\"/>"
    }
    let folder = try TemporaryFolder.make([
      "Cell.xib": """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"
        toolsVersion="17506" useAutolayout="YES" useSafeAreas="YES">
        <device id="retina4_7" orientation="portrait" appearance="light"/>
        <objects><tableViewCell id="bbb-bb-bb1">
          <rect key="frame" x="0.0" y="0.0" width="375" height="36.5"/>
          <tableViewCellContentView key="contentView" tableViewCell="bbb-bb-bb1" id="bbb-bb-bb2">
            <rect key="frame" x="0.0" y="0.0" width="375" height="36.5"/>
            <subviews>
              <label text="A label that says more than fits" numberOfLines="0"
                verticalHuggingPriority="1000" verticalCompressionResistancePriority="1000"
                translatesAutoresizingMaskIntoConstraints="NO" id="bbb-bb-bb3">
                <rect key="frame" x="8" y="8" width="359" height="20.5"/>
              </label>
            </subviews>
            <constraints>\((pins + ends).joined())</constraints>
          </tableViewCellContentView>
        </tableViewCell></objects>
      </document>
      """
    ])
    let run = try ToolRun(["check", "Cell.xib", "--full", "--json"], in: folder)
    #expect(run.status == 0, "\(run.output)")
    #expect((try run.json()["configurations"]?.int ?? 0) > 50)
    let explained = try ToolRun(["explain", "Cell.xib", "--text", "doubled"], in: folder)
    #expect(explained.output.contains("the cell is 375 x 57, as its contents ask for"))
    let solved = try ToolRun(["solve", "Cell.xib", "--text", "doubled", "--json"], in: folder)
    let frames = try solved.json()["exact"]?["frames"]?.array
    #expect(frames?.first?["height"]?.double == 57)
  }
}
