// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks inputs that are not regular files, names that steer a terminal, and folders full of both.
@Suite("Command line: hostile inputs", .serialized, .waitsForProcesses)
struct HostileInputTests {
  private let fine = """
    {"layoutfuzz": 1, "environment": {"size": [9, 9]}, "views": [{"id": "root"}]}
    """

  /// Returns a screen with a label that two constraints make too wide, and one illegal constraint.
  private func screen(_ constraints: String) -> String {
    """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES"
      targetRuntime="iOS.CocoaTouch"><objects><view id="v"><rect key="frame" x="0.0" y="0.0"
      width="375" height="667"/><subviews><label id="l" userLabel="Title"><rect key="frame" x="0.0"
      y="0.0" width="10" height="10"/></label></subviews><constraints>
    \(constraints)</constraints></view></objects></document>
    """
  }

  private func folderOfNeverEnding() throws -> URL {
    let folder = try TemporaryFolder.make(["fine.case.json": fine])
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    for name in ["named.case.json", "pipe.xib"] { try #require(mkfifo(path(name), 0o600) == 0) }
    try FileManager.default.createSymbolicLink(
      atPath: path("loop.storyboard"), withDestinationPath: "loop.storyboard")
    try FileManager.default.createSymbolicLink(
      atPath: path("gone.storyboard"), withDestinationPath: "nowhere")
    try FileManager.default.createSymbolicLink(
      atPath: path("zero.xib"), withDestinationPath: "/dev/zero")
    return folder
  }

  @Test("pipes, devices and endless links are named with a reason and never waited for")
  func neverEnding() throws {
    let folder = try folderOfNeverEnding()
    for (name, reason) in [
      ("named.case.json", "a pipe where a file is expected"),
      ("pipe.xib", "a pipe where a file is expected"),
      ("loop.storyboard", "Too many levels of symbolic links"),
      ("gone.storyboard", "file not found"),
      ("zero.xib", "a device where a file is expected"),
      ("/dev/zero", "a device where a file is expected"),
      ("/dev/null", "a device where a file is expected"),
    ] {
      for command in [["check"], ["check", "--fidelity"], ["solve"], ["replay"], ["minimize"]] {
        if command.count > 1, !name.hasSuffix(".xib"), !name.hasSuffix(".storyboard") { continue }
        let run = try ToolRun(command + [name], in: folder)
        #expect(run.status == 65, "\(command) \(name): \(run.error)")
        #expect(run.error.contains("\(name): error: \(reason)"), "\(command) \(name): \(run.error)")
      }
    }
  }

  @Test("in a folder they are skipped, each with its reason") func passedOver() throws {
    let folder = try folderOfNeverEnding()
    let inner = folder.appendingPathComponent("inner.storyboard")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    try Data(fine.utf8).write(to: inner.appendingPathComponent("case.json"))
    let run = try ToolRun(["check", ".", "--json"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let report = try run.json()
    #expect(report["files"]?.int == 2)
    let skipped = report["skipped"]?.array?.compactMap { $0["file"]?.string } ?? []
    #expect(
      skipped == [
        "./gone.storyboard", "./inner.storyboard", "./loop.storyboard", "./named.case.json",
        "./pipe.xib", "./zero.xib",
      ])
    #expect(run.error.contains("./inner.storyboard: error: a folder where a file is expected"))
  }

  @Test("an unreadable file and an unreadable folder are named", .enabled(if: geteuid() != 0))
  func unreadable() throws {
    let folder = try TemporaryFolder.make(["fine.case.json": fine, "closed.xib": screen("")])
    let inner = folder.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    chmod(inner.path, 0)
    chmod(folder.appendingPathComponent("closed.xib").path, 0)
    defer { chmod(inner.path, 0o700) }
    let run = try ToolRun(["check", "."], in: folder)
    #expect(run.status == 0)
    #expect(run.error.contains("./closed.xib: Permission denied"))
    #expect(run.error.contains("./inner: Permission denied"))
    #expect(try ToolRun(["check", "inner"], in: folder).status == 65)
  }

  @Test("a folder of 10,000 unusable files is reported in one run") func manyFiles() throws {
    let folder = try TemporaryFolder.make(["fine.case.json": fine])
    for number in 0..<10_000 {
      let path = folder.appendingPathComponent("\(number).xib").path
      close(open(path, O_CREAT | O_WRONLY, 0o600))
    }
    let run = try ToolRun(["check", ".", "--json"], in: folder)
    #expect(run.status == 1, "\(run.error.prefix(300))")
    let report = try run.json()
    #expect(report["skipped"]?.array?.count == 10_000)
    // An empty file is damaged.
    #expect(report["findings"]?.array?.count == 10_000)
  }

  @Test("a sparse file of many gigabytes is refused unread") func sparse() throws {
    let folder = try TemporaryFolder.make(["big.xib": ""])
    truncate(folder.appendingPathComponent("big.xib").path, 1 << 36)
    let run = try ToolRun(["check", "big.xib"], in: folder)
    #expect(run.status == 65)
    #expect(run.error.contains("big.xib: error: larger than 64 MB"), "\(run.error)")
  }

  @Test("an illegal constraint is a finding with its place") func illegalConstraint() throws {
    let folder = try TemporaryFolder.make([
      "a.xib": screen(
        "<constraint firstItem=\"l\" firstAttribute=\"left\" secondItem=\"v\" "
          + "secondAttribute=\"leading\" id=\"c\"/>")
    ])
    let run = try ToolRun(["check", "a.xib"], in: folder)
    #expect(run.status == 1, "\(run.error)")
    #expect(run.output.contains("a.xib:5:1: "), "\(run.output)")
    #expect(run.output.contains("between left of \"Title\" (l) and leading of view v"))
    #expect(run.output.contains("illegal-constraint"))
    let findings = try ToolRun(["check", "a.xib", "--json"], in: folder).json()["findings"]?.array
    let illegal = findings?.first { $0["rule"]?.string == "illegal-constraint" }
    #expect(illegal?["line"]?.int == 5 && illegal?["column"]?.int == 1)
  }

  @Test("control characters of ids and labels do not reach the terminal") func controls() throws {
    let caseFile = """
      {"layoutfuzz": 1, "environment": {"size": [9, 9]}, "views": [{"id": "root"},
      {"id": "\\u001b]0;owned\\u0007\\u009b31m\\n\\u202e", "parent": "root"}]}
      """
    let document = screen(
      "<constraint firstItem=\"l&#x9B;2J&#x202E;\" firstAttribute=\"top\" id=\"c\"/>"
    ).replacing("<label id=\"l\"", with: "<label id=\"l&#x9B;2J&#x202E;\"")
    let folder = try TemporaryFolder.make(["a.case.json": caseFile, "a.xib": document])
    for arguments in [
      ["check", "a.case.json"], ["solve", "a.case.json"], ["solve", "a.xib"], ["check", "a.xib"],
      ["check", "no\u{1B}[2Jsuch"],
    ] {
      let run = try ToolRun(arguments, in: folder)
      let steering = (run.output + run.error).unicodeScalars.filter {
        ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
      }
      #expect(steering.isEmpty, "\(arguments): \(run.output)\(run.error)")
      #expect((run.output + run.error).contains("\\u{"), "\(arguments): \(run.output)\(run.error)")
    }
  }

  @Test("a name with a line feed starts no new line") func lineFeeds() throws {
    let name = "a\nlayoutfuzz: all is well.case.json"
    let folder = try TemporaryFolder.make([name: "{", "b.vfl": "size 9x9\nH:|-[b]\n"])
    for arguments in [
      ["check", name], ["check", "."], ["solve", name], ["replay", name],
      ["convert", name + "x", "-o", "-"],
      ["report", name], ["nothing\nlayoutfuzz: all is well"], ["fuzz", "--out", name + "/x"],
      ["check", "b.vfl", "--baseline", name],
    ] {
      let run = try ToolRun(arguments, in: folder)
      #expect(run.status >= 64, "\(arguments)")
      #expect(!(run.output + run.error).contains("\nlayoutfuzz: all is well"), "\(arguments)")
      let isTold = run.error.contains("a\\u{A}layoutfuzz: all is well")
      #expect(isTold || arguments.count == 1, "\(arguments): \(run.error)")
    }
  }

  @Test("a case file may start with a byte order mark") func byteOrderMark() throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": "\u{FEFF}" + fine, "b.case.json": "\u{FEFF}{\"vews\": 1}",
    ])
    #expect(try ToolRun(["check", "a.case.json"], in: folder).status == 0)
    let run = try ToolRun(["check", "b.case.json"], in: folder)
    #expect(run.error.contains("b.case.json:1:2: error: "), "\(run.error)")
  }
}
