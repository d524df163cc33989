// SPDX-License-Identifier: MIT

import CampaignEngine
import CommandLineTable

/// The whole tool: picks the subcommand, runs it, reports its failure.
enum Tool {
  static let version = CampaignSettings.toolVersion

  static let table = ToolTable<ExitCode>(
    version: version,
    purpose: """
      layoutfuzz generates Auto Layout cases, solves each with several strategies, and lets an exact
      oracle judge every answer. What it finds it makes small, stores and replays.
      """,
    example: "layoutfuzz fuzz --seed 1 --time 30s", subcommands: subcommands)

  private static let subcommands = [
    FuzzCommand.subcommand, CampaignCommand.subcommand, CheckCommand.subcommand,
    ExplainCommand.subcommand,
    SolveCommand.subcommand, VerifyCommand.subcommand,
    FitCommand.subcommand, ReplayCommand.subcommand, MinimizeCommand.subcommand,
    EditCommand.subcommand, ConvertCommand.subcommand, RenderCommand.subcommand,
    ReportCommand.subcommand, MutantsCommand.subcommand,
    ConformanceCommand.subcommand, LawsCommand.subcommand, CostsCommand.subcommand,
  ]

  /// - Parameter words: the command line without the name of the tool.
  static func run(_ words: [String]) -> ExitCode {
    do throws(CommandFailure) {
      return try dispatch(words)
    } catch {
      Console.complain(error)
      return error.code
    }
  }

  private static func dispatch(_ words: [String]) throws(CommandFailure) -> ExitCode {
    if words.first == WorkerCommand.name { return try WorkerCommand.run() }
    if words.isEmpty { Console.explain(HelpText(table).overview) }
    switch try table.request(words) {
    case .text(let text):
      try Console.write(text)
      return .nothingFound
    case .work(let subcommand, let arguments):
      return try subcommand.run(arguments)
    }
  }
}
