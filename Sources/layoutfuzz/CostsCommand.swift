// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import Judging
import LinearModel
import ToolSupport

/// The command `layoutfuzz costs`.
enum CostsCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "costs",
    summary: "what the strategies' work comes to: show the envelopes, or fit them anew",
    operands: "show|fit", operandCount: 1...1,
    options: [
      OptionSyntax("seed", value: "N", "fit: the seed of the training cases (default: as stored)"),
      OptionSyntax("cases", value: "N", "fit: how many there are (default: as stored)"),
      OptionSyntax("jobs", value: "N", "fit: how many cases at a time (default: all cores)"),
      OptionSyntax(
        "output", value: "FILE", short: "o", "fit: where the table goes (default: standard output)"),
      OptionSyntax("force", "replace FILE if it exists"),
    ],
    notes: """
      An envelope says, for a strategy, a kind of cases and a counter of work, what hardly any
      system of a size exceeds: a power of the size below which \(percent) of the training
      cases lie. 'fuzz' compares the counters of each answer with it: more than \(ratio) times as
      much is a finding, and so is work that grows by a higher power than that of the class (by more
      than \(margin)) when the case is repeated.

      'fit' measures the healthy strategies and writes the table as the Swift file that is compiled
      into the tool; without --seed and --cases it makes the stored one again, byte for byte.
      """,
    examples: [
      "layoutfuzz costs show",
      "layoutfuzz costs fit -o Sources/Judging/Costs/CostTable+Stored.swift --force",
    ])

  private static var percent: String { "\((CostModel.share * 1000).rounded() / 10) %" }
  private static var ratio: String { "\(Int(CostOracle.ratioMax))" }
  private static var margin: String { "\(CostOracle.powerMargin)" }

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    switch arguments.operands[0] {
    case "show":
      for line in table(.stored) { try Console.write(line + "\n") }
      return .nothingFound
    case "fit": return try fit(arguments)
    case let word:
      throw .usage(
        "'costs' takes show or fit, not '\(word)'"
          + NearestName.suggestion(for: word, among: ["show", "fit"]),
        seeHelpOf: arguments.command)
    }
  }

  private static func fit(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    let stored = CostTable.stored
    let training = CostTraining(
      seed: try arguments.integer("seed", in: 0...UInt64.max) ?? stored.seed,
      cases: try arguments.integer("cases", in: 1...10_000_000) ?? stored.cases,
      jobs: try arguments.jobs())
    let output = try CaseOutput(
      arguments.text("output"), input: "", force: arguments.has("force"), command: "costs")
    let table: CostTable
    do throws(InternalError) {
      table = try training.run()
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
    try output.write(Array(table.sourceText.utf8))
    return .nothingFound
  }

  // MARK: - Texts

  private static func table(_ table: CostTable) -> [String] {
    var lines = [
      "Fitted to \(ShownNumber.counted(table.cases, "case")) of seed \(table.seed): a cost is at most",
      "2^a times the size to the power b. Powers of growth: "
        + CaseScaling.allCases.map(\.rawValue).joined(separator: ", ") + ".", "",
    ]
    for row in table.rows {
      let model = row.model
      lines.append(
        "\(row.strategy), \(row.profile?.rawValue ?? "all kinds"): "
          + "\(ShownNumber.counted(row.cases, "case")) of sizes \(model.sizes.lowerBound) to "
          + "\(model.sizes.upperBound)")
      lines.append("  " + WorkCounter.allCases.map { text($0, model) }.joined(separator: ", "))
      let powers = CaseScaling.allCases.map { scaling in
        "\(scaling.rawValue) " + (model.power(scaling).map { "\($0)" } ?? "unknown")
      }
      lines.append("  growth: " + powers.joined(separator: ", "))
    }
    return lines
  }

  private static func text(_ counter: WorkCounter, _ model: CostModel) -> String {
    let (factor, power) = model.coefficients(counter)
    return "\(counter.rawValue) a \(factor) b \(power)"
  }
}
