// SPDX-License-Identifier: MIT

/// The texts of `--help`.
enum HelpText {
  /// The text of `layoutfuzz --help`.
  static func overview(_ commands: [CommandSyntax]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    let rows = commands.map { "  \(padded($0.name, to: width))  \($0.summary)" }
    return """
      layoutfuzz generates Auto Layout cases, solves each with several strategies, and lets an exact
      oracle judge every answer. What it finds it makes small, stores and replays.

      Usage: layoutfuzz SUBCOMMAND [OPTIONS]

      Subcommands:
      \(rows.joined(separator: "\n"))

      Options:
        -h, --help  print this text, or that of a subcommand
        --version   print the version

      \(ExitCode.explanation)

      Example:
        layoutfuzz fuzz --seed 1 --time 30s

      """
  }

  /// The text of `layoutfuzz SUBCOMMAND --help`.
  static func of(_ command: CommandSyntax) -> String {
    let operands = command.operands.map { " \($0)" } ?? ""
    let width = command.allOptions.map(\.synopsis.count).max() ?? 0
    let options = command.allOptions.map { option in
      let lines = option.help.split(separator: "\n")
      let indent = String(repeating: " ", count: width + 4)
      return "  \(padded(option.synopsis, to: width))  " + lines.joined(separator: "\n\(indent)")
    }
    return """
      \(command.name): \(command.summary)

      Usage: layoutfuzz \(command.name)\(operands) [OPTIONS]

      Options:
      \(options.joined(separator: "\n"))

      \(command.notes)

      \(ExitCode.explanation)

      Example:
      \(command.examples.map { "  \($0)" }.joined(separator: "\n"))

      """
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
