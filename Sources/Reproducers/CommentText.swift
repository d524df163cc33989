// SPDX-License-Identifier: MIT

import Display

/// Texts of inputs as comments that end with their line, in files for other programs.
enum CommentText {
  /// Returns one line for each text, with characters that would end it written out.
  ///
  /// `mark` is the beginning of a comment in the format.
  static func lines(_ texts: [String], after mark: String) -> [String] {
    texts.map { "\(mark) \(ShownText.line($0))" }
  }
}
