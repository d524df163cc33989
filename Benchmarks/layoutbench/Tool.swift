// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats

/// The whole tool: picks the subcommand, runs it, reports its failure.
enum Tool {
  static let subcommands: [Subcommand] = [
    RunCommand.subcommand, CompareCommand.subcommand, SaveCommand.subcommand,
    HistoryCommand.subcommand, ExplainCommand.subcommand, PeersCommand.subcommand,
    ContenderCommand.subcommand,
    SearchCommand.subcommand, StagesCommand.subcommand, SelftestCommand.subcommand,
    WorkerCommand.serve, WorkerCommand.once,
  ]

  /// - Parameter words: the command line without the name of the tool.
  static func run(_ words: [String]) -> ExitCode {
    let file = VerdictFile(words)
    do throws(CommandFailure) {
      try file?.clear()
      let code = try dispatch(words)
      try file?.complete(code, [])
      return code
    } catch {
      for message in error.messages { Console.complain("layoutbench: \(message)") }
      do throws(CommandFailure) {
        try file?.complete(error.code, error.messages)
      } catch {
        for message in error.messages { Console.complain("layoutbench: \(message)") }
      }
      return error.code
    }
  }

  private static func dispatch(_ words: [String]) throws(CommandFailure) -> ExitCode {
    guard let first = words.first else {
      Console.complain(overview)
      throw .usage("which subcommand?")
    }
    if ["--help", "-h", "help"].contains(first) {
      Console.write(overview + "\n")
      return .fine
    }
    if first == "--version" {
      Console.write("layoutbench \(CampaignSettings.toolVersion)\n")
      return .fine
    }
    guard let subcommand = subcommands.first(where: { $0.name == first }) else {
      let near = nearestName(to: first, among: subcommands.map(\.name))
      throw .usage(
        "unknown subcommand '\(first)'" + (near.map { ", did you mean '\($0)'?" } ?? ""))
    }
    let arguments = try Arguments(Array(words.dropFirst()), subcommand)
    if arguments.has("help") {
      Console.write(help(of: subcommand) + "\n")
      return .fine
    }
    return try subcommand.run(arguments)
  }

  private static var overview: String {
    let shown = subcommands.filter { !$0.isHidden }
    let width = shown.map(\.name.count).max() ?? 0
    let rows = shown.map { "  \(padded($0.name, to: width))  \($0.summary)" }
    return """
      layoutbench measures layout solvers: paired, interleaved rounds over fresh processes, with a
      control that shows the noise, and counts of work that are the same in every run.

      Usage: layoutbench SUBCOMMAND [OPTIONS]

      Subcommands:
      \(rows.joined(separator: "\n"))

      Options:
        -h, --help  print this text, or that of a subcommand
        --version   print the version

      \(ExitCode.explanation)
      """
  }

  private static func help(of subcommand: Subcommand) -> String {
    let options = subcommand.options.map { option in
      ("--\(option.name)" + (option.value.map { " \($0)" } ?? ""), option.help)
    }
    let width = options.map(\.0.count).max() ?? 0
    let rows = options.map { "  \(padded($0.0, to: width))  \($0.1)" }
    return """
      \(subcommand.name): \(subcommand.summary)

      Usage: layoutbench \(subcommand.name) \(subcommand.operands) [OPTIONS]

      Options:
      \(rows.joined(separator: "\n"))

      \(subcommand.notes)

      \(ExitCode.explanation)
      """
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
