// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import ExternalSolvers
import JSON
import ProgramCampaigns
import ToolSupport

/// A plan of a campaign against one kind of other programs.
struct PlannedPrograms<Kind: ProgramKind>: PlannedCampaign {
  let plan: ProgramPlan<Kind>
  /// Returns a result as text for people.
  let text: (ProgramResult<Kind>, Palette) -> String

  func words(in directory: String) throws(CommandFailure) -> [String] {
    let work = plan.work
    var words = [
      "campaign", "plan", "--dir", directory, "--seed", "\(work.seed)", "--cases",
      "\(work.caseCount ?? 0)", "--shards", "\(plan.shards)",
    ]
    for program in work.programs {
      words += ["--\(Kind.option)", "\(program.command.name)=\(program.command.command)"]
    }
    if timeout != AdapterPool.timeoutDefault {
      words += ["--timeout", "\(Double(timeout) / 1e9)s"]
    }
    if !work.minimizes { words.append("--no-minimize") }
    if let known = work.known { words += ["--\(KnownOption.name)", known.path] }
    guard try isMade(by: words) else {
      throw .badInput("\(plan.directory)/plan.json: no command line makes this plan")
    }
    return words
  }

  /// The time limit of a case, which all programs of a plan share.
  private var timeout: UInt64 {
    plan.work.programs.first?.timeoutNanoseconds ?? AdapterPool.timeoutDefault
  }

  /// Whether a command line makes this plan where the programs are those of the plan.
  private func isMade(by words: [String]) throws(CommandFailure) -> Bool {
    guard case .work(_, let arguments) = try Tool.table.request(words) else { return false }
    let programs = plan.work.programs
    let given = try arguments.duration("timeout") ?? AdapterPool.timeoutDefault
    return arguments.texts(Kind.option).map(AdapterCommand.init) == programs.map(\.command)
      && given == timeout && programs.allSatisfy { $0.timeoutNanoseconds == timeout }
  }

  // MARK: - Programs

  /// Starts the programs of the plan.
  ///
  /// - Throws: 75 when one is absent on this machine or differs from the plan: the shard may run on
  ///   another machine.
  func pools(jobs: Int) throws(CommandFailure) -> [ProgramPool<Kind.Process>] {
    let programs = plan.work.programs
    try Tool.ensureFiles(ExternalOptions.filesNeeded(adapters: programs.count, jobs: jobs))
    let pools: [ProgramPool<Kind.Process>] = try ExternalOptions.pools(
      of: programs.map(\.command), timeout)
    for (pool, program) in zip(pools, programs) {
      guard let difference = program.difference(from: PlannedProgram(pool, of: Kind.self)) else {
        continue
      }
      for pool in pools { pool.endAll() }
      throw CommandFailure(
        .unavailable, at: pool.command.name,
        "\(Printable.line(difference)); fix: run it as in the plan, or plan again")
    }
    return pools
  }

  /// Refuses an option that only cases of the tool's own strategies have.
  private func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    try arguments.refuse([SupervisionOptions.inProcess], with: "--\(Kind.option)")
  }

  // MARK: - Shards

  func run(
    _ shards: [Int], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    try check(arguments)
    let jobs = try arguments.jobs()
    let isAllDone = shards.allSatisfy { plan.hasResult(of: $0) }
    let pools = isAllDone ? [] : try pools(jobs: jobs)
    defer { for pool in pools { pool.endAll() } }
    return try CampaignShards.run(shards, of: plan) { shard in
      ShardRun(
        plan, shard: shard, pools: pools, jobs: jobs, now: MonotonicClock.now,
        isStopped: { Interruption.signal != 0 })
    }
  }

  func merge(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    try check(arguments)
    let console = Console(json: arguments.has("json"))
    let jobs = try arguments.jobs()
    let pools = try pools(jobs: jobs)
    defer { for pool in pools { pool.endAll() } }
    let merge = ShardMerge(
      plan, isPartial: arguments.has("partial"), pools: pools, jobs: jobs,
      minimizing: try MinimizingOptions.time(arguments),
      isStopped: { Interruption.signal != 0 })
    guard let (result, missing) = try CampaignShards.merged(merge, of: plan) else {
      return Interruption.exitCode ?? .terminated
    }
    try console.say(text(result, Palette(isOn: console.coloured())))
    if console.json { try Console.write(JSONText.document(result.json)) }
    let code = ProgramFuzz.exitCode(result)
    if missing.isEmpty { return code }
    return CampaignShards.exitCode(ofPart: plan, missing, isReliable: code != .internalError)
  }
}
