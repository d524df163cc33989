// SPDX-License-Identifier: MIT

import Display
import ToolSupport

/// An answer of a replay, compared with the stored verdict.
struct ReplayedAnswer {
  let path: String
  let solver: String
  let verdict: String
  let isFailure: Bool
  /// The verdict in one sentence without a full stop.
  let sentence: String
  /// The stored verdict; nil for a case without a finding.
  let stored: String?
  /// The solver of the finding; nil for a case without one.
  let accused: String?
  /// Whether the solver of the finding was run, too.
  var accusedRan = false

  /// Returns the state of the finding, or the verdict.
  ///
  /// The facts of an answer that is not right follow.
  func lines(_ palette: Palette) -> [String] {
    let isVerdict = ReplayVerdicts.isVerdict(verdict)
    let facts = isFailure || !isVerdict ? ["  " + ShownText.sentence(sentence)] : []
    return ["\(path): " + state(isVerdict, palette)] + facts
  }

  private func state(_ isVerdict: Bool, _ palette: Palette) -> String {
    guard let stored, accused == solver else {
      let other = stored.flatMap { verdict in
        accused.map {
          " (stored as \(verdict) of \($0)" + (accusedRan ? ")" : ", which was not run)")
        }
      }
      let colour = isFailure ? palette.red : isVerdict ? palette.green : palette.bold
      return "\(solver): " + colour(verdict) + (other ?? "")
    }
    if isFailure {
      return palette.red("still open")
        + (stored == verdict ? "" : ", now \(verdict) (stored as \(stored))")
    }
    return isVerdict ? palette.green("fixed") : palette.bold(verdict) + " (stored as \(stored))"
  }
}
