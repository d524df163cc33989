// SPDX-License-Identifier: MIT

import Diagnosis
import Reporting

/// Times and counts as people like to read them.
enum Readable {
  /// `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`.
  static func duration(nanoseconds: UInt64) -> String {
    ReportText.duration(nanoseconds: nanoseconds)
  }

  /// A time that the user may have set, never as 0: `10 ms`, `0.5 ms`, `2.0 s`.
  static func limit(nanoseconds: UInt64) -> String {
    let shortest: UInt64 = 100_000_000
    if nanoseconds >= shortest { return duration(nanoseconds: nanoseconds) }
    return points(Double(nanoseconds) / 1e6) + " ms"
  }

  /// `1,234,567`.
  static func count(_ value: Int) -> String { ReportText.grouped(value) }

  /// `1 finding`, `2 findings`.
  static func counted(_ value: Int, _ noun: String) -> String { ReportText.counted(value, noun) }

  /// A number of points with at most three decimals and no trailing zeros.
  static func points(_ value: Double) -> String { FrameText.points(value) }
}

/// Colours for people's terminals.
struct Palette {
  let isOn: Bool

  /// All codes that it writes.
  static let codes = ["31", "32", "1", "0"].map { Array("\u{1B}[\($0)m".unicodeScalars) }

  func red(_ text: String) -> String { paint(text, "31") }
  func green(_ text: String) -> String { paint(text, "32") }
  func bold(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
