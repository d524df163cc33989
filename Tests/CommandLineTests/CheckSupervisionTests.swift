// SPDX-License-Identifier: MIT

import Foundation
import JSON
import MadePackage
import TestSupport
import Testing

@Suite(
  "Command line: check survives a file that ends, hangs or fills the process", .serialized,
  .waitsForProcesses)
struct CheckSupervisionTests {
  /// Returns the environment that plants a fault in the process that checks a file with a given
  /// name.
  private static func planting(_ fault: String) -> [String: String] {
    ["LAYOUTFUZZ_CHECK_FAULT": fault]
  }

  /// Returns a folder with conflicting screens, a file that is not a document, and a case file.
  private func folder() throws -> URL {
    var files = ["nonsense.xib": "nonsense"]
    for seed in 0..<6 { files["screen\(seed).xib"] = RandomScreen.document(seed: UInt64(seed)) }
    files["z.case.json"] = """
      {"layoutfuzz": 1, "environment": {"size": [100, 100]}, "views": [{"id": "root"},
      {"id": "a", "parent": "root"}], "constraints": []}
      """
    return try TemporaryFolder.make(files)
  }

  private func findings(_ run: ToolRun) throws -> [JSONValue] {
    try run.json()["findings"]?.array ?? []
  }

  @Test("workers and --in-process print and write the same bytes, for any number of jobs")
  func sameBytes() throws {
    let folder = try folder()
    let all = [["--json"], [], ["--fidelity"], ["--fidelity", "--json"]]
    for words in TestLength.some(of: all, quick: 1) {
      let alone = try ToolRun(["check", ".", "--in-process", "--jobs", "1"] + words, in: folder)
      for jobs in ["1", "3"] {
        let run = try ToolRun(["check", ".", "--jobs", jobs] + words, in: folder)
        #expect(run.output == alone.output, "\(words) with \(jobs) jobs")
        #expect(run.status == alone.status && run.error == alone.error)
      }
    }
    var pages: [Data] = []
    for words in [["--in-process"], [], ["--jobs", "1"]] {
      let page = words.joined() + "g.html"
      _ = try ToolRun(["check", ".", "--fail-on", "note", "-o", page] + words, in: folder)
      pages.append(try Data(contentsOf: folder.appendingPathComponent(page)))
    }
    #expect(pages[0] == pages[1] && pages[0] == pages[2] && pages[0].count > 10_000)
  }

