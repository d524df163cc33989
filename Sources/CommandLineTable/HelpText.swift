// SPDX-License-Identifier: MIT

/// The texts of `--help` and `--help-all`, at most 80 columns wide.
package struct HelpText<Code: ToolExitCode> {
  private let table: ToolTable<Code>

  package init(_ table: ToolTable<Code>) { self.table = table }

  /// The text of `TOOL --help`: one screen.
  package var overview: String { overview(codes: FilledText.lines(Code.brief)) }

  /// The text of `TOOL --help-all`, with all meanings of the exit codes.
  package var fullOverview: String {
    overview(codes: ["Exit codes:", Self.rows(of: Code.meanings)])
  }

  private func overview(codes: [String]) -> String {
    let column = table.commands.map(\.name.count).max() ?? 0
    let groups = table.commandGroups.map { group in
      "\(group.heading):\n"
        + FilledText.rows(group.commands.map { ($0.name, $0.summary) }, column: column)
    }
    let parts =
      [
        FilledText.text("\(Code.tool): \(table.purpose)"),
        "Usage: \(Code.tool) SUBCOMMAND [OPTIONS]",
      ] + groups + [
        Self.options(ToolTable<Code>.globalOptions, "Options"), codes.joined(separator: "\n"),
        Self.examples(table.examples),
      ]
    return Self.joined(parts)
  }

  /// Returns the text of `TOOL SUBCOMMAND --help`: one screen, with the common options.
  package func common(of command: CommandSyntax) -> String {
    text(of: command, options: [Self.options(command.commonOptions, "Options")], notes: "")
  }

  /// Returns the text of `TOOL SUBCOMMAND --help-all`: all options and notes.
  package func all(of command: CommandSyntax) -> String {
    let options = [
      Self.options(command.commonOptions, "Options"),
      Self.options(command.rareOptions, "More options"),
    ]
    return text(of: command, options: options, notes: FilledText.text(command.details))
  }

  private func text(of command: CommandSyntax, options: [String], notes: String) -> String {
    let parts =
      [FilledText.text(command.description), usage(of: command)] + options + [
        notes,
        command.exits.isEmpty ? "" : "Exit codes:\n" + Self.rows(of: command.exits),
        Self.examples(command.examples),
      ]
    return Self.joined(parts)
  }

  /// Returns `Usage: TOOL SUBCOMMAND [OPTIONS] OPERANDS`, on two lines if it is long.
  private func usage(of command: CommandSyntax) -> String {
    let indent = "       "
    let words = command.usage(of: Code.tool)
    return "Usage: "
      + FilledText.lines(words, width: FilledText.width - indent.count)
      .joined(separator: "\n\(indent)")
  }

  private static func options(_ options: [OptionSyntax], _ heading: String) -> String {
    options.isEmpty
      ? "" : "\(heading):\n" + FilledText.rows(options.map { ($0.synopsis, $0.help) })
  }

  private static func rows(of meanings: [ExitMeaning]) -> String {
    FilledText.rows(meanings.map { ("\($0.code)", $0.text) })
  }

  private static func examples(_ lines: [String]) -> String {
    lines.isEmpty ? "" : "Examples:\n" + lines.map { "  \($0)" }.joined(separator: "\n")
  }

  private static func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}
