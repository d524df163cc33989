// SPDX-License-Identifier: MIT

import Display

/// A shell script that completes the words of a tool, made from its command table.
package struct CompletionScript<Code: ToolExitCode> {
  private let table: ToolTable<Code>

  package init(_ table: ToolTable<Code>) { self.table = table }

  /// The shells with a completion script.
  package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  /// The subcommand that prints a script.
  static var syntax: CommandSyntax {
    CommandSyntax(
      name: "completions", summary: "a script that lets a shell complete what is typed",
      operands: Shell.allCases.map(\.rawValue).joined(separator: "|"), operandCount: 1...1,
      options: [],
      notes: """
        Prints the script on standard output:

          bash  source <(\(Code.tool) completions bash), in ~/.bashrc
          zsh   \(Code.tool) completions zsh > FOLDER/_\(Code.tool), with FOLDER in $fpath
          fish  \(Code.tool) completions fish > ~/.config/fish/completions/\(Code.tool).fish
        """,
      examples: ["\(Code.tool) completions bash > \(Code.tool).bash"])
  }

  func text(_ arguments: ParsedArguments<Code>) throws(CommandFailure<Code>) -> String {
    let word = arguments.operands[0]
    let names = Shell.allCases.map(\.rawValue)
    guard let shell = Shell(rawValue: word) else {
      let near = nearestName(to: word, among: names).map { ", did you mean '\($0)'?" }
      throw .usage(
        "unknown shell '\(word)'" + (near ?? "; there are \(names.joined(separator: ", "))"),
        seeHelpOf: arguments.command)
    }
    return text(of: shell)
  }

  /// Returns the script of a shell.
  package func text(of shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  var tool: String { Code.tool }
  var version: String { table.version }
  var commands: [CommandSyntax] { table.commands }

  /// Returns a word in single quotes, with its own quotes escaped for bash and zsh.
  static func quoted(_ text: String) -> String { ShellWord.literal(text) }
}

extension OptionSyntax {
  /// The first line of the help, for a list of options.
  var firstLine: String {
    let lines = help.split(separator: "\n")
    guard let first = lines.first else { return "" }
    return lines.count > 1 && first.last == ":" ? String(first.dropLast()) : String(first)
  }
}
