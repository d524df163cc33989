// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import LayoutModel
import TestSupport
import Testing

@Suite("Command line: edit", .serialized, .waitsForProcesses)
struct EditTests {
  private let text = """
    {
      "layoutfuzz": 1,
      "environment": {"size": [100, 100]},
      "views": [
        {"id": "root"},
        {"id": "a", "parent": "root", "intrinsicSize": [30, 40]}
      ],
      "constraints": [
        {"id": "x", "first": "a.leading", "relation": "==", "second": "root.leading", "constant": 10}
      ]
    }
    """

  private func decoded(_ file: URL) throws -> LayoutCase {
    try CaseFile.decode([UInt8](Data(contentsOf: file)), file: file.path)
  }

  @Test("edit adds the missing constraint, lists it, and does not change the input")
  func addMissing() throws {
    let folder = try TemporaryFolder.make(["in.case.json": text])
    let run = try ToolRun(
      ["edit", "in.case.json", "add-missing", "-o", "out.case.json"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.contains("add-missing: 1 constraint added\n  a.top: "))
    let edited = try decoded(folder.appending(path: "out.case.json"))
    #expect(edited.constraints.map(\.id) == ["x", "a.top"])
    let input = try String(contentsOf: folder.appending(path: "in.case.json"), encoding: .utf8)
    #expect(input == text)
    #expect(try ToolRun(["check", "out.case.json"], in: folder).status == 0)
    #expect(try ToolRun(["check", "in.case.json"], in: folder).status == 1)
  }

  @Test("actions run in order; without an output file the case goes to standard output")
  func inTurn() throws {
    let folder = try TemporaryFolder.make(["in.case.json": text])
    let run = try ToolRun(
      ["edit", "in.case.json", "add-missing", "update-frames", "freeze", "clear"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let edited = try CaseFile.decode(Array(run.output.utf8), file: "output")
    #expect(edited.constraints.isEmpty)
    #expect(edited.views[1].recordedFrame?.x == 10)
    #expect(run.error.contains("freeze: 4 constraints added"))
    #expect(run.error.contains("clear: 6 constraints removed"))
  }

  @Test("an open size that is 0 in the present layout is pinned to 0 with a notice")
  func nothingGivesASize() throws {
    let open = text.replacingOccurrences(of: ", \"intrinsicSize\": [30, 40]", with: "")
    let folder = try TemporaryFolder.make(["in.case.json": open])
    let run = try ToolRun(["edit", "in.case.json", "add-missing"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.contains("a.height == 0 (no size is given; it is 0 pt"))
  }

  @Test("a screen is edited on the requested device, in the requested direction and with the texts")
  func configuration() throws {
    let folder = try TemporaryFolder.make(["in.case.json": text])
    let run = try ToolRun(
      ["edit", "in.case.json", "add-missing", "--size", "80x90", "--direction", "rtl"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let edited = try CaseFile.decode(Array(run.output.utf8), file: "output")
    #expect(edited.environment.size == LayoutSize(width: 80, height: 90))
    #expect(edited.environment.direction == .rightToLeft)
    #expect(
      try ToolRun(["edit", "in.case.json", "clear", "--device", "x"], in: folder).status == 64)
  }

  @Test("no file is overwritten, and bad requests list the known values")
  func refusals() throws {
    let folder = try TemporaryFolder.make(["in.case.json": text, "other.case.json": text])
    func status(_ words: String...) throws -> (Int32, String) {
      let run = try ToolRun(["edit"] + words, in: folder)
      return (run.status, run.error)
    }
    #expect(try status("in.case.json", "freeze", "-o", "in.case.json", "--force").0 == 64)
    #expect(try status("in.case.json", "freeze", "-o", "other.case.json").0 == 64)
    #expect(
      try status("in.case.json", "freeze", "-o", "other.case.json", "--force").0 == 0)
    #expect(try status("in.case.json", "freez").1.contains("fix: use 'freeze'"))
    #expect(try status("in.case.json", "freeze", "--view", "b").0 == 65)
    #expect(try status("in.case.json").0 == 64)
    #expect(try status("none.case.json", "freeze").0 == 65)
  }

  @Test("no command writes into a file with the name of a document", arguments: ["edit", "solve"])
  func documents(command: String) throws {
    let folder = try TemporaryFolder.make(["other.xib": "<document/>"])
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let input = root.appendingPathComponent("Corpus/documents/banner.storyboard").path
    let words = command == "edit" ? ["edit", input, "clear"] : ["solve", input]
    let option = command == "edit" ? "-o" : "--certificate"
    for name in ["new.xib", "other.xib", "new.storyboard"] {
      let run = try ToolRun(words + [option, name, "--force"], in: folder)
      #expect(run.status == 64 && run.error.contains("storyboard or xib"), "\(run.error)")
    }
    let text = try String(contentsOf: folder.appending(path: "other.xib"), encoding: .utf8)
    #expect(text == "<document/>")
  }

  @Test("a layout that does not settle is reported by the commands that show or keep its frames")
  func unsettled() throws {
    let text = """
      {
        "layoutfuzz": 1,
        "environment": {"size": [375, 667], "safeArea": [44, 0, 34, 0]},
        "views": [{"id": "root"}, {"id": "a", "parent": "root"}, {"id": "b", "parent": "a"}],
        "constraints": [
          {"id": "c", "first": "b.top", "relation": "==", "second": "a.topMargin"}
        ]
      }
      """
    let folder = try TemporaryFolder.make(["x.case.json": text])
    for words in [["solve", "x.case.json"], ["edit", "x.case.json", "update-frames"]] {
      let run = try ToolRun(words, in: folder)
      #expect(run.error.contains("the layout does not settle in 8 passes"), "\(words)")
    }
  }
}
