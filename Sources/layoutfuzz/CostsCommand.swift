// SPDX-License-Identifier: MIT

import Diagnosis
import Judging
import ToolSupport

/// The command `layoutfuzz costs`.
enum CostsCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "costs",
    summary: "show the cost models of the strategies, or fit them again",
    operands: "[show|fit]", operandCount: 0...1,
    options: [
      OptionSyntax("seed", value: "N", "fit: seed of the training cases (default: as stored)"),
      OptionSyntax("cases", value: "N", "fit: number of training cases (default: as stored)"),
      OptionSyntax("jobs", value: "N", "fit: cases solved in parallel (default: all cores)"),
      OptionSyntax(
        "output", value: "FILE", short: "o",
        "fit: write the table to FILE (default: standard output)"),
      OptionSyntax("force", "fit: replace an existing FILE"),
    ],
    notes: """
      Show the cost models of the strategies ('show'), or fit them to training cases again ('fit').

      A cost model limits a counter of work of one strategy for one kind of cases. It is a power of
      the size of the system, and \(percent) of the training cases are below it. 'fuzz' compares the
      counters of each answer with it. More than \(ratio) times the expected cost is a finding. Work
      whose exponent of growth exceeds that of its class by more than \(margin) is a finding, too.

      'fit' measures the healthy strategies and writes the table as the Swift file that is compiled
      into the tool. Without --seed and --cases it writes the stored table again, byte for byte.
      """,
    exits: ExitCode.meanings([.internalError: ""]),
    examples: [
      "layoutfuzz costs show",
      "layoutfuzz costs fit --cases 20k -o table.swift",
    ])

  private static var percent: String { "\((CostModel.share * 1000).rounded() / 10) %" }
  private static var ratio: String { "\(Int(CostOracle.ratioMax))" }
  private static var margin: String { "\(CostOracle.powerMargin)" }

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    switch arguments.operands.first ?? "show" {
    case "show":
      for line in CostTableText.lines(.stored) { try Console.write(line + "\n") }
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
}
