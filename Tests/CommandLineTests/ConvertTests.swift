// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import LayoutModel
import TestSupport
import Testing
import VisualFormats

@Suite("Command line: convert", .serialized, .waitsForProcesses)
struct ConvertTests {
  private let text = """
    size 320x480
    view a label 40x20
    H:|-20-[a]
    V:|-(>=5@750)-[a]
    constraint a.centerY == root.centerY * 1/3

    """

  private func screen(_ id: String) -> String {
    """
    <scene sceneID="s\(id)"><objects><viewController id="c\(id)" title="Screen \(id)"
    sceneMemberID="viewController"><view key="view" id="v\(id)">
    <rect key="frame" x="0.0" y="0.0" width="375" height="667"/><subviews>
    <label id="l-\(id)" translatesAutoresizingMaskIntoConstraints="NO">
    <rect key="frame" x="16" y="20" width="42" height="21"/></label></subviews><constraints>
    <constraint id="k\(id)" firstItem="l-\(id)" firstAttribute="leading" secondItem="v\(id)"
    secondAttribute="leading" constant="16" identifier="indent"/></constraints></view>
    </viewController></objects></scene>
    """
  }

  private func storyboard(_ ids: [String]) -> String {
    """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0"
    targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
    <scenes>\(ids.map(screen).joined())</scenes></document>
    """
  }

