// SPDX-License-Identifier: MIT

/// The line breaking class of a grapheme cluster.
///
/// The classes are a small part of the line breaking rules of Unicode (UAX 14) with the Chinese and
/// Japanese rules for the ends of lines. Closing marks, small kana and the prolonged sound mark
/// start no line; opening marks end none.
enum BreakClass: UInt8, Sendable, Hashable {
  /// Letters and all characters that stay together with them; Hangul too, which is kept in words.
  case word
  case digit
  case space
  /// Ends the paragraph.
  case newline
  /// Allows a break and is invisible.
  case zeroWidthSpace
  /// Keeps its neighbours together.
  case glue
  /// Allows a break after itself inside a word: hyphen, en dash, slash.
  case hyphen
  /// May be at either end of a line: ideographs, kana, emoji, and Thai, whose words only a
  /// dictionary knows.
  case ideograph
  case opening, wideOpening
  case closing, wideClosing

  /// Whether it is invisible at the end of a line.
  var hangs: Bool { self == .space || self == .newline || self == .zeroWidthSpace }

  var startsNoLine: Bool { self == .closing || self == .wideClosing }
  var endsNoLine: Bool { self == .opening || self == .wideOpening }

  /// Creates the class of a cluster; a space that carries a mark is a letter.
  init(of character: Character) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else {
      self = .word
      return
    }
    if character.isNewline {
      self = .newline
    } else if scalars.count == 1 {
      self = Self.ofScalar(first)
    } else {
      let own = Self.ofScalar(first)
      let isPicture = TextAdvance.units(of: character) == TextAdvance.emoji
      self = isPicture ? .ideograph : own.hangs ? .word : own
    }
  }

  /// Creates the class of an ASCII character.
  ///
  /// - Precondition: `byte < 0x80`.
  init(ascii byte: UInt8) { self = Self.ascii[Int(byte)] }

  private static func ofScalar(_ scalar: Unicode.Scalar) -> BreakClass {
    let value = scalar.value
    if value < 0x80 { return ascii[Int(value)] }
    if let special = special(value) { return special }
    if scalar.properties.isEmojiPresentation { return .ideograph }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return .space
    case .openPunctuation, .initialPunctuation:
      return TextAdvance.isWide(value) ? .wideOpening : .opening
    case .closePunctuation, .finalPunctuation:
      return TextAdvance.isWide(value) ? .wideClosing : .closing
    case .decimalNumber: return .digit
    default: return isIdeographic(value) ? .ideograph : .word
    }
  }

  /// Returns the class of code points whose category does not determine it.
  private static func special(_ value: UInt32) -> BreakClass? {
    switch value {
    case 0x200B: return .zeroWidthSpace
    case 0xA0, 0x2007, 0x2011, 0x202F, 0x2060, 0xFEFF: return .glue
    case 0xAD, 0x58A, 0x2010, 0x2012, 0x2013: return .hyphen
    // Dots and dashes of ellipsis.
    case 0x2014, 0x2015, 0x2025, 0x2026: return .wideClosing
    case 0x203C, 0x2047...0x2049, 0x2030, 0x2103: return .closing
    case 0x60C, 0x61B, 0x61F, 0x964, 0x965: return .closing
    // Thai: signs that follow, and vowels written before their consonant.
    case 0xE2F, 0xE46: return .closing
    case 0xE40...0xE44: return .wideOpening
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F, 0xFF05: return .wideClosing
    case 0xFF61, 0xFF63, 0xFF64: return .wideClosing
    case 0xFF62, 0x301D: return .wideOpening
    default: return isSmallKana(value) ? .wideClosing : nil
    }
  }

  /// Whether a code point is one of the small kana, sound and iteration marks, the middle dot or
  /// the wave dash, which start no line.
  private static func isSmallKana(_ value: UInt32) -> Bool {
    switch value {
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
      0x3096,
      0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5,
      0x30F6,
      0x31F0...0x31FF, 0x309B...0x309E, 0x30FB...0x30FE, 0x3005, 0x303B, 0x301C, 0xFF5E,
      0xFF65, 0xFF67...0xFF70, 0xFF9E, 0xFF9F:
      return true
    default: return false
    }
  }

  private static func isIdeographic(_ value: UInt32) -> Bool {
    switch value {
    case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97C: return false  // Hangul
    case 0xE01...0xEDF, 0x1000...0x109F, 0x1780...0x17FF: return true
    case 0xFF66...0xFF9D: return true  // half-width kana
    case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A: return true
    default: return TextAdvance.isWide(value)
    }
  }

  private static let ascii: [BreakClass] = (0..<128).map { (byte: UInt8) in
    switch Character(Unicode.Scalar(byte)) {
    case " ", "\t": return .space
    case "\n", "\r", "\u{B}", "\u{C}": return .newline
    case "0"..."9": return .digit
    case "-", "/": return .hyphen
    case "(", "[", "{": return .opening
    case ")", "]", "}", ".", ",", ":", ";", "!", "?", "%": return .closing
    default: return .word
    }
  }
}
