// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

@Suite("Command line: fuzz --check", .serialized, .timeLimit(.minutes(30)), .waitsForProcesses)
struct DocumentFuzzTests {
  private static let document = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17506" useAutolayout="YES">
    <objects><view id="abc-de-fgh"><rect key="frame" x="0" y="0" width="320" height="480"/><subviews>
    <label id="lab-el-001" text="Name" translatesAutoresizingMaskIntoConstraints="NO"/>
    <stackView id="sta-ck-001" axis="vertical" translatesAutoresizingMaskIntoConstraints="NO"/>
    </subviews></view></objects></document>
    """

  private func folder() throws -> URL { try TemporaryFolder.make(["screen.xib": Self.document]) }

  private static func planting(_ fault: String) -> [String: String] {
    ["LAYOUTFUZZ_DOCUMENT_FAULT": fault]
  }

  @Test("a healthy tool has no finding, and the same digest for any number of jobs")
  func healthy() throws {
    let folder = try folder()
    let count = TestLength.choose(quick: "30", full: "200")
    let runs = try ["1", "3"].map { jobs in
      try ToolRun(
        [
          "fuzz", "--check", "--documents", "screen.xib", "--cases", count, "--jobs", jobs,
          "--json",
        ], in: folder)
    }
    for run in runs { #expect(run.status == 0, "\(run.output)\(run.error)") }
    let (first, second) = (try runs[0].json(), try runs[1].json())
    #expect(first["digest"]?.string != nil && first["digest"] == second["digest"])
    #expect(first["laws"] == second["laws"] && first["rules"] == second["rules"])
    #expect(try first["cases"]?.requiredCount("a number") == Int(count))
  }

  @Test(
    "a crash in any part is found, minimized, reported, and replayed until it is fixed",
    arguments: ["check", "explain", "fidelity", "laws"])
  func crash(part: String) throws {
    let folder = try folder()
    let fault = Self.planting("trap:\(part):stackView")
    let run = try ToolRun(
      ["fuzz", "--check", "--documents", ".", "--cases", "3", "--out", "run", "--json"],
      in: folder, environment: fault)
    #expect(run.status == 1, "\(run.error)")
    let finding = try #require(try run.json()["findings"]?.array?.first)
    #expect(finding["part"]?.string == part && finding["verdict"]?.string == "crash")
    let size = try #require(finding["elements"]).requiredCount("a number of elements")
    // The parts after the first one only run on documents that can be used.
    #expect(size <= (part == "check" ? 2 : 5))
    let open = try ToolRun(["replay", "run/findings"], in: folder, environment: fault)
    #expect(open.status == 1 && open.output.contains("1 case replayed: 1 still open, 0 fixed"))
    let fixed = try ToolRun(["replay", "run/findings"], in: folder)
    #expect(fixed.status == 0 && fixed.output.contains("0 still open, 1 fixed"))
    let report = try ToolRun(["report", "run", "--format", "markdown"], in: folder)
    #expect(report.output.contains("\(part)-crash-"), "\(report.output)\(report.error)")
    let page = try ToolRun(["report", "run", "-o", "page.html"], in: folder)
    #expect(page.status == 0, "\(page.error)")
    let text = try String(contentsOf: folder.appendingPathComponent("page.html"), encoding: .utf8)
    #expect(text.contains("original.storyboard"))
  }

  @Test("replay runs findings of all kinds in one folder")
  func mixedReplay() throws {
    let folder = try folder()
    let fault = Self.planting("trap:check:stackView")
    _ = try ToolRun(
      ["fuzz", "--check", "--documents", ".", "--cases", "3", "--out", "run/documents"],
      in: folder, environment: fault)
    let layouts = try ToolRun(
      [
        "fuzz", "--strategies", "simplex.weightedLevels", "--cases", "400", "--out", "run/layouts",
        "--no-minimize", "--json",
      ], in: folder)
    let count = try #require(try layouts.json()["findings"]?.array?.count)
    #expect(count > 0, "\(layouts.error)")
    let replay = try ToolRun(["replay", "run"], in: folder)
    #expect(replay.status == 1, "\(replay.output)\(replay.error)")
    #expect(replay.output.contains("\(count) still open, 1 fixed"), "\(replay.output)")
  }

  @Test("minimize makes the document of a finding as small as fuzz does")
  func minimize() throws {
    let folder = try folder()
    let fault = Self.planting("trap:check:stackView")
    let words = ["fuzz", "--check", "--documents", "screen.xib", "--cases", "1", "--out"]
    _ = try ToolRun(words + ["run", "--no-minimize"], in: folder, environment: fault)
    _ = try ToolRun(words + ["small"], in: folder, environment: fault)
    func findings(_ run: String) throws -> [String] {
      let records = try FileManager.default.subpathsOfDirectory(
        atPath: folder.appendingPathComponent("\(run)/findings").path)
      return records.filter { $0.hasSuffix("case.storyboard") }.map { "\(run)/findings/\($0)" }
    }
    let (whole, small) = (try findings("run"), try findings("small"))
    let (start, expected) = (try #require(whole.first), try #require(small.first))
    let place = String(start.dropLast("/case.storyboard".count))
    let run = try ToolRun(
      ["minimize", place, "-o", "smallest.storyboard"], in: folder, environment: fault)
    #expect(run.status == 0 && run.error.contains("check crash: "), "\(run.error)")
    func text(_ path: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }
    #expect(try text("smallest.storyboard") == text(expected))
    #expect(try text("smallest.storyboard") != text(start))
    let healthy = try ToolRun(["minimize", start], in: folder)
    #expect(healthy.status == 65 && healthy.error.contains("'check' does not fail"))
    let scoped = try ToolRun(["minimize", start, "--scope", "a"], in: folder, environment: fault)
    #expect(scoped.status == 64, "\(scoped.error)")
  }

  @Test("a hang is found")
  func hang() throws {
    let run = try ToolRun(
      [
        "fuzz", "--check", "--documents", "screen.xib", "--cases", "2", "--case-timeout", "1s",
        "--no-minimize", "--out", "run",
      ], in: try folder(), environment: Self.planting("loop:explain:stackView"))
    #expect(run.status == 1 && run.output.contains("explain: hang"), "\(run.output)")
  }

  @Test("a folder in which another campaign works is refused")
  func inUse() throws {
    let folder = try TemporaryFolder.make()
    let first = try RunningTool(
      ["fuzz", "--check", "--time", "10m", "--jobs", "1", "--out", "o"], in: folder)
    defer { first.send(signal: SIGTERM) }
    for _ in 0..<6000 where try !first.errorSoFar().contains("seed ") { usleep(10_000) }
    for words in [["--check"], []] {
      let second = try ToolRun(["fuzz", "--cases", "1", "--out", "o"] + words, in: folder)
      #expect(second.status == 75, "\(second.error)")
    }
  }

  @Test(
    "a killed campaign resumes with the findings and the digest of a run without a kill",
    arguments: TestLength.some(of: [SIGKILL, SIGINT], quick: 1))
  func resume(signal: Int32) throws {
    let folder = try folder()
    let fault = Self.planting("trap:check:stackView")
    func words(jobs: String) -> [String] {
      // The folder of the documents has the findings, too.
      [
        "fuzz", "--check", "--documents", ".", "--cases", "80", "--jobs", jobs, "--out", "run",
        "--json",
      ]
    }
    let whole = try ToolRun(words(jobs: "1"), in: self.folder(), environment: fault)
    #expect(whole.status == 1, "\(whole.error)")
    let killed = try RunningTool(words(jobs: "2"), in: folder, environment: fault)
    defer { killed.send(signal: SIGKILL) }
    let file = folder.appendingPathComponent("run/campaign.progress")
    for _ in 0..<6000 where !FileManager.default.fileExists(atPath: file.path) { usleep(10_000) }
    killed.send(signal: signal)
    _ = try killed.finish()
    try #require(FileManager.default.fileExists(atPath: file.path), "it ended before the signal")
    let other = try ToolRun(words(jobs: "2") + ["--seed", "9"], in: folder)
    #expect(other.status == 64 && other.error.contains("unfinished campaign"), "\(other.error)")
    let resumed = try ToolRun(words(jobs: "1"), in: folder, environment: fault)
    #expect(resumed.status == 1 && resumed.error.contains("resuming after"), "\(resumed.error)")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let (expected, found) = (try whole.json(), try resumed.json())
    for key in ["cases", "digest", "laws", "rules", "screens", "usable"] {
      #expect(expected[key] != nil && expected[key] == found[key], "\(key)")
    }
    func cases(_ json: JSONValue) -> [JSONValue?] {
      json["findings"]?.array?.flatMap { [$0["signature"], $0["case"], $0["elements"]] } ?? []
    }
    #expect(!cases(expected).isEmpty && cases(expected) == cases(found))
  }

  @Test("options that do not fit are refused")
  func refusals() throws {
    let folder = try folder()
    let other = try ToolRun(["fuzz", "--check", "--profile", "simple"], in: folder)
    #expect(other.status == 64 && other.error.contains("--profile does not go with --check"))
    let alone = try ToolRun(["fuzz", "--documents", "."], in: folder)
    #expect(alone.status == 64 && alone.error.contains("--documents needs --check"))
    let missing = try ToolRun(["fuzz", "--check", "--documents", "none"], in: folder)
    #expect(missing.status == 65 && missing.error.contains("none"))
  }
}