  private func content(_ name: String, _ folder: URL) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test("a text becomes a case file and the case file the text again")
  func thereAndBack() throws {
    let folder = try TemporaryFolder.make(["a.vfl": text])
    let there = try ToolRun(["convert", "a.vfl", "-o", "a.case.json"], in: folder)
    #expect(there.status == 0, "\(there.error)")
    #expect(there.output.isEmpty && there.error.isEmpty)
    let layoutCase = try CaseFile.decode(
      Array(try content("a.case.json", folder).utf8), file: "a.case.json")
    #expect(layoutCase.constraints.map(\.id) == ["c1", "c2", "c3"])
    let back = try ToolRun(["convert", "a.case.json", "-o", "b.vfl"], in: folder)
    #expect(back.status == 0, "\(back.error)")
    #expect(
      try content("b.vfl", folder) == """
        size 320x480
        root root
        view a label 40x20 in root
        H:|-20-[a]
        V:|-(>=5@750)-[a]
        constraint a.centerY == root.centerY * 1/3

        """)
    let again = try ToolRun(["convert", "b.vfl", "-o", "-"], in: folder)
    #expect(again.output == (try content("a.case.json", folder)))
    let vfl = try ToolRun(["convert", "a.vfl", "-o", "-", "--to", "vfl"], in: folder)
    #expect(vfl.output == (try content("b.vfl", folder)))
    #expect(try ToolRun(["solve", "a.vfl", "--json"], in: folder).status == 0)
  }

  @Test("the text in the help can be converted")
  func help() throws {
    let lines = try ToolRun(["convert", "--help-all"]).output.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.contains("# two views") })
    let end = try #require(lines[start...].firstIndex { $0.isEmpty })
    let folder = try TemporaryFolder.make(["a.vfl": lines[start..<end].joined(separator: "\n")])
    let run = try ToolRun(["convert", "a.vfl", "-o", "-"], in: folder)
    #expect(run.status == 0, "\(run.error)")
  }

  @Test("a screen on another device has its size, without the frames recorded for its own device")
  func device() throws {
    let folder = try TemporaryFolder.make(["one.storyboard": storyboard(["a"])])
    func converted(_ words: String...) throws -> LayoutCase {
      let run = try ToolRun(["convert", "one.storyboard", "-o", "-"] + words, in: folder)
      #expect(run.status == 0, "\(run.error)")
      return try CaseFile.decode(Array(run.output.utf8), file: "output")
    }
    #expect(try converted().views.contains { $0.recordedFrame != nil })
    let elsewhere = try converted("--device", "retina4_0")
    #expect(elsewhere.environment.size == LayoutSize(width: 320, height: 568))
    #expect(elsewhere.views.allSatisfy { $0.recordedFrame == nil })
  }

  @Test("the screen of a storyboard is chosen by id or name; without a choice they are listed")
  func screens() throws {
    let folder = try TemporaryFolder.make([
      "one.storyboard": storyboard(["a"]), "two.storyboard": storyboard(["a", "b"]),
    ])
    let one = try ToolRun(["convert", "one.storyboard", "-o", "one.case.json"], in: folder)
    #expect(one.status == 0, "\(one.error)")
    let several = try ToolRun(["convert", "two.storyboard", "-o", "two.case.json"], in: folder)
    #expect(several.status == 64)
    #expect(several.error.contains("choose one with --scope"))
    let ids = several.error.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    try #require(ids.count == 2, "\(several.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/two.case.json"))
    let second = try ToolRun(
      ["convert", "two.storyboard", "--scope", ids[1], "-o", "two.case.json"], in: folder)
    #expect(second.status == 0, "\(second.error)")
    let layoutCase = try CaseFile.decode(
      Array(try content("two.case.json", folder).utf8), file: "two.case.json")
    #expect(layoutCase.views.contains { $0.id == "l-b" })
    #expect(layoutCase.constraints.contains { $0.id == "kb" && $0.identifier == "indent" })
    let vfl = try ToolRun(
      ["convert", "two.storyboard", "--scope", ids[1], "-o", "two.vfl"], in: folder)
    #expect(vfl.status == 0, "\(vfl.error)")
    #expect(try content("two.vfl", folder).contains("\"id\": \"l-b\""))
    #expect(try content("two.vfl", folder).contains("{\"identifier\": \"indent\"}"))
    let wrong = try ToolRun(
      ["convert", "two.storyboard", "--scope", "zz", "-o", "x.vfl"], in: folder)
    #expect(wrong.status == 65)
  }

  @Test("no file is overwritten, in particular not the input")
  func overwriting() throws {
    let folder = try TemporaryFolder.make(["a.vfl": text, "b.vfl": "mine"])
    let refused = try ToolRun(["convert", "a.vfl", "-o", "b.vfl"], in: folder)
    #expect(refused.status == 64)
    #expect(refused.error.contains("'b.vfl' exists\n  fix: replace it with --force"))
    #expect(try content("b.vfl", folder) == "mine")
    #expect(try ToolRun(["convert", "a.vfl", "-o", "b.vfl", "--force"], in: folder).status == 0)
    // A link stays a link, and an entry other than a file is never replaced.
    let path = { (name: String) in folder.appendingPathComponent(name).path }
    try FileManager.default.createSymbolicLink(
      atPath: path("other.vfl"), withDestinationPath: path("b.vfl"))
    #expect(try ToolRun(["convert", "a.vfl", "-o", "other.vfl"], in: folder).status == 64)
    #expect(
      try ToolRun(["convert", "a.vfl", "-o", "other.vfl", "--force"], in: folder).status == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path("other.vfl")) == path("b.vfl"))
    #expect(mkfifo(path("pipe.vfl"), 0o600) == 0)
    for force in [[], ["--force"]] {
      let pipe = try ToolRun(["convert", "a.vfl", "-o", "pipe.vfl"] + force, in: folder)
      #expect(pipe.status == 64 && pipe.error.contains("is no file that could be replaced"))
    }
    #expect(try content("b.vfl", folder).hasPrefix("size 320x480"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.vfl", withDestinationPath: "a.vfl")
    for output in ["a.vfl", "./a.vfl", "link.vfl"] {
      let itself = try ToolRun(["convert", "a.vfl", "-o", output, "--force"], in: folder)
      #expect(itself.status == 64)
      #expect(itself.error.contains("never overwritten"))
    }
    #expect(try content("a.vfl", folder) == text)
    let nowhere = try ToolRun(["convert", "a.vfl", "-o", "no/such/a.vfl"], in: folder)
    #expect(nowhere.status == 74)
  }

  @Test("an error in a text is shown at its place, with the format and a caret")
  func faults() throws {
    let folder = try TemporaryFolder.make(["a.vfl": "size 320x480\n  H:|-[b]\n", "e.vfl": ""])
    let run = try ToolRun(["convert", "a.vfl", "-o", "b.case.json"], in: folder)
    #expect(run.status == 65)
    #expect(
      run.error == "a.vfl:2:8: error: there is no view 'b'\nH:|-[b]\n     ^\n",
      "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.case.json"))
    #expect(try ToolRun(["convert", "e.vfl", "-o", "-"], in: folder).status == 65)
  }

  @Test("an expectation that names constraints is left out of a text, with a notice")
  func expectation() throws {
    let folder = try TemporaryFolder.make(["a.vfl": text])
    var layoutCase = try VisualFormatFile.decode(Array(text.utf8), file: "a.vfl")
    layoutCase.expectation = Expectation(status: .conflict, conflict: ["c1"])
    try Data(CaseFile.encode(layoutCase)).write(to: folder.appendingPathComponent("c.case.json"))
    let run = try ToolRun(["convert", "c.case.json", "-o", "-", "--to", "vfl"], in: folder)
    #expect(run.status == 0)
    #expect(run.error.contains("the expectation is omitted: it names constraints by id"))
    #expect(!run.output.contains("expect"))
  }

  @Test(
    "a senseless command line is refused before any file is read",
    arguments: [
      (["convert", "x.vfl"], "needs -o OUT"), (["convert", "-o", "x.vfl"], "needs IN"),
      (
        ["convert", "x.vfl", "-o", "x.txt"],
        "has none of the endings .case.json, .vfl, .lp, .mps, .smt2, Tests.swift, .swift, .jsonl and .svg"
      ),
      (["convert", "x.vfl", "-o", "-", "--to", "vf"], "fix: use 'vfl'"),
      (
        ["convert", "x.vfl", "-o", "-", "--format", "vfl"],
        "unknown option '--format'\n  fix: use '--to'"
      ),
      (["convert", "x.vfl", "-o", "-", "--forse"], "fix: use '--force'"),
    ])
  func nonsense(words: [String], message: String) throws {
    let run = try ToolRun(words)
    #expect(run.status == 64)
    #expect(run.error.contains(message), "\(run.error)")
    #expect(run.output.isEmpty)
  }

  @Test("the folder of a finding about a built-in strategy stands for its smallest case")
  func findingFolder() throws {
    let folder = try TemporaryFolder.make()
    let fuzz = try ToolRun(
      [
        "fuzz", "--strategies", "simplex.weightedLevels", "--cases", "20", "--seed", "6", "--laws",
        "none", "--json",
      ], in: folder)
    let path = try #require(try fuzz.json()["findings"]?.array?.first?["case"]?.string)
    let finding = path.split(separator: "/").dropLast().joined(separator: "/")
    for words in [["-o", "-"], ["--to", "lp", "-o", "-"], ["--to", "uikit", "-o", "-"]] {
      let ofFolder = try ToolRun(["convert", finding] + words, in: folder)
      #expect(ofFolder.status == 0, "\(words): \(ofFolder.error)")
      #expect(ofFolder.output == (try ToolRun(["convert", path] + words, in: folder)).output)
    }
    #expect(try ToolRun(["solve", finding], in: folder).status == 0)
  }

  @Test("a picture equals that of render, and a test in Swift is recognized by its name")
  func pictureAndTest() throws {
    let folder = try TemporaryFolder.make(["a.vfl": text])
    #expect(try ToolRun(["convert", "a.vfl", "-o", "a.svg"], in: folder).status == 0)
    #expect(try ToolRun(["render", "a.vfl", "-o", "b.svg"], in: folder).status == 0)
    #expect(try content("a.svg", folder) == content("b.svg", folder))
    let run = try ToolRun(["convert", "a.vfl", "-o", "PairTests.swift"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let source = try content("PairTests.swift", folder)
    #expect(source.contains("import LayoutSolving\nimport Testing\n"))
    #expect(source.contains("func reproducesAVfl() {"))
    #expect(try ToolRun(["convert", "a.vfl", "-o", "Pair.swift"], in: folder).status == 0)
    #expect(try content("Pair.swift", folder).contains("import UIKit"))
    let named = try ToolRun(["convert", "a.vfl", "--to", "swift-test", "-o", "-"], in: folder)
    #expect(named.output == source)
  }
}
