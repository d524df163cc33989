// SPDX-License-Identifier: MIT

/// The colours of texts on a terminal.
package struct Palette {
  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  /// All colour codes that it writes.
  package static let codes = ["31", "32", "33", "34", "1", "0"].map {
    Array("\u{1B}[\($0)m".unicodeScalars)
  }

  package func red(_ text: String) -> String { paint(text, "31") }
  package func green(_ text: String) -> String { paint(text, "32") }
  package func yellow(_ text: String) -> String { paint(text, "33") }
  package func blue(_ text: String) -> String { paint(text, "34") }
  package func bold(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
