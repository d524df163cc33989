// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

/// Checks the documents for engines, and the scripts that start them.
@Suite("Command line: launchers", .serialized, .waitsForProcesses)
struct LauncherTests {
  private static let campaign = [
    "--seed", "6", "--cases", "96", "--shards", "3", "--strategies", "simplex,naive",
    "--case-timeout", "5s",
  ]
  private static let kubernetes = [
    "--scheduler", "kubernetes", "--image", "registry.example/layoutfuzz:1", "--parallelism", "2",
  ]
  private static let actions = ["--scheduler", "actions", "--parallelism", "2"]

  private static func run(_ words: [String], _ folder: URL) throws -> ToolRun {
    try ToolRun(["campaign"] + words + ["--dir", "d"], in: folder)
  }

  /// Returns the launcher that the tool prints for the words.
  private static func text(_ words: [String]) throws -> String {
    let folder = try TemporaryFolder.make()
    #expect(try run(["plan"] + campaign, folder).status == 0)
    let launcher = try run(["launcher"] + words, folder)
    #expect(launcher.status == 0, "\(launcher.error)")
    // The name is that of the plan, which contains the hash of the build.
    return launcher.output.replacing(/layoutfuzz-[0-9a-f]{16}/, with: "layoutfuzz-HASH")
  }

  @Test("launchers are unchanged")
  func golden() throws {
    #expect(try Self.text(Self.kubernetes) == LauncherGolden.kubernetes)
    #expect(try Self.text(Self.actions) == LauncherGolden.actions)
  }

