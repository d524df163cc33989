// SPDX-License-Identifier: MIT

/// The violations of a solution at each strength.
package struct WorkloadObjectives: Sendable, Equatable {
  /// The largest violation of a required constraint.
  package var required: Double
  /// The sums of violations; the edit variable's preference counts as strong.
  package var strong: Double
  package var medium: Double
  package var weak: Double

  package init(required: Double = 0, strong: Double = 0, medium: Double = 0, weak: Double = 0) {
    self.required = required
    self.strong = strong
    self.medium = medium
    self.weak = weak
  }

  /// The largest relative difference of two programs that rounding may cause.
  package static let tolerance = 1e-6

  /// The sums by name, from the highest strength down.
  package var levels: [(name: String, value: Double)] {
    [("strong", strong), ("medium", medium), ("weak", weak)]
  }

  /// Returns the contradictions of this answer to another one to the same question; empty when they
  /// agree.
  ///
  /// Differences are relative to the largest sum of the two answers, at least 1 point. A satisfied
  /// strength has a sum of rounding errors, which are proportional to the coordinates.
  package func disagreement(with other: WorkloadObjectives) -> [String] {
    let sums = levels.map(\.value) + other.levels.map(\.value)
    let allowed = WorkloadObjectives.tolerance * max(1, sums.max() ?? 1)
    var problems: [String] = []
    // A condition that NaN fails, too.
    if !(required <= allowed) {
      problems.append("a required constraint is violated by \(required)")
    }
    for (mine, theirs) in zip(levels, other.levels)
    where !(abs(mine.value - theirs.value) <= allowed) {
      problems.append("\(mine.name) \(mine.value), not \(theirs.value)")
    }
    return problems
  }
}
