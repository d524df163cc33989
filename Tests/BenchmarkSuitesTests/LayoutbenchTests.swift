// SPDX-License-Identifier: MIT

import BenchmarkKit
import Foundation
import TestSupport
import Testing

/// Runs the built executable on a minimal suite; checks exit codes and streams, never times.
@Suite("layoutbench", .serialized, .waitsForProcesses)
struct LayoutbenchTests {
  private let folder: String
  private let tool: String

  init() throws {
    tool = BuiltTool.executable("layoutbench").path
    folder =
      TestFolder.root
      .appendingPathComponent("layoutbench-tests-\(UUID().uuidString)").path
  }

  private func run(_ words: String...) throws -> Command.Result {
    try #require(Command.run(tool, words), "not built: \(tool)")
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("run, save, compare of saved runs, and a baseline that is missing or of another machine")
  func baselines() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try run("save", "first", "--dir", folder).status == 65)
    for name in ["first", "second"] {
      let measured = try run(
        "run", "--smoke", "--filter", "workload/tree10", "--json", "--dir", folder)
      #expect(measured.status == 0, "\(measured.error)")
      let report = try json(measured.output)
      #expect((report["rows"] as? [Any])?.count == 2)
      #expect(measured.error.contains("control   simplex against itself: "))
      #expect(try run("save", name, "--dir", folder).status == 0)
    }
    #expect(try run("save", "first", "--dir", folder).status == 64)
    let same = try run("compare", "first", "second", "--dir", folder, "--json")
    #expect(same.status == 0, "\(same.error)")
    #expect(try json(same.output)["code"] as? Int == 0)
    #expect(try run("compare", "first", "third", "--dir", folder).status == 65)
    for (other, part) in [
      (tool, "is a program"), ("first", "is a stored run"), ("forst", "is not known"),
      ("OLD/layoutbench", "is no program"),
    ] {
      let mixed = try run("compare", other, "simplex", "--dir", folder)
      #expect(mixed.status == 65)
      #expect(mixed.error.contains("'\(other)' \(part) and 'simplex' is a strategy\n  fix: "))
    }
    let file = "\(folder)/baselines/first/run.json"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing(/"cores" : \d+/, with: "\"cores\" : 4711")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let foreign = try run("compare", "first", "second", "--dir", folder)
    #expect(foreign.status == 64)
    #expect(foreign.error.contains("4711 there"))
    #expect(try run("compare", "first", "second", "--dir", folder, "--force").status == 0)
    let history = try run("history", "--dir", folder)
    #expect(history.output.contains("second"))
    #expect(try run("explain", "workload/tree10", "--dir", folder).status == 0)
    let useless = try run("compare", "first", "second", "--dir", folder, "--rounds", "3")
    #expect(useless.status == 64)
    #expect(useless.error.contains("--rounds means nothing for two stored runs"))
    #expect(try run("compare", "first", "second", "--dir", folder, "--gate", "cpu").status == 64)
    // The first run did ten times the work.
    let log = "\(folder)/baselines/first/samples.jsonl"
    try String(contentsOfFile: log, encoding: .utf8)
      .replacing(/"cellOperations":\d+/) { "\($0.output)0" }
      .write(toFile: log, atomically: true, encoding: .utf8)
    let less = try run(
      "compare", "first", "second", "--dir", folder, "--force", "--strict-improvement")
    #expect(less.status == 1, "\(less.error)")
    #expect(try verdict() == 1)
    let more = try run("compare", "second", "first", "--dir", folder, "--force")
    #expect(more.status == 1)
  }

  /// Returns the exit code in `verdict.json`.
  private func verdict() throws -> Int? {
    try json(String(contentsOfFile: "\(folder)/verdict.json", encoding: .utf8))["code"] as? Int
  }

  @Test("every exit code of a judging command is in verdict.json, whatever the previous code was")
  func verdicts() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let quick = ["--smoke", "--filter", "workload/tree10", "--dir", folder]
    func expect(_ code: Int32, _ words: [String], path: String? = nil) throws {
      var environment = ProcessInfo.processInfo.environment
      if let path { environment["PATH"] = path }
      let result = try #require(Command.run(tool, words, environment: environment))
      #expect(result.status == code, "\(words): \(result.error)")
      #expect(try verdict() == Int(code), "\(words)")
    }
    try expect(
      1, ["compare", "simplex", "simplex", "--slow", "100", "--gate", "counters"] + quick)
    try expect(0, ["run", "--strategies", "simplex"] + quick)
    try expect(65, ["compare", "no", "such", "--dir", folder])
    try expect(64, ["run", "--dir=\(folder)", "--rounds", "none"])
    try expect(
      70,
      ["run", "--smoke", "--filter", "mix/competing", "--dir", folder, "--strategies"]
        + ["simplex,simplex.weightedLevels"])
    // Without valgrind, instructions cannot be counted.
    try expect(
      75, ["compare", "simplex", "simplex", "--gate", "counters", "--instructions"] + quick,
      path: "/nowhere")
    try expect(0, ["compare", "simplex", "simplex", "--gate", "counters"] + quick)
  }

  @Test("more work of the candidate is a regression, also in verdict.json")
  func regression() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let slower = try run(
      "compare", "simplex", "simplex", "--smoke", "--filter", "workload/tree10", "--slow", "100",
      "--gate", "counters", "--dir", folder)
    #expect(slower.status == 1, "\(slower.error)")
    #expect(try verdict() == 1)
    let same = try run(
      "compare", "simplex", "simplex", "--smoke", "--filter", "workload/tree10", "--gate",
      "counters", "--dir", folder)
    #expect(same.status == 0, "\(same.error)")
  }

  @Test("contradicting answers end a run before timing")
  func differentAnswers() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let broken = try run(
      "run", "--smoke", "--filter", "mix/competing", "--strategies",
      "simplex,simplex.weightedLevels", "--dir", folder)
    #expect(broken.status == 70)
    #expect(broken.error.contains("differ: problem"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/runs"))
    #expect(try verdict() == 70)
  }

  @Test("stages: every stage has a share, and the counts are the same in every run")
  func stages() throws {
    let words = ["stages", "--cases", "60", "--sizes", "60", "--repetitions", "1"]
    let first = try #require(Command.run(tool, words), "not built: \(tool)")
    #expect(first.status == 0, "\(first.error)")
    let lines = first.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("60 of 60 cases certified, ") == true)
    for stage in [
      "generate", "lower", "simplex", "relaxation", "naive", "oracle", "checker", "judge",
      "planted truth", "all", "chain20", "cols20x2", "tree15", "flex15", "mix",
    ] {
      #expect(lines.contains { $0.hasPrefix(stage + " ") }, "\(stage) is missing")
    }
    let counts = try #require(lines.first { $0.hasPrefix("views ") })
    #expect(counts.hasSuffix("wrong answers 0"))
    let second = try #require(Command.run(tool, words))
    #expect(second.output.contains(counts))
  }

  @Test(
    "a run becomes a page, and the page, its JSON and the run's own report have the same numbers")
  func report() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let words = ["--dir", folder]
    #expect(try run("report", "--dir", folder).status == 65)
    let smoke = ["--smoke", "--filter", "workload,scene"] + words
    let measured = try #require(Command.run(tool, ["run", "--json"] + smoke))
    #expect(measured.status == 0, "\(measured.error)")
    let page = "\(folder)/compare.html"
    let written = try #require(Command.run(tool, ["report", "-o", page] + words))
    #expect(
      written.status == 0 && written.error.hasSuffix("page      \(page)\n"), "\(written.error)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let known = try json(measured.output)
    let id = try #require(known["run"] as? String)
    #expect(
      text.contains("href=\"runs/\(id)/samples.jsonl\"")
        && text.contains("href=\"runs/\(id)/run.json\""))
    #expect(text.contains("<svg class=\"chart\"") && text.hasSuffix("</html>\n"))
    // A page of the tool is replaced, another file only with --force.
    #expect(Command.run(tool, ["report", id, "-o", page] + words)?.status == 0)
    let other = "\(folder)/other.html"
    try "<!DOCTYPE html>\n<p>LayoutFuzz</p>\n".write(
      toFile: other, atomically: true, encoding: .utf8)
    #expect(Command.run(tool, ["report", id, "-o", other] + words)?.status == 64)
    #expect(Command.run(tool, ["report", id, "-o", other, "--force"] + words)?.status == 0)
    #expect(try String(contentsOfFile: page, encoding: .utf8) == text)
    let told = try #require(Command.run(tool, ["report", "--format", "json"] + words))
    let part = try #require((try json(told.output)["parts"] as? [[String: Any]])?.first)
    let rows = try #require(part["rows"] as? [[String: Any]])
    let others = try #require(known["rows"] as? [[String: Any]])
    #expect(rows.count == others.count && !rows.isEmpty)
    for other in others {
      let row = try #require(
        rows.first {
          $0["instance"] as? String == other["instance"] as? String
            && $0["side"] as? String == other["arm"] as? String
        })
      for metric in ["cpu", "wall"] {
        let (own, theirs) = (row[metric] as? [String: Any], other[metric] as? [String: Any])
        #expect(own?["ratio"] as? Double == theirs?["ratio"] as? Double)
        #expect(own?["verdict"] as? String == theirs?["verdict"] as? String)
      }
    }
    let markdown = try #require(Command.run(tool, ["report", folder + "/runs/" + id] + words))
    #expect(markdown.output.hasPrefix("# layoutbench\n"), "\(markdown.error)")
    #expect(Command.run(tool, ["report", "nobody"] + words)?.status == 65)
    #expect(Command.run(tool, ["report", "-o", "\(folder)/x.pdf"] + words)?.status == 64)
    #expect(Command.run(tool, ["report", "\(folder)/runs/\(id)/run.json"] + words)?.status == 65)
  }

  @Test("a crashed worker is reported and ends the run")
  func crash() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let crashed = try run("compare", "/bin/true", "/bin/true", "--smoke", "--dir", folder)
    #expect(crashed.status == 70, "\(crashed.error)")
    #expect(crashed.error.contains("worker ended"))
  }

  @Test(
    "senseless command lines are refused",
    arguments: [
      [], ["nothing"], ["run", "--filter", "no such instance"], ["run", "--rounds", "0"],
      ["compare", "simplex"], ["run", "--strategies", "fast"], ["run", "extra"],
      ["compare", "simplex", "naive", "--gate", "speed"], ["save"], ["run", "--limit", "soon"],
      ["stages", "--cases", "0"], ["stages", "--sizes", "200,many"], ["stages", "--sizes", "4"],
    ])
  func usage(words: [String]) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let judges = ["run", "compare"].contains(words.first ?? "")
    let result = try #require(Command.run(tool, words + (judges ? ["--dir", folder] : [])))
    #expect(result.status == 64)
    if judges { #expect(try verdict() == 64) }
    #expect(result.output.isEmpty)
    #expect(!result.error.isEmpty)
  }

  @Test("a worker answers requests, and reports those that it cannot process")
  func worker() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let worker = try WorkerProcess(
      executable: tool, arguments: ["__worker", "--strategy", "simplex", "--root", root])
    let trial = try worker.ask(
      WorkRequest(instance: "workload/chain10", task: .answers), limit: 60)
    #expect(trial.answers.map(\.outcome) == [.optimal])
    let reply = try worker.ask(
      WorkRequest(instance: "workload/chain10", task: .measurement(iterations: 3)), limit: 60)
    #expect(["debug", "release"].contains(trial.build?.flags))
    let exact = try worker.ask(
      WorkRequest(instance: "workload/chain10", task: .exactAnswers), limit: 60)
    #expect(exact.answers.map(\.levels) == trial.answers.map(\.levels))
    #expect(reply.iterations == 3)
    #expect(reply.counters["cellOperations"] == trial.counters["cellOperations"].map { 3 * $0 })
    #expect(throws: WorkerFailure.refused("no instance 'x'")) {
      try worker.ask(WorkRequest(instance: "x", task: .measurement(iterations: 1)), limit: 60)
    }
    #expect(throws: WorkerFailure.timedOut) {
      try worker.ask(
        WorkRequest(instance: "mix/competing", task: .measurement(iterations: 100_000)), limit: 0.05
      )
    }
  }
}
