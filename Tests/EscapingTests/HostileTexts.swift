// SPDX-License-Identifier: MIT

/// Texts in which a sign of some format is joined with a following mark, so that as one `Character`
/// it differs from the sign.
enum HostileTexts {
  /// Combining marks, a variation selector, joiners, a regional indicator, and line beginnings.
  static let followers = [
    "", "\u{301}", "\u{338}", "\u{20DD}", "\u{FE0F}", "\u{200D}", "\u{200D}\u{1F469}", "\u{1F1E6}",
    "\u{1F3FD}", "\u{E0100}", "\u{303}\u{301}", "\r\n", "\n", "\r", "\u{2028}",
  ]

  /// All ASCII characters except letters and digits, those that steer a terminal, and pairs with a
  /// meaning in some format.
  static let signs: [String] =
    (0..<128).map { String(Unicode.Scalar(UInt8($0))) }.filter { text in
      !text.utf8.contains {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 | 32 > 96 && $0 < 123
      }
    } + [
      "\r\n", "\u{85}", "\u{2028}", "\u{202E}", "\u{FEFF}", "\u{AD}", "$(", "${{", "''", "%0A",
      "]]>",
    ]

  /// Each sign before each follower, within a word and at its ends.
  static let texts: [String] = signs.flatMap { sign in
    followers.flatMap { ["a\(sign)\($0)z", "\(sign)\($0)", "\(sign)\($0)\(sign)"] }
  }
}
