// SPDX-License-Identifier: MIT

/// The texts of `--help`.
package struct HelpText<Code: ToolExitCode> {
  private let table: ToolTable<Code>

  package init(_ table: ToolTable<Code>) { self.table = table }

  /// The text of `TOOL --help`.
  package var overview: String {
    let width = table.commands.map(\.name.count).max() ?? 0
    let rows = table.commands.map { "  \(padded($0.name, to: width))  \($0.summary)" }
    return """
      \(table.purpose)

      Usage: \(Code.tool) SUBCOMMAND [OPTIONS]

      Subcommands:
      \(rows.joined(separator: "\n"))

      Options:
        -h, --help  print this text, or that of a subcommand
        --version   print the version

      \(Code.explanation)

      Example:
        \(table.example)

      """
  }

  /// Returns the text of `TOOL SUBCOMMAND --help`.
  package func of(_ command: CommandSyntax) -> String {
    let operands = command.operands.map { " \($0)" } ?? ""
    let width = command.allOptions.map(\.synopsis.count).max() ?? 0
    let options = command.allOptions.map { option in
      let lines = option.help.split(separator: "\n")
      let indent = String(repeating: " ", count: width + 4)
      return "  \(padded(option.synopsis, to: width))  " + lines.joined(separator: "\n\(indent)")
    }
    let parts = [
      "\(command.name): \(command.summary)",
      "Usage: \(Code.tool) \(command.name)\(operands) [OPTIONS]",
      "Options:\n" + options.joined(separator: "\n"),
      command.notes,
      Code.explanation,
      command.examples.isEmpty
        ? "" : "Example:\n" + command.examples.map { "  \($0)" }.joined(separator: "\n"),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
