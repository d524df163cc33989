// SPDX-License-Identifier: MIT

import Display

/// Texts with control characters escaped, so that ids and labels of an input cannot control a
/// terminal.
package enum Printable {
  /// Returns the text with all control characters except line breaks written as `\u{1B}`.
  ///
  /// So are characters that turn the direction of writing, which make a line look like another one.
  ///
  /// If `keepsColours`, the codes of `Palette` stay as they are.
  package static func text(_ text: String, keepsColours: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: isSteering) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if keepsColours, let code = Palette.codes.first(where: { rest.starts(with: $0) }) {
        result.append(contentsOf: code)
        rest = rest.dropFirst(code.count)
        continue
      }
      rest.removeFirst()
      if isSteering(scalar) {
        let number = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "\\u{\(number)}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the text with its line breaks written out as well, for a part of a line.
  package static func line(_ text: String) -> String {
    ShownText.line(text)
  }

  private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value != 0x0A && ShownText.isSteering(scalar.value)
  }
}
