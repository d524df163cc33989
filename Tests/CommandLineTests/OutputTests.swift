// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import LayoutModel
import Testing

@Suite("Command line: what is printed and written", .serialized)
struct OutputTests {
  /// A root with a view of a name, and a constraint on its width for each number.
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
    "an id with line breaks makes no line of its own",
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

  @Test("rules are told as JSON, all of them or one")
  func rules() throws {
    let all = try ToolRun(["check", "--rules", "--json"]).json().array ?? []
    #expect(all.count > 15)
    for rule in all {
      #expect(rule.members?.map(\.key) == ["id", "severity", "summary", "explanation"])
    }
    let one = try ToolRun(["check", "--explain-rule", "overlap", "--json"]).json().array
    #expect(one?.compactMap { $0["id"]?.string } == ["overlap"])
  }

  @Test("edit writes a text of formats where the name says so, and says that an expectation goes")
  func edit() throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": file("a", widths: [100], expects: true)
    ])
    let run = try ToolRun(["edit", "a.case.json", "add-missing", "-o", "b.vfl"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.contains("note: what the case expects was said of the layout before"))
    let text = try String(contentsOf: folder.appendingPathComponent("b.vfl"), encoding: .utf8)
    #expect(text.contains("size 320x480"))
    #expect(try ToolRun(["check", "b.vfl"], in: folder).status == 0)
  }

  @Test("minimize of a case as it was found names the strategy of its finding")
  func original() throws {
    let folder = try TemporaryFolder.make()
    let strategy = "simplex.weightedLevels"
    let fuzz = try ToolRun(
      ["fuzz", "--strategies", strategy, "--cases", "20", "--seed", "1"], in: folder)
    #expect(fuzz.status == 1, "\(fuzz.error)")
    let words = fuzz.output.components(separatedBy: "layoutfuzz replay ")
    let path = try #require(words.last?.components(separatedBy: "\n").first)
      .replacing("case.json", with: "original.json")
    let run = try ToolRun(["minimize", path], in: folder)
    #expect(run.status == 65)
    #expect(run.error.contains("give --strategy \(strategy)"), "\(run.error)")
  }
}
