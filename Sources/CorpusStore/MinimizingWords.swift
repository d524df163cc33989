// SPDX-License-Identifier: MIT

import Display

/// The end of a minimization in words.
///
/// Ends are those of `FindingRecord.Minimization.end`, of cases and of scripts; files may contain
/// any text.
package enum MinimizingWords {
  /// The text where there was no time to find the numbers that affect the failure.
  package static let explanationCut = "not examined: there was no time"

  /// Returns the end in a few words.
  package static func end(_ end: String) -> String {
    switch end {
    case "fixpoint": return "nothing smaller fails"
    case "budget", "calls": return "the limit of runs was reached"
    case "stopped": return "cut short"
    case "startPasses": return "the failure did not show again; not minimized"
    case "noFixpoint": return "no smallest case was reached"
    case FindingRecord.Minimization.none: return "not minimized"
    default: return end
    }
  }

  /// Returns the reason why a case may not be as small as possible; nil if it is.
  package static func reservation(_ end: String) -> String? {
    switch end {
    case "fixpoint", "": return nil
    case "budget", "calls", "stopped", FindingRecord.Minimization.none:
      return "\(Self.end(end)): layoutfuzz minimize, given the case, may print a smaller one"
    default: return Self.end(end)
    }
  }

  /// Returns a text such as `62 runs, 5 steps; nothing smaller fails`.
  package static func sentence(runs: Int, steps: Int, end: String) -> String {
    "\(ShownNumber.counted(runs, "run")), \(ShownNumber.counted(steps, "step")); "
      + (reservation(end) ?? Self.end(end))
  }
}
