// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

@Suite(
  "Command line: the report of check, its options and formats", .serialized, .waitsForProcesses)
struct CheckReportTests {
  private static let banner = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Corpus/documents/banner.storyboard").path

  /// Returns a folder with conflicting screens.
  private func folder(screens: Int, _ more: [String: String] = [:]) throws -> URL {
    var files = more
    for seed in 0..<screens {
      files["screen\(seed).xib"] = RandomScreen.document(seed: UInt64(seed))
    }
    return try TemporaryFolder.make(files)
  }

  private func lines(_ run: ToolRun) -> [String] { run.output.components(separatedBy: "\n") }

  private func rules(_ run: ToolRun) throws -> Set<String> {
    Set(try run.json()["findings"]?.array?.compactMap { $0["rule"]?.string } ?? [])
  }

  @Test(
    "several files take at most 120 lines: a table, errors, warnings, totals; --all has no limit")
  func limit() throws {
    let folder = try folder(screens: 60)
    let run = try ToolRun(["check", "."], in: folder)
    #expect(run.status == 1, "\(run.error)")
    let lines = lines(run)
    #expect(lines.count <= 121 && lines.count > 60, "\(lines.count)")
    #expect(lines[0].hasPrefix("rule ") && lines[0].hasSuffix("errors  warnings"))
    let errors = lines.indices.filter { lines[$0].contains(": error: ") }
    let warnings = lines.indices.filter { lines[$0].contains(": warning: ") }
    let last = try #require(errors.last)
    #expect(errors.count > 10 && warnings.allSatisfy { $0 > last })
    #expect(run.output.contains(" (--all lists every finding)\n"))
    let paths = lines.filter { $0.contains(": error: ") }
    #expect(paths.allSatisfy { $0.hasPrefix("screen") }, "as seen from the current folder")
    #expect(try ToolRun(["check", ".", "--jobs", "1"], in: folder).output == run.output)
    let all = try ToolRun(
      ["check", ".", "--all", "--format", "text", "--format", "json=all.json"], in: folder)
    #expect(!all.output.contains("--all"))
    let bytes = try Data(contentsOf: folder.appending(path: "all.json"))
    let report = try JSONParser.parse(Array(bytes))
    let findings = report["findings"]?.array ?? []
    let shown = self.lines(all).filter { $0.contains(": error: ") || $0.contains(": warning: ") }
    #expect(shown.count > errors.count + warnings.count)
    #expect(shown.count <= findings.count { $0["severity"]?.string != "note" })
  }

  @Test("one file is printed in full, with a blank line between findings")
  func oneFile() throws {
    let folder = try folder(screens: 1)
    let run = try ToolRun(["check", "screen0.xib"], in: folder)
    let blocks = run.output.components(separatedBy: "\n\n")
    let findings = blocks.filter { $0.contains("(conflict)") || $0.contains("(ambiguous)") }
    #expect(!findings.isEmpty)
    for block in findings {
      let lines = block.split(separator: "\n")
      #expect(lines.count > 2, "\(block)")
      #expect(lines.last?.hasPrefix("  more   layoutfuzz explain screen0.xib") == true, "\(block)")
    }
  }

  @Test("--severity, --fail-on and --notes decide what is listed, and the totals count the rest")
  func severities() throws {
    let folder = try folder(screens: TestLength.choose(quick: 5, full: 8))
    func severities(_ words: String...) throws -> Set<String> {
      let run = try ToolRun(["check", ".", "--all"] + words, in: folder)
      #expect(run.status == 1, "\(words): \(run.error)")
      return Set(["error", "warning", "note"].filter { run.output.contains(": \($0): ") })
    }
    #expect(try severities() == ["error", "warning"])
    #expect(try severities("--notes") == ["error", "warning", "note"])
    #expect(try severities("--fail-on", "note") == ["error", "warning", "note"])
    #expect(try severities("--severity", "error") == ["error"])
    #expect(try severities("--fail-on", "error") == ["error"])
    #expect(try severities("--fail-on", "error", "--severity", "warning") == ["error", "warning"])
    let run = try ToolRun(["check", ".", "--severity", "error"], in: folder)
    #expect(run.output.contains(" are hidden (--notes shows them)\n"), "\(run.output)")
    let quiet = try ToolRun(["check", ".", "--quiet"], in: folder)
    #expect(!quiet.output.hasPrefix("rule ") && !quiet.output.contains("hidden"))
  }

