// SPDX-License-Identifier: MIT

/// Texts of inputs as people see them, without characters that control a terminal or a page.
package enum ShownText {
  /// Whether a character controls a terminal, page or direction of writing, is invisible, or is not
  /// allowed in XML.
  ///
  /// Joiners of letters and of emoji do not count, nor do selectors of their variants. Tags count,
  /// which can hide a text in another one, so that the flags of regions are written out.
  package static func isSteering(_ value: UInt32) -> Bool {
    switch value {
    // Controls, marks and turns of direction, separators of lines.
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF0...0xFFFB, 0xFFFE...0xFFFF:
      return true
    // Hyphens, fillers and joiners that are not shown.
    case 0xAD, 0x034F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180E, 0x200B, 0x3164, 0xFFA0:
      return true
    // Controls of shorthand and of music; tags, and what Unicode reserves beside them.
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF:
      return true
    default: return value & 0xFFFE == 0xFFFE
    }
  }

  /// Returns the text on one line, with all control characters written out as `\u{1B}`.
  ///
  /// - Complexity: O(length of the text).
  package static func line(_ text: String) -> String { escaped(text, keepsLineFeeds: false) }

  /// Returns the text on one line with at most `count` characters; an ellipsis stands for the rest.
  package static func line(_ text: String, upTo count: Int) -> String {
    // Escaping makes a text longer, never shorter. So text that is cut first would be cut anyway.
    let whole = line(text.prefix(scalars: count + 1))
    return whole.unicodeScalars.count > count
      ? whole.prefix(scalars: max(0, count - 1)) + "\u{2026}" : whole
  }

  /// Returns a sentence without a full stop as a whole one on one line: with a capital and a full
  /// stop.
  package static func sentence(_ text: String) -> String {
    let text = line(text)
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Returns the text with its line feeds, and all other control characters written out.
  package static func lines(_ text: String) -> String { escaped(text, keepsLineFeeds: true) }

  /// Returns a text of the system that is not UTF-8, with bytes beyond ASCII written as `\xE9`.
  package static func bytes(_ text: UnsafePointer<CChar>) -> String {
    var result = ""
    var rest = text
    while rest.pointee != 0 {
      let byte = UInt8(bitPattern: rest.pointee)
      result +=
        byte < 0x80
        ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
      rest += 1
    }
    return result
  }

  private static func escaped(_ text: String, keepsLineFeeds: Bool) -> String {
    func mustGo(_ scalar: Unicode.Scalar) -> Bool {
      isSteering(scalar.value) && !(keepsLineFeeds && scalar == "\n")
    }
    guard text.unicodeScalars.contains(where: mustGo) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if mustGo(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
