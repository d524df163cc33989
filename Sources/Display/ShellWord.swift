// SPDX-License-Identifier: MIT

/// Words quoted for a POSIX shell.
package enum ShellWord {
  /// Returns the text as one word of a printed command: in quotes if a character may be special.
  ///
  /// The word has one line, without control characters of a terminal, so the printed command can be
  /// pasted.
  ///
  /// - Complexity: O(length of the text).
  package static func quoted(_ text: String) -> String {
    if text.unicodeScalars.contains(where: { ShownText.isSteering($0.value) }) {
      return printed(text)
    }
    // zsh reads `=name` as the path of a program.
    let isPlain = text.utf8.allSatisfy(isPlain) && text.utf8.first != UInt8(ascii: "=")
    return isPlain && !text.isEmpty ? text : literal(text)
  }

  /// Returns the path as one word of a printed command, which no command reads as an option:
  /// `./-a.json` for `-a.json`.
  ///
  /// Every path in a printed command is written by this function.
  ///
  /// - Complexity: O(length of the path).
  package static func path(_ path: String) -> String { quoted(operand(path)) }

  /// Returns a name of the same file that no command reads as an option or as a standard stream.
  package static func operand(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "-") ? "./" + path : path
  }

  /// Returns the text in single quotes, with its line breaks.
  ///
  /// - Complexity: O(length of the text).
  package static func literal(_ text: String) -> String {
    "'" + text.mappingScalars { $0 == "'" ? "'\\''" : nil } + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default: return "/._-+,:@%=".utf8.contains(byte)
    }
  }

  /// Returns the text as the output of `printf`, for characters that cannot be printed as they are:
  /// `$'...'` is not POSIX.
  private static func printed(_ text: String) -> String {
    var scalars = text.unicodeScalars
    var breaks = 0
    while scalars.last == "\n" {
      scalars.removeLast()
      breaks += 1
    }
    var format = ""
    for scalar in scalars {
      // `printf` reads a minus sign in front as an option.
      if isVerbatim(scalar), !(format.isEmpty && scalar == "-") {
        format.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 { format += octal(byte) }
      }
    }
    // The shell removes line breaks from the end of an output; the last character of $IFS is one.
    return "\"$(printf '\(format)')" + String(repeating: "${IFS#??}", count: breaks) + "\""
  }

  /// Whether a character stands for itself in a format of `printf`, in both kinds of quotes and in
  /// a shell's history.
  private static func isVerbatim(_ scalar: Unicode.Scalar) -> Bool {
    if !scalar.isASCII { return !ShownText.isSteering(scalar.value) }
    return scalar == " " || scalar != "%" && isPlain(UInt8(scalar.value))
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }
}
