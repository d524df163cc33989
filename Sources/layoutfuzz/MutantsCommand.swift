// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats

/// `layoutfuzz mutants`
enum MutantsCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "mutants",
    summary: "planted faults: list them, or see which are found, how fast, how small",
    operands: "list|run [NAME...]", operandCount: 1...Int.max,
    options: [
      OptionSyntax("seed", value: "N", "the seed of the campaigns (default 1)"),
      OptionSyntax("time", value: "TIME", "the time for each mutant (default 60s)"),
      OptionSyntax("jobs", value: "N", "how many mutants at a time (default: all cores)"),
      OptionSyntax("json", "the result as JSON on standard output"),
    ],
    notes: """
      A mutant is a strategy, or the lowering, with one planted fault. 'run' fuzzes each one by
      itself on one core in the default mix until it is found, then minimizes the case. A mutant
      that is not found is an internal error (70): a tester that misses planted faults cannot be
      relied on. A name stands for itself, or for all mutants of a strategy: 'simplex'. Nothing is
      stored:
      'layoutfuzz fuzz --strategies NAME' stores what it finds.
      """,
    examples: ["layoutfuzz mutants list", "layoutfuzz mutants run simplex --json"])

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

  private static func selection(_ arguments: ParsedArguments) throws(CommandFailure) -> [Mutant] {
    let names = arguments.operands.dropFirst()
    if names.isEmpty { return MutantCatalog.all }
    var chosen: [Mutant] = []
    for name in names {
      let family = MutantCatalog.all.filter { $0.name.hasPrefix("\(name).") }
      let meant = family.isEmpty ? [try CommonOptions.mutant(named: name, arguments)] : family
      chosen += meant.filter { mutant in !chosen.contains { $0.name == mutant.name } }
    }
    return chosen
  }

  private static func list(
    _ mutants: [Mutant], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if arguments.has("json") {
      let values = mutants.map { mutant -> JSONValue in
        [
          "name": .string(mutant.name), "origin": .string(mutant.origin),
          "handMadeConstraints": .number(mutant.handMade.constraints.count),
        ]
      }
      try Console.write(JSONText.document(["mutants": .array(values)]))
    } else {
      for mutant in mutants { try Console.write("\(mutant.name)\n    \(mutant.origin)\n") }
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
      mutants: mutants, seed: try arguments.integer("seed", in: 0...UInt64.max) ?? 1,
      nanosecondsMax: try arguments.duration("time") ?? 60_000_000_000,
      jobs: try CommonOptions.jobs(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    var failure: CommandFailure?
    let outcomes = hunt.run { outcome in
      do throws(CommandFailure) {
        try console.say(line(outcome, palette))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    let found = outcomes.filter { $0.found != nil }.count
    try console.say("\(found) of \(mutants.count) found")
    if console.json { try Console.write(JSONText.document(MutantHunt.json(outcomes))) }
    if let stopped = Interruption.exitCode { return stopped }
    return found == mutants.count ? .nothingFound : .internalError
  }

  private static func line(_ outcome: MutantHunt.Outcome, _ palette: Palette) -> String {
    let time = Readable.duration(nanoseconds: outcome.nanoseconds)
    let effort = "\(Readable.counted(outcome.cases, "case")), \(time)"
    guard let found = outcome.found else {
      return palette.red("\(outcome.mutant.name): not found in \(effort)")
        + (outcome.problem.map { ": \($0)" } ?? "")
    }
    return "\(outcome.mutant.name): found after \(effort); "
      + Readable.counted(found.smallest.constraints.count, "constraint")
      + " (by hand \(outcome.mutant.handMade.constraints.count)); \(found.signature)"
  }
}
