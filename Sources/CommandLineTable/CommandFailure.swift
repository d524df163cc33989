// SPDX-License-Identifier: MIT

import Display

/// The reason for which a command ended early, with its messages.
package struct CommandFailure<Code: ToolExitCode>: Error {
  package let code: Code
  /// The messages, one a line, without the tool's name.
  package let messages: [String]
  /// Lines printed unchanged after the messages, as a line of an input with a mark below its fault,
  /// or a command to copy.
  package let details: [String]
  /// The file, folder or subcommand that the first message is about; nil for the tool.
  package let place: String?

  package init(
    _ code: Code, _ messages: [String], details: [String] = [], place: String? = nil
  ) {
    self.code = code
    self.messages = messages
    self.details = details
    self.place = place
  }

  /// Creates the failure of a file or folder.
  ///
  /// - Parameters:
  ///   - code: the exit code.
  ///   - place: the path, which the message begins with.
  ///   - state: the state of the place, and after `; fix: ` how to fix it.
  package init(_ code: Code, at place: String, _ state: String) {
    self.init(code, ["\(place): \(state)"], place: place)
  }

  /// Makes the failure of a wrong command line.
  ///
  /// `command` is the subcommand whose help the message refers to; nil for that of the tool.
  package static func usage(
    _ message: String, seeHelpOf command: String? = nil, details: [String] = []
  ) -> Self {
    let place = command.map { "\(Code.tool) \($0)" } ?? Code.tool
    return Self(Code.badUsage, [message, "see '\(place) --help'"], details: details, place: place)
  }

  /// Ensures that all words of the command line are UTF-8.
  ///
  /// Swift replaces other bytes, so that another file than the named one would be read or written.
  package static func ensureReadableWords() throws(Self) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index], String(validatingCString: word) == nil else {
        continue
      }
      throw .usage(
        "'\(ShownText.bytes(word))' is not UTF-8; fix: rename the file, or give another name")
    }
  }

  /// The text that separates the state of a message from its fix.
  private static var fixMark: String { "; fix: " }

  /// The lines for the console: the place, `error:` and the state, then details, then the fix.
  package var lines: [String] {
    var (lines, fixes): ([String], [String]) = ([], [])
    for (index, message) in messages.enumerated() {
      let parts = message.split(beforeAndAfter: Self.fixMark)
      if let fix = parts.after { fixes.append(fix) }
      if index > 0, code == Code.badUsage, message.starts(with: "see '") {
        if fixes.isEmpty { fixes.append(message) }
      } else if parts.before.contains(": error: ") {
        lines.append(parts.before)
      } else {
        lines.append(index > 0 ? "  \(parts.before)" : placed(parts.before))
      }
    }
    return lines + details + fixes.map { "  fix: \($0)" }
  }

  private func placed(_ state: String) -> String {
    guard let place else { return "\(Code.tool): error: \(state)" }
    let start = "\(place): "
    return start + "error: "
      + (state.starts(with: start) ? String(state.dropFirst(start.count)) : state)
  }
}

extension String {
  /// Returns the texts before and after the first occurrence of a mark.
  fileprivate func split(beforeAndAfter mark: String) -> (before: String, after: String?) {
    guard let range = firstRange(of: mark) else { return (self, nil) }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }
}
