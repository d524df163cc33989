// SPDX-License-Identifier: MIT

import CampaignEngine

/// A subcommand: its syntax and what it does.
struct Subcommand: Sendable {
  let syntax: CommandSyntax
  /// Does the work and says how it ended.
  let run: @Sendable (ParsedArguments) throws(CommandFailure) -> ExitCode
}

/// The whole tool: picks the subcommand, runs it, reports its failure.
enum Tool {
  static let version = CampaignSettings.toolVersion

  static let subcommands = [
    FuzzCommand.subcommand, CampaignCommand.subcommand, CheckCommand.subcommand,
    ExplainCommand.subcommand,
    SolveCommand.subcommand, VerifyCommand.subcommand,
    FitCommand.subcommand, ReplayCommand.subcommand, MinimizeCommand.subcommand,
    EditCommand.subcommand, ConvertCommand.subcommand, RenderCommand.subcommand,
    MutantsCommand.subcommand,
    ConformanceCommand.subcommand, LawsCommand.subcommand, CostsCommand.subcommand,
  ]

  /// - Parameter words: the command line without the name of the tool.
  static func run(_ words: [String]) -> ExitCode {
    do throws(CommandFailure) {
      return try dispatch(words)
    } catch {
      for message in error.messages { Console.complain("layoutfuzz: \(message)") }
      return error.code
    }
  }

  private static func dispatch(_ words: [String]) throws(CommandFailure) -> ExitCode {
    guard let first = words.first else {
      Console.complain(HelpText.overview(subcommands.map(\.syntax)))
      throw .usage("which subcommand?")
    }
    switch first {
    case "--help", "-h", "help":
      try Console.write(try help(Array(words.dropFirst())))
      return .nothingFound
    case "--version":
      try Console.write("layoutfuzz \(version)\n")
      return .nothingFound
    case WorkerCommand.name: return try WorkerCommand.run()
    default:
      break
    }
    let subcommand = try find(first)
    let arguments = try ArgumentParser.parse(Array(words.dropFirst()), subcommand.syntax)
    if arguments.has("help") {
      try Console.write(HelpText.of(subcommand.syntax))
      return .nothingFound
    }
    return try subcommand.run(arguments)
  }

  private static func help(_ words: [String]) throws(CommandFailure) -> String {
    guard let name = words.first else { return HelpText.overview(subcommands.map(\.syntax)) }
    return HelpText.of(try find(name).syntax)
  }

  private static func find(_ name: String) throws(CommandFailure) -> Subcommand {
    if let found = subcommands.first(where: { $0.syntax.name == name }) { return found }
    let kind = name.hasPrefix("-") ? "option" : "subcommand"
    let names = subcommands.map(\.syntax.name) + ["--help", "--version"]
    throw .usage("unknown \(kind) '\(name)'" + NearestName.suggestion(for: name, among: names))
  }
}
