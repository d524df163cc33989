// SPDX-License-Identifier: MIT

import LayoutModel

/// The advances of characters in thousandths of an em, by class of script.
///
/// It is a model, not a font. The Latin classes were chosen so that labels of the system font in
/// real documents agree within a few percent. Kerning and tracking by size are left out, so widths
/// scale with the point size.
enum TextAdvance {
  static let emoji = 1250
  /// The advance of the ellipsis, U+2026.
  static let ellipsis = 800
  /// The advance of an ideograph and of other characters as wide.
  static let em = 1000

  /// Returns the advance of a grapheme cluster: that of its widest scalar, as marks are on their
  /// base.
  ///
  /// Complexity: O(scalars). The advance of a cluster is never smaller than that of its beginning.
  static func units(of character: Character) -> Int {
    var widest = 0
    var isPicture = false
    for scalar in character.unicodeScalars {
      // The selector of emoji style, and the key cap.
      if scalar.value == 0xFE0F || scalar.value == 0x20E3 { isPicture = true }
      if scalar.value > 0x7F, scalar.properties.isEmojiPresentation { isPicture = true }
      widest = max(widest, units(of: scalar))
    }
    return isPicture ? emoji : widest
  }

  /// Returns the advance of one scalar by itself.
  static func units(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x80 { return Int(ascii[Int(value)]) }
    if isWide(value) { return em }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator,
      .surrogate:
      return 0
    case .spaceSeparator: return space(value)
    case .spacingMark: return 260
    case .openPunctuation, .closePunctuation: return 340
    case .initialPunctuation, .finalPunctuation: return 430
    case .dashPunctuation: return value == 0x2014 || value == 0x2015 ? em : 560
    case .otherPunctuation: return value == 0x2026 ? ellipsis : value == 0x2022 ? 440 : 360
    case .mathSymbol, .currencySymbol, .modifierSymbol: return 620
    case .otherSymbol, .privateUse: return 900
    default: return letter(scalar)
    }
  }

  /// Returns the advance of an ASCII character.
  ///
  /// - Precondition: `byte < 0x80`.
  static func units(ascii byte: UInt8) -> Int { Int(ascii[Int(byte)]) }

  private static func space(_ value: UInt32) -> Int {
    switch value {
    case 0x2000, 0x2002: return 500
    case 0x2001, 0x2003: return em
    case 0x2004: return 333
    case 0x2006, 0x2009, 0x202F: return 200
    case 0x2007: return 610
    case 0x200A: return 100
    default: return 270
    }
  }

  /// Returns the advance of a letter or digit beyond ASCII.
  private static func letter(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0xFF61...0xFFDC: return 500  // half-width forms
    case 0x400...0x52F where isWideCyrillic(scalar.value): return 820
    case 0...0x52F, 0x1E00...0x1FFF: return scalar.properties.isUppercase ? 690 : 570
    case 0x590...0x5FF: return 560  // Hebrew
    case 0x600...0x8FF: return 520  // Arabic and its neighbours
    case 0x900...0x97F: return 620  // Devanagari
    case 0x980...0xDFF: return 680  // other scripts of India
    case 0xE00...0xEFF: return 590  // Thai, Lao
    default: return scalar.properties.isUppercase ? 690 : 600
    }
  }

  /// Whether a code point is one of the letters zhe, ef, sha, shcha, yery, yu and em, in both
  /// cases.
  private static func isWideCyrillic(_ value: UInt32) -> Bool {
    guard (0x410...0x44F).contains(value) else { return false }
    let letter = value < 0x430 ? value + 0x20 : value
    return [0x436, 0x43C, 0x444, 0x448, 0x449, 0x44B, 0x44E].contains(letter)
  }

  /// Whether the code point belongs to a block of characters that are one em wide.
  static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x3096, 0x309B...0x3247,
      0x3250...0xA4CF,
      0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }

  /// Returns the factor of a font weight for advances of proportional characters, in thousandths.
  static func factor(_ weight: TextFont.Weight) -> Int {
    switch weight {
    case .ultraLight: return 965
    case .thin: return 975
    case .light: return 988
    case .regular: return 1000
    case .medium: return 1012
    case .semibold: return 1025
    case .bold: return 1036
    case .heavy: return 1055
    case .black: return 1075
    }
  }

  /// The classes of ASCII, each with its characters.
  private static let classes: [(characters: String, units: UInt16)] = [
    (" ", 270), ("\t", 1080),
    ("'", 230), ("ijl|", 240), ("!,.:;I", 290), ("ft/\\", 340), ("r()[]{}`", 370), ("\"*-", 420),
    ("acksvxyz^_", 530), ("bdeghnopqu", 580), ("0123456789#$+<=>?~", 610), ("EFJL", 590),
    ("ABKPRSTVXYZ&", 660), ("CDGHNOQUw", 740), ("mM%", 870), ("W@", 970),
  ]

  private static let ascii: [UInt16] = {
    var table = [UInt16](repeating: 0, count: 128)
    for entry in classes {
      for byte in entry.characters.utf8 { table[Int(byte)] = entry.units }
    }
    return table
  }()
}