  @Test("--only and --disable choose rules for every format and the exit code")
  func ruleChoice() throws {
    let folder = try TemporaryFolder.make()
    func run(_ words: String...) throws -> ToolRun {
      try ToolRun(["check", Self.banner, "--json"] + words, in: folder)
    }
    #expect(try rules(run("--only", "conflict,ambiguous")) == ["conflict"])
    for words in [["--only", "ambiguous"], ["--disable", "conflict"]] {
      let run = try ToolRun(["check", Self.banner, "-o", "g.html", "--force"] + words, in: folder)
      #expect(run.status == 0 && run.output.contains(": no findings"), "\(run.output)")
      let page = try String(contentsOf: folder.appending(path: "g.html"), encoding: .utf8)
      #expect(page.contains("<h1>No findings on 1 screen</h1>"))
    }
    // A rule that was not applied is no reason to drop what the baseline knows.
    let baseline = ["check", Self.banner, "--write-baseline", "known.json"]
    #expect(try ToolRun(baseline, in: folder).status == 0)
    let bytes = try Data(contentsOf: folder.appending(path: "known.json"))
    let other = try ToolRun(baseline + ["--disable", "conflict"], in: folder)
    #expect(other.status == 0, "\(other.error)")
    #expect(try Data(contentsOf: folder.appending(path: "known.json")) == bytes)
  }

  @Test("--exclude leaves out names and paths, and a run without any file is an error")
  func exclude() throws {
    let folder = try folder(screens: 3)
    func files(_ words: String...) throws -> Int? {
      let run = try ToolRun(["check", ".", "--json"] + words, in: folder)
      return run.status == 65 ? nil : try run.json()["files"]?.int
    }
    #expect(try files("--exclude", "screen1.xib") == 2)
    #expect(try files("--exclude", "*1.x?b", "--exclude", "screen2*") == 1)
    #expect(try files("--exclude", "screen") == 3)
    #expect(try files("--exclude", "*") == nil)
    let path = try ToolRun(["check", folder.path, "--exclude", "\(folder.path)/s*0.xib"])
    #expect(path.output.contains("2 files, "), "\(path.output)")
    let below = try ToolRun(["check", folder.path, "--exclude", "./s*0.xib"])
    #expect(below.output.contains("2 files, "), "\(below.output)")
    let parent = folder.lastPathComponent
    let none = try ToolRun(["check", folder.path, "--exclude", parent])
    #expect(none.output.contains("3 files, "), "\(none.output)")
    #expect(none.error.contains("--exclude \(parent): no further file matches"), "\(none.error)")
    for word in ["", "/", "."] {
      #expect(try ToolRun(["check", folder.path, "--exclude", word]).status == 64)
    }
  }

  /// Returns a storyboard of two screens with other conflicts of a view of the same name.
  private static let twoScreens: String = {
    func screen(_ name: String, _ attribute: String) -> String {
      """
      <scene><objects><viewController id="\(name)-c" customClass="\(name)">
      <view key="view" id="\(name)-r"><rect key="frame" x="0" y="0" width="375" height="667"/>
      <subviews><label text="A" translatesAutoresizingMaskIntoConstraints="NO" id="\(name)-l">
      <rect key="frame" x="0" y="0" width="10" height="20"/><constraints>
      <constraint firstAttribute="\(attribute)" constant="10" id="\(name)-1"/>
      <constraint firstAttribute="\(attribute)" constant="20" id="\(name)-2"/>
      </constraints></label></subviews></view></viewController></objects></scene>
      """
    }
    return """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" useAutolayout="YES" \
      toolsVersion="17506"><device id="retina4_7"/><scenes>
      \(screen("Login", "width"))\(screen("Signup", "height"))</scenes></document>
      """
  }()

