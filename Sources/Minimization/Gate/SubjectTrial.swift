// SPDX-License-Identifier: MIT

/// The result of trying a smaller subject, which may take several runs of a program.
package struct SubjectTrial: Sendable, Hashable {
  /// Whether the subject fails in the same way.
  package var fails: Bool
  package var runs: Int
  /// The number of runs that took the whole time limit.
  package var hangs = 0

  package init(fails: Bool = false, runs: Int = 0) {
    self.fails = fails
    self.runs = runs
  }

  /// Counts a run.
  package mutating func count(isHang: Bool) {
    runs += 1
    if isHang { hangs += 1 }
  }
}
