// SPDX-License-Identifier: MIT

import Foundation

/// The two output streams.
///
/// With `--json`, standard output has only the JSON result, and texts for people go to standard
/// error.
struct Console {
  let json: Bool

  /// Prints a text for people, with a line break.
  func say(_ text: String) {
    Console.send(text + "\n", to: json ? .standardError : .standardOutput)
  }

  /// Prints a text on standard output, byte for byte.
  static func write(_ text: String) { send(text, to: .standardOutput) }

  static func note(_ text: String) { send(text + "\n", to: .standardError) }

  /// Whether standard error can show a progress line.
  static var errorIsTerminal: Bool {
    isatty(2) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Overwrites the current line of the terminal.
  static func overwriteLine(_ text: String) { send("\r\u{1B}[2K" + text, to: .standardError) }

  /// Writes a text; a closed pipe is no error, and the rest is dropped.
  private static func send(_ text: String, to handle: FileHandle) {
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
