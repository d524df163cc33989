// SPDX-License-Identifier: MIT

import Display

/// What to say about a mistyped word.
package enum NearestName {
  /// `", did you mean 'x'?"`, or nothing when no candidate is near.
  package static func suggestion(for word: String, among candidates: [String]) -> String {
    nearestName(to: word, among: candidates).map { ", did you mean '\(Printable.line($0))'?" } ?? ""
  }

  /// The same with the list of all candidates, for words of which there are few.
  package static func choice(for word: String, among candidates: [String]) -> String {
    let near = suggestion(for: word, among: candidates)
    return (near.isEmpty ? "; there are " : near + " There are ")
      + candidates.joined(separator: ", ")
  }
}
