// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import LayoutModel
import TestSupport
import Testing

@Suite(
  "Command line: check on devices, directions and texts; explain", .serialized, .waitsForProcesses)
struct CheckTests {
  /// Returns a case file with a label of one line, 100 points wide, in a root of 320 by 480.
  private func labelFile(_ text: TextContent) -> String {
    func pin(_ id: String, _ attribute: Attribute, _ constant: LayoutNumber?) -> LayoutConstraint {
      LayoutConstraint(
        id: id, first: Anchor(.view(1), attribute),
        second: constant == nil ? Anchor(.view(0), attribute) : nil, constant: constant ?? 0)
    }
    var layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), View(id: "title", parent: 0, kind: .label)],
      constraints: [
        pin("x", .leading, nil), pin("y", .top, nil), pin("w", .width, 100),
        pin("h", .height, 21),
      ])
    layoutCase.views[1].text = text
    return String(decoding: CaseFile.encode(layoutCase), as: UTF8.self)
  }

  /// Returns a screen that is too narrow for its banner only on the smallest phone.
  private static func banner() throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Corpus/documents/banner.storyboard")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("a screen that breaks only on the smallest phone is one finding for all texts, with lines")
  func devices() throws {
    let folder = try TemporaryFolder.make(["Banner.storyboard": try CheckTests.banner()])
    #expect(try ToolRun(["check", "Banner.storyboard", "--device", "own"], in: folder).status == 0)
    let run = try ToolRun(["check", "Banner.storyboard"], in: folder)
    #expect(run.status == 1, "\(run.error)")
    let lines = run.output.components(separatedBy: "\n")
    #expect(
      lines[0].hasPrefix("Banner.storyboard:14:") || lines[0].contains(": error: BannerController"))
    #expect(lines[0].hasSuffix("required constraints conflict around 'Banner' view (conflict)"))
    #expect(lines[1] == "  where  iPhone 5s, 320x568 (2 of 5 configurations)")
    #expect(
      run.output.contains(/'wide enough': 'Banner' view: width is at least 300 pt +line 15\n/))
    #expect(
      run.output.contains(
        "  con-tr-001 (line 23): remove, lower to priority 999, or change == to <=\n"))
    let json = try ToolRun(
      ["check", "Banner.storyboard", "--device", "all", "--json"], in: folder
    ).json()
    let finding = try #require(json["findings"]?.array?.first)
    #expect(finding["configurations"]?.array?.first?.string == "320x480")
    let narrow = try ToolRun(
      ["check", "Banner.storyboard", "--size", "330x600", "--json"], in: folder)
    #expect(narrow.status == 1)
    let wide = try ToolRun(
      ["check", "Banner.storyboard", "--device", "iPhone 8,390x844"], in: folder)
    #expect(wide.status == 0, "\(wide.output)\(wide.error)")
  }

  @Test("a finding only in generated texts has a lower severity; one cause is one finding")
  func texts() throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": labelFile(TextContent("Hello", lineBreak: .clip))
    ])
    #expect(try ToolRun(["check", "a.case.json"], in: folder).status == 0)
    let arguments = ["check", "a.case.json", "--text", "all", "--direction", "both"]
    let run = try ToolRun(arguments + ["--json"], in: folder)
    #expect(run.status == 1)
    let json = try run.json()
    #expect(json["configurations"]?.int == 10)
    let finding = try #require(json["findings"]?.array?.first)
    #expect(json["findings"]?.array?.count == 1)
    #expect(finding["rule"]?.string == "clipped-text")
    #expect(finding["severity"]?.string == "warning")
    #expect(
      finding["configurations"]?.array == [
        "with a long unbreakable word", "right to left, with a long unbreakable word",
      ])
    #expect(try ToolRun(arguments + ["--fail-on", "error"], in: folder).status == 0)
    let text = try ToolRun(arguments, in: folder)
    #expect(
      text.output.contains(
        "with a long unbreakable word (2 of 10 configurations; not with the texts of the document)"
      ))
    let empty = try ToolRun(["check", "a.case.json", "--text", "empty,cjk"], in: folder)
    #expect(empty.status == 0)
  }

  @Test("an ambiguity that the document suppresses is not reported")
  func mutedAmbiguity() throws {
    let open = try CheckTests.banner()
      .replacing(
        "<constraint firstAttribute=\"height\" constant=\"50\" id=\"con-he-001\"/>", with: "")
    let off = open.replacing("userLabel=\"Banner\"", with: "verifyAmbiguity=\"off\"")
    let sizes = open.replacing("userLabel=\"Banner\"", with: "verifyAmbiguity=\"ignoreSizes\"")
    let folder = try TemporaryFolder.make([
      "open.storyboard": open, "off.storyboard": off, "sizes.storyboard": sizes,
    ])
    func run(_ name: String) throws -> ToolRun {
      try ToolRun(["check", "\(name).storyboard", "--device", "own"], in: folder)
    }
    #expect(
      try run("open").output.contains("'Banner' view needs a constraint for its height"))
    #expect(try run("off").status == 0)
    #expect(try run("sizes").status == 0)
  }

  @Test("undecided screens are reported and counted, and the result is not clean")
  func undecided() throws {
    // Each constraint has its own priority, which needs more multipliers than the oracle allows.
    var layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil)])
    for number in 1...999 {
      var view = View(id: "v\(number)", parent: 0)
      view.hold = View.Hold(
        frame: LayoutRect(x: 0, y: 0, width: 1, height: 1), reason: .fixedFrame)
      layoutCase.views.append(view)
      layoutCase.constraints.append(
        LayoutConstraint(
          id: "c\(number)", first: Anchor(.view(number), .width), constant: 3,
          priority: Priority(Float(number))))
    }
    let folder = try TemporaryFolder.make([
      "large.case.json": String(decoding: CaseFile.encode(layoutCase), as: UTF8.self)
    ])
    let check = try ToolRun(["check", "large.case.json", "--json"], in: folder)
    #expect(check.status == 1, "\(check.error)")
    let json = try check.json()
    #expect(json["undecided"]?.int == 1)
    #expect(json["findings"]?.array?.map { $0["rule"]?.string } == ["undecided"])
    let fit = try ToolRun(["fit", "large.case.json", "--json"], in: folder)
    #expect(fit.status == 1, "\(fit.error)")
    #expect(try fit.json()["undecided"]?.bool == true)
  }

  @Test("the JSON of check has all its members, and is the same for any number of jobs")
  func json() throws {
    var files = ["Banner.storyboard": try CheckTests.banner()]
    for number in 0..<12 {
      files["\(number).case.json"] = labelFile(
        TextContent(String(repeating: "word ", count: number)))
    }
    let folder = try TemporaryFolder.make(files)
    let arguments = ["check", ".", "--json", "--fail-on", "note", "--jobs"]
    let one = try ToolRun(arguments + ["1"], in: folder)
    #expect(one.status == 1)
    #expect(try ToolRun(arguments + ["4"], in: folder).output == one.output)
    let json = try one.json()
    #expect(
      json.members?.map(\.key) == [
        "generator", "schema", "files", "screens", "configurations", "undecided", "findings",
        "notChecked", "skipped", "baseline",
      ])
    #expect(json["schema"]?.int == 1)
    for finding in json["findings"]?.array ?? [] {
      #expect(
        finding.members?.map(\.key) == [
          "rule", "severity", "file", "line", "column", "screen", "message", "involved",
          "details", "configurations", "configurationCount", "unjudgedCount", "explain", "isKnown",
          "reason", "severityBefore",
        ])
    }
  }

  @Test("rules are listed and explained, and unknown names are corrected")
  func rules() throws {
    let list = try ToolRun(["check", "--rules"])
    #expect(list.status == 0)
    for rule in ["conflict", "ambiguous", "priority-tie", "clipped-text", "misplaced", "overlap"] {
      #expect(list.output.contains("\n\(rule) ") || list.output.hasPrefix("\(rule) "))
      let text = try ToolRun(["check", "--explain-rule", rule])
      #expect(text.status == 0)
      #expect(text.output.hasPrefix("\(rule) ("))
    }
    for words in [
      ["--explain-rule", "conflit"], [".", "--only", "conflit"], [".", "--disable", "conflit"],
    ] {
      let run = try ToolRun(["check"] + words)
      #expect(
        run.status == 64 && run.error.contains("fix: use 'conflict'"), "\(words): \(run.error)")
    }
    #expect(try ToolRun(["check"]).status == 64)
    for words in [
      ["--device", "iPhone 80"], ["--text", "dubled"], ["--direction", "up"], ["--size", "3x"],
      ["--fail-on", "all"], ["--size", "390x844", "--device", "own"], ["--severity", "all"],
      ["--severity", "note", "--notes"], ["--format", "sarf"], ["--format", "sarif="],
      ["--only", "internal"], ["--only", "conflict", "--disable", "conflict"],
      ["--format", "junit", "--json"], ["-o", "a.md", "--format", "text=a.md"],
    ] {
      let run = try ToolRun(["check", "x.storyboard"] + words)
      #expect(run.status == 64, "\(words): \(run.error)")
    }
  }

  @Test("explain names the constraints that decide each number, and the unsatisfied ones")
  func explain() throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": labelFile(TextContent("Hello")), "Banner.storyboard": try CheckTests.banner(),
    ])
    let run = try ToolRun(["explain", "a.case.json"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let lines = run.output.components(separatedBy: "\n")
    #expect(lines[0] == "a.case.json: unique layout")
    #expect(lines.contains("'Hello' label (title): 100 x 21 pt at (0, 0)"))
    #expect(lines.contains("  x       0    x: H:|-(0)-[title]"))
    #expect(lines.contains("  width   100  w: title.width == 100"))
    #expect(lines.contains("Unmet preferences"))
    #expect(run.output.contains("title hugs its width"))
    let banner = try ToolRun(["explain", "Banner.storyboard", "--view", "ban-ne-001"], in: folder)
    #expect(banner.status == 0, "\(banner.error)")
    #expect(
      banner.output.contains(
        "'Banner' view (ban-ne-001): 335 x 50 pt at (20, 100)\n"
          + "  x       20   leading edge is 20 pt after the leading edge of the root view"),
      "\(banner.output)")
    #expect(banner.output.hasPrefix("BannerController on iPhone 8 (375x667): unique layout\n"))
    for name in ["Banner", "'Banner' view"] {
      let named = try ToolRun(["explain", "Banner.storyboard", "--view", name], in: folder)
      #expect(named.output == banner.output, "\(named.error)")
    }
    #expect(try ToolRun(["explain", "a.case.json", "--view", "titel"], in: folder).status == 65)
    let near = try ToolRun(["explain", "Banner.storyboard", "--view", "Baner"], in: folder)
    #expect(near.status == 65 && near.error.contains("no view 'Baner'\n  fix: use 'Banner'\n"))
    let far = try ToolRun(["explain", "Banner.storyboard", "--view", "x"], in: folder)
    #expect(far.error.contains("\n  fix: 'layoutfuzz solve' lists all views\n"), "\(far.error)")
  }

  @Test("a name that several views have is refused, with their ids")
  func sharedNames() throws {
    let banner = try CheckTests.banner().replacing(
      "<subviews>",
      with: """
        <subviews><view contentMode="scaleToFill" userLabel="Banner" id="ban-ne-002">
          <rect key="frame" x="0.0" y="0.0" width="10" height="10"/></view>
        """)
    let folder = try TemporaryFolder.make(["Banner.storyboard": banner])
    let run = try ToolRun(["explain", "Banner.storyboard", "--view", "Banner"], in: folder)
    #expect(run.status == 65)
    #expect(
      run.error.contains("2 views are named 'Banner'\n  fix: give an id: ban-ne-002, ban-ne-001\n"),
      "\(run.error)")
  }

  @Test("explain describes a conflict and an ambiguity, which are no failure there")
  func explainNoLayout() throws {
    let layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), View(id: "a", parent: 0)],
      constraints: [
        LayoutConstraint(id: "x", first: Anchor(.view(1), .left), second: Anchor(.view(0), .left))
      ])
    var conflicting = layoutCase
    for width: LayoutNumber in [1, 2] {
      conflicting.constraints.append(
        LayoutConstraint(id: "w\(width.text)", first: Anchor(.view(1), .width), constant: width))
    }
    let folder = try TemporaryFolder.make([
      "a.case.json": String(decoding: CaseFile.encode(layoutCase), as: UTF8.self),
      "b.case.json": String(decoding: CaseFile.encode(conflicting), as: UTF8.self),
    ])
    let open = try ToolRun(["explain", "a.case.json"], in: folder)
    #expect(open.status == 0)
    #expect(open.output.contains("a.case.json: ambiguous, one of several right layouts\n"))
    #expect(open.output.contains("  y       0  open, another value is as good\n"))
    #expect(open.output.contains("  x       0  x: H:|-(0)-[a](LTR)"))
    let none = try ToolRun(["explain", "b.case.json"], in: folder)
    #expect(none.status == 0)
    #expect(none.output.hasPrefix("b.case.json: no layout, required constraints conflict\n"))
    #expect(none.output.contains("\n  why  w1: a.width == 1\n       w2: a.width == 2\n  fix  "))
  }

  @Test("words of --device add up, each screen once")
  func deviceWords() throws {
    let folder = try TemporaryFolder.make(["Banner.storyboard": try CheckTests.banner()])
    func configurations(_ words: String) throws -> Int? {
      try ToolRun(["check", "Banner.storyboard", "--device", words, "--json"], in: folder)
        .json()["configurations"]?.int
    }
    #expect(try configurations("own") == 1)
    #expect(try configurations("smoke,own,320x568") == 2)
    #expect(try configurations("smoke,iPad mini 8.3-inch") == 3)
    #expect(try configurations("iPhone 8,retina4_7,375x667,iPhone SE") == 1)
    // A model that shares its screen with another one is known; a number is never mistyped.
    for (word, hint) in [
      (
        "iPhone 99",
        "\n  fix: use 'iPhone 17', 'iPhone 17 Pro', 'iPhone 17 Pro Max', or give the size"
      ),
      ("iPhne 8", "\n  fix: use 'iPhone 8'"),
    ] {
      let unknown = try ToolRun(["check", "Banner.storyboard", "--device", word], in: folder)
      #expect(unknown.error.contains("unknown device '\(word)'\(hint)"), "\(unknown.error)")
    }
    let twin = try ToolRun(
      ["explain", "Banner.storyboard", "--device", "iPhone 17 Pro"], in: folder)
    #expect(twin.output.hasPrefix("BannerController on iPhone 16 Pro (402x874): unique layout\n"))
    let help = try ToolRun(["check", "--help-all"]).output
    for word in ["own ", "smoke ", "default ", "all ", "iPhone 8 (retina4_7)"] {
      #expect(help.contains("\n  \(word)"), "\(word)")
    }
  }

  /// A document for a desktop with two windows.
  private let windows = """
    <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" useAutolayout="YES" toolsVersion="20037">
    <objects><customView id="one-on-one"><rect key="frame" x="0" y="0" width="90" height="90"/>
    <subviews><customView id="ins-id-one"><rect key="frame" x="0" y="0" width="9" height="9"/>
    </customView></subviews></customView><customView id="two-tw-two"><rect key="frame" x="0" y="0"
    width="90" height="90"/><subviews><customView id="ins-id-two"><rect key="frame" x="0" y="0"
    width="9" height="9"/></customView></subviews></customView></objects></document>
    """

  @Test("a device or size without effect is reported, and one with an effect is not")
  func devicesInVain() throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": labelFile(TextContent("Hello")), "b.xib": windows,
      "c.storyboard": try CheckTests.banner(),
    ])
    for (words, remark) in [
      (["a.case.json", "--device", "iPhone 8"], "a case file has no devices"),
      (["b.xib", "--device", "iPhone 8"], "--device changes nothing: a document for macOS"),
      (["b.xib", "--size", "300x300"], "--size changes nothing: a document for macOS"),
      (["c.storyboard", "--device", "appleTV"], "is no device of a document for iOS"),
      (["a.case.json", "--size", "300x300"], nil), (["b.xib", "--device", "all"], nil),
      (["c.storyboard", "--device", "iPhone 8"], nil),
    ] as [([String], String?)] {
      let run = try ToolRun(["check"] + words, in: folder)
      #expect(run.status == 0, "\(words): \(run.output)\(run.error)")
      #expect(remark.map(run.error.contains) ?? run.error.isEmpty, "\(words): \(run.error)")
    }
  }

  @Test("a device without effect on several files is one line")
  func devicesInVainOnSeveral() throws {
    let folder = try TemporaryFolder.make(["a.xib": windows, "b.xib": windows, "c.xib": windows])
    let run = try ToolRun(["check", ".", "--device", "iPhone 8"], in: folder)
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    #expect(run.error.contains("a.xib and 2 more files: note: --device changes nothing"))
  }

  @Test("--scope checks one screen of one document")
  func scope() throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": labelFile(TextContent("Hello")), "b.xib": windows,
    ])
    let all = try ToolRun(["check", "b.xib", "--json"], in: folder)
    #expect(try all.json()["screens"]?.int == 2, "\(all.error)")
    let one = try ToolRun(["check", "b.xib", "--scope", "two-tw-two", "--json"], in: folder)
    #expect(try one.json()["screens"]?.int == 1, "\(one.error)")
    for (words, status) in [
      (["b.xib", "--scope", "two-tw-tow"], 65), (["a.case.json", "--scope", "x"], 65),
      ([".", "--scope", "x"], 64), (["b.xib", "a.case.json", "--scope", "x"], 64),
    ] as [([String], Int32)] {
      let run = try ToolRun(["check"] + words, in: folder)
      #expect(run.status == status && run.output.isEmpty, "\(words): \(run.error)")
    }
  }

  @Test("check finds the texts of visual formats in a folder")
  func visualFormats() throws {
    let folder = try TemporaryFolder.make([
      "a.vfl": "name \"wide\"\nsize 320x480\nview image imageView 400x40 in root\n\tH:|-[image]-|\n"
    ])
    let run = try ToolRun(["check", ".", "--json"], in: folder)
    #expect(try run.json()["files"]?.int == 1, "\(run.output)\(run.error)")
  }

  @Test("the command of a finding reports it again: same device, direction and texts")
  func reproduced() throws {
    let folder = try TemporaryFolder.make([
      "Banner of all.storyboard": try CheckTests.banner(),
      "a.case.json": labelFile(TextContent("Hello", lineBreak: .clip)),
    ])
    let run = try ToolRun(["check", "Banner of all.storyboard", "--json"], in: folder)
    let finding = try #require(try run.json()["findings"]?.array?.first)
    #expect(
      finding["explain"]?.string
        == "layoutfuzz explain 'Banner of all.storyboard' --scope roo-tv-001 --device retina4_0")
    let explained = try ToolRun(
      ["explain", "Banner of all.storyboard", "--scope", "roo-tv-001", "--device", "retina4_0"],
      in: folder)
    #expect(explained.status == 0)
    let title = "required constraints conflict around 'Banner' view"
    #expect(explained.output.contains("\nerror: \(title) (conflict)\n"))
    #expect(explained.output.hasPrefix("BannerController on iPhone 5s (320x568): no layout"))
    let long = ["a.case.json", "--text", "long-word", "--direction", "rtl"]
    let text = try ToolRun(["check"] + long, in: folder)
    #expect(
      text.output.contains(
        "  more   layoutfuzz explain a.case.json --direction rtl --text long-word"))
    let pattern = #/a\.case\.json: (?<severity>[a-z]+): /#
    let severity = try #require(text.output.firstMatch(of: pattern)?.severity)
    #expect(severity == "warning")
    let longText = try ToolRun(["explain"] + long, in: folder).output
    #expect(longText.contains("\n\(severity): "), "\(longText)")
    #expect(longText.contains("(clipped-text)"))
    let solved = try ToolRun(["solve", "a.case.json", "--size", "400x500", "--json"], in: folder)
    let frames = try solved.json()["exact"]?["frames"]?.array
    #expect(frames?.first?["width"]?.int == 400)
    for words in [
      ["explain", "a.case.json", "--device", "own"], ["solve", "a.case.json", "--text", "all"],
      ["solve", "Banner of all.storyboard", "--device", "smoke"],
    ] {
      #expect(try ToolRun(words, in: folder).status == 64, "\(words)")
    }
  }

  @Test("an expected status hides no conflict from explain, and check reports the hidden ones")
  func expected() throws {
    var layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), View(id: "a", parent: 0, kind: .button)],
      constraints: [])
    for (id, attribute, constant) in [
      ("x", Attribute.left, 400 as LayoutNumber?), ("y", .top, 0), ("w", .width, nil),
      ("h", .height, nil),
    ] {
      layoutCase.constraints.append(
        LayoutConstraint(
          id: id, first: Anchor(.view(1), attribute),
          second: constant == nil ? nil : Anchor(.view(0), attribute), constant: constant ?? 50))
    }
    layoutCase.expectation = Expectation(status: .unique)
    var conflicting = layoutCase
    conflicting.constraints.append(
      LayoutConstraint(id: "w2", first: Anchor(.view(1), .width), constant: 60))
    conflicting.expectation = Expectation(status: .conflict, conflict: ["w", "w2"])
    let folder = try TemporaryFolder.make([
      "a.case.json": String(decoding: CaseFile.encode(layoutCase), as: UTF8.self),
      "b.case.json": String(decoding: CaseFile.encode(conflicting), as: UTF8.self),
    ])
    let counted = try ToolRun(["check", "a.case.json"], in: folder)
    #expect(
      counted.output
        == "1 file, 1 screen, 1 configuration: 1 note\n1 note is hidden (--notes shows it)\n")
    let hidden = try ToolRun(["check", "a.case.json", "--notes"], in: folder)
    #expect(hidden.status == 0)
    #expect(hidden.output.contains("note: the case says what is expected of it, so 1 finding"))
    #expect(try ToolRun(["check", "b.case.json"], in: folder).output.contains("no findings"))
    let explained = try ToolRun(["explain", "b.case.json"], in: folder)
    #expect(explained.output.contains("  w2: a.width == 60"))
  }

  @Test("an unknown screen is answered with the known ones")
  func scopes() throws {
    let folder = try TemporaryFolder.make(["Banner.storyboard": try CheckTests.banner()])
    let run = try ToolRun(["explain", "Banner.storyboard", "--scope", "roo-tv-002"], in: folder)
    #expect(run.status == 65)
    #expect(run.error.contains("no screen 'roo-tv-002'\n  roo-tv-001"))
    #expect(run.error.contains("  roo-tv-001  BannerController"))
  }
}
