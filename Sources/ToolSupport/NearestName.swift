// SPDX-License-Identifier: MIT

import Display

/// Suggestions for a mistyped word.
package enum NearestName {
  /// Returns `"; fix: use 'x'"`, or an empty text when no candidate is near.
  package static func suggestion(for word: String, among candidates: [String]) -> String {
    nearestName(to: word, among: candidates).map { "; fix: use '\(Printable.line($0))'" } ?? ""
  }

  /// Returns the suggestion with the list of all candidates, for words with few of them.
  package static func choice(for word: String, among candidates: [String]) -> String {
    let near = suggestion(for: word, among: candidates)
    let known = "known are " + candidates.joined(separator: ", ")
    return near.isEmpty ? "; \(known)" : "\(near) (\(known))"
  }
}
