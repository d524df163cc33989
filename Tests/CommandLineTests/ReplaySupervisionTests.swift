// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import TestSupport
import Testing

@testable import Judging

/// Checks cases outside of findings, solved by strategies that end their process.
@Suite("Supervision of replay and minimize", .serialized, .waitsForProcesses)
struct ReplaySupervisionTests {
  private static let file = "loose.case.json"

  /// A case that triggers all planted faults of processes: it has preferences at many priorities.
  private static let layout = """
    {"layoutfuzz": 1, "environment": {"size": [100, 100]},
     "views": [{"id": "root"}, {"id": "v1", "parent": "root"}, {"id": "v2", "parent": "root"}],
     "constraints": [
       {"id": "c1", "first": "v1.left", "relation": "==", "second": "root.left", "constant": 5},
       {"id": "c2", "first": "v1.width", "relation": "==", "constant": 10, "priority": 750},
       {"id": "c3", "first": "v1.height", "relation": "==", "constant": 20, "priority": 500},
       {"id": "c4", "first": "v2.width", "relation": ">=", "second": "v1.width", "priority": 400},
       {"id": "c5", "first": "v2.height", "relation": "==", "constant": 7, "priority": 300},
       {"id": "c6", "first": "v2.top", "relation": "==", "second": "v1.bottom", "priority": 200},
       {"id": "c7", "first": "v2.left", "relation": "==", "second": "root.left", "priority": 200}
     ]}
    """

  private static func folder() throws -> URL { try TemporaryFolder.make([file: layout]) }

  @Test(
    "a strategy that ends its process on a case is reported, and so are the other verdicts",
    arguments: ProcessFault.allCases)
  func replays(fault: ProcessFault) throws {
    // Memory takes long to fill on a busy machine.
    let limit = fault == .loop ? "2s" : "20s"
    let run = try ToolRun(
      [
        "replay", Self.file, "--strategies", "simplex,\(fault.name),naive", "--json",
        "--case-timeout", limit, "--case-memory", "256",
      ], in: try Self.folder())
    let answers = try #require(
      try run.json()["cases"]?.array?.first?["strategies"]?.array, "\(run.error)")
    #expect(answers.compactMap { $0["name"]?.string } == ["simplex", fault.name, "naive"])
    #expect(answers.map { $0["isFailure"]?.bool } == [false, fault.failureName != nil, false])
    if let name = fault.failureName {
      #expect(run.status == 1 && answers[1]["verdict"]?.string == name, "\(run.output)")
    } else {
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test("a replay stopped in a case that never ends reports this, and has no verdict")
  func stops() throws {
    let folder = try Self.folder()
    let tool = try RunningTool(
      ["replay", Self.file, "--strategies", ProcessFault.loop.name, "--case-timeout", "1h"],
      in: folder)
    tool.waitUntilAWorkerHangs()
    tool.send(signal: SIGTERM)
    let run = try tool.finish()
    #expect(run.status == 143, "\(run.error)")
    #expect(run.output.contains("stopped before the end"), "\(run.output)")
    #expect(!run.output.contains("wrong"), "\(run.output)")
  }

  @Test(
    "a case that ends its process is minimized, also in several runs, and by any number of jobs")
  func minimizes() throws {
    let folder = try Self.folder()
    let options = ["--strategy", ProcessFault.exit.name, "--minimize-time", "10m"]
    let runs = try ["1", "3"].map {
      try ToolRun(["minimize", Self.file, "--jobs", $0] + options, in: folder)
    }
    #expect(runs[0].status == 0, "\(runs[0].error)")
    #expect(runs[0].error.contains("\(ProcessFault.exit.name) crash: "), "\(runs[0].error)")
    #expect(runs[1].output == runs[0].output && runs[1].messages == runs[0].messages)
    let whole = try CaseFile.decode(Array(runs[0].output.utf8), file: "")
    #expect(Set(whole.constraints.map(\.priority)).filter { !$0.isRequired }.count == 4)
    let cut = try ToolRun(
      [
        "minimize", Self.file, "--strategy", ProcessFault.exit.name, "--minimize-time", "1ms",
        "-o", "cut.case.json",
      ], in: folder)
    #expect(cut.status == 0 && cut.error.contains("cut short"), "\(cut.error)")
    let rest = try ToolRun(["minimize", "cut.case.json"] + options, in: folder)
    #expect(rest.status == 0, "\(rest.error)")
    #expect(rest.output.utf8.count <= runs[0].output.utf8.count + 200, "\(rest.output)")
  }

  @Test("a missing finding that was not minimized may be minimized by now, and replay says so")
  func minimizedSince() throws {
    let folder = try TemporaryFolder.make()
    for path in ["findings/naive-crash-unminimized/0f/case.json", "x/naive-crash-unminimized"] {
      let run = try ToolRun(["replay", path], in: folder)
      #expect(run.status == 65 && run.output.isEmpty)
      #expect(run.error.contains("a resumed run may have minimized this finding"), "\(run.error)")
    }
    let other = try ToolRun(["replay", "findings/unminimized/case.json"], in: folder)
    #expect(other.status == 65 && !other.error.contains("minimized this"), "\(other.error)")
  }

  @Test("a printed command runs a finding that was minimized since")
  func printedBefore() throws {
    let folder = try TemporaryFolder.make()
    func fuzz(_ name: String, _ more: [String]) throws -> ToolRun {
      try ToolRun(
        [
          "fuzz", "--strategies", "simplex.weightedLevels", "--cases", "20", "--seed", "6",
          "--laws", "none", "--out", name,
        ] + more, in: folder)
    }
    let cut = try fuzz("run", ["--no-minimize"])
    let printed = try #require(cut.output.firstMatch(of: /replay (run\/\S+-unminimized\S+)/)?.1)
    #expect(try fuzz("later", []).status == 1)
    let findings = folder.appendingPathComponent("run/findings")
    try FileManager.default.removeItem(at: findings)
    try FileManager.default.moveItem(
      at: folder.appendingPathComponent("later/findings"), to: findings)
    let run = try ToolRun(["replay", String(printed)], in: folder)
    #expect(run.status == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("the finding was minimized since; running run/findings/"))
    // The name of the folder of a finding that was minimized in part is not that of its original.
    let part = printed.split(separator: "/").dropLast(2).joined(separator: "/") + "/0f/case.json"
    #expect(try ToolRun(["replay", part], in: folder).status == 1)
  }

  @Test("a case that never ends is minimized until the time limit")
  func minimizesHangs() throws {
    let folder = try Self.folder()
    let options = [
      "--strategy", ProcessFault.loop.name, "--case-timeout", "1s", "--minimize-time", "3s",
    ]
    let cut = try ToolRun(["minimize", Self.file, "-o", "cut.case.json"] + options, in: folder)
    #expect(cut.status == 0, "\(cut.error)")
    #expect(cut.error.contains("\(ProcessFault.loop.name) hang: "), "\(cut.error)")
    let rest = try ToolRun(["minimize", "cut.case.json"] + options, in: folder)
    #expect(rest.status == 0, "\(rest.error)")
    #expect(rest.error.contains("\(ProcessFault.loop.name) hang: "), "\(rest.error)")
  }
}
