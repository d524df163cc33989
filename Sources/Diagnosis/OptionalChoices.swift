// SPDX-License-Identifier: MIT

import LayoutModel

/// The ways to let the constraints of a screen hold by making one constraint of each of its
/// conflicts optional.
///
/// A part that is open in all of them stays open, whichever of these changes fixes the screen.
struct OptionalChoices {
  /// The largest number of ways that are tried.
  private static let waysMax = 12
  /// The priority of the optional constraint of the first conflict.
  ///
  /// It and those of the further conflicts are between 999 and 1000, each lower than the one
  /// before, so that they compete neither with each other nor with constraints of their author.
  private static let (priority, step): (Float, Float) = (999.75, 0.0625)

  /// The cases, at least one.
  let cases: [DiagnosedCase]

  /// Nil where a conflict has no such constraint, or where there are too many.
  init?(_ conflicts: ScreenConflicts, in diagnosed: DiagnosedCase) {
    let constraints = diagnosed.layoutCase.constraints
    let choices = conflicts.parts.map { part in
      part.fixes.fixes.compactMap { fix -> Int? in
        guard case .lower(let index) = fix, index < constraints.count else { return nil }
        return index
      }
    }
    guard !conflicts.parts.contains(where: \.fixes.isPartial) else { return nil }
    var ways: [[Int]] = [[]]
    for indices in choices {
      guard !indices.isEmpty, ways.count * indices.count <= Self.waysMax else { return nil }
      ways = ways.flatMap { way in indices.map { way + [$0] } }
    }
    cases = ways.map { way in
      var changed = diagnosed
      for (part, index) in way.enumerated() {
        changed.layoutCase.constraints[index].priority = Priority(
          Self.priority - Float(part) * Self.step)
      }
      return changed
    }
  }
}
