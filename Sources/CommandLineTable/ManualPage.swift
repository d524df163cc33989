// SPDX-License-Identifier: MIT

/// The manual page of a tool, for `man`, with the content of all help texts.
package struct ManualPage<Code: ToolExitCode> {
  private let table: ToolTable<Code>

  package init(_ table: ToolTable<Code>) { self.table = table }

  /// The subcommand that prints the page.
  static var syntax: CommandSyntax {
    CommandSyntax(
      name: "man", summary: "print the manual page", operands: nil, operandCount: 0...0,
      options: [OptionSyntax("markdown", "print the reference of all subcommands as Markdown")],
      notes: """
        Print the manual page with all options of all subcommands, in the format of man.
        """,
      exits: Code.printing,
      examples: [
        "\(Code.tool) man | man -l -",
        "\(Code.tool) man > ~/.local/share/man/man1/\(Code.tool).1",
        "\(Code.tool) man --markdown > commands.md",
      ])
  }

  func text(_ arguments: ParsedArguments<Code>) -> String {
    arguments.has("markdown") ? CommandReference(table).text : text
  }

  /// The page, with macros that every `man` has.
  package var text: String {
    let commands = table.commands
    var lines = [
      #".TH \#(Code.tool.uppercased()) 1 "" "\#(Code.tool) \#(table.version)" "User Commands""#,
      // Left-aligned and without hyphens, so that lines can be searched and copied.
      ".ad l", ".nh",
      ".SH NAME", "\(Code.tool) \\- " + Self.line(table.purpose),
      ".SH SYNOPSIS", ".B \(Code.tool)", "\\fISUBCOMMAND\\fR [\\fIOPTIONS\\fR]",
      ".SH DESCRIPTION",
    ]
    lines += Self.body("Each subcommand has options of its own.")
    for option in ToolTable<Code>.globalOptions { lines += Self.item(option.synopsis, option.help) }
    lines.append(".SH SUBCOMMANDS")
    for command in commands { lines += section(command) }
    lines.append(".SH \"EXIT STATUS\"")
    lines += Self.items(Code.meanings)
    lines += [".SH EXAMPLES"] + Self.literal(commands.flatMap(\.examples))
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ command: CommandSyntax) -> [String] {
    var lines = [
      ".SS \"\(Self.escaped(command.name))\"", Self.line(command.summary), ".PP",
      Self.line(command.usage(of: Code.tool)),
    ]
    for option in command.allOptions { lines += Self.item(option.synopsis, option.help) }
    if !command.notes.isEmpty { lines += [".PP"] + Self.body(command.notes) }
    if !command.exits.isEmpty { lines += [".PP", "Exit codes:"] + Self.items(command.exits) }
    return lines
  }

  private static func items(_ meanings: [ExitMeaning]) -> [String] {
    meanings.flatMap { item("\($0.code)", $0.text) }
  }

  private static func item(_ head: String, _ text: String) -> [String] {
    [".TP", "\\fB\(escaped(head))\\fR"]
      + text.split(scalar: "\n", omittingEmpty: true).map(line)
  }

  /// Returns the lines of a text: paragraphs are filled, indented lines stay as they are.
  private static func body(_ text: String) -> [String] {
    var lines: [String] = []
    var block: [String] = []
    func flush() {
      if !block.isEmpty { lines += literal(block.map { String($0.dropFirst(2)) }) }
      block = []
    }
    for text in text.split(scalar: "\n") {
      if text.begins(with: "  ") {
        block.append(text)
        continue
      }
      flush()
      lines.append(text.isEmpty ? ".PP" : line(text))
    }
    flush()
    // One paragraph macro between two blocks, and none before a literal one.
    return lines.enumerated().filter { index, line in
      line != ".PP" || (index + 1 < lines.count && lines[index + 1] != ".RS")
    }.map(\.element)
  }

  private static func literal(_ lines: [String]) -> [String] {
    [".RS", ".nf"] + lines.map(line) + [".fi", ".RE"]
  }

  /// Returns a line of text in which no macro is read.
  static func line(_ text: String) -> String {
    let text = escaped(text)
    return text.unicodeScalars.first == "." ? "\\&" + text : text
  }

  /// Returns a text with the characters escaped that are special inside a line; see `line` for its
  /// beginning.
  static func escaped(_ text: String) -> String {
    text.mappingScalars { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "`": "\\(ga"
      case "'": "\\(aq"
      case "\"": "\\(dq"
      case "\r", "\n": " "
      default: nil
      }
    }
  }
}
