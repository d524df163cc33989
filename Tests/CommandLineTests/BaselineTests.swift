// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Command line: check with a baseline", .serialized, .waitsForProcesses)
struct BaselineTests {
  private static func banner() throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Corpus/documents/banner.storyboard")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static func write(_ text: String, _ name: String, _ folder: URL) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  @Test("known problems do not fail, at any place; new ones do, and gone ones are listed")
  func known() throws {
    let banner = try Self.banner()
    let folder = try TemporaryFolder.make()
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("Screens"), withIntermediateDirectories: true)
    try Self.write(banner, "Screens/Banner.storyboard", folder)
    #expect(try ToolRun(["check", "Screens"], in: folder).status == 1)
    let written = try ToolRun(["check", "Screens", "--write-baseline", "known.json"], in: folder)
    #expect(written.status == 0, "\(written.error)")
    #expect(
      written.output
        == "frames and texts, and some open parts, are not judged in 2 configurations with a conflict\n"
        + "1 file, 1 screen, 5 configurations: no new findings\n1 known problem (known.json): 1 error\n"
    )
    let bytes = try Data(contentsOf: folder.appendingPathComponent("known.json"))
    // Lines and numbers change with every edit.
    let moved = banner.replacing("<constraints>", with: "\n\n<constraints>")
      .replacing("constant=\"300\"", with: "constant=\"301\"")
    #expect(moved != banner)
    try Self.write(moved, "Screens/Banner.storyboard", folder)
    let same = try ToolRun(["check", "Screens", "--baseline", "known.json"], in: folder)
    #expect(same.status == 0, "\(same.error)")
    #expect(same.output == written.output)
    // The working folder does not matter.
    let inside = folder.appendingPathComponent("Screens")
    let there = try ToolRun(["check", ".", "--baseline", "../known.json"], in: inside)
    #expect(there.status == 0, "\(there.output)")
    try Self.write(
      banner.replacing("con-wi-001", with: "con-wi-002"), "Screens/Banner.storyboard", folder)
    let other = try ToolRun(["check", "Screens", "--baseline", "known.json"], in: folder)
    #expect(other.status == 1, "\(other.output)")
    #expect(other.output.contains(" configurations: 1 new error\n0 known problems (known.json)\n"))
    #expect(
      other.output.hasSuffix(
        "1 known problem is gone\n  fix: add --write-baseline known.json to update the file\n"))
    let all = try ToolRun(["check", "Screens", "--baseline", "known.json", "--all"], in: folder)
    #expect(all.output.contains("known.json: note: gone: Screens/Banner.storyboard: "))
    let json = try ToolRun(
      ["check", "Screens", "--baseline", "known.json", "--json"], in: folder
    ).json()
    #expect(json["findings"]?.array?.map { $0["isKnown"]?.bool } == [false])
    #expect(json["baseline"]?["new"]?.int == 1 && json["baseline"]?["known"]?.int == 0)
    #expect(json["baseline"]?["gone"]?.array?.count == 1)
    // Updated in place, the baseline no longer has the gone problems.
    let update = ["check", "Screens", "--baseline", "known.json", "--write-baseline", "known.json"]
    let updated = try ToolRun(update, in: folder)
    #expect(updated.status == 0 && updated.output.hasSuffix("\n1 known problem is gone\n"))
    let again = try ToolRun(["check", "Screens", "--baseline", "known.json"], in: folder)
    #expect(again.status == 0 && !again.output.contains("gone"), "\(again.output)")
    #expect(try Data(contentsOf: folder.appendingPathComponent("known.json")) != bytes)
  }

  @Test(
    "problems of unchecked files are not listed as gone; a second problem like a known one is new"
  )
  func others() throws {
    let banner = try Self.banner()
    let folder = try TemporaryFolder.make(["A.storyboard": banner, "B.storyboard": banner])
    let words = ["check", "A.storyboard", "B.storyboard"]
    let first = try ToolRun(words + ["--write-baseline", "known.json"], in: folder)
    #expect(first.output.hasSuffix("\n2 known problems (known.json): 2 errors\n"))
    let one = try ToolRun(["check", "A.storyboard", "--baseline", "known.json"], in: folder)
    #expect(one.status == 0 && !one.output.contains("gone"), "\(one.output)")
    let only = try ToolRun(["check", "A.storyboard", "--write-baseline", "a.json"], in: folder)
    #expect(only.status == 0)
    let new = try ToolRun(words + ["--baseline", "a.json"], in: folder)
    #expect(new.status == 1 && new.output.hasPrefix("B.storyboard:"), "\(new.output)")
  }

  @Test(
    "other files are not overwritten, and a file that is no baseline is an error with its place")
  func refusals() throws {
    let folder = try TemporaryFolder.make([
      "A.storyboard": try Self.banner(), "mine.json": "{\n\"a\": 1}",
    ])
    let taken = try ToolRun(["check", "A.storyboard", "--write-baseline", "mine.json"], in: folder)
    #expect(taken.status == 64 && taken.error.contains("exists"), "\(taken.error)")
    let input = try ToolRun(
      ["check", "A.storyboard", "--write-baseline", "A.storyboard", "--force"], in: folder)
    #expect(input.status == 64, "\(input.error)")
    let bad = try ToolRun(["check", "A.storyboard", "--baseline", "mine.json"], in: folder)
    #expect(bad.status == 65 && bad.error.contains("mine.json:2:1: error: "), "\(bad.error)")
    #expect(try ToolRun(["check", "A.storyboard", "--baseline", "none"], in: folder).status == 65)
    for more in [
      ["--write-baseline", "-"], ["--write-baseline", "b", "--scope", "BannerController"],
      ["--write-baseline", "one.html", "-o", "one.html"],
    ] {
      #expect(try ToolRun(["check", "A.storyboard"] + more, in: folder).status == 64, "\(more)")
    }
    let fidelity = try ToolRun(
      ["check", "A.storyboard", "--fidelity", "--baseline", "mine.json"], in: folder)
    #expect(fidelity.status == 64)
  }

  @Test("updating a baseline keeps its entries for unchecked files")
  func update() throws {
    let folder = try TemporaryFolder.make([
      "A.storyboard": try Self.banner(), "B.storyboard": try Self.banner(),
    ])
    let both = ["check", "A.storyboard", "B.storyboard"]
    #expect(try ToolRun(both + ["--write-baseline", "known.json"], in: folder).status == 0)
    let before = try String(contentsOf: folder.appending(path: "known.json"), encoding: .utf8)
    let one = try ToolRun(
      ["check", "A.storyboard", "--baseline", "known.json", "--write-baseline", "known.json"],
      in: folder)
    #expect(one.status == 0, "\(one.error)")
    #expect(try String(contentsOf: folder.appending(path: "known.json"), encoding: .utf8) == before)
    #expect(try ToolRun(both + ["--baseline", "known.json"], in: folder).status == 0)
    let elsewhere = try ToolRun(
      ["check", "A.storyboard", "--baseline", "known.json", "--write-baseline", "sub/known.json"],
      in: folder)
    #expect(elsewhere.status == 64, "\(elsewhere.error)")
  }

  @Test("rewriting a baseline keeps its entries for unchecked files")
  func writtenAnew() throws {
    let folder = try TemporaryFolder.make([
      "A.storyboard": try Self.banner(), "B.storyboard": try Self.banner(),
    ])
    let file = folder.appending(path: "known.json")
    let both = ["check", "A.storyboard", "B.storyboard"]
    #expect(try ToolRun(both + ["--write-baseline", "known.json"], in: folder).status == 0)
    let before = try Data(contentsOf: file)
    let one = ["check", "A.storyboard", "--write-baseline", "known.json"]
    let fewer = try ToolRun(one, in: folder)
    #expect(fewer.status == 0)
    #expect(fewer.error.contains("keeps 1 problem of what was not looked at"), "\(fewer.error)")
    #expect(try Data(contentsOf: file) == before)
    // On a large screen the banner fits.
    for more in [["--write-baseline", "known.json"], ["--baseline", "known.json"]] {
      let wide = try ToolRun(both + more + ["--device", "1024x768"], in: folder)
      #expect(wide.status == 0 && !wide.output.contains("gone"), "\(wide.output)")
      #expect(try Data(contentsOf: file) == before)
    }
    #expect(try ToolRun(one + ["--force"], in: folder).status == 0)
    #expect(try ToolRun(both + ["--baseline", "known.json"], in: folder).status == 1)
  }

  @Test("a file is the same by any link to it, and the page marks known problems")
  func links() throws {
    let folder = try TemporaryFolder.make()
    let files = FileManager.default
    try files.createDirectory(
      at: folder.appending(path: "real"), withIntermediateDirectories: true)
    try Self.write(try Self.banner(), "real/A.storyboard", folder)
    try files.createSymbolicLink(
      atPath: folder.appending(path: "link").path, withDestinationPath: "real")
    let written = try ToolRun(
      ["check", "link/A.storyboard", "--write-baseline", "known.json"], in: folder)
    #expect(written.status == 0, "\(written.error)")
    let text = try String(contentsOf: folder.appending(path: "known.json"), encoding: .utf8)
    #expect(text.contains("\"real/A.storyboard\""), "\(text)")
    for path in ["real/A.storyboard", "link/A.storyboard", "link", "real"] {
      let run = try ToolRun(["check", path, "--baseline", "known.json"], in: folder)
      #expect(run.status == 0, "\(path): \(run.output)")
    }
    // The same folder by another name.
    let update = try ToolRun(
      [
        "check", "real", "--baseline", "known.json", "--write-baseline",
        folder.appending(path: "known.json").path,
      ], in: folder)
    #expect(update.status == 0, "\(update.error)")
  }

  @Test("problems of a deleted file are gone, those of an unchecked file are not")
  func deleted() throws {
    let banner = try Self.banner()
    let folder = try TemporaryFolder.make(["A.storyboard": banner, "B.storyboard": banner])
    let write = ["check", "A.storyboard", "B.storyboard", "--write-baseline", "known.json"]
    #expect(try ToolRun(write, in: folder).status == 0)
    try FileManager.default.removeItem(at: folder.appending(path: "B.storyboard"))
    let run = try ToolRun(["check", "A.storyboard", "--baseline", "known.json"], in: folder)
    #expect(
      run.status == 0
        && run.output.contains("1 known problem (known.json): 1 error\n1 known problem is gone\n"),
      "\(run.output)")
  }

  @Test("a baseline of any length is reported in a few lines")
  func long() throws {
    let folder = try TemporaryFolder.make(["A.storyboard": try Self.banner()])
    let entries = (0..<500).map { index in
      "{\"file\": \"A.storyboard\", \"screen\": \"\", \"rule\": \"r\(index)\", \"objects\": [\""
        + String(repeating: "W", count: 10_000) + "\"], \"count\": 1}"
    }
    try Self.write(
      "{\"layoutfuzzBaseline\": 1, \"problems\": [\(entries.joined(separator: ","))]}",
      "known.json",
      folder)
    let run = try ToolRun(["check", "A.storyboard", "--baseline", "known.json"], in: folder)
    #expect(run.status == 1 && run.output.utf8.count < 2_000, "\(run.output.utf8.count)")
    #expect(run.output.contains("\n500 known problems are gone\n"))
    let all = try ToolRun(
      ["check", "A.storyboard", "--baseline", "known.json", "--all"], in: folder)
    #expect(all.status == 1 && all.output.utf8.count < 12_000, "\(all.output.utf8.count)")
    #expect(all.output.contains("known.json: note: gone: 480 more known problems\n"))
  }

  @Test("the page separates known problems from new ones, counts them and hides the known ones")
  func gallery() throws {
    let banner = try Self.banner()
    let folder = try TemporaryFolder.make(["A.storyboard": banner, "B.storyboard": banner])
    func page(_ words: String...) throws -> String {
      let run = try ToolRun(["check"] + words + ["-o", "g.html", "--force"], in: folder)
      #expect(run.status < 2, "\(run.error)")
      return try String(contentsOf: folder.appending(path: "g.html"), encoding: .utf8)
    }
    let plain = try page("A.storyboard", "B.storyboard")
    #expect(!plain.contains("Only new<") && !plain.contains(">known</span>"))
    _ = try page("A.storyboard", "--write-baseline", "known.json")
    let some = try page("A.storyboard", "B.storyboard", "--baseline", "known.json")
    #expect(some.contains("<h1>1 new error on 1 of 2 screens</h1>"))
    #expect(some.contains("<dt>Known problems</dt><dd>1<small>"))
    #expect(some.contains(">Only new</button>"))
    // The new finding comes first, although its file comes last.
    let cards = some.components(separatedBy: "<article ").dropFirst()
    #expect(cards.map { $0.contains("data-state=\"new\"") } == [true, false])
    #expect(cards.map { $0.contains("in <b>B.storyboard</b>") } == [true, false])
    #expect(some.matches(of: /<span class="s note">known</).count == 1)
    #expect(some.matches(of: /<span class="s err">new</).count == 1)
    #expect(some.contains("<a href=\"#f2\"><span class=\"s err\">1 error, known</span></a>"))
    #expect(some.contains("<a href=\"#f1\"><span class=\"s err\">1 error</span></a>"))
    let none = try page("A.storyboard", "--baseline", "known.json")
    #expect(none.contains("<h1>Nothing new on 1 screen</h1>"))
  }

  @Test("the options that describe rules take no files and no baselines")
  func rules() throws {
    let folder = try TemporaryFolder.make(["A.storyboard": try Self.banner()])
    for more in [["--write-baseline", "b.json"], ["A.storyboard"], ["-o", "g.html"]] {
      let run = try ToolRun(["check", "--rules"] + more, in: folder)
      #expect(run.status == 64 && run.error.contains("--rules and --explain-rule"), "\(more)")
    }
    #expect(try ToolRun(["check", "--rules", "--json"], in: folder).status == 0)
  }
}
