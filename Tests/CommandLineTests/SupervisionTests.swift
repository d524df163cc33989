// SPDX-License-Identifier: MIT

import Foundation
import LinearModel
import Supervision
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

/// Runs campaigns with strategies that end their process.
///
/// They need the built tool, which is the program of the workers.
@Suite("Supervision", .serialized, .waitsForProcesses)
struct SupervisionTests {
  @Sendable private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func pool(
    _ settings: CampaignSettings, _ limits: WorkerLimits = WorkerLimits()
  ) throws -> WorkerPool {
    try WorkerPool(
      settings, command: [try ToolRun.executable().path, "worker"], limits: limits, now: now)
  }

  /// Limits far above the duration of any honest phase on a busy machine.
  ///
  /// They change the result only if a phase exceeds them twice.
  private static let limits = WorkerLimits(
    caseNanoseconds: 2_000_000_000, memoryBytes: 256 << 20)

  private static func run(
    _ settings: CampaignSettings, _ limits: WorkerLimits = SupervisionTests.limits
  ) throws -> CampaignResult {
    let pool = try pool(settings, limits)
    defer { pool.endAll() }
    return try Campaign(settings, workers: pool, now: { 0 }).run()
  }

  private static func settings(
    _ strategies: [Strategy], cases: Int = 12, jobs: Int = 2
  ) -> CampaignSettings {
    CampaignSettings(
      seed: 7, caseCount: cases, jobs: jobs, strategies: strategies, minimizes: false, laws: [])
  }

  @Test("a campaign in workers has the result of one process: findings, scripts and costs")
  func same() throws {
    let names = ["simplex.conflictNotMinimal", "relaxation.neverSettles", "naive"]
    var settings = CampaignSettings(
      seed: 3, caseCount: 40, strategies: try names.map { try #require(Strategy.named($0)) },
      profile: .conflicting, canary: Mutant.named("relaxation.singlePrecision"), minimizes: false,
      session: try #require(SessionTarget(named: SupervisionTests.sessionMutant)),
      scriptFrequency: .always)
    settings.costs = CostOracle()
    settings.growthPeriod = 8
    let inProcess = try Campaign(settings, now: { 0 }).run()
    #expect(Set(inProcess.findings.map(\.failure.accused.name)) == Set(names.prefix(2)))
    #expect(!inProcess.scriptFindings.isEmpty)
    for jobs in [1, 3] {
      settings.jobs = jobs
      let result = try Self.run(settings)
      #expect(result.json == inProcess.json, "\(jobs) jobs")
      #expect(result.findings.map(\.smallest) == inProcess.findings.map(\.smallest))
      #expect(result.findings.map(\.summary) == inProcess.findings.map(\.summary))
      #expect(
        result.scriptFindings.map(\.smallest.encoded)
          == inProcess.scriptFindings.map(\.smallest.encoded))
    }
  }

  private static let sessionMutant =
    MutantCatalog.all.map(\.name).first {
      $0.hasPrefix("\(SessionTarget.healthyName).")
    } ?? ""

  @Test("a finding is minimized by workers as in one process")
  func minimized() throws {
    let mutant = try #require(Strategy.named("simplex.conflictNotMinimal"))
    let settings = CampaignSettings(
      seed: 3, caseCount: 16, strategies: [mutant], profile: .conflicting, laws: [])
    let inProcess = try Campaign(settings, now: { 0 }).run()
    let result = try Self.run(settings)
    #expect(!inProcess.findings.isEmpty && result.json == inProcess.json)
    #expect(result.findings.map(\.smallest) == inProcess.findings.map(\.smallest))
  }

  @Test(
    "a strategy that ends its process is found with its cases, and affects no other result",
    arguments: TestLength.some(of: ProcessFault.allCases, quick: 2))
  func faults(fault: ProcessFault) throws {
    let healthy = Strategy.healthy[0]
    let settings = Self.settings([healthy, fault.strategy])
    let alone = try Campaign(Self.settings([healthy]), now: { 0 }).run()
    let result = try Self.run(settings)
    #expect(result.counts.cases == settings.caseCount)
    #expect(result.internalErrors.isEmpty)
    let (first, second) = (result.counts.strategies[0], result.counts.strategies[1])
    #expect(first == alone.counts.strategies[0], "the other one is not touched")
    guard let name = fault.failureName else {
      #expect(result.findings.isEmpty && second == first, "what it prints harms nobody")
      return
    }
    let finding = try #require(result.findings.first, "not found, seed 7")
    #expect(result.findings.allSatisfy { $0.failure.accused.name == fault.name })
    #expect(result.findings.allSatisfy { $0.failure.verdict.name == name }, "\(result.findings)")
    // A process that ended has not given up, so it is counted once.
    #expect(second.wrong > 0)
    #expect(second.total + second.wrong == first.total)
    #expect(finding.occurrences == second.wrong)
    #expect(finding.signature.hasPrefix("\(fault.name)-\(name)-"))
  }