  @Test("a file that crashes the tool is an internal finding, and changes no other result")
  func crash() throws {
    let folder = try folder()
    let fault = Self.planting("trap:screen2.xib")
    let run = try ToolRun(["check", ".", "--json", "-o", "g.html"], in: folder, environment: fault)
    #expect(run.status == 70, "\(run.error)")
    let found = try findings(run)
    let broken = found.filter { $0["rule"]?.string == "internal" }
    #expect(broken.map { $0["file"]?.string } == ["./screen2.xib"])
    #expect(broken.first?["severity"]?.string == "error")
    #expect(broken.first?["message"]?.string?.contains("signal 4 (SIGILL)") == true)
    #expect(broken.first?["explain"]?.string == "layoutfuzz check ./screen2.xib --in-process")
    let page = try String(contentsOf: folder.appendingPathComponent("g.html"), encoding: .utf8)
    #expect(page.contains("<code>screen2.xib</code>: the process that checks this file ended: "))
    // The other one is not usable.
    #expect(page.contains("; 2 files not checked</h1>"))
    #expect(page.contains("screen1.xib") && page.contains("screen3.xib"))
    let one = try ToolRun(["check", ".", "--jobs", "1"], in: folder, environment: fault)
    let many = try ToolRun(["check", ".", "--jobs", "4"], in: folder, environment: fault)
    #expect(one.status == 70 && one.output == many.output)
    #expect(
      one.output.contains("\n\nscreen2.xib: error: the process that checks this file ended: "))
    #expect(one.output.contains("1 file not usable, 1 file not checked to the end\n"))
    let fidelity = try ToolRun(["check", ".", "--fidelity"], in: folder, environment: fault)
    #expect(fidelity.status == 70)
    #expect(fidelity.output.contains("./screen2.xib: error: the process that checks this file"))
    try FileManager.default.removeItem(at: folder.appendingPathComponent("screen2.xib"))
    let others = try findings(try ToolRun(["check", ".", "--json"], in: folder))
    #expect(found.filter { $0["rule"]?.string != "internal" } == others && others.count > 6)
  }

  @Test("a hang and an excess of memory are internal findings of their files", .exhaustive)
  func hangAndMemory() throws {
    let folder = try folder()
    let fault = Self.planting("loop:screen1.xib;allocation:screen4.xib")
    let run = try ToolRun(
      ["check", ".", "--json", "--case-timeout", "6s", "--case-memory", "256"], in: folder,
      environment: fault)
    #expect(run.status == 70, "\(run.error)")
    let broken = try findings(run).filter { $0["rule"]?.string == "internal" }
    #expect(broken.map { $0["file"]?.string } == ["./screen1.xib", "./screen4.xib"])
    let messages = broken.compactMap { $0["message"]?.string }
    #expect(messages.first == "checking this file made no progress for 6.0 s")
    #expect(messages.last == "checking this file takes more memory than 256 MB")
  }

  @Test(
    "a view of a document takes at most 3 KB",
    .enabled(if: TestLength.current != .quick, "a debug build needs 2 min"),
    arguments: [(hasFrame: false, views: 16_000, memory: 75), (true, 30_000, 114)])
  func memoryOfViews(hasFrame: Bool, views: Int, memory: Int) throws {
    // The rest is 28 MB for the process itself.
    let subviews = (0..<views).map { number in
      hasFrame
        ? """
        <view contentMode="scaleToFill" fixedFrame="YES" \
        translatesAutoresizingMaskIntoConstraints="NO" id="v\(number)">\
        <rect key="frame" x="\(number)" y="0" width="10" height="10"/></view>
        """ : "<view id=\"v\(number)\"/>"
    }
    let document = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
      targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><objects><view id="root">\
      <rect key="frame" x="0" y="0" width="320" height="568"/>\
      <subviews>\(subviews.joined())</subviews></view></objects></document>
      """
    let folder = try TemporaryFolder.make(["views.xib": document])
    let run = try ToolRun(["check", "views.xib", "--case-memory", "\(memory)"], in: folder)
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("1 file, 1 screen"), "\(run.output)")
  }

  @Test("a limit set by the user is named as such, and is no internal finding")
  func limitOfUser() throws {
    let folder = try folder()
    let fault = Self.planting("loop:screen1.xib;allocation:screen4.xib")
    let run = try ToolRun(
      ["check", "screen1.xib", "--case-timeout", "40ms"], in: folder, environment: fault)
    #expect(run.status == 70, "\(run.error)")
    #expect(run.output.contains("made no progress for 40 ms"), "\(run.output)")
    #expect(run.output.contains("the limit set with --case-timeout was reached: raise it"))
    #expect(!run.output.contains("fault of layoutfuzz"))
    let memory = try ToolRun(
      ["check", "screen4.xib", "--case-memory", "256"], in: folder, environment: fault)
    #expect(memory.output.contains("the limit set with --case-memory was reached: raise it"))
    #expect(!memory.output.contains("fault of layoutfuzz"))
    // The default limit is the tool's own.
    let own = try ToolRun(
      ["check", "screen4.xib", "--case-timeout", "60s"], in: folder, environment: fault)
    #expect(own.output.contains("takes more memory than 2048 MB"), "\(own.output)")
    #expect(own.output.contains("fault of layoutfuzz"))
  }

  @Test("limits of processes are refused if none is started (64)")
  func limitsInProcess() throws {
    let folder = try folder()
    for command in [["check", "z.case.json"], ["fuzz", "--cases", "1"]] {
      for limit in [["--case-memory", "64"], ["--case-timeout", "1s"]] {
        let run = try ToolRun(command + ["--in-process"] + limit, in: folder)
        #expect(run.status == 64, "\(run.output)")
        #expect(run.error.contains("\(limit[0]) limits processes of their own"), "\(run.error)")
      }
    }
  }

  @Test("a process that ends once is not attributed to the file")
  func endsOnce() throws {
    let folder = try folder()
    let healthy = try ToolRun(["check", ".", "--json"], in: folder)
    let fault = Self.planting("later-trap:screen3.xib;later-exit:screen4.xib")
    for jobs in ["1", "2"] {
      let run = try ToolRun(
        ["check", ".", "--json", "--jobs", jobs], in: folder, environment: fault)
      #expect(run.output == healthy.output && run.status == healthy.status)
    }
  }

  @Test(
    "workers that are killed repeatedly are attributed to no file: 75, with the results so far",
    .exhaustive, .linuxOnly("finds workers in /proc"))
  func kills() throws {
    let folder = try folder()
    let first = try ToolRun(["check", "screen0.xib"], in: folder).output
    let text = Self.withoutTotals(first)
    let tool = try RunningTool(
      [
        "check", "screen0.xib", "screen1.xib", "screen2.xib", "--case-timeout", "1h", "--jobs", "1",
      ],
      in: folder, environment: Self.planting("loop:screen1.xib"))
    defer { tool.send(signal: SIGKILL) }
    let deadline = Date(timeIntervalSinceNow: 300)
    tool.waitUntilAWorkerHangs()
    var kills = 0
    while Processes.isAlive(tool.identifier), Date() < deadline {
      for child in Processes.children(of: tool.identifier) where Processes.isAlive(child) {
        if kill(child, SIGKILL) == 0 { kills += 1 }
      }
      usleep(5_000)
    }
    let run = try tool.finish()
    #expect(kills >= 20)
    #expect(run.status == 75, "\(run.status): \(run.error)")
    #expect(run.error.contains("workers are ended from outside: 20 in a row"), "\(run.error)")
    #expect(
      run.output.hasPrefix(text + "\n\n") && !run.output.contains("(internal)"), "\(run.output)")
  }

  @Test(
    "a baseline keeps its entries for a file that crashes the tool, and no crash becomes an entry")
  func baseline() throws {
    let folder = try folder()
    // A damaged file is not known without a reason.
    try FileManager.default.removeItem(at: folder.appendingPathComponent("nonsense.xib"))
    let write = ["check", ".", "--write-baseline", "known.json"]
    #expect(try ToolRun(write, in: folder).status == 0)
    let file = folder.appendingPathComponent("known.json")
    let before = try Data(contentsOf: file)
    let fault = Self.planting("trap:screen2.xib")
    let again = try ToolRun(write, in: folder, environment: fault)
    #expect(again.status == 70 && again.output.contains("(internal)"), "\(again.output)")
    #expect(try Data(contentsOf: file) == before)
    let compared = try ToolRun(
      ["check", ".", "--baseline", "known.json"], in: folder, environment: fault)
    #expect(compared.status == 70)
    #expect(compared.output.hasPrefix("screen2.xib: error: the process that checks this file"))
    #expect(!compared.output.contains("gone"))
  }

  /// Returns a report of `check` without its last part.
  private static func withoutTotals(_ text: String) -> String {
    text.components(separatedBy: "\n\n").dropLast().joined(separator: "\n\n")
  }

  @Test("a stopped check prints the results of all files that were checked before")
  func stoppedText() throws {
    let folder = try folder()
    let first = try ToolRun(["check", "screen0.xib"], in: folder).output
    let text = Self.withoutTotals(first)
    #expect(text.count > 40)
    for (signal, status) in [(SIGTERM, Int32(143)), (SIGINT, 130)] {
      let tool = try RunningTool(
        [
          "check", "screen0.xib", "screen1.xib", "screen2.xib", "--case-timeout", "1h", "--jobs",
          "1",
        ], in: folder, environment: Self.planting("loop:screen1.xib"))
      tool.waitUntilAWorkerHangs()
      tool.send(signal: signal)
      let run = try tool.finish()
      #expect(run.status == status)
      #expect(run.output.hasPrefix(text + "\n\n") && run.output.contains(" configuration"))
    }
  }

  @Test("the page and the JSON of a stopped check list the unchecked files")
  func stopped() throws {
    let folder = try folder()
    let files = (0..<4).map { "screen\($0).xib" }
    for (words, signal, status) in [
      (["--json", "-o", "g.html"], SIGTERM, Int32(143)),
      (["-o", "g.html", "--force"], SIGINT, 130),
    ] {
      let tool = try RunningTool(
        ["check"] + files + words + ["--case-timeout", "1h", "--jobs", "1"],
        in: folder, environment: Self.planting("loop:screen1.xib"))
      // The first file takes a moment, the second one never ends.
      tool.waitUntilAWorkerHangs()
      tool.send(signal: signal)
      let run = try tool.finish()
      #expect(run.status == status, "\(run.error)")
      let page = try String(contentsOf: folder.appendingPathComponent("g.html"), encoding: .utf8)
      #expect(page.contains("<b>Not checked: 3 files</b>"))
      for file in files.dropFirst() { #expect(page.contains("<code>\(file)</code>"), "\(file)") }
      #expect(page.contains("; 3 files not checked</h1>"))
      guard words.contains("--json") else {
        #expect(run.output.contains("stopped with 3 files not checked"), "\(run.output)")
        continue
      }
      let json = try run.json()
      #expect(json["isStopped"]?.bool == true)
      let left = json["filesNotChecked"]?.array?.compactMap(\.string) ?? []
      #expect(left == Array(files.suffix(left.count)) && left.count >= 3, "\(left)")
    }
    let whole = try ToolRun(["check", "screen0.xib", "--json"], in: folder).json()
    #expect(whole["isStopped"] == nil && whole["filesNotChecked"] == nil)
  }

  @Test("if workers may open too few files, check names the limit (74)")
  func noProcess() throws {
    let folder = try folder()
    let tool = try ToolRun.executable().path
    // A limit too low for the tool, then one that is too low only for its workers.
    for limit in [8, 18] {
      let run = try MadePackage.output(
        of: ["sh", "-c", "ulimit -n \(limit); exec '\(tool)' check z.case.json"], in: folder)
      #expect(run.status == 74, "\(run.status): \(run.text)")
      #expect(run.text.contains("fix: ulimit -n "), "\(run.text)")
    }
  }
}
