// SPDX-License-Identifier: MIT

import Display
import JSON
import Reporting
import Statistics

/// The command `layoutbench selftest`.
enum SelftestCommand {
  /// The change that must be detected, in percent.
  static let slowPercent = 5
  private static let processesMax = 200

  // 5 % more than 20 iterations is the least whole number. Samples are long enough that the
  // start-up, which is the same for both, hides little of the change. Rounds are few, since
  // processes differ more than the rounds of one.
  private static let standard = MeasurementOptions.Standard(
    filter: ["capture/simplex-competing"], processes: 10, rounds: 40, sampleSeconds: 0.002,
    leastIterations: 20,
    stopping: .init(processesMax: processesMax, halfWidth: Metric.cpu.threshold / 4))

  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "selftest", summary: "check that the tool detects a slowdown of 5 %",
      operands: nil, operandCount: 0...0,
      options: [OptionSyntax("runs", value: "N", "comparisons of each kind (default 20)")]
        + MeasurementOptions.stoppingSyntax(
          processesMax: processesMax, width: "a quarter of the threshold")
        + MeasurementOptions.syntax(standard),
      notes: """
        Compare the simplex strategy with itself N times, and N times with a candidate that does 5 %
        more work. The tool must detect the slowdown, and no change without one.

        The metric is CPU time with its threshold of 3 %. The slowdown must be detected in 19 of 20
        runs. A change without a slowdown may be reported in at most 1 of 20. Otherwise the exit
        code is 1. Without --filter the instance is capture/simplex-competing, with samples of 2 ms,
        40 rounds and 10 processes. More processes start until the intervals are within 0.75 %, at
        most 200. With several instances, the slowdown must be detected on each. A change on any of
        them is false. The exit code is also in DIR/verdict.json, because make changes it.
        """,
      exits: ExitCode.meanings([
        .fine: "detected, no false change", .outputsDiffer: "", .cannotWrite: "",
        .slower: "not detected often enough, or too many false changes",
      ]),
      examples: ["layoutbench selftest --runs 20", "layoutbench selftest --smoke"]), run: run)

  /// The results of the comparisons so far.
  struct Tally {
    /// One comparison.
    struct Entry {
      let slow: Int
      let cpu: [ChangeTest.Row]
      let countsChanged: Bool
      let countsChangedEverywhere: Bool
      let isNoisy: Bool
      let processes: Int
      let load: Double
    }

    var entries: [Entry] = []

    func count(slow: Bool, _ isCounted: (Entry) -> Bool) -> Int {
      entries.count { ($0.slow > 0) == slow && isCounted($0) }
    }

    var seen: Int { count(slow: true) { $0.cpu.allSatisfy { $0.verdict == .slower } } }
    var falseAlarms: Int { count(slow: false) { $0.cpu.contains(where: \.verdict.isChange) } }
    var countsSeen: Int { count(slow: true, \.countsChangedEverywhere) }
    var falseCounts: Int { count(slow: false, \.countsChanged) }
    var noisy: Int { entries.count(where: \.isNoisy) }
    /// The number of comparisons of each kind.
    var runs: Int { entries.count / 2 }

    var code: ExitCode {
      let isGood = 20 * seen >= 19 * runs && 20 * falseAlarms <= runs
      return isGood && countsSeen == runs && falseCounts == 0 ? .fine : .slower
    }
  }

  @Sendable private static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode
  {
    let runs = try arguments.integer("runs", in: 1...10_000) ?? 20
    let console = Console(json: arguments.has("json"))
    var tally = Tally()
    for number in 1...runs {
      for slow in [0, slowPercent] {
        let entry = try entry(compare(arguments, slow: slow, number: number), slow: slow)
        tally.entries.append(entry)
        console.say(text(entry, number: number))
      }
    }
    console.say(sentence(tally))
    let bytes = JSONWriter.document(json(tally))
    let store = RunStore(arguments)
    try store.write(bytes, to: store.verdictFile)
    if console.json { Console.write(String(decoding: bytes, as: UTF8.self)) }
    return tally.code
  }

  private static func entry(
    _ analysis: RunAnalysis, slow: Int
  ) throws(CommandFailure) -> Tally.Entry {
    let rows = analysis.rows.compactMap(\.cpu)
    guard !rows.isEmpty, rows.count == analysis.rows.count else {
      throw CommandFailure(.unavailable, ["an instance was stopped at the limit"])
    }
    let counts = analysis.rows.map { $0.counts.contains { $0.verdict.isChange } }
    return Tally.Entry(
      slow: slow, cpu: rows, countsChanged: counts.contains(true),
      countsChangedEverywhere: counts.allSatisfy { $0 },
      isNoisy: analysis.control?.isCPUNoisy ?? true, processes: analysis.run.record.processes,
      load: analysis.run.samples.first?.load ?? 0)
  }

  private static func text(_ entry: Tally.Entry, number: Int) -> String {
    let cpu = entry.cpu.map {
      "\(MeasuredText.verdict($0.verdict, $0.estimate.ratio)) (\(MeasuredText.interval($0.estimate)))"
    }
    return "run \(number), \(entry.slow) % slower: CPU \(cpu.joined(separator: ", ")), counts"
      + " \(entry.countsChanged ? "changed" : "the same"), \(entry.processes) processes"
      + "\(entry.isNoisy ? ", noisy" : ""), load \(ShownNumber.digits(entry.load))"
  }

  private static func sentence(_ tally: Tally) -> String {
    """
    \(tally.code == .fine ? "Passed" : "Failed"): a slowdown of \(slowPercent) % was detected in \
    \(tally.seen) of \(ShownNumber.counted(tally.runs, "run")) (at least 95 %)
    false     \(tally.falseAlarms) of \(tally.runs) runs without a slowdown (at most 5 %)
    counts    changed in \(tally.countsSeen) of \(tally.runs) runs with more work, in \
    \(tally.falseCounts) without
    control   not reliable in \(tally.noisy) of \(ShownNumber.counted(tally.entries.count, "run"))
    """
  }

  private static func json(_ tally: Tally) -> JSONValue {
    .object([
      .init(key: "schema", value: 1), .init(key: "code", value: .number(tally.code.rawValue)),
      .init(key: "verdict", value: .string(sentence(tally))),
      .init(key: "runs", value: .number(tally.runs)),
      .init(key: "seen", value: .number(tally.seen)),
      .init(key: "falseAlarms", value: .number(tally.falseAlarms)),
      .init(key: "countsSeen", value: .number(tally.countsSeen)),
      .init(key: "falseCounts", value: .number(tally.falseCounts)),
      .init(key: "noisy", value: .number(tally.noisy)),
      .init(
        key: "comparisons",
        value: .array(
          tally.entries.map { entry in
            [
              "slowPercent": .number(entry.slow), "processes": .number(entry.processes),
              "load": .number(entry.load), "isNoisy": .bool(entry.isNoisy),
              "cpu": .array(entry.cpu.map { JSONParts.estimate($0.estimate) }),
              "verdicts": .array(entry.cpu.map { .string($0.verdict.rawValue) }),
            ]
          })),
    ])
  }

  private static func compare(
    _ arguments: ParsedArguments, slow: Int, number: Int
  ) throws(CommandFailure) -> RunAnalysis {
    let options = try MeasurementOptions(
      arguments, standard: standard, seedOffset: UInt64(number))
    let arms = [
      options.arm("baseline", strategy: "simplex"),
      options.arm("candidate", strategy: "simplex", follows: "baseline", slowPercent: slow),
      options.arm(Measurement.controlName, strategy: "simplex", follows: "baseline"),
    ]
    return RunAnalysis(try Measurement.run(arms, options, doSame: true))
  }
}
