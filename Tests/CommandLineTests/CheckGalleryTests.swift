// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("Command line: galleries of check")
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
    #expect(html.contains("<h1>1 of 1 screen to mend</h1>"))
    // The conflict occurs only on the small device, in both directions.
    #expect(html.matches(of: /<article\b/).count == 2)
    for text in [
      "<h4>320x568</h4>", "<h4>320x568, right to left</h4>", "banner.storyboard:21:11</code>",
      "required constraints contradict each other around &#39;Banner&#39;",
      "<td class=\"error\" data-device=\"320x568\"><a href=\"#card1\">1 error</a></td>",
      "<td class=\"ok\" data-device=\"as drawn\">ok</td>", ">Banner</text>",
      "take out con-le-001, or lower it to priority 999", "--scope roo-tv-001 --device retina4_0",
    ] {
      #expect(html.contains(text), "\(text)")
    }
    // The style sheet reserves the space that the texts are fitted to.
    #expect(html.contains("minmax(min(100%,22rem),1fr)") && html.contains("max-height:26rem"))
    // The picture has three red lines, one for each constraint of the conflict.
    let first = html.components(separatedBy: "<article ")[1]
    #expect(first.matches(of: /<g class="violated">/).count == 3)
    #expect(!first.contains("<g class=\"required\">"))
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
    #expect(html.contains("&lt;b&gt;") && !html.contains("<b>\""))
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
    #expect(html.contains("<th scope=\"col\">320x568 (iPhone"))
    let none = try ToolRun(
      ["check", Self.banner, "--device", "own", "-o", "g.html", "--force"], in: folder)
    #expect(none.status == 0)
    #expect(try page(folder).contains("<h1>No screen needs mending</h1>"))
  }

  @Test("an unusable file is on the page with the reason")
  func unusable() throws {
    let folder = try TemporaryFolder.make(["x.storyboard": "<document", "y.xib": "nothing"])
    try FileManager.default.copyItem(
      atPath: Self.banner, toPath: folder.appendingPathComponent("b.storyboard").path)
    let run = try ToolRun(["check", ".", "-o", "g.html"], in: folder)
    #expect(run.status == 1, "\(run.error)")
    let html = try page(folder)
    #expect(html.contains("<h2>Files that cannot be used</h2>"))
    #expect(
      html.contains("<li><code>./x.storyboard</code>: ") || html.contains("x.storyboard</code>: "))
    #expect(html.contains("<article "))
  }

  @Test("nothing is overwritten without --force, inputs never are; - is standard output alone")
  func places() throws {
    let folder = try TemporaryFolder.make(["g.html": "mine"])
    let exists = try ToolRun(["check", Self.banner, "-o", "g.html"], in: folder)
    #expect(exists.status == 64 && exists.error.contains("--force replaces it"))
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
