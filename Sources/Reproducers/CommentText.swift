// SPDX-License-Identifier: MIT

import Display

/// Texts of inputs as comments that end with their line, in files for other programs.
enum CommentText {
  /// One line for each text: what would end it is written out.
  ///
  /// - Parameter mark: what begins a comment in the format.
  static func lines(_ texts: [String], after mark: String) -> [String] {
    texts.map { "\(mark) \(ShownText.line($0))" }
  }
}
