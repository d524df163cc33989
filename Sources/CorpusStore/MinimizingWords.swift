// SPDX-License-Identifier: MIT

import Display

/// How making a case small ended, for people.
///
/// Ends are those of `FindingRecord.Minimization.end`, of cases and of scripts; files may say
/// anything.
package enum MinimizingWords {
  /// What is said where there was no time to find out which numbers matter.
  package static let explanationCut = "not examined: there was no time"

  /// How it ended, in a few words.
  package static func end(_ end: String) -> String {
    switch end {
    case "fixpoint": return "nothing smaller fails"
    case "budget", "calls": return "as much was tried as may be"
    case "stopped": return "cut short"
    case "startPasses": return "it did not fail again, so it is as it was found"
    case "noFixpoint": return "it got smaller and smaller without an end"
    case FindingRecord.Minimization.none: return "not made small"
    default: return end
    }
  }

  /// What a reader must know of a case that may not be as small as it gets; nil of one that is.
  package static func reservation(_ end: String) -> String? {
    switch end {
    case "fixpoint", "": return nil
    case "budget", "calls", "stopped", FindingRecord.Minimization.none:
      return "\(Self.end(end)): layoutfuzz minimize, given the case, may print a smaller one"
    default: return Self.end(end)
    }
  }

  /// Reads `62 runs, 5 steps; nothing smaller fails`.
  package static func sentence(runs: Int, steps: Int, end: String) -> String {
    "\(ShownNumber.counted(runs, "run")), \(ShownNumber.counted(steps, "step")); "
      + (reservation(end) ?? Self.end(end))
  }
}
