// SPDX-License-Identifier: MIT

import Foundation
import JSON
import Judging
import Statistics

/// The command `layoutbench compare`.
enum CompareCommand {
  private static let processesMax = 20

  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "compare", summary: "compare two builds, two strategies or two stored runs",
      operands: "BASELINE CANDIDATE", operandCount: 2...2,
      options: [
        OptionSyntax("strategy", value: "NAME", "strategy of two builds (default simplex)"),
        OptionSyntax(
          "gate", value: "A,B",
          "metrics of the exit code: counters, cpu, wall (default counters,cpu)"),
        OptionSyntax("instructions", "also gate instructions, counted by callgrind (slow)"),
        OptionSyntax("allocations", "also gate heap blocks, counted by dhat (slow)"),
        OptionSyntax("strict-improvement", "also exit with 1 if costs have only decreased"),
        OptionSyntax(
          "force", "compare different kinds of builds, or stored runs of different machines"),
        OptionSyntax(
          "slow", value: "PERCENT", "let the candidate do more work, to test the tool"
        ).rare,
      ]
        + MeasurementOptions.stoppingSyntax(
          processesMax: processesMax, width: "a third of the threshold")
        + MeasurementOptions.syntax(),
      notes: """
        Compare two builds, two strategies or two stored runs. BASELINE and CANDIDATE are both paths
        of layoutbench executables, both names of strategies, or both names of stored runs.

        Builds and strategies are measured side by side, with a control: the baseline against a copy
        of itself. A change of time is significant under two conditions. The whole interval is
        beyond the threshold (CPU 3 %, wall 5 %), or beyond the interval of the control if that is
        wider. And its probability is below 5 % after Holm's correction over all gating times.

        More processes start until the intervals are narrow or --processes-max is reached. Only the
        widths of intervals decide. Counts of work that are equal in every run gate absolutely if
        both sides are one strategy. So do exponents of growth that differ by more than 0.1. An
        instance that only one side completes within the limit is a change. Stored runs were not
        measured side by side. Their times are printed, and only counts and exponents are compared.
        The exit code is also in DIR/verdict.json, because make changes it.
        """,
      exits: ExitCode.meanings([
        .fine: "no gating cost has increased", .slower: "", .badInput: "", .outputsDiffer: "",
        .cannotWrite: "", .unavailable: "no verdict: too few processes, or too much noise",
      ]),
      examples: [
        "layoutbench compare OLD/layoutbench NEW/layoutbench",
        "layoutbench compare simplex relaxation --filter scene",
      ]), run: run)

  @Sendable private static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode
  {
    let gates = try gates(arguments)
    let first = arguments.operands[0]
    let second = arguments.operands[1]
    let comparison: Comparison
    if isProgram(first), isProgram(second) {
      let strategy = arguments.text("strategy") ?? "simplex"
      guard Strategy.named(strategy) != nil else {
        throw .usage("unknown strategy '\(strategy)'", seeHelpOf: "compare")
      }
      comparison = try measured(
        arguments, (fullPath(first), strategy), (fullPath(second), strategy), gates)
    } else if Strategy.named(first) != nil, Strategy.named(second) != nil {
      if arguments.has("strategy") {
        throw .usage("--strategy is for two builds", seeHelpOf: "compare")
      }
      comparison = try measured(
        arguments, (ThisProgram.path, first), (ThisProgram.path, second), gates)
    } else {
      comparison = try saved(arguments, first, second, gates)
    }
    return try finish(comparison, arguments)
  }

  private static func gates(_ arguments: ParsedArguments) throws(CommandFailure) -> Set<Metric> {
    var gates: Set<Metric> = []
    for name in arguments.list("gate", omitsEmpty: true) ?? ["counters", "cpu"] {
      guard let metric = Metric(rawValue: name), [.counters, .cpu, .wall].contains(metric) else {
        throw .usage("--gate takes counters, cpu and wall, not '\(name)'", seeHelpOf: "compare")
      }
      gates.insert(metric)
    }
    return gates
  }

  private static func isProgram(_ word: String) -> Bool {
    word.contains("/") && FileManager.default.isExecutableFile(atPath: word)
  }

  private static func fullPath(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  // MARK: - Side by side

  private typealias Side = (program: String, strategy: String)

  private static func measured(
    _ arguments: ParsedArguments, _ first: Side, _ second: Side, _ gates: Set<Metric>
  ) throws(CommandFailure) -> Comparison {
    let time = Metric.times.first(where: gates.contains)
    let options = try MeasurementOptions(
      arguments,
      standard: .init(stopping: time.map { .init(processesMax: processesMax, metric: $0) }))
    let slow = try arguments.integer("slow", in: 0...1000) ?? 0
    let doSame = first.strategy == second.strategy
    let arms = [
      options.arm("baseline", strategy: first.strategy, executable: first.program),
      options.arm(
        "candidate", strategy: second.strategy, executable: second.program,
        follows: doSame ? "baseline" : nil, slowPercent: slow),
      options.arm(
        Measurement.controlName, strategy: first.strategy, executable: first.program,
        follows: "baseline"),
    ]
    // Two strategies do different work, so their counts are not comparable.
    let judgedGates = doSame ? gates : gates.subtracting([.counters])
    let run = try Measurement.run(
      arms, options, doSame: doSame, gates: judgedGates, isForced: arguments.has("force"))
    try options.store.setLast(run.record.id)
    let analysis = RunAnalysis(run, gates: gates)
    var comparison = Comparison(analysis, gates: judgedGates)
    comparison.addGrowth(
      analysis, run.record.series,
      gates: judgedGates)
    if !doSame { comparison.notes.append("two strategies: their counts are not compared") }
    for (option, metric) in [("instructions", Metric.instructions), ("allocations", .allocations)]
    where arguments.has(option) {
      comparison.addValgrind(metric, arms: arms, instances: options.items.map(\.name))
    }
    return comparison
  }

  // MARK: - Saved runs

  /// The options that apply to stored runs.
  private static let savedOptions: Set = ["gate", "strict-improvement", "force", "dir", "json"]

  /// Returns the failure of two operands of different kinds; nil when stored runs may be meant.
  private static func mismatch(_ words: [String], _ names: [String]) -> CommandFailure? {
    let kinds = words.map { word in
      names.contains(word)
        ? "a stored run"
        : isProgram(word)
          ? "a program"
          : Strategy.named(word) != nil ? "a strategy" : word.contains("/") ? "no program" : nil
    }
    if kinds.allSatisfy({ $0 == nil || $0 == "a stored run" }) { return nil }
    let parts = zip(words, kinds).map { "'\($0)' is \($1 ?? "not known")" }
    return CommandFailure(
      .badInput,
      [
        "\(parts.joined(separator: " and ")); fix: give two programs, two strategies or two stored runs"
      ])
  }

  private static func saved(
    _ arguments: ParsedArguments, _ first: String, _ second: String, _ gates: Set<Metric>
  ) throws(CommandFailure) -> Comparison {
    let store = RunStore(arguments)
    if let mismatch = mismatch([first, second], store.baselineNames()) { throw mismatch }
    let baseline = try store.baseline(first)
    let candidate = try store.baseline(second)
    if let name = arguments.given.first(where: { !savedOptions.contains($0) }) {
      throw .usage("--\(name) means nothing for two stored runs", seeHelpOf: "compare")
    }
    if arguments.has("gate"), let time = Metric.times.first(where: gates.contains) {
      throw .usage(
        "--gate \(time.rawValue): times of stored runs are not judged", seeHelpOf: "compare")
    }
    let differences = candidate.record.differences(from: baseline.record)
    if !differences.isEmpty, !arguments.has("force") {
      throw CommandFailure(
        .usage,
        ["'\(first)' (there) and '\(second)' (here) cannot be compared without --force:"]
          + differences.map { "  \($0)" })
    }
    var comparison = Comparison(baseline: baseline, candidate: candidate, gates: gates)
    comparison.notes += differences.map { "forced although they differ: \($0)" }
    return comparison
  }

  // MARK: - The end

  private static func finish(
    _ comparison: Comparison, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let isStrict = arguments.has("strict-improvement")
    let code = comparison.exitCode(isStrict: isStrict)
    let json = comparison.json(code: code)
    let store = RunStore(arguments)
    let bytes = JSONWriter.document(json)
    try store.write(bytes, to: store.verdictFile)
    Console(json: arguments.has("json")).say(comparison.text(code: code))
    if arguments.has("json") { Console.write(String(decoding: bytes, as: UTF8.self)) }
    return code
  }
}
