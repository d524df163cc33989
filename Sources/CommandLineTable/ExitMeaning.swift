// SPDX-License-Identifier: MIT

/// An exit code with its meaning, a row in the help of a command.
package struct ExitMeaning: Sendable, Hashable {
  package let code: Int32
  /// The meaning: a phrase without a full stop, or sentences.
  package let text: String

  package init(_ code: Int32, _ text: String) {
    self.code = code
    self.text = text
  }
}
