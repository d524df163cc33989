// SPDX-License-Identifier: MIT

import Display

/// Suggestions for a mistyped word.
package enum NearestName {
  /// Returns `", did you mean 'x'?"`, or an empty text when no candidate is near.
  package static func suggestion(for word: String, among candidates: [String]) -> String {
    nearestName(to: word, among: candidates).map { ", did you mean '\(Printable.line($0))'?" } ?? ""
  }

  /// Returns the suggestion with the list of all candidates, for words with few of them.
  package static func choice(for word: String, among candidates: [String]) -> String {
    let near = suggestion(for: word, among: candidates)
    return (near.isEmpty ? "; there are " : near + " There are ")
      + candidates.joined(separator: ", ")
  }
}
