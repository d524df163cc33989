// SPDX-License-Identifier: MIT

import CaseFormats

/// What to say about a mistyped word.
enum NearestName {
  /// `", did you mean 'x'?"`, or nothing when no candidate is near.
  static func suggestion(for word: String, among candidates: [String]) -> String {
    nearestName(to: word, among: candidates).map { ", did you mean '\(Printable.line($0))'?" } ?? ""
  }
}
