// SPDX-License-Identifier: MIT

import Display

/// A subcommand: its syntax and what it does.
package struct Subcommand<Code: ToolExitCode>: Sendable {
  /// Does the work and says how it ended.
  package typealias Work = @Sendable (ParsedArguments<Code>) throws(CommandFailure<Code>) -> Code

  package let syntax: CommandSyntax
  package let run: Work

  package init(syntax: CommandSyntax, run: @escaping Work) {
    self.syntax = syntax
    self.run = run
  }
}

/// All of a tool's command line: what `--help` prints and what the words of a call ask for come
/// from it.
package struct ToolTable<Code: ToolExitCode>: Sendable {
  package let version: String
  /// What the tool is for, in some lines.
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

  /// What a command line asks for.
  package enum Request {
    /// To print a text and be done.
    case text(String)
    case work(Subcommand<Code>, ParsedArguments<Code>)
  }

  /// The subcommands that are shown: those of the tool, and those that tell of them.
  package var commands: [CommandSyntax] {
    subcommands.map(\.syntax).filter { !$0.isHidden }
      + [CompletionScript<Code>.syntax, ManualPage<Code>.syntax]
  }

  /// - Parameter words: the command line without the name of the tool.
  /// - Throws: a usage error that names the word it is about.
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
