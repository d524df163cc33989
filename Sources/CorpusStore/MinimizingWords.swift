// SPDX-License-Identifier: MIT

import LayoutModel

/// How making a case small ended, for people.
package enum MinimizingWords {
  /// What a reader must know of a case that may not be as small as it gets; nil of one that is.
  ///
  /// - Parameter end: as in `FindingRecord.minimizationEnd`; files may say anything.
  package static func reservation(_ end: String) -> String? {
    switch end {
    case "fixpoint": return nil
    case "stopped": return "cut short: layoutfuzz minimize, given the case, prints a smaller one"
    case "budget":
      return "the budget is spent: layoutfuzz minimize, given the case, prints a smaller one"
    case "startPasses": return "it did not fail again, so it is as it was found"
    case FindingRecord.notMinimized:
      return "not made small: layoutfuzz minimize, given the case, prints a smaller one"
    default: return "minimizing ended by: \(end)"
    }
  }

  /// `62 runs, 5 steps; nothing smaller fails`
  package static func sentence(runs: Int, steps: Int, end: String) -> String {
    "\(counted(runs, "run")), \(counted(steps, "step")); "
      + (reservation(end) ?? "no reducer finds anything smaller that fails")
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(ShownNumber.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
