// SPDX-License-Identifier: MIT

/// The exit codes of a tool.
package protocol ToolExitCode: RawRepresentable<Int32>, Hashable, Sendable {
  /// The name of the tool.
  static var tool: String { get }
  /// The work is complete, and nothing was found.
  static var done: Self { get }
  /// The command line is wrong.
  static var badUsage: Self { get }
  /// The codes in one paragraph, for `TOOL --help`.
  static var brief: String { get }
  /// All codes, each with all its meanings, for `TOOL --help-all` and the manual page.
  static var meanings: [ExitMeaning] { get }
  /// The codes that every command can return.
  static var ofEveryCommand: [Self] { get }
  /// The codes of commands that only print a text about the tool.
  static var printing: [ExitMeaning] { get }
  /// The meaning in the help of a command that gives no other.
  var usualMeaning: String { get }
}

extension ToolExitCode {
  /// Returns the exit codes of a command for its help: those of every command, and its own.
  ///
  /// `own` has further codes, and codes with another meaning. An empty text is the usual meaning.
  package static func meanings(_ own: [Self: String]) -> [ExitMeaning] {
    let usual = Dictionary(uniqueKeysWithValues: ofEveryCommand.map { ($0, "") })
    return usual.merging(own) { $1 }.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ExitMeaning($0.key.rawValue, $0.value.isEmpty ? $0.key.usualMeaning : $0.value) }
  }
}
