// SPDX-License-Identifier: MIT

import BenchmarkSuites
import CommandLineTable
import Diagnosis
import Display
import Judging
import Reporting

/// The command `layoutbench stages`.
enum StagesCommand {
  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "stages", summary: "measure the stages of a campaign, and the exact oracle by size",
      operands: nil, operandCount: 0...0,
      options: [
        OptionSyntax("cases", value: "N", "cases that pass through all stages (default 4000)"),
        OptionSyntax("seed", value: "N", "seed of the campaign (default 1)"),
        OptionSyntax(
          "sizes", value: "A,B", "numbers of variables for the oracle alone (default 200,2000)"),
        OptionSyntax("repetitions", value: "N", "solutions of the oracle per size (default 5)"),
      ],
      notes: """
        Measure the CPU time of each stage of a campaign on one core, then the time of the exact
        oracle by the number of variables.

        The first stages are generation with validation, lowering with the passes of layout, and
        each strategy. Then come the exact oracle, the checker of its answers, and the judge. The
        last ones are the comparison with planted truths, and deallocation. Laws, canaries and files
        are omitted. Counts of pivots and constraints are equal in every run.
        """,
      exits: ExitCode.meanings([.outputsDiffer: "internal error: answers contradict each other"]),
      examples: ["layoutbench stages --cases 4k", "layoutbench stages --sizes 100,1k,10k"]),
    run: run)

  @Sendable private static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode
  {
    let cases = try arguments.integer("cases", in: 1...10_000_000) ?? 4000
    let seed = try arguments.integer("seed", in: 0...UInt64.max) ?? 1
    let repetitions = try arguments.integer("repetitions", in: 1...1000) ?? 5
    let sizes = try sizes(arguments)
    do throws(InternalError) {
      var stages = CampaignStages()
      try stages.run(cases: cases, of: CaseSource(seed: seed))
      Console(json: false).say(text(of: stages))
      for size in sizes {
        let measured = try OracleSizes(size: size, repetitions: repetitions)
        Console(json: false).say("\n" + text(of: measured, size: size))
      }
    } catch {
      throw CommandFailure(.outputsDiffer, ["internal error: \(error.message)"])
    }
    return .fine
  }

  private static func sizes(_ arguments: ParsedArguments) throws(CommandFailure) -> [Int] {
    guard let words = arguments.list("sizes", omitsEmpty: true) else { return [200, 2000] }
    var sizes: [Int] = []
    for word in words {
      guard let size: Int = CountText.number(word), (40...100_000).contains(size) else {
        throw .usage(
          "--sizes takes numbers from 40 to 100000 between commas, not '\(word)'",
          seeHelpOf: "stages")
      }
      sizes.append(size)
    }
    return sizes
  }

  private static func text(of stages: CampaignStages) -> String {
    let total = Double(max(1, stages.nanoseconds))
    let count = Double(max(1, stages.cases))
    var rows = [["stage", "share", "each case"]]
    for share in stages.shares {
      let time = Double(share.nanoseconds)
      rows.append([
        share.name, ShownNumber.percent(time / total),
        MeasuredText.time(nanoseconds: time / count),
      ])
    }
    rows.append(["all", "100 %", MeasuredText.time(nanoseconds: total / count)])
    return """
      \(stages.certified) of \(stages.cases) cases certified, \
      \(ShownNumber.digits(stages.certifiedPerSecond)) per second and core
      \(MeasuredText.table(rows))
      views \(stages.medianViews) (median), constraints \(stages.constraints), \
      oracle pivots \(stages.oraclePivots), cases with big integers \(stages.bigIntegerCases), \
      wrong answers \(stages.wrongAnswers)
      checking an exact answer takes \(ShownNumber.percent(stages.checkingForSolving)) of finding it
      """
  }

  private static func text(of measured: OracleSizes, size: Int) -> String {
    var rows = [["exact oracle", "variables", "constraints", "pivots", "time"]]
    for row in measured.rows {
      rows.append([
        row.name, "\(row.variables)", "\(row.constraints)",
        row.pivots.map { "\($0)" } ?? "limit",
        MeasuredText.time(nanoseconds: Double(row.nanoseconds)),
      ])
    }
    let median = MeasuredText.time(nanoseconds: Double(measured.median))
    return MeasuredText.table(rows) + "\nabout \(size) variables: median \(median)"
  }
}
