// SPDX-License-Identifier: MIT

import Diagnosis
import Display

extension FindingWording {
  /// Returns the facts as lines with aligned sources.
  ///
  /// `limit` is the largest number of lines. The last one may count the rest.
  package func factLines(_ limit: Int = .max) -> [String] {
    // A last line that counts one fact takes the room of that fact.
    let shown = facts.count <= limit ? facts[...] : facts.prefix(limit - 1)
    var lines = SourcedLines.lines(shown.map { ($0.text, $0.source) })
    if shown.count < facts.count { lines.append("... and \(facts.count - shown.count) more") }
    return lines
  }

  /// Returns the fixes as lines, or the reason why there are none.
  ///
  /// `limit` is the largest number of fixes. The last line may count the rest. `verified` is the
  /// word for the trust in them.
  package func fixLines(_ limit: Int = .max, verified: String) -> [String] {
    guard let first = fixes.first else { return unfixed.map { [$0] } ?? [] }
    if fixes.count == 1 { return ["\(first) (\(verified))"] }
    let shown = fixes.count <= limit ? fixes[...] : fixes.prefix(limit - 1)
    let rest = fixes.count - shown.count
    return ["any one of these (\(verified)):"] + shown.map { "  \($0)" }
      + (rest > 0 ? ["  ... and \(rest) more"] : [])
  }
}