  /// Returns the documents of a YAML text as read by another parser; without one the test is
  /// skipped.
  private static func documents(_ text: String) throws -> [JSONValue] {
    let folder = try TemporaryFolder.make(["text.yaml": text])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import json, sys
      try:
          import yaml
      except ImportError:
          sys.exit(77)
      print(json.dumps(list(yaml.safe_load_all(open("text.yaml")))))
      """,
    ]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if [77, 127].contains(process.terminationStatus) {
      try Test.cancel("no Python with PyYAML, so nothing else reads the launchers")
    }
    #expect(process.terminationStatus == 0)
    return try #require(try JSONParser.parse(Array(data)).array)
  }

  /// Returns the strings of a list.
  private static func words(_ value: JSONValue?) -> [String] {
    value?.array?.compactMap(\.string) ?? []
  }

  @Test(
    "a job of Kubernetes has an index for each shard, and retries failures that may be temporary")
  func kubernetesStructure() throws {
    let documents = try Self.documents(try Self.text(Self.kubernetes))
    try #require(documents.count == 2)
    let spec = try #require(documents[0]["spec"])
    #expect(documents[0]["kind"]?.string == "Job" && spec["completionMode"]?.string == "Indexed")
    #expect(spec["completions"]?.int == 3 && spec["parallelism"]?.int == 2)
    #expect(spec["backoffLimitPerIndex"]?.int == 3)
    let rules = try #require(spec["podFailurePolicy"]?["rules"]?.array)
    #expect(rules.map { $0["action"]?.string } == ["Ignore", "FailIndex"])
    #expect(rules[0]["onPodConditions"]?.array?.first?["type"]?.string == "DisruptionTarget")
    let codes = rules[1]["onExitCodes"]
    #expect(codes?["operator"]?.string == "In")
    #expect(codes?["values"]?.array?.compactMap(\.int) == [64, 65, 70], "in order, as it must be")
    let pod = try #require(spec["template"]?["spec"])
    #expect(pod["restartPolicy"]?.string == "Never", "what a policy for failures takes")
    let containers = try #require(pod["containers"]?.array)
    #expect(Self.words(containers[0]["command"]).last == "$(JOB_COMPLETION_INDEX)")
    let plan = Self.words(pod["initContainers"]?.array?.first?["command"])
    let merge = try #require(documents[1]["spec"])
    #expect(merge["suspend"]?.content == .bool(true) && merge["backoffLimit"]?.int == 0)
    // The words in the document give the same plan.
    let folder = try TemporaryFolder.make()
    #expect(try Self.run(["plan"] + Self.campaign, folder).status == 0)
    let at = try #require(plan.firstIndex(of: "--dir"))
    let made = try ToolRun(plan[1...at] + ["e"] + plan[(at + 2)...], in: folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(
      try Data(contentsOf: folder.appendingPathComponent("d/plan.json"))
        == Data(contentsOf: folder.appendingPathComponent("e/plan.json")))
  }

  @Test("a workflow of Actions has a job for each shard, and merges also after failed shards")
  func actionsStructure() throws {
    let documents = try Self.documents(try Self.text(Self.actions))
    let jobs = try #require(documents.first?["jobs"])
    #expect(jobs.members?.map(\.key) == ["plan", "shard", "merge"])
    let strategy = try #require(jobs["shard"]?["strategy"])
    #expect(strategy["matrix"]?["index"]?.array?.compactMap(\.int) == [0, 1, 2])
    #expect(strategy["fail-fast"]?.content == .bool(false) && strategy["max-parallel"]?.int == 2)
    #expect(jobs["shard"]?["needs"]?.string == "plan")
    #expect(Self.words(jobs["merge"]?["needs"]) == ["plan", "shard"])
    #expect(jobs["merge"]?["if"]?.string?.contains("!cancelled()") == true)
    for job in try #require(jobs.members) {
      for step in job.value["steps"]?.array ?? [] {
        #expect((step["run"]?.string != nil) != (step["uses"]?.string != nil), "\(job.key)")
      }
    }
  }

  @Test("every campaign planned on the command line can be planned again from its launcher")
  func planWords() throws {
    let plans: [[String]] = [
      [], ["--strategies", "simplex,session", "--laws", "none"], ["--strategies", "session"],
      ["--strategies", "lowering.rightConstantNegated", "--laws", "mirror,rename"],
      ["--profile", "competing", "--growth", "7", "--canary", "simplex.weightedLevels"],
      ["--no-costs", "--no-minimize", "--case-memory", "100", "--case-timeout", "1500ms"],
    ]
    for words in plans {
      let folder = try TemporaryFolder.make()
      let all = ["plan", "--cases", "32", "--shards", "2"] + words
      #expect(try Self.run(all, folder).status == 0)
      let launcher = try Self.run(["launcher", "--scheduler", "actions"], folder)
      let line = try #require(
        launcher.output.split(separator: "\n").first { $0.contains("./layoutfuzz campaign plan") },
        "\(words): \(launcher.error)")
      let again = line.split(separator: " ").dropFirst().map(String.init)
      #expect(try ToolRun(again, in: folder).status == 0)
      #expect(
        try Data(contentsOf: folder.appendingPathComponent("d/plan.json"))
          == Data(contentsOf: folder.appendingPathComponent("campaign/plan.json")), "\(words)")
    }
  }

  @Test("words that no engine accepts are refused")
  func refusals() throws {
    let folder = try TemporaryFolder.make()
    #expect(try Self.run(["plan", "--cases", "16", "--shards", "257"], folder).status == 0)
    for (words, text) in [
      (["--scheduler", "actions"], "at most 256 shards"),
      (["--scheduler", "kubernetes"], "--image"),
      (["--scheduler", "action"], "fix: use 'actions'"), ([], "--scheduler"),
      (["--scheduler", "actions", "--claim", "x"], "no --claim"),
      (Self.kubernetes + ["-o", "d"], "no file that could be replaced"),
    ] {
      let run = try Self.run(["launcher"] + words, folder)
      #expect(run.status == 64 && run.error.contains(text), "\(words): \(run.error)")
    }
    #expect(try Self.run(["launcher", "-o", "job.yaml"] + Self.kubernetes, folder).status == 0)
    #expect(try Self.run(["launcher", "-o", "job.yaml"] + Self.kubernetes, folder).status == 64)
  }

  @Test(
    "scripts print their usage, and are skipped with a reason if their engine is missing",
    arguments: ["parallel.sh", "slurm.sh"])
  func scripts(name: String) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("scripts/launchers/\(name)").path
    func run(_ words: [String]) throws -> (Int32, String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = [script] + words
      // The path contains the folder of a shell and nothing else.
      let folder = try TemporaryFolder.make()
      for program in ["bash", "sed", "grep", "dirname"] {
        let found = try #require(
          ["/bin", "/usr/bin"].map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) })
        try FileManager.default.createSymbolicLink(
          atPath: folder.appendingPathComponent(program).path, withDestinationPath: found)
      }
      process.environment = ["PATH": folder.path]
      let pipe = Pipe()
      process.standardError = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
    let usage = try run([])
    #expect(usage.0 == 64 && usage.1.contains("Usage: \(name) DIR"), "\(usage)")
    #expect(!usage.1.contains("set -euo"), "the comment and nothing else: \(usage.1)")
    let skipped = try run(["d"])
    #expect(skipped.0 == 77 && skipped.1.contains("skipped: "), "\(skipped)")
  }
}
