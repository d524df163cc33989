// SPDX-License-Identifier: MIT

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
