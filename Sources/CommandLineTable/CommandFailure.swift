// SPDX-License-Identifier: MIT

/// The reason for which a command ended early, with its messages.
package struct CommandFailure<Code: ToolExitCode>: Error {
  package let code: Code
  /// The messages, one a line, without the tool's name.
  package let messages: [String]
  /// Lines printed unchanged after the messages, as a line of an input with a mark below its fault,
  /// or a command to copy.
  package let details: [String]

  package init(_ code: Code, _ messages: [String], details: [String] = []) {
    self.code = code
    self.messages = messages
    self.details = details
  }

  /// Makes the failure of a wrong command line.
  ///
  /// - Parameter command: the subcommand whose help the message refers to; nil for that of the
  ///   tool.
  package static func usage(
    _ message: String, seeHelpOf command: String? = nil, details: [String] = []
  ) -> Self {
    let help = command.map { "\(Code.tool) \($0) --help" } ?? "\(Code.tool) --help"
    return Self(Code.badUsage, [message, "see '\(help)'"], details: details)
  }
}
