// SPDX-License-Identifier: MIT

import Display

/// A subcommand: its syntax and its work.
package struct Subcommand<Code: ToolExitCode>: Sendable {
  /// A function that does the work and returns the exit code.
  package typealias Work = @Sendable (ParsedArguments<Code>) throws(CommandFailure<Code>) -> Code

  package let syntax: CommandSyntax
  package let run: Work

  package init(syntax: CommandSyntax, run: @escaping Work) {
    self.syntax = syntax
    self.run = run
  }
}

/// The whole command line of a tool, the source of `--help` and of the parser.
package struct ToolTable<Code: ToolExitCode>: Sendable {
  package let version: String
  /// The purpose of the tool, in a few lines.
  package let purpose: String
  /// A full command line.
  package let example: String
  package let subcommands: [Subcommand<Code>]

  package init(
    version: String, purpose: String, example: String, subcommands: [Subcommand<Code>]
  ) {
    self.version = version
    self.purpose = purpose
    self.example = example
    self.subcommands = subcommands
  }

  /// The action that a command line requests.
  package enum Request {
    /// Print a text and exit.
    case text(String)
    case work(Subcommand<Code>, ParsedArguments<Code>)
  }

  /// The visible subcommands: those of the tool, and those that describe the command table.
  package var commands: [CommandSyntax] {
    subcommands.map(\.syntax).filter { !$0.isHidden }
      + [CompletionScript<Code>.syntax, ManualPage<Code>.syntax]
  }

  /// - Parameter words: the command line without the name of the tool.
  /// - Throws: a usage error that names the wrong word.
  package func request(_ words: [String]) throws(CommandFailure<Code>) -> Request {
    guard let first = words.first else { throw .usage("which subcommand?") }
    switch first {
    case "--help", "-h", "help":
      return .text(try help(Array(words.dropFirst())))
    case "--version":
      return .text("\(Code.tool) \(version)\n")
    default:
      break
    }
    let syntax = try find(first)
    let arguments = try ArgumentParser<Code>.parse(Array(words.dropFirst()), syntax)
    if arguments.has("help") { return .text(HelpText(self).of(syntax)) }
    if let subcommand = subcommands.first(where: { $0.syntax.name == first }) {
      return .work(subcommand, arguments)
    }
    return .text(
      syntax.name == ManualPage<Code>.syntax.name
        ? ManualPage(self).text : try CompletionScript(self).text(arguments))
  }

  private func help(_ words: [String]) throws(CommandFailure<Code>) -> String {
    guard let name = words.first else { return HelpText(self).overview }
    return HelpText(self).of(try find(name))
  }

  private func find(_ name: String) throws(CommandFailure<Code>) -> CommandSyntax {
    let hidden = subcommands.map(\.syntax).filter(\.isHidden)
    if let found = (commands + hidden).first(where: { $0.name == name }) { return found }
    let kind = name.begins(with: "-") ? "option" : "subcommand"
    let names = commands.map(\.name) + ["--help", "--version"]
    let near = nearestName(to: name, among: names).map { ", did you mean '\($0)'?" }
    throw .usage("unknown \(kind) '\(name)'" + (near ?? ""))
  }
}
