// SPDX-License-Identifier: MIT

/// Texts in which a sign that some format reads stands before a mark that joins it: as one
/// `Character` they are not equal to the sign.
enum HostileTexts {
  /// Combining marks, a variation selector, joiners, a regional indicator, and what begins a line.
  static let followers = [
    "", "\u{301}", "\u{338}", "\u{20DD}", "\u{FE0F}", "\u{200D}", "\u{200D}\u{1F469}", "\u{1F1E6}",
    "\u{1F3FD}", "\u{E0100}", "\u{303}\u{301}", "\r\n", "\n", "\r", "\u{2028}",
  ]

  /// All signs of ASCII that are no letter or digit, those that steer a terminal, and pairs that
  /// formats read.
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
