// SPDX-License-Identifier: MIT

import Display

/// A reason why a night is not reliable.
///
/// Records store it as lines: the reason, then details, then the fix after `fix: `. Earlier
/// versions wrote one line.
struct NightProblem {
  private static let fixStart = "fix: "

  /// The reason, without a full stop.
  let reason: String
  let details: [String]
  /// The fix in the imperative; nil where none is known.
  let fix: String?

  /// Reads a problem of a record.
  init(_ text: String) {
    let lines = text.split(scalar: "\n", omittingEmpty: true)
    reason = lines.first ?? ""
    details = lines.dropFirst().filter { !$0.begins(with: Self.fixStart) }
    fix = lines.dropFirst().first { $0.begins(with: Self.fixStart) }.map {
      String($0.dropFirst(Self.fixStart.count))
    }
  }

  /// Returns the text of a problem for a record.
  static func text(_ reason: String, _ details: [String] = [], fix: String? = nil) -> String {
    ([reason] + details + (fix.map { [fixStart + $0] } ?? [])).joined(separator: "\n")
  }

  /// Returns the reason in at most so many words, with an ellipsis for the rest.
  func reason(words count: Int) -> String {
    let words = reason.split(scalar: " ", omittingEmpty: true)
    return words.count <= count ? reason : words.prefix(count).joined(separator: " ") + "..."
  }
}
