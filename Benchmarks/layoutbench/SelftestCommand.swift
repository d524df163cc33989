// SPDX-License-Identifier: MIT

import BenchmarkKit

/// `layoutbench selftest`
enum SelftestCommand {
  /// The change that must be seen, in percent.
  static let slowPercent = 5

  static let subcommand = Subcommand(
    name: "selftest",
    summary: "does the instrument see a slow-down of 5 %, and none where there is none?",
    operands: "", operandCount: 0...0,
    options: [OptionSyntax("runs", value: "N", "how many comparisons of each kind (20)")]
      + MeasurementOptions.syntax,
    notes: """
      Compares the simplex strategy with itself, once as it is and once with a candidate that does
      5 % more work, both N times, on CPU time with its threshold of 3 %. The slow-down must be called in
      19 of 20 runs, and a change where there is none in at most 1 of 20; else the exit code is 6.
      Without --filter the instance is capture/simplex-competing, with 10 processes, 400 rounds and
      samples of 1 ms.
      """, run: run)

  @Sendable private static func run(_ arguments: Arguments) throws(CommandFailure) -> ExitCode {
    let runs = try arguments.integer("runs", in: 1...10_000) ?? 20
    let console = Console(json: false)
    var seen = 0
    var countsSeen = 0
    var falseAlarms = 0
    var falseCounts = 0
    var noisy = 0
    for number in 1...runs {
      for slow in [0, slowPercent] {
        let analysis = try compare(arguments, slow: slow, number: number)
        guard let row = analysis.rows.first, let cpu = row.cpu else {
          throw CommandFailure(.usage, ["the instance was stopped at the limit"])
        }
        let counts = row.counts.contains { $0.verdict.isChange }
        if analysis.control?.isCPUNoisy ?? true { noisy += 1 }
        if slow > 0 {
          seen += cpu.verdict == .slower ? 1 : 0
          countsSeen += counts ? 1 : 0
        } else {
          falseAlarms += cpu.verdict.isChange ? 1 : 0
          falseCounts += counts ? 1 : 0
        }
        console.say(
          "run \(number), \(slow) % slower: CPU \(Readable.ratio(cpu.estimate))"
            + " \(cpu.verdict.rawValue), counts \(counts ? "changed" : "the same")"
            + ", load \(Readable.digits(analysis.run.samples.first?.load ?? 0))")
      }
    }
    console.say(
      """
      CPU time: \(slowPercent) % slower called slower in \(seen) of \(runs) runs, no change called changed \
      in \(falseAlarms) of \(runs); \(noisy) of \(2 * runs) runs noisy by their control
      counts: \(slowPercent) % more called changed in \(countsSeen) of \(runs) runs, none called changed in \
      \(falseCounts) of \(runs)
      """)
    let isGood = 20 * seen >= 19 * runs && 20 * falseAlarms <= runs
    return isGood && countsSeen == runs && falseCounts == 0 ? .fine : .inconclusive
  }

  private static func compare(
    _ arguments: Arguments, slow: Int, number: Int
  ) throws(CommandFailure) -> RunAnalysis {
    // A twentieth more than twenty is the least that is whole.
    let options = try MeasurementOptions(
      arguments,
      standard: .init(
        filter: ["capture/simplex-competing"], processes: 10, rounds: 400, sampleSeconds: 0.001,
        leastIterations: 20),
      seedOffset: UInt64(number))
    let arms = [
      options.arm("baseline", strategy: "simplex"),
      options.arm("candidate", strategy: "simplex", follows: "baseline", slowPercent: slow),
      options.arm(Measurement.controlName, strategy: "simplex", follows: "baseline"),
    ]
    return RunAnalysis(try Measurement.run(arms, options, doSame: true))
  }
}
