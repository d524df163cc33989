// SPDX-License-Identifier: MIT

import CommandLineTable
import Display

/// The whole tool: chooses the subcommand, runs it, and reports its failure.
enum Tool {
  static let table = ToolTable<ExitCode>(
    version: ToolVersion.current,
    purpose: "paired measurements of layout solvers, with a control that shows the noise",
    examples: [
      "layoutbench run --filter chain", "layoutbench compare OLD/layoutbench NEW/layoutbench",
    ],
    groups: [
      CommandGroup(
        "Measure",
        [
          RunCommand.subcommand, CompareCommand.subcommand, PeersCommand.subcommand,
          StagesCommand.subcommand, SelftestCommand.subcommand,
        ]),
      CommandGroup(
        "Read results",
        [
          ReportCommand.subcommand, ExplainCommand.subcommand, SaveCommand.subcommand,
          HistoryCommand.subcommand,
        ]),
      CommandGroup(
        "Tools",
        [
          SearchCommand.subcommand, ContenderCommand.subcommand, WorkerCommand.serve,
          WorkerCommand.once,
        ]),
    ])

  /// - Parameter words: the command line without the name of the tool.
  /// - Returns: the exit code.
  static func run(_ words: [String]) -> ExitCode {
    var file: VerdictFile?
    do throws(CommandFailure) {
      // Before a file is named by these words.
      try CommandFailure.ensureReadableWords()
      file = VerdictFile(words)
      try file?.clear()
      let code = try dispatch(words)
      try file?.complete(code, [])
      return code
    } catch {
      for line in error.lines { Console.note(line) }
      do throws(CommandFailure) {
        try file?.complete(error.code, error.messages)
      } catch {
        for line in error.lines { Console.note(line) }
      }
      return error.code
    }
  }

  private static func dispatch(_ words: [String]) throws(CommandFailure) -> ExitCode {
    if words.isEmpty { Console.note(HelpText(table).overview) }
    switch try table.request(words) {
    case .text(let text):
      Console.write(text)
      return .fine
    case .work(let subcommand, let arguments):
      return try subcommand.run(arguments)
    }
  }
}
