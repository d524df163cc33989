// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import Testing

@Suite("Command line: check with a baseline", .serialized)
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

  @Test(
    "what is known does not fail, wherever it stands now; what is new does, what is gone is told")
  func known() throws {
    let banner = try Self.banner()
    let folder = try TemporaryFolder.make()
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("Screens"), withIntermediateDirectories: true)
    try Self.write(banner, "Screens/Banner.storyboard", folder)
    #expect(try ToolRun(["check", "Screens"], in: folder).status == 1)
    let written = try ToolRun(["check", "Screens", "--write-baseline", "known.json"], in: folder)
    #expect(written.status == 0, "\(written.error)")
    #expect(written.output.hasSuffix("1 error, 1 problem known in known.json, 0 new\n"))
    let bytes = try Data(contentsOf: folder.appendingPathComponent("known.json"))
    // Lines and numbers move with every edit.
    let moved = banner.replacing("<constraints>", with: "\n\n<constraints>")
      .replacing("constant=\"300\"", with: "constant=\"301\"")
    #expect(moved != banner)
    try Self.write(moved, "Screens/Banner.storyboard", folder)
    let same = try ToolRun(["check", "Screens", "--baseline", "known.json"], in: folder)
    #expect(same.status == 0, "\(same.error)")
    #expect(same.output.split(separator: "\n").count == 1, "\(same.output)")
    // From wherever it is called.
    let inside = folder.appendingPathComponent("Screens")
    let there = try ToolRun(["check", ".", "--baseline", "../known.json"], in: inside)
    #expect(there.status == 0, "\(there.output)")
    try Self.write(
      banner.replacing("con-wi-001", with: "con-wi-002"), "Screens/Banner.storyboard", folder)
    let other = try ToolRun(["check", "Screens", "--baseline", "known.json"], in: folder)
    #expect(other.status == 1, "\(other.output)")
    #expect(
      other.output.contains("known.json: note: not there any more: Screens/Banner.storyboard: "))
    #expect(other.output.hasSuffix("0 problems known in known.json, 1 new, 1 gone\n"))
    let json = try ToolRun(
      ["check", "Screens", "--baseline", "known.json", "--json"], in: folder
    ).json()
    #expect(json["findings"]?.array?.map { $0["isKnown"]?.bool } == [false])
    #expect(json["baseline"]?["new"]?.int == 1 && json["baseline"]?["known"]?.int == 0)
    #expect(json["baseline"]?["gone"]?.array?.count == 1)
    // Brought up to date in place: what was gone is not in it any more.
    let update = ["check", "Screens", "--baseline", "known.json", "--write-baseline", "known.json"]
    #expect(try ToolRun(update, in: folder).status == 0)
    let again = try ToolRun(["check", "Screens", "--baseline", "known.json"], in: folder)
    #expect(again.status == 0 && !again.output.contains("gone"), "\(again.output)")
    #expect(try Data(contentsOf: folder.appendingPathComponent("known.json")) != bytes)
  }

  @Test(
    "files that are not looked at are not called gone, and a second problem like a known one is new"
  )
  func others() throws {
    let banner = try Self.banner()
    let folder = try TemporaryFolder.make(["A.storyboard": banner, "B.storyboard": banner])
    let words = ["check", "A.storyboard", "B.storyboard"]
    let first = try ToolRun(words + ["--write-baseline", "known.json"], in: folder)
    #expect(first.output.hasSuffix("2 problems known in known.json, 0 new\n"))
    let one = try ToolRun(["check", "A.storyboard", "--baseline", "known.json"], in: folder)
    #expect(one.status == 0 && !one.output.contains("gone"), "\(one.output)")
    let only = try ToolRun(["check", "A.storyboard", "--write-baseline", "a.json"], in: folder)
    #expect(only.status == 0)
    let new = try ToolRun(words + ["--baseline", "a.json"], in: folder)
    #expect(new.status == 1 && new.output.hasPrefix("B.storyboard:"), "\(new.output)")
  }

  @Test("other files are not overwritten, and what is no baseline is an error with its place")
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

  @Test("bringing a baseline up to date keeps what it knows of files that were not looked at")
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
}
