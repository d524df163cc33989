// SPDX-License-Identifier: MIT

/// How a tool ends, and what it is called in messages; the numbers are a promise to scripts.
package protocol ToolExitCode: RawRepresentable<Int32>, Sendable {
  /// The name of the tool.
  static var tool: String { get }
  /// Everything was done, and there is nothing to say about it.
  static var done: Self { get }
  /// The command line makes no sense.
  static var badUsage: Self { get }
  /// The lines of `--help` that explain the codes: a heading, then the codes, indented.
  static var explanation: String { get }
}

/// Why a command ended before its work was done.
package struct CommandFailure<Code: ToolExitCode>: Error {
  package let code: Code
  /// One message a line, without the tool's name.
  package let messages: [String]
  /// Lines that follow as they are, as a line of an input with a mark below its fault, or a command
  /// to copy.
  package let details: [String]

  package init(_ code: Code, _ messages: [String], details: [String] = []) {
    self.code = code
    self.messages = messages
    self.details = details
  }

  /// A command line that makes no sense.
  ///
  /// - Parameter command: the subcommand whose help explains it; nil for that of the tool.
  package static func usage(
    _ message: String, seeHelpOf command: String? = nil, details: [String] = []
  ) -> Self {
    let help = command.map { "\(Code.tool) \($0) --help" } ?? "\(Code.tool) --help"
    return Self(Code.badUsage, [message, "see '\(help)'"], details: details)
  }
}
