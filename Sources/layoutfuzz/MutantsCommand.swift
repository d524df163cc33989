// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats

/// `layoutfuzz mutants`
enum MutantsCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "mutants",
    summary: "planted faults: list them, or see which are found, how fast, how small",
    operands: "list|run|compare|templates [NAME...]", operandCount: 1...Int.max,
    operandWords: MutantCatalog.all.map(\.name),
    options: [
      OptionSyntax("seed", value: "N", "the seed of the campaigns, or the first (default 1)"),
      OptionSyntax("seeds", value: "N", "hunt each mutant with so many seeds (default 1)"),
      OptionSyntax("time", value: "TIME", "run: the time for each mutant and seed (default 60s)"),
      OptionSyntax(
        "cases", value: "N",
        "compare, templates: the most cases of a hunt (default \(casesDefault))"),
      OptionSyntax(
        "percent", value: "P",
        "compare: how many of a hundred cases feedback makes of others (default "
          + "\(FeedbackSettings.percentDefault))"),
      OptionSyntax("jobs", value: "N", "how many hunts at a time (default: all cores)"),
      OptionSyntax(
        "hidden",
        "compare: faults of strategies, each shown by large systems only, by those with\n"
          + "many priorities only, and by one system in 64 only"),
      OptionSyntax("json", "the result as JSON on standard output"),
    ],
    notes: """
      A mutant is a strategy, the lowering or an importer with one planted fault; 'list' says what it
      does, after which published bug, and who must see it. 'run' hunts each one by itself on one
      core in the default mix, makes some of the failing cases small, and keeps the smallest. The
      columns: cases to the first failure and time of the hunt (with seeds the median); views, guides
      and statements of the smallest case, and of the one known by hand; the share of the seeds that
      came to the same case, byte for byte; the share of the failures that pass without the fault; the
      bucket.

      A mutant that is not found is an internal error (70): a tester that misses planted faults cannot
      be relied on. What else than the listed oracles saw a fault is told. A name stands for itself,
      or for a group: 'simplex'. Nothing is stored: 'layoutfuzz fuzz --strategies NAME' stores what
      it finds.

      'compare' hunts each mutant twice with each seed, without feedback and with it ('fuzz
      --feedback'), and counts cases to the first failure; nothing is made small. The columns: hunts
      that found it, and the restricted mean of their cases (a hunt that found nothing counts with
      all its cases), both without and with feedback; the ratio of the means. 'hard' are those that
      take longer than two rounds of feedback. Slowdowns and sessions are left out: feedback does
      not look at them.

      'templates' makes failing cases of each mutant small, and says how often others match what the
      small ones have in common before they are made small themselves: whether that could tell to
      which bucket a case belongs. Nothing else hangs on templates.
      """,
    examples: [
      "layoutfuzz mutants list", "layoutfuzz mutants run simplex --json",
      "layoutfuzz mutants run --seeds 10 --time 60s",
      "layoutfuzz mutants compare --seeds 20 --cases 2000",
      "layoutfuzz mutants templates lowering --cases 400",
    ])

  private static let casesDefault = 1000

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let mutants = try selection(arguments)
    switch arguments.operands.first {
    case "list": return try list(mutants, arguments)
    case "run":
      try refuse(["cases", "percent", "hidden"], "run", arguments)
      return try run(mutants, arguments)
    case "templates":
      try refuse(["time", "percent", "hidden", "seeds", "json"], "templates", arguments)
      return try templates(mutants, arguments)
    case "compare":
      try refuse(["time"], "compare", arguments)
      return try compare(mutants, arguments)
    default:
      let word = arguments.operands.first ?? ""
      throw .usage(
        "'mutants' takes list, run, compare or templates, not '\(word)'"
          + NearestName.suggestion(for: word, among: ["list", "run", "compare", "templates"]),
        seeHelpOf: arguments.command)
    }
  }

  private static func refuse(
    _ options: [String], _ word: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    guard let wrong = options.first(where: arguments.has) else { return }
    throw .usage("'mutants \(word)' takes no --\(wrong)", seeHelpOf: arguments.command)
  }

  private static func compare(
    _ mutants: [Mutant], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    var possible = mutants.filter(FeedbackDuel.isPossible)
    if arguments.has("hidden") {
      possible = possible.flatMap { mutant in
        FaultCondition.allCases.compactMap { mutant.hidden(by: $0) }
      }
    }
    if possible.isEmpty {
      throw .usage("feedback does not look at these mutants", seeHelpOf: arguments.command)
    }
    let console = Console(json: arguments.has("json"))
    let palette = Palette(isOn: console.coloured())
    Interruption.watch()
    let comparison = FeedbackComparison(
      mutants: possible, seeds: try seeds(arguments),
      casesMax: try arguments.integer("cases", in: 1...1_000_000) ?? casesDefault,
      percent: try arguments.integer("percent", in: 0...100) ?? FeedbackSettings.percentDefault,
      jobs: try CommonOptions.jobs(arguments), isStopped: { Interruption.signal != 0 })
    let table = FeedbackTable(possible)
    try console.say(table.head)
    var failure: CommandFailure?
    let duels = comparison.run { duel in
      do throws(CommandFailure) {
        for line in table.lines(duel, palette) { try console.say(line) }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    let result = FeedbackResult(duels)
    for line in table.summary(result) { try console.say(line) }
    if console.json { try Console.write(JSONText.document(result.json)) }
    if let stopped = Interruption.exitCode { return stopped }
    return duels.allSatisfy(\.problems.isEmpty) ? .nothingFound : .internalError
  }

  private static func templates(
    _ mutants: [Mutant], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let possible = mutants.filter { $0.trial is CampaignTrial }
    if possible.isEmpty {
      throw .usage("templates are about cases, not about scripts", seeHelpOf: arguments.command)
    }
    let palette = Palette(isOn: Console(json: false).coloured())
    let seed = try arguments.integer("seed", in: 0...UInt64.max) ?? 1
    let cases = try arguments.integer("cases", in: 1...1_000_000) ?? casesDefault
    Interruption.watch()
    var trials: [TemplateTrial] = []
    OrderedPool(jobs: try CommonOptions.jobs(arguments)).run(
      count: possible.count, shouldStop: { Interruption.signal != 0 },
      unit: { TemplateTrial(possible[$0], seed: seed, casesMax: cases) },
      fold: { _, trial in
        guard let trial else { return .next }
        trials.append(trial)
        for line in TemplateTable.lines(trial, palette) { Console.complain(line) }
        return .next
      })
    for line in TemplateTable.summary(trials) { try Console.write("\(line)\n") }
    if let stopped = Interruption.exitCode { return stopped }
    return trials.allSatisfy { $0.problem == nil } ? .nothingFound : .internalError
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
      try Console.write(JSONText.document(["mutants": .array(mutants.map(\.json))]))
    } else {
      for mutant in mutants {
        try Console.write(
          "\(mutant.name)\n    \(mutant.origin.text)\n    seen by \(mutant.seenBy.joined(separator: ", "))\n"
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
      jobs: try CommonOptions.jobs(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    let table = MutantTable(mutants)
    try console.say(table.head)
    var failure: CommandFailure?
    let outcomes = hunt.run { outcome in
      do throws(CommandFailure) {
        for line in table.lines(outcome, palette) { try console.say(line) }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    for line in table.summary(outcomes) { try console.say(line) }
    if console.json { try Console.write(JSONText.document(MutantOutcome.json(outcomes))) }
    if let stopped = Interruption.exitCode { return stopped }
    let isGood =
      outcomes.count == mutants.count
      && outcomes.allSatisfy { $0.isFound && $0.problems.isEmpty }
    return isGood ? .nothingFound : .internalError
  }
}
