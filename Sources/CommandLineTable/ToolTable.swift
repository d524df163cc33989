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

/// Subcommands under one heading in the help of a tool.
package struct CommandGroup<Code: ToolExitCode>: Sendable {
  /// The task of the subcommands, as a phrase in the imperative.
  package let heading: String
  package let subcommands: [Subcommand<Code>]

  package init(_ heading: String, _ subcommands: [Subcommand<Code>]) {
    self.heading = heading
    self.subcommands = subcommands
  }
}

/// The whole command line of a tool, the source of `--help` and of the parser.
package struct ToolTable<Code: ToolExitCode>: Sendable {
  package let version: String
  /// The purpose of the tool: a phrase without its name and without a full stop.
  package let purpose: String
  /// Full command lines.
  package let examples: [String]
  /// The subcommands in groups; the last group also lists those that describe the table.
  package let groups: [CommandGroup<Code>]

  package init(
    version: String, purpose: String, examples: [String], groups: [CommandGroup<Code>]
  ) {
    self.version = version
    self.purpose = purpose
    self.examples = examples
    self.groups = groups
  }

  /// The options of the tool without a subcommand.
  static var globalOptions: [OptionSyntax] {
    [
      OptionSyntax("help", short: "h", "print this help; after a subcommand, the help of that"),
      OptionSyntax("help-all", "print all options of a subcommand, and all exit codes"),
      OptionSyntax("version", "print the version"),
    ]
  }

  private var subcommands: [Subcommand<Code>] { groups.flatMap(\.subcommands) }

  /// The action that a command line requests.
  package enum Request {
    /// Print a text and exit.
    case text(String)
    case work(Subcommand<Code>, ParsedArguments<Code>)
  }

  /// The visible subcommands under their headings: those of the tool, and in the last group those
  /// that describe the command table.
  var commandGroups: [(heading: String, commands: [CommandSyntax])] {
    groups.enumerated().map { index, group in
      let own = group.subcommands.map(\.syntax).filter { !$0.isHidden }
      let isLast = index == groups.count - 1
      return (
        group.heading,
        own + (isLast ? [CompletionScript<Code>.syntax, ManualPage<Code>.syntax] : [])
      )
    }
  }

  /// The visible subcommands, in the order of the help.
  package var commands: [CommandSyntax] { commandGroups.flatMap(\.commands) }

  /// - Parameter words: the command line without the name of the tool.
  /// - Returns: a text to print, or the work of a subcommand.
  /// - Throws: a usage error that names the wrong word.
  package func request(_ words: [String]) throws(CommandFailure<Code>) -> Request {
    guard let first = words.first else { throw .usage("which subcommand?") }
    switch first {
    case "--help", "-h", "help":
      return .text(try help(Array(words.dropFirst())))
    case "--help-all":
      return .text(try help(Array(words.dropFirst()), isFull: true))
    case "--version":
      return .text("\(Code.tool) \(version)\n")
    default:
      break
    }
    let syntax = try find(first)
    let arguments = try ArgumentParser<Code>.parse(Array(words.dropFirst()), syntax)
    if arguments.has("help-all") { return .text(HelpText(self).all(of: syntax)) }
    if arguments.has("help") { return .text(HelpText(self).common(of: syntax)) }
    if let subcommand = subcommands.first(where: { $0.syntax.name == first }) {
      return .work(subcommand, arguments)
    }
    return .text(
      syntax.name == ManualPage<Code>.syntax.name
        ? ManualPage(self).text(arguments) : try CompletionScript(self).text(arguments))
  }

  private func help(
    _ words: [String], isFull: Bool = false
  ) throws(CommandFailure<Code>) -> String {
    let help = HelpText(self)
    let isFull = isFull || words.contains("--help-all")
    let words = words.filter { !["--help", "-h", "--help-all"].contains($0) }
    guard words.count < 2 else { throw .usage("'help' takes one subcommand") }
    guard let name = words.first else { return isFull ? help.fullOverview : help.overview }
    return isFull ? help.all(of: try find(name)) : help.common(of: try find(name))
  }

  private func find(_ name: String) throws(CommandFailure<Code>) -> CommandSyntax {
    let hidden = subcommands.map(\.syntax).filter(\.isHidden)
    if let found = (commands + hidden).first(where: { $0.name == name }) { return found }
    let kind = name.begins(with: "-") ? "option" : "subcommand"
    let names = commands.map(\.name) + Self.globalOptions.map { "--\($0.name)" }
    let near = nearestName(to: name, among: names).map { "; fix: use '\($0)'" }
    let hint = near.map { "\($0) ('\(Code.tool) --help' lists all subcommands)" }
    throw .usage("unknown \(kind) '\(name)'" + (hint ?? ""))
  }
}