  @Test("crashes have the same result for any number of workers")
  func deterministic() throws {
    let strategies = [Strategy.healthy[0], ProcessFault.exit.strategy]
    let results = try [1, 3].map { try Self.run(Self.settings(strategies, jobs: $0)) }
    #expect(results[0].counts.strategies[1].wrong > 0)
    for result in results { #expect(result.json == results[0].json) }
  }

  @Test("a time limit ends a batch after its first case that hangs, which is a finding")
  func hangAtTheEnd() throws {
    let fuzz = try ToolRun(
      [
        "fuzz", "--seed", "7", "--strategies", ProcessFault.loop.name, "--time", "1s", "--laws",
        "none", "--case-timeout", "1s", "--jobs", "1", "--no-minimize", "--json", "--out", "o",
      ], in: try TemporaryFolder.make())
    #expect(fuzz.status == 1, "\(fuzz.error)")
    let result = try fuzz.json()
    #expect(result["findings"]?.array?.first?["verdict"]?.string == "hang")
    #expect(try #require(result["cases"]?.int) < BatchRunner.casesPerBatch)
  }

  @Test("a crash is stored, replayed and minimized")
  func crash() throws {
    let folder = try TemporaryFolder.make()
    let name = ProcessFault.trap.name
    let fuzz = try ToolRun(
      [
        "fuzz", "--seed", "7", "--strategies", name, "--cases", "12", "--laws", "none", "--json",
        "--no-minimize", "--out", "o",
      ], in: folder)
    #expect(fuzz.status == 1, "\(fuzz.error)")
    let finding = try #require(try fuzz.json()["findings"]?.array?.first)
    #expect(finding["verdict"]?.string == "crash")
    let path = try #require(finding["case"]?.string)
    let place = folder.appendingPathComponent(path).deletingLastPathComponent()
    let report = try String(
      contentsOf: place.appendingPathComponent("report.md"), encoding: .utf8)
    #expect(report.hasPrefix("# \(name): crash\n\nThe process ended with signal "), "\(report)")
    #expect(report.contains("## Constraints"))
    // The message of a trap contains the place. It is evidence, and the record of the finding does
    // not depend on it.
    let errors = try String(
      contentsOf: place.appendingPathComponent("stderr.txt"), encoding: .utf8)
    #expect(errors.contains(/: Fatal error: Index out of range\n/), "\(errors)")
    #expect(report.contains("## Standard error\n"))
    #expect(report.contains("\n    " + errors.prefix { $0 != "\n" }), "\(report)")
    let told = try ToolRun(["report", "o", "--format", "json", "-o", "-"], in: folder)
    #expect(
      try told.json()["findings"]?.array?.first?["standardError"]?.string
        == String(errors.dropLast())
    )
    let page = try ToolRun(["report", "o", "--format", "html", "-o", "-"], in: folder)
    #expect(page.output.contains("Fatal error: Index out of range"))

    let replay = try ToolRun(["replay", path], in: folder)
    #expect(replay.status == 1, "\(replay.error)")
    #expect(replay.output.contains(": still open"), "\(replay.output)")
    let healthy = try ToolRun(["replay", path, "--strategies", "simplex"], in: folder)
    #expect(healthy.status == 0)
    let minimized = try ToolRun(["minimize", path], in: folder)
    #expect(minimized.status == 0, "\(minimized.error)")
    #expect(minimized.error.contains("\(name) crash: "))
  }

