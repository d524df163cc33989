// SPDX-License-Identifier: MIT

import Judging
import MutantHunts
import ToolSupport

/// The command `layoutfuzz mutants`.
enum MutantsCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "mutants",
    summary: "list planted faults, or measure which ones are found",
    operands: "list|run [NAME...]", operandCount: 1...Int.max,
    operandWords: MutantCatalog.all.map(\.name),
    options: [
      OptionSyntax("seed", value: "N", "run: first seed of the campaigns (default 1)"),
      OptionSyntax("seeds", value: "N", "run: seeds for each mutant (default 1)"),
      OptionSyntax("time", value: "TIME", "run: limit for each mutant and seed (default 60s)"),
      OptionSyntax("jobs", value: "N", "run: hunts in parallel (default: all cores)"),
      OptionSyntax("json", "print the result as JSON"),
    ],
    notes: """
      A mutant is a strategy, the lowering or an importer with one planted fault. 'list' describes
      mutants, and 'run' measures whether they are found. NAME is a mutant, or a group as 'simplex'.

      'list' prints for each mutant the fault, the published bug that it models, and the oracles
      that must see it. 'run' hunts each mutant alone on one core in the default mix, minimizes some
      of the failing cases, and keeps the smallest. The columns are:

        - cases until the first failure, and the time of the hunt; with several
          seeds the median
        - views, guides and statements of the smallest case, and of the case
          that was written by hand
        - the share of seeds with the same case, byte for byte
        - the share of failures that pass without the fault
        - the bucket

      A mutant that is not found is an internal error (70), because a tester that overlooks planted
      faults is unreliable. Other oracles that saw a fault are listed, too. Nothing is stored.
      'layoutfuzz fuzz --strategies NAME' stores findings.
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "listed, or all found",
        .internalError: "a mutant was not found, or an internal error",
      ], isStoppable: true),
    examples: [
      "layoutfuzz mutants list", "layoutfuzz mutants run simplex --json",
      "layoutfuzz mutants run --seeds 10 --time 60s",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let mutants = try selection(arguments)
    switch arguments.operands.first {
    case "list": return try list(mutants, arguments)
    case "run": return try run(mutants, arguments)
    default:
      let word = arguments.operands.first ?? ""
      throw .usage(
        "'mutants' takes list or run, not '\(word)'"
          + NearestName.suggestion(for: word, among: ["list", "run"]),
        seeHelpOf: arguments.command)
    }
  }

  private static func seeds(_ arguments: ParsedArguments) throws(CommandFailure) -> [UInt64] {
    let first = try arguments.integer("seed", in: 0...UInt64.max) ?? 1
    let count = try arguments.integer("seeds", in: 1...10_000) ?? 1
    return (0..<UInt64(count)).map { first &+ $0 }
  }

  private static func selection(_ arguments: ParsedArguments) throws(CommandFailure) -> [Mutant] {
    let names = arguments.operands.dropFirst()
    if names.isEmpty { return MutantCatalog.all }
    var chosen: [Mutant] = []
    for name in names {
      let family = MutantCatalog.all.filter { $0.name.begins(with: "\(name).") }
      let meant = family.isEmpty ? [try CommonOptions.mutant(named: name, arguments)] : family
      chosen += meant.filter { mutant in !chosen.contains { $0.name == mutant.name } }
    }
    return chosen
  }

  private static func list(
    _ mutants: [Mutant], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if arguments.has("json") {
      try Console.write(JSONText.document(["mutants": .array(mutants.map(\.json))]))
    } else {
      for mutant in mutants {
        try Console.write(
          "\(mutant.name)\n    \(mutant.origin.text)\n    seen by \(mutant.seenBy.map(\.name).joined(separator: ", "))\n"
        )
      }
      if arguments.operands.count == 1 {
        for fault in ProcessFault.allCases {
          try Console.write("\(fault.name)  (fuzz --strategies only)\n    \(fault.origin)\n")
        }
      }
    }
    return .nothingFound
  }

  private static func run(
    _ mutants: [Mutant], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let console = Console(json: arguments.has("json"))
    let palette = Palette(isOn: console.coloured())
    Interruption.watch()
    let hunt = MutantHunt(
      mutants: mutants, seeds: try seeds(arguments),
      nanosecondsMax: try arguments.duration("time") ?? 60_000_000_000,
      jobs: try arguments.jobs(), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    let table = MutantTable(mutants)
    try console.say(table.head)
    var failure: CommandFailure?
    let outcomes = hunt.run { outcome in
      if failure != nil { return }
      do throws(CommandFailure) {
        for line in table.lines(outcome, palette) { try console.say(line) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    for line in table.summary(outcomes) { try console.say(line) }
    if outcomes.count < mutants.count {
      try console.say("stopped: \(mutants.count - outcomes.count) of \(mutants.count) not hunted")
    }
    if console.json { try Console.write(JSONText.document(MutantOutcome.json(outcomes))) }
    if let stopped = Interruption.exitCode { return stopped }
    let isGood =
      outcomes.count == mutants.count
      && outcomes.allSatisfy { $0.isFound && $0.problems.isEmpty }
    return isGood ? .nothingFound : .internalError
  }
}
