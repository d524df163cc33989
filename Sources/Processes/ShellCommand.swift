// SPDX-License-Identifier: MIT

import Foundation

/// A command of a user, which is any text for a shell.
struct ShellCommand: Sendable, Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  /// The program that runs the command, and its arguments.
  ///
  /// A file that is run with plain words takes the place of the shell. Any other text is up to the
  /// shell: it has words of its own, such as `exec`, and reports signals by exit codes
  /// (`ProcessEnd`).
  var words: [String] { ["/bin/sh", "-c", isFileWithWords ? "exec \(text)" : text] }

  /// Whether the shell stays: then exit codes may be its reports of signals.
  var keepsShell: Bool { !isFileWithWords }

  /// What ends or joins commands, or redirects them, wherever it is; and line breaks.
  private static let operators = Array(";&|()<>{}!\r\n".utf8)

  private var isFileWithWords: Bool {
    if text.utf8.contains(where: Self.operators.contains) { return false }
    let first = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    guard !first.isEmpty, first.utf8.allSatisfy(Self.isPlain) else { return false }
    if first.utf8.contains(UInt8(ascii: "/")) { return true }
    // A word that is no file is the shell's, or unknown.
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.utf8.split(separator: UInt8(ascii: ":")).contains {
      access("\(String(decoding: $0, as: UTF8.self))/\(first)", X_OK) == 0
    }
  }

  /// Whether a byte means itself to every shell.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default: return "/._-+".utf8.contains(byte)
    }
  }
}
