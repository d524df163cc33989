// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Command line: galleries of check", .waitsForProcesses)
struct CheckGalleryTests {
  private static let banner = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Corpus/documents/banner.storyboard").path

  private func page(_ folder: URL) throws -> String {
    try String(contentsOf: folder.appendingPathComponent("g.html"), encoding: .utf8)
  }

  @Test("a card has the picture, the words, the line and the command; the text is printed, too")
  func conflict() throws {
    let folder = try TemporaryFolder.make()
    let run = try ToolRun(["check", Self.banner, "-o", "g.html"], in: folder)
    #expect(run.status == 1)
    #expect(run.output == (try ToolRun(["check", Self.banner]).output))
    let html = try page(folder)
    #expect(html.contains("<h1>1 error on 1 screen</h1>"))
    // The conflict occurs only on the small device, in both directions.
    #expect(html.matches(of: /<article\b/).count == 1)
    for text in [
      "<figcaption>iPhone 5s, 320x568</figcaption>",
      "<li title=\"iPhone 5s, 320x568; iPhone 5s, 320x568, right to left\">",
      "<span>iPhone 5s <span class=\"mute\">and iPhone 5s, right to left</span></span>",
      "BannerController in <b>banner.storyboard</b>, line 21",
      "Required constraints conflict around &#39;Banner&#39; view",
      "<td><span class=\"s good\">ok</span></td>",
      "<td><a href=\"#f1\"><span class=\"s err\">1 error</span></a></td>", ">Banner</text>",
      "con-le-001 (line 21): remove, lower to priority 999, or change == to &lt;=",
      "--scope roo-tv-001 --device retina4_0</code></p>\n</article>",
    ] {
      #expect(html.contains(text), "\(text)")
    }
    // The style sheet reserves the space that the texts are fitted to.
    #expect(html.contains("grid-template-columns:340px") && html.contains("max-height:22rem"))
    // The picture has three red lines, one for each constraint of the conflict.
    #expect(html.matches(of: /<g class="violated">/).count == 3)
    #expect(!html.contains("<g class=\"required\">"))
    // One process and several make the same page.
    let alone = try ToolRun(
      ["check", Self.banner, "--in-process", "-o", "h.html"], in: folder)
    #expect(alone.status == 1)
    let other = try String(contentsOf: folder.appendingPathComponent("h.html"), encoding: .utf8)
    #expect(other == html)
  }

  @Test("the options decide which findings have a card, and case files have pages, too")
  func matrix() throws {
    let ambiguous = """
      {"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"},
      {"id": "<b>", "parent": "root"}], "constraints": []}
      """
    let folder = try TemporaryFolder.make(["a.case.json": ambiguous])
    let one = try ToolRun(["check", "a.case.json", "-o", "g.html"], in: folder)
    #expect(one.status == 1, "\(one.error)")
    var html = try page(folder)
    #expect(html.contains("&lt;b&gt; needs constraints for its ") && !html.contains("<b> needs"))
    // The view of the finding is highlighted.
    #expect(html.contains("<g class=\"view found\"><title>&lt;b&gt; (view)"))
    let direction = try ToolRun(
      [
        "check", Self.banner, "--device", "retina4_0", "--text", "as-is", "-o", "g.html", "--force",
      ],
      in: folder)
    #expect(direction.status == 1, "\(direction.error)")
    html = try page(folder)
    #expect(html.matches(of: /<article\b/).count == 1)
    #expect(html.contains("<th scope=\"col\">iPhone 5s, 320x568</th>"))
    let none = try ToolRun(
      ["check", Self.banner, "--device", "own", "-o", "g.html", "--force"], in: folder)
    #expect(none.status == 0)
    #expect(try page(folder).contains("<h1>No findings on 1 screen</h1>"))
  }

  @Test("an unusable file is on the page with the reason, before the findings")
  func unusable() throws {
    let folder = try TemporaryFolder.make(["x.storyboard": "<document", "y.xib": "nothing"])
    try FileManager.default.copyItem(
      atPath: Self.banner, toPath: folder.appendingPathComponent("b.storyboard").path)
    let run = try ToolRun(["check", ".", "-o", "g.html"], in: folder)
    #expect(run.status == 1, "\(run.error)")
    let html = try page(folder)
    #expect(html.contains("<h1>3 errors on 1 screen; 2 files not checked</h1>"))
    let place = try #require(html.ranges(of: "<li><code>x.storyboard</code>:").first)
    let card = try #require(html.ranges(of: "<article ").first)
    #expect(place.lowerBound < card.lowerBound)
  }

  @Test("nothing is overwritten without --force, inputs never are; - is standard output alone")
  func places() throws {
    let folder = try TemporaryFolder.make(["g.html": "mine"])
    let exists = try ToolRun(["check", Self.banner, "-o", "g.html"], in: folder)
    #expect(exists.status == 64 && exists.error.contains("replace it with --force"))
    #expect(try page(folder) == "mine")
    let printed = try ToolRun(["check", Self.banner, "-o", "-"], in: folder)
    #expect(printed.status == 1)
    #expect(printed.output.hasPrefix("<!DOCTYPE html>") && printed.output.hasSuffix("</html>\n"))
    #expect(printed.error == "1 file, 1 screen, 5 configurations: 1 error\n")
    let both = try ToolRun(["check", Self.banner, "-o", "g.html", "--force", "--json"], in: folder)
    #expect(both.status == 1)
    #expect(try both.json()["screens"]?.int == 1)
    #expect(try page(folder) == printed.output)
    for (words, message) in [
      (["-o", "-", "--json"], "both want standard output"),
      (["-o", "g.txts"], "does not say which format"),
      (["--fidelity", "-o", "h.html"], "--fidelity has no gallery"),
      (["--force"], "--force is of -o"),
    ] {
      let run = try ToolRun(["check", Self.banner] + words, in: folder)
      #expect(run.status == 64 && run.error.contains(message), "\(words): \(run.error)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/i.html", withDestinationPath: "in.storyboard")
    try FileManager.default.copyItem(atPath: Self.banner, toPath: folder.path + "/in.storyboard")
    let input = try ToolRun(["check", "in.storyboard", "-o", "i.html", "--force"], in: folder)
    #expect(input.status == 64 && input.error.contains("never overwritten"))
  }
}
