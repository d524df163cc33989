// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks the tool under limits of the system: it works or names the limit, and never ends by a
/// signal.
@Suite(
  "Command line: limits of the system", .serialized, .timeLimit(.minutes(30)), .waitsForProcesses)
struct LimitTests {
  /// Runs the tool by a shell that sets limits first.
  private static func run(
    _ prelude: String, _ arguments: [String], in folder: URL, redirections: String = ""
  ) throws -> (status: Int32, isSignal: Bool, error: String) {
    let process = Process()
    let error = try TemporaryFolder.make().appendingPathComponent("error")
    try Data().write(to: error)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "\(prelude); exec \"$0\" \"$@\" \(redirections)", try ToolRun.executable().path]
      + arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, process.terminationReason == .uncaughtSignal,
      String(decoding: try Data(contentsOf: error), as: UTF8.self)
    )
  }

  private static let commands: [[String]] = [
    ["fuzz", "--cases", "20", "--jobs", "2", "--laws", "none", "--out", "o", "--fresh"],
    ["fuzz", "--cases", "20", "--jobs", "3", "--laws", "none", "--in-process"],
    ["fuzz", "--cases", "4", "--external", "python3 adapter.py", "--jobs", "2"],
    ["conformance", "--", "python3 adapter.py"],
    ["replay", "case.json"], ["minimize", "case.json"], ["check", "case.json"],
    ["solve", "case.json"], ["report", "run"],
    ["campaign", "nightly", "--state", "state", "--time", "1s", "--mutants", "0"],
    ["campaign", "run", "--dir", "d", "--index", "all", "--jobs", "2"],
    ["campaign", "merge", "--dir", "d"],
  ]

  private static func folder() throws -> URL {
    let folder = try TemporaryFolder.make(["adapter.py": "import sys\nsys.stdin.readline()\n"])
    let plan = try ToolRun(
      ["campaign", "plan", "--dir", "d", "--seed", "2", "--cases", "32", "--shards", "2"],
      in: folder)
    #expect(plan.status == 0, "\(plan.error)")
    let fuzz = try ToolRun(
      [
        "fuzz", "--seed", "6", "--strategies", "simplex.weightedLevels", "--cases", "20",
        "--no-minimize", "--laws", "none", "--json", "--out", "run",
      ], in: folder)
    let path = try #require(try fuzz.json()["findings"]?.array?.first?["case"]?.string)
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent(path), to: folder.appendingPathComponent("case.json"))
    return folder
  }

  private static let limits = (3...40).filter {
    TestLength.current == .long || $0 % TestLength.choose(quick: 24, full: 8) == 4
  }

  @Test(
    "with few open files each command works, or names the limit to raise",
    .linuxOnly("expects the exit code of the loader of Linux"))
  func files() throws {
    let folder = try Self.folder()
    for limit in Self.limits {
      for command in Self.commands {
        let run = try Self.run("ulimit -n \(limit)", command, in: folder)
        let place: Comment = "ulimit -n \(limit), \(command): \(run.status) \(run.error)"
        #expect(!run.isSignal, place)
        // The loader of the system exits with 127 if it cannot open a library.
        #expect([0, 1, 65, 74, 75, 127].contains(run.status), place)
        if run.status == 74 { #expect(run.error.contains("fix: ulimit -n "), place) }
      }
    }
  }

  @Test("with few open files no external solver is accused: 74 names a limit, and raising it helps")
  func adapters() throws {
    let folder = try TemporaryFolder.make(["adapter.py": FakeOnes.adapter])
    for words in [["--jobs", "1"], ["--jobs", "2"], ["--jobs", "2", "--out", "o"]] {
      let command =
        ["fuzz", "--external", "ones=python3 adapter.py", "--cases", "8", "--no-minimize"] + words
      for limit in TestLength.choose(
        quick: [12, 20, 30], full: Array(stride(from: 12, through: 30, by: 2)))
      {
        let run = try Self.run("ulimit -n \(limit)", command, in: folder)
        let place: Comment = "ulimit -n \(limit), \(words): \(run.status) \(run.error)"
        #expect(!run.isSignal, place)
        #expect([1, 74].contains(run.status), place)
        guard run.status == 74 else { continue }
        let found = run.error.firstMatch(of: /fix: ulimit -n (\d+)/)
        let enough = try #require(found.flatMap { Int($0.1) }, place)
        let again = try Self.run("ulimit -n \(enough)", command, in: folder)
        #expect(again.status == 1, "ulimit -n \(enough), \(words): \(again.status) \(again.error)")
      }
    }
  }

  @Test(
    "with little memory each command names the limit to raise, and raising it helps",
    .linuxOnly("limits the address space"),
    arguments: TestLength.some(of: ["-d 20000", "-s 1023", "-v 204800", "-s 64"], quick: 1))
  func memory(limit: String) throws {
    let folder = try Self.folder()
    for command in Self.commands {
      let run = try Self.run("ulimit \(limit)", command, in: folder)
      let place: Comment = "ulimit \(limit), \(command): \(run.status) \(run.error)"
      #expect(!run.isSignal && run.status == 75, place)
      let found = run.error.firstMatch(of: /fix: ulimit (-[dsv] \d+)/)
      let enough = try #require(found?.1, place)
      // Some of the commands end with 75 for reasons of their own.
      let again = try Self.run("ulimit \(enough)", command, in: folder)
      #expect(
        !again.isSignal && !again.error.contains("cannot run here"),
        "ulimit \(enough), \(command): \(again.status) \(again.error)")
      if command == Self.commands[0] { #expect(again.status == 0, "\(again.error)") }
    }
  }

  @Test("at the soft limit on the time of processors a campaign stores its result as after SIGTERM")
  func processorTime() throws {
    let folder = try TemporaryFolder.make()
    let run = try Self.run(
      "ulimit -S -t 1", ["fuzz", "--in-process", "--time", "10m", "--laws", "none", "--out", "o"],
      in: folder)
    #expect(!run.isSignal && run.status == 143, "\(run.status) \(run.error)")
    #expect(run.error.contains("ulimit -S -t"), "\(run.error)")
    let record = folder.appendingPathComponent("o/campaign.json").path
    #expect(FileManager.default.fileExists(atPath: record))
  }

  private static let otherUser = "setpriv --reuid 54321 --clear-groups"

  /// Whether tests may run the tool as another user, who can reach it and a folder.
  private static let canChangeUser: Bool = {
    guard getuid() == 0, let folder = try? TemporaryFolder.make() else { return false }
    chmod(folder.path, 0o777)
    let test = try? run(
      "\(otherUser) test -x \"$0\" -a -w . || exit 3", ["--version"], in: folder)
    return test?.status == 0
  }()

  /// Limits the processes of a user that has no others.
  @Test(
    "with few threads and processes a campaign works, or ends with 75",
    .linuxOnly("counts threads as processes"),
    .enabled(
      if: canChangeUser, "skipped: needs the superuser, setpriv and a tool that all may run"),
    arguments: [4, 6, 16])
  func processes(limit: Int) throws {
    let folder = try TemporaryFolder.make()
    chmod(folder.path, 0o777)
    // A hang would last forever.
    let run = try Self.run(
      "ulimit -u \(limit); set -- \"$0\" \"$@\"; exec timeout -s KILL 300 \(Self.otherUser) \"$@\"",
      ["fuzz", "--time", "2s", "--jobs", "2", "--laws", "none"], in: folder)
    #expect(!run.isSignal && [0, 75].contains(run.status), "\(run.status) \(run.error)")
    if limit == 16 { #expect(run.status == 0, "\(run.error)") }
  }

  @Test("a soft limit is raised if the hard one allows it")
  func soft() throws {
    let folder = try TemporaryFolder.make()
    let run = try Self.run(
      "ulimit -S -n 12", ["fuzz", "--cases", "20", "--jobs", "4", "--laws", "none"], in: folder)
    #expect(run.status == 0, "\(run.error)")
  }

  @Test(
    "descriptors of closed standard streams are not used for files",
    arguments: ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
  func closed(redirections: String) throws {
    let folder = try TemporaryFolder.make()
    let command = [
      "fuzz", "--seed", "2", "--cases", "48", "--jobs", "2", "--laws", "none", "--out", "o",
      "--strategies", "simplex,simplex.failedPhaseIgnored", "--no-minimize",
    ]
    let run = try Self.run(":", command, in: folder, redirections: redirections)
    #expect(!run.isSignal)
    #expect([1, 74].contains(run.status), "\(redirections): \(run.status) \(run.error)")
    // No file contains printed text.
    let findings = folder.appendingPathComponent("o")
    for name in try FileManager.default.subpathsOfDirectory(atPath: findings.path) {
      let path = findings.appendingPathComponent(name).path
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      #expect(!String(decoding: data, as: UTF8.self).contains("jobs\n"), "\(name)")
    }
  }
}

/// An adapter in one file that answers 1 for each variable, and refuses nothing.
private enum FakeOnes {
  static let adapter = """
    import json, sys
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"], "status": "ok"}
        if request["op"] == "hello":
            reply = {"id": request["id"], "protocol": "layoutfuzz-solver", "version": 1,
                "solver": "ones", "session": False}
        elif request["op"] == "solve":
            reply.update(status="optimal", values=[1] * request["variables"])
        print(json.dumps(reply), flush=True)

    """
}