  @Test("findings that end processes have the same files for any number of workers")
  func sameFiles() throws {
    var trees: [[String: Data]] = []
    for jobs in ["1", "3"] {
      let folder = try TemporaryFolder.make()
      _ = try ToolRun(
        [
          "fuzz", "--seed", "7", "--strategies", ProcessFault.trap.name, "--cases", "12", "--laws",
          "none", "--no-minimize", "--jobs", jobs, "--out", "o",
        ], in: folder)
      let findings = folder.appendingPathComponent("o/findings").path
      var files: [String: Data] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: findings) {
        // The output of a process may differ: it is evidence, and pages show it without the varying
        // parts.
        if name.hasSuffix("/stderr.txt") { continue }
        files[name] = FileManager.default.contents(atPath: "\(findings)/\(name)")
      }
      trees.append(files)
    }
    #expect(trees[0].keys.contains { $0.hasSuffix("/report.md") })
    #expect(trees[0] == trees[1])
  }

  @Test("a process that writes nothing before it ends leaves no file")
  func silent() throws {
    let folder = try TemporaryFolder.make()
    let fuzz = try ToolRun(
      [
        "fuzz", "--seed", "7", "--strategies", ProcessFault.exit.name, "--cases", "12", "--laws",
        "none", "--json", "--no-minimize", "--out", "o",
      ], in: folder)
    let path = try #require(try fuzz.json()["findings"]?.array?.first?["case"]?.string)
    let place = folder.appendingPathComponent(path).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(files.contains("report.md") && !files.contains("stderr.txt"), "\(files)")
  }

  @Test("a worker killed from outside is replaced, and no case is lost")
  func killed() throws {
    let settings = CampaignSettings(seed: 5, caseCount: 96, jobs: 2)
    let pool = try Self.pool(settings)
    defer { pool.endAll() }
    let victims = pool.identifiers
    let result = try Campaign(settings, workers: pool, now: { 0 }).run { progress in
      if progress.cases == 16 { for victim in victims { kill(victim, SIGKILL) } }
    }
    #expect(pool.unexplainedDeaths > 0)
    let unbroken = try Campaign(settings, now: { 0 }).run()
    #expect(result.json == unbroken.json)
  }

  @Test(
    "workers end with their supervisor, even in a case that never ends",
    .linuxOnly("finds workers in /proc"))
  func orphans() throws {
    let folder = try TemporaryFolder.make()
    let tool = try RunningTool(
      ["fuzz", "--strategies", ProcessFault.loop.name, "--jobs", "2", "--cases", "64"], in: folder)
    while try !tool.errorSoFar().contains("seed 1") { usleep(20_000) }
    var workers: [String] = []
    for _ in 0..<500 where workers.isEmpty {
      usleep(20_000)
      workers = tool.children
    }
    #expect(!workers.isEmpty)
    tool.send(signal: SIGKILL)
    _ = try tool.finish()
    for worker in workers {
      for _ in 0..<500 where RunningTool.isAlive(worker) { usleep(20_000) }
      #expect(!RunningTool.isAlive(worker), "process \(worker)")
    }
  }

  /// Checks the niceness as superuser only: for others, threads cannot become less nice than their
  /// process.
  @Test(
    "workers and threads keep the niceness of the command",
    .linuxOnly("reads the niceness in /proc"))
  func niceness() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/nice")
    process.arguments = [
      "-n", "3", try ToolRun.executable().path, "fuzz", "--jobs", "2", "--time", "1m",
      "--strategies",
      "simplex", "--json",
    ]
    process.currentDirectoryURL = try TemporaryFolder.make()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    let tool = process.processIdentifier
    var workers: [String] = []
    for _ in 0..<1000 where workers.count < 2 {
      usleep(20_000)
      workers = RunningTool.children(of: tool)
    }
    #expect(workers.count >= 2)
    let whole = try #require(RunningTool.niceness("\(tool)"))
    for worker in workers { #expect(RunningTool.niceness(worker) == whole, "process \(worker)") }
  }

  @Test("the hidden subcommand does nothing without a supervisor")
  func worker() throws {
    let run = try ToolRun(["worker"])
    #expect(run.status == 64)
  }
}

extension StrategyCounts {
  fileprivate var total: Int { optimal + feasible + infeasible + gaveUp }
}

extension RunningTool {
  /// The identifiers of the processes that it has started.
  fileprivate var children: [String] { RunningTool.children(of: identifier) }

  /// Returns the identifiers of the processes that any thread of a process has started.
  fileprivate static func children(of process: Int32) -> [String] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.flatMap { thread in
      let text = try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").map(String.init)
    }
  }

  /// Returns the niceness of a process as the system lists it; nil if it has ended.
  fileprivate static func niceness(_ process: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return nil
    }
    // The 19th field; the 3rd is the first one after the name.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 16 ? Int(fields[16]) : nil
  }

  /// Whether a process runs; an ended process that was not yet reaped does not.
  fileprivate static func isAlive(_ process: String) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    let state = text.split(separator: ")").last?.split(separator: " ").first
    return state != "Z" && state != "X"
  }
}

extension ProcessFault {
  /// The failure name of a strategy with the fault; nil when its answers are right.
  var failureName: String? {
    switch self {
    case .trap, .recursion, .exit: "crash"
    case .loop: "hang"
    case .allocation: "memory"
    case .garbage: nil
    }
  }
}