  @Test("conflicts of two screens with the same title are both printed, with fixes and commands")
  func sameTitle() throws {
    let folder = try TemporaryFolder.make(["two.storyboard": Self.twoScreens])
    for words in [[], ["--all"]] {
      let run = try ToolRun(["check", "two.storyboard", "--only", "conflict"] + words, in: folder)
      #expect(run.status == 1, "\(run.error)")
      for name in ["Login", "Signup"] {
        #expect(run.output.contains("error: \(name): required constraints conflict around"))
        #expect(run.output.contains("\(name)-1 (line "), "\(run.output)")
        #expect(run.output.contains(" --scope \(name)-r"), "\(run.output)")
      }
      // Fixes were tried in one configuration.
      #expect(run.output.contains(" (verified: "), "\(run.output)")
    }
  }

  @Test("warnings that read the same are one entry with their lines, except with --all")
  func merged() throws {
    let view = { (id: Int) in
      """
      <view translatesAutoresizingMaskIntoConstraints="NO" id="v\(id)">
      <rect key="frame" x="0" y="0" width="0" height="0"/>
      </view>
      """
    }
    let document = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
      toolsVersion="17506"><objects><view id="root"><rect key="frame" x="0" y="0" width="375" \
      height="667"/><subviews>\((0..<3).map(view).joined(separator: "\n"))</subviews>
      </view></objects></document>
      """
    let folder = try TemporaryFolder.make(["a.xib": document])
    let json = try ToolRun(["check", "a.xib", "--json"], in: folder).json()
    let findings = json["findings"]?.array ?? []
    #expect(findings.count > 2, "\(findings)")
    let run = try ToolRun(["check", "a.xib", "--all", "--notes"], in: folder)
    let heads = lines(run).filter { $0.hasPrefix("a.xib:") }
    #expect(heads.count == findings.count, "\(run.output)")
  }

  @Test("errors leave room for warnings, and the first error of each rule is printed in full")
  func reserve() throws {
    var files = Dictionary(
      uniqueKeysWithValues: try (0..<130).map {
        ("copy\($0).storyboard", try String(contentsOfFile: Self.banner, encoding: .utf8))
      })
    for seed in 0..<12 { files["screen\(seed).xib"] = RandomScreen.document(seed: UInt64(seed)) }
    let folder = try TemporaryFolder.make(files)
    let run = try ToolRun(["check", "."], in: folder)
    let all = lines(run)
    #expect(all.count <= 121, "\(all.count)")
    let listed = try ToolRun(["check", ".", "--json"], in: folder).json()["findings"]?.array ?? []
    let warnings = listed.count { $0["severity"]?.string == "warning" }
    let shown = all.count { $0.contains(": warning: ") }
    #expect(warnings > 0 && shown >= min(warnings, 10), "\(shown) of \(warnings)")
    let rules = Set(
      listed.filter { $0["severity"]?.string == "error" }.compactMap { $0["rule"]?.string })
    for rule in rules {
      let first = try #require(
        all.firstIndex { $0.contains(": error: ") && $0.hasSuffix("(\(rule))") })
      #expect(all[first + 1].hasPrefix("  "), "\(rule) is not in full: \(run.output)")
    }
  }

  @Test("a report that cannot be written costs no other report; one file has one report")
  func unwritable() throws {
    let folder = try folder(screens: 1)
    let run = try ToolRun(
      ["check", ".", "-o", "a.sarif", "-o", "nowhere/b.md", "-o", "c.xml"], in: folder)
    #expect(run.status == 74 && run.error.contains("nowhere/b.md"), "\(run.error)")
    #expect(run.output.contains(": error: "), "\(run.output)")
    for name in ["a.sarif", "c.xml"] {
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: name).path), "\(name)")
    }
    try Data("old".utf8).write(to: folder.appending(path: "known.json"))
    for words in [
      ["-o", "x.md", "-o", "./x.md"], ["-o", "./known.json", "--baseline", "known.json"],
      ["-o", "./known.json", "--write-baseline", "known.json"],
    ] {
      let refused = try ToolRun(["check", "."] + words + ["--force"], in: folder)
      #expect(refused.status == 64, "\(words): \(refused.error)")
    }
    #expect(try Data(contentsOf: folder.appending(path: "known.json")) == Data("old".utf8))
  }

  @Test("a file with the marks of a merge is an error of each format and fails the run")
  func unresolvedMerge() throws {
    let marks = "<document>\n<<<<<<< HEAD\n<objects/>\n=======\n>>>>>>> b\n</document>\n"
    let folder = try TemporaryFolder.make([
      "fine.case.json":
        "{\"layoutfuzz\": 1, \"environment\": {\"size\": [9, 9]}, \"views\": [{\"id\": \"root\"}]}",
      "Merge.storyboard": marks, "Old.xib": "<archive/>", "merge.case.json": "{\n>>>>>>> b\n}",
      // Of a later version, so not damaged.
      "later.case.json": "{\"layoutfuzz\": 99}",
    ])
    let arguments = ["check", ".", "--fail-on", "error"]
    let run = try ToolRun(arguments, in: folder)
    #expect(run.status == 1, "\(run.error)")
    let message =
      "the file cannot be read: the line begins with '<<<<<<<': a merge was not resolved"
    #expect(run.output.contains("Merge.storyboard:2:1: error: \(message) (unreadable)\n"))
    #expect(run.output.contains("merge.case.json:2:1: error: the file cannot be read: "))
    #expect(run.output.contains(": 2 errors, 4 files not usable\n"), "\(run.output)")
    #expect(run.error.contains("Merge.storyboard") && run.error.contains("Old.xib"))
    for format in ["json", "sarif", "junit", "github", "markdown", "html"] {
      let other = try ToolRun(arguments + ["--format", format], in: folder)
      #expect(other.status == 1 && other.output.contains("unreadable"), "\(format)")
    }
    let sarif = try ToolRun(arguments + ["--format", "sarif"], in: folder).output
    #expect(sarif.contains("\"ruleId\": \"unreadable\""), "\(sarif)")
    // The rule counts besides others, can be the only one, and can be left out.
    #expect(try ToolRun(arguments + ["--only", "unreadable"], in: folder).status == 1)
    #expect(try ToolRun(arguments + ["--only", "conflict"], in: folder).status == 1)
    #expect(try ToolRun(arguments + ["--disable", "unreadable"], in: folder).status == 0)
    #expect(try ToolRun(["check", "Merge.storyboard"], in: folder).status == 65)
    // A baseline may know a file that is damaged by design, if someone says so.
    #expect(try ToolRun(arguments + ["--write-baseline", "b.json"], in: folder).status == 1)
    let known = arguments + ["--baseline", "b.json"]
    #expect(try ToolRun(known, in: folder).status == 1)
    let accept = ["--accept", "Merge.storyboard:2", "--accept", "merge.case.json:2:unreadable"]
    let accepted = try ToolRun(known + accept + ["--reason", "a test of merges"], in: folder)
    #expect(accepted.status == 0, "\(accepted.error)")
    #expect(try ToolRun(known, in: folder).status == 0)
    #expect(try ToolRun(known + ["--write-baseline", "b.json"], in: folder).status == 0)
    #expect(try ToolRun(known, in: folder).status == 0)
  }

  @Test("the text, SARIF, JUnit, Markdown and the page are written by one run")
  func formats() throws {
    let folder = try folder(screens: 2, ["broken.xib": "nonsense"])
    let run = try ToolRun(
      [
        "check", ".", "-o", "a.sarif", "-o", "b.xml", "-o", "c.md", "-o", "d.html", "-o", "e.txt",
        "--format", "json=f.js", "--format", "github",
      ], in: folder)
    #expect(run.status == 1, "\(run.error)")
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    #expect(
      run.output.contains("::error file=broken.xib,line=1,col=1,title=LayoutFuzz%3A unreadable::"))
    #expect(run.output.contains("::error file=screen0.xib,line="), "\(run.output)")
    let complete = try ToolRun(["check", ".", "--all"], in: folder).output
    #expect(try text("e.txt") == complete && complete.contains("broken.xib:1:1: error: the file "))
    #expect(try text("f.js") == (try ToolRun(["check", ".", "--json"], in: folder).output))
    #expect(try text("c.md").hasPrefix("# LayoutFuzz\n\n**2 files, 2 screens, "))
    #expect(try text("d.html").contains("<article "))
    // The same command replaces its own reports.
    let own = ["a.sarif", "b.xml", "c.md", "d.html", "f.json"]
    let outputs = own.flatMap { ["-o", $0] }
    for _ in 0..<2 {
      #expect(try ToolRun(["check", "."] + outputs, in: folder).status == 1)
    }
    let refused = try ToolRun(["check", ".", "-o", "e.txt"], in: folder)
    #expect(refused.status == 64 && refused.error.contains("replace it with --force"))
    // A report under the name of another format, and a file that looks like one, are kept.
    try FileManager.default.moveItem(
      at: folder.appending(path: "c.md"), to: folder.appending(path: "c.html"))
    try Data("# LayoutFuzz\n\n**Notes**\n".utf8).write(to: folder.appending(path: "c.md"))
    for name in ["c.html", "c.md"] {
      let before = try text(name)
      #expect(try ToolRun(["check", ".", "-o", name], in: folder).status == 64)
      #expect(try text(name) == before)
    }
    try FileManager.default.moveItem(
      at: folder.appending(path: "f.json"), to: folder.appending(path: "other.json"))
    let sarif = try JSONParser.parse(Array(try text("a.sarif").utf8))
    let log = try #require(sarif["runs"]?.array?.first)
    let rules = log["tool"]?["driver"]?["rules"]?.array ?? []
    let results = log["results"]?.array ?? []
    let listed = try ToolRun(["check", ".", "--json"], in: folder).json()["findings"]?.array ?? []
    #expect(!results.isEmpty && results.count == listed.count { $0["severity"]?.string != "note" })
    for result in results {
      let rule = try #require(result["ruleIndex"]?.int)
      #expect(rules[rule]["id"]?.string == result["ruleId"]?.string)
      let place = result["locations"]?.array?.first?["physicalLocation"]
      let uri = try #require(place?["artifactLocation"]?["uri"]?.string)
      #expect((uri.hasPrefix("screen") || uri == "broken.xib") && uri.hasSuffix(".xib"))
      #expect(place?["region"]?["startLine"]?.int ?? 0 > 0)
      #expect(["error", "warning"].contains(result["level"]?.string))
    }
    #expect(log["invocations"]?.array?.first?["executionSuccessful"]?.bool == true)
    let junit = ParsedMarkup(try text("b.xml"))
    #expect(junit.problem == nil)
    #expect(junit.elements["failure"] == results.count && junit.elements["error"] == nil)
  }

  @Test("known problems are suppressed in SARIF and skipped in JUnit; no annotation names them")
  func known() throws {
    let folder = try TemporaryFolder.make()
    let write = ["check", Self.banner, "--write-baseline", "known.json"]
    #expect(try ToolRun(write, in: folder).status == 0)
    func run(_ format: String) throws -> ToolRun {
      try ToolRun(
        ["check", Self.banner, "--baseline", "known.json", "--format", format], in: folder)
    }
    let sarif = try run("sarif").json()["runs"]?.array?.first?["results"]?.array?.first
    #expect(sarif?["baselineState"]?.string == "unchanged")
    #expect(sarif?["suppressions"]?.array?.count == 1)
    #expect(sarif?["level"]?.string == "error")
    #expect(ParsedMarkup(try run("junit").output).elements["skipped"] == 1)
    #expect(try run("github").output.isEmpty)
  }
}
