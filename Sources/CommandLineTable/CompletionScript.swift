// SPDX-License-Identifier: MIT

import Display

/// A shell script that completes the words of a tool, written from its command table.
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
      name: "completions", summary: "print a script with which a shell completes commands",
      operands: Shell.allCases.map(\.rawValue).joined(separator: "|"), operandCount: 1...1,
      options: [],
      notes: """
        Print a script with which bash, zsh or fish completes subcommands, options and values.

        bash reads it in ~/.bashrc, as in the first example. zsh reads it from a folder of $fpath,
        under the name _\(Code.tool). fish reads it from ~/.config/fish/completions.
        """,
      exits: Code.printing,
      examples: [
        "source <(\(Code.tool) completions bash)",
        "\(Code.tool) completions zsh > FOLDER/_\(Code.tool)",
        "\(Code.tool) completions fish > \(Code.tool).fish",
      ])
  }

  func text(_ arguments: ParsedArguments<Code>) throws(CommandFailure<Code>) -> String {
    let word = arguments.operands[0]
    let names = Shell.allCases.map(\.rawValue)
    guard let shell = Shell(rawValue: word) else {
      let near = nearestName(to: word, among: names).map { "; fix: use '\($0)'" }
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
  /// The first phrase or sentence of the help, for a list of options.
  var firstSentence: String {
    let sentence = help.split(separator: ". " as String, maxSplits: 1).first ?? ""
    return String(sentence.replacing("\n", with: " "))
  }
}
