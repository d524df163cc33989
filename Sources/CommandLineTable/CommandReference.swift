// SPDX-License-Identifier: MIT

import Display

/// The reference of all subcommands of a tool as one page of Markdown.
///
/// It names no version, so that it changes only with the commands.
struct CommandReference<Code: ToolExitCode> {
  private let table: ToolTable<Code>

  init(_ table: ToolTable<Code>) { self.table = table }

  /// The page, with one heading for each group and subcommand.
  var text: String {
    var parts = [
      "# Commands of \(Code.tool)", "\(Code.tool): " + Self.escaped(table.purpose) + ".",
      "Each subcommand prints its common options with `--help`, and this text with `--help-all`. "
        + "`\(Code.tool) man --markdown` writes this page.",
    ]
    for group in table.commandGroups {
      let rows = group.commands.map { command in
        let anchor = "\(Code.tool)-\(command.name)"
        return ["[\(command.name)](#\(anchor))", Self.escaped(command.summary)]
      }
      parts += ["## \(group.heading)", Self.rows(["Subcommand", "Task"], rows)]
      for command in group.commands { parts += section(command) }
    }
    parts += ["## Exit codes", Self.exits(Code.meanings)]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func section(_ command: CommandSyntax) -> [String] {
    let options = command.allOptions.map { option in
      [MarkdownTable.cell(MarkdownCode.span(option.synopsis)), Self.escaped(option.help)]
    }
    var parts = [
      "### \(Code.tool) \(command.name)",
      Self.fenced([command.usage(of: Code.tool)]),
    ]
    parts += FilledText.blocks(command.description).map(Self.text)
    parts.append(Self.rows(["Option", "Meaning"], options))
    parts += FilledText.blocks(command.details).map(Self.text)
    if !command.exits.isEmpty { parts.append(Self.exits(command.exits)) }
    if !command.examples.isEmpty { parts += ["Examples:", Self.fenced(command.examples)] }
    return parts
  }

  private static func text(_ block: FilledText.Block) -> String {
    switch block {
    case .filled(let text): escaped(text)
    case .literal(let lines): fenced(lines)
    }
  }

  private static func exits(_ meanings: [ExitMeaning]) -> String {
    rows(["Exit code", "Meaning"], meanings.map { ["\($0.code)", escaped($0.text)] })
  }

  private static func rows(_ head: [String], _ rows: [[String]]) -> String {
    MarkdownTable.lines(head, rows).joined(separator: "\n")
  }

  private static func fenced(_ lines: [String]) -> String {
    "```text\n" + lines.joined(separator: "\n") + "\n```"
  }

  /// Returns a text on one line in which nothing is markup; names in backticks stay code.
  private static func escaped(_ text: String) -> String {
    text.mappingScalars { scalar in
      switch scalar {
      case "\n": " "
      case "<": "&lt;"
      case "\\", "*", "_", "|", "[", "]": "\\\(scalar)"
      default: nil
      }
    }
  }
}
