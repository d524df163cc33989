// SPDX-License-Identifier: MIT

import Display

/// Texts of inputs in XML and HTML.
package enum Markup {
  /// Returns a text that can stand between tags and in quoted attributes.
  ///
  /// Markup is escaped. Characters that XML does not permit or that turn the direction of writing
  /// are written as `\u{1B}`.
  ///
  /// - Complexity: O(length of the text).
  package static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default:
        if ShownText.isSteering(scalar.value) {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Returns the escaped text of at most `count` characters, with an ellipsis for the rest.
  package static func escaped(_ text: String, upTo count: Int) -> String {
    // An ellipsis replaces the rest.
    let start = text.prefix(scalars: count + 1)
    return escaped(
      start.unicodeScalars.count > count
        ? text.prefix(scalars: max(0, count - 1)) + "\u{2026}" : start)
  }

  /// Returns a number for people and SVG: at most two digits after the point, and no `-0`.
  package static func number(_ value: Double) -> String {
    value.isFinite ? ShownNumber.ratio(value, tiny: .zero) : "0"
  }
}
