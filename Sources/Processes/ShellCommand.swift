// SPDX-License-Identifier: MIT

import Foundation

/// A shell command of a user, any text.
struct ShellCommand: Sendable, Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  /// The program that runs the command, and its arguments.
  ///
  /// An executable file with plain words replaces the shell. All other texts are left to the shell:
  /// it has words of its own, such as `exec`, and reports signals by exit codes (`ProcessEnd`).
  var words: [String] { ["/bin/sh", "-c", isFileWithWords ? "exec \(text)" : text] }

  /// Whether the shell stays: then an exit code may be its report of a signal.
  var keepsShell: Bool { !isFileWithWords }

  /// The characters that end, join or redirect commands wherever they are, and line breaks.
  private static let operators = Array(";&|()<>{}!\r\n".utf8)

  private var isFileWithWords: Bool {
    if text.utf8.contains(where: Self.operators.contains) { return false }
    let first = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    guard !first.isEmpty, first.utf8.allSatisfy(Self.isPlain) else { return false }
    if first.utf8.contains(UInt8(ascii: "/")) { return true }
    // A word that is no file is a word of the shell, or unknown.
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.utf8.split(separator: UInt8(ascii: ":")).contains {
      access("\(String(decoding: $0, as: UTF8.self))/\(first)", X_OK) == 0
    }
  }

  /// Whether every shell takes a byte literally.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default: return "/._-+".utf8.contains(byte)
    }
  }
}
