// SPDX-License-Identifier: MIT

import Platform
import Processes
import ToolSupport

/// The process that ends programs of others that remain after the tool.
///
/// Not for people, and not in `--help`.
///
/// `layoutfuzz guard FAMILY` guards the tool that started it.
/// `layoutfuzz guard MARK DESCRIPTOR WORD...` keeps one program.
enum GuardCommand {
  static let name = "guard"

  /// The program, and the arguments that make it a guard.
  static let command = [Executable.path, name]

  static func run(_ words: [String]) throws(CommandFailure) -> ExitCode {
    if words.count > 3, ProcessFamily.isMark(words[1]), let lifeline = Int32(words[2]) {
      FamilyKeeper.run(mark: words[1], lifeline: lifeline, Array(words.dropFirst(3)))
    }
    guard words.count == 2, ProcessFamily.isName(words[1]) else {
      throw .usage("'\(name)' is what other subcommands start to end programs by")
    }
    FamilyGuard.run(family: words[1])
  }
}
