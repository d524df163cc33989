// SPDX-License-Identifier: MIT

import BenchmarkSuites
import Diagnosis
import Judging
import Reporting

/// The command `layoutbench stages`.
enum StagesCommand {
  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "stages", summary: "where the time of a campaign goes, and how the exact oracle grows",
      operands: nil, operandCount: 0...0,
      options: [
        OptionSyntax("cases", value: "N", "how many cases go through all stages (4000)"),
        OptionSyntax("seed", value: "N", "the seed of the campaign (1)"),
        OptionSyntax("sizes", value: "A,B", "numbers of variables for the oracle alone (200,2000)"),
        OptionSyntax("repetitions", value: "N", "how often the oracle solves each of them (5)"),
      ],
      notes: """
        Takes the first cases of a campaign through its stages on one core: generate (with validation),
        lower (with the passes of layout), each strategy, the exact oracle, the checker of its answers,
        the judge, the comparison with what was planted, and giving the memory back. Times are CPU times of
        one thread. Laws, canaries and files, which a campaign has besides, are left out. Counts of pivots and
        constraints are the same in every run.
        """,
      examples: ["layoutbench stages --cases 4000"]), run: run)

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
      guard let size = Int(word), (40...100_000).contains(size) else {
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
        share.name, MeasuredText.digits(100 * time / total) + " %",
        MeasuredText.time(nanoseconds: time / count),
      ])
    }
    rows.append(["all", "100 %", MeasuredText.time(nanoseconds: total / count)])
    return """
      \(stages.certified) of \(stages.cases) cases certified, \
      \(MeasuredText.digits(stages.certifiedPerSecond)) per second and core
      \(MeasuredText.table(rows))
      views \(stages.medianViews) (median), constraints \(stages.constraints), \
      oracle pivots \(stages.oraclePivots), cases with big integers \(stages.bigIntegerCases), \
      wrong answers \(stages.wrongAnswers)
      checking an exact answer takes \(MeasuredText.digits(100 * stages.checkingForSolving)) % of finding it
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
