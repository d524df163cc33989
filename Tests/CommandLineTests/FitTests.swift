// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import JSON
import LayoutModel
import TestSupport
import Testing

@Suite("Command line: fit", .serialized, .waitsForProcesses)
struct FitTests {
  /// Returns a case file of a cell with one label, pinned to three or four edges.
  private func file(bottom: Bool, text: TextContent? = nil) -> String {
    var label = View(id: "label", parent: 0, kind: .label)
    label.text = text
    if text == nil {
      label.intrinsicWidth = 100
      label.intrinsicHeight = LayoutNumber(digits: 201, scale: 1)
    }
    let edges: [Attribute] = [.top, .left, .right] + (bottom ? [.bottom] : [])
    let layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 44), scale: 2),
      views: [View(id: "cell", parent: nil), label],
      constraints: edges.map {
        LayoutConstraint(
          id: "\($0)", first: Anchor(.view(1), $0), second: Anchor(.view(0), $0))
      })
    return String(decoding: CaseFile.encode(layoutCase), as: UTF8.self)
  }

  @Test("fit prints the size, rounded up to device pixels")
  func size() throws {
    let folder = try TemporaryFolder.make(["cell.case.json": file(bottom: true)])
    let text = try ToolRun(["fit", "cell.case.json"], in: folder)
    #expect(text.status == 0, "\(text.error)")
    #expect(text.output == "cell.case.json: cell fits 100 x 20.5 pt (exactly 100 x 201/10)\n")
    let run = try ToolRun(["fit", "cell.case.json", "--width", "250.5", "--json"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let json = try run.json()
    let exact: [JSONValue] = ["501/2", "201/10"]
    #expect(json["view"]?.string == "cell")
    #expect(json["exact"]?.array == exact)
    #expect(json["gaps"]?.array?.isEmpty == true)
    let label = try ToolRun(["fit", "cell.case.json", "--view", "label"], in: folder)
    #expect(label.output.hasPrefix("cell.case.json: label fits 100 x 20.5 pt"))
  }

  @Test("fit reads a screen of a document on a device, as solve does")
  func document() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpus/documents/banner.storyboard").path
    for command in ["fit", "solve"] {
      let run = try ToolRun([command, file, "--device", "iPhone 8"])
      #expect(run.output.contains("BannerController"), "\(command): \(run.error)")
      #expect(try ToolRun([command, file, "--device", "none"]).status == 64)
    }
  }

  @Test("fit --rows lays out tables, whose work grows with their rows")
  func rows() throws {
    let folder = try TemporaryFolder.make([
      "cell.case.json": file(bottom: true, text: TextContent("a text", lineLimit: 0)),
      "plain.case.json": file(bottom: true),
    ])
    let run = try ToolRun(["fit", "cell.case.json", "--rows", "100,200,400", "--json"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let json = try run.json()
    let tables = json["tables"]?.array ?? []
    #expect(tables.compactMap { $0["measuredCells"]?.double } == [100, 200, 400])
    #expect(json["exponent"]?.double.map { $0 > 0.8 && $0 < 1.1 } == true)
    #expect(run.error.contains("400 rows: "))
    let again = try ToolRun(
      ["fit", "cell.case.json", "--rows", "100,200,400", "--json"], in: folder)
    #expect(again.output == run.output, "no clock on standard output")
    let plain = try ToolRun(["fit", "plain.case.json", "--rows", "5"], in: folder)
    #expect(plain.status == 65)
    let many = try ToolRun(["fit", "cell.case.json", "--rows", "5,0"], in: folder)
    #expect(many.status == 64)
  }

  @Test("check reports contradicting rows of a table, with or without an expectation")
  func rowConflicts() throws {
    let text = """
      {
        "layoutfuzz": 1,
        "environment": {"size": [320, 44]},
        "views": [
          {"id": "cell"},
          {"id": "label", "parent": "cell", "kind": "label", "compressionResistance": [1000, 1000], "text": {"string": "A"}}
        ],
        "constraints": [
          {"id": "left", "first": "label.left", "relation": "==", "second": "cell.left"},
          {"id": "right", "first": "label.right", "relation": "==", "second": "cell.right"},
          {"id": "top", "first": "label.top", "relation": "==", "second": "cell.top"},
          {"id": "bottom", "first": "label.bottom", "relation": "==", "second": "cell.bottom"},
          {"id": "cap", "first": "label.width", "relation": "<=", "constant": 320}
        ],
        "table": {"width": 320},
        "rows": [
          {},
          {"texts": {"label": "A text on one line that is much wider than three hundred and twenty points"}},
          {},
          {"texts": {"label": "Another text on one line that is much wider than three hundred and twenty points"}}
        ]
      }
      """
    let expecting = text.dropLast(2) + ",\n  \"expect\": {\"status\": \"unique\"}\n}"
    let folder = try TemporaryFolder.make([
      "rows.case.json": text, "expecting.case.json": String(expecting),
    ])
    for name in ["rows.case.json", "expecting.case.json"] {
      let run = try ToolRun(["check", name], in: folder)
      #expect(run.status == 1)
      #expect(run.output.contains("rows 2, 4 of the table: required constraints contradict"))
      #expect(run.output.contains("cap, label.compressionResistance.width"))
    }
  }

  @Test("fit --table lays out the table of the case file, and compares it with the expectation")
  func table() throws {
    var layoutCase = try CaseFile.decode(
      Array(file(bottom: true, text: TextContent("one line", lineLimit: 0)).utf8), file: "cell")
    layoutCase.table = TableContent(
      width: 320,
      rows: [
        .init(), .init(height: 44), .init(texts: [.init(view: 1, string: "two\nlines")]),
        .init(accessoryWidth: 400),
      ])
    layoutCase.expectation = Expectation(
      status: .conflict,
      rowHeights: ["20.5", "44", "41", "44"].map { text in
        LayoutNumber(digits: text == "20.5" ? 205 : (Int64(text) ?? 0) * 10, scale: 1)
      })
    let folder = try TemporaryFolder.make([
      "table.case.json": String(decoding: CaseFile.encode(layoutCase), as: UTF8.self),
      "cell.case.json": file(bottom: true),
    ])
    let run = try ToolRun(["fit", "table.case.json", "--table"], in: folder)
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("table.case.json: 4 rows, 320 pt wide, "), "\(run.output)")
    #expect(run.output.contains("  row 2: 44 pt, given by the program\n"))
    #expect(run.output.contains("  row 1: expected 41/2 pt, actual 21 pt\n"))
    let json = try ToolRun(["fit", "table.case.json", "--table", "--json"], in: folder).json()
    let rows = json["rows"]?.array ?? []
    #expect(rows.compactMap { $0["height"]?.double }.count == 4)
    #expect(rows.first?["origin"]?.string == "fitting")
    let narrow = try ToolRun(
      ["fit", "table.case.json", "--table", "--width", "100"], in: folder)
    #expect(narrow.output.hasPrefix("table.case.json: 4 rows, 100 pt wide, "))
    #expect(!narrow.output.contains("expected"))
    #expect(try ToolRun(["fit", "cell.case.json", "--table"], in: folder).status == 65)
  }

  @Test("fit reports missing parts, a conflict, and arguments that it cannot parse")
  func findings() throws {
    let folder = try TemporaryFolder.make([
      "cell.case.json": file(bottom: false), "whole.case.json": file(bottom: true),
    ])
    let gap = try ToolRun(["fit", "cell.case.json", "--width", "320"], in: folder)
    #expect(gap.status == 1)
    #expect(
      gap.output.contains(
        """
        fits 320 x 0 pt
          height  the contents do not determine it: no constraint connects the bottom of
                  label to the bottom of cell
        """))
    let expanded = try ToolRun(
      ["fit", "whole.case.json", "--expanded", "--h-priority", "900"], in: folder)
    #expect(expanded.output.contains("fits 10000 x 20.5 pt"), "\(expanded.output)")
    let narrow = try ToolRun(
      ["fit", "whole.case.json", "--width", "50", "--height", "10"], in: folder)
    #expect(narrow.status == 0, "contents give way: \(narrow.output)")
    for (words, message) in [
      (["--width", "wide"], "--width takes a number of points"),
      (["--height", "-1"], "--height takes a number of points"),
      (["--h-priority", "1001"], "--h-priority takes a priority above 0"),
    ] {
      let run = try ToolRun(["fit", "whole.case.json"] + words, in: folder)
      #expect(run.status == 64)
      #expect(run.error.contains(message))
    }
    let unknown = try ToolRun(["fit", "whole.case.json", "--view", "lable"], in: folder)
    #expect(unknown.status == 65)
    #expect(unknown.error.contains("no view 'lable'\n  fix: use 'label'"))
  }
}
