// SPDX-License-Identifier: MIT

import LayoutModel

/// Finds the irrelevant numbers of a small case: it fails in the same way with any other value.
///
/// A number that minimization left at 0 or 1 may be essential or arbitrary; a reader cannot see
/// which.
enum IndifferentNumbers {
  /// The substitutes for a number: small and large, of either sign, even and odd.
  private static let substitutes: [LayoutNumber] = [0, 1, 7, 100, 1001, -3]

  /// The least number of possible substitutes for a result.
  private static let substitutesMin = 3

  /// The largest number of places in a case that is examined: readers do not look at more.
  private static let slotsMax = 24

  /// Returns the places with irrelevant numbers, in the order of the case; nil when a stop came
  /// first.
  ///
  /// Each number is irrelevant by itself, and all of them are together.
  ///
  /// - Complexity: at most seven trials for each number, for at most 24 numbers.
  static func places(
    in layoutCase: LayoutCase, isStopped: () -> Bool, bench: TrialBench<LayoutCase>
  ) -> [String]? {
    var start = layoutCase
    start.expectation = nil
    let slots = NumberSlot.said(in: start)
    guard slots.count <= slotsMax else { return [] }
    var others = start
    var places: [String] = []
    for (position, (slot, place)) in slots.enumerated() {
      if isStopped() { return nil }
      guard isIndifferent(slot, in: start, bench) else { continue }
      // Numbers that are all different show whether equality matters.
      let other = LayoutNumber(digits: Int64(13 + 2 * position), scale: 0)
      guard let together = others.replacing(slot, by: other), bench.allFail([together]) else {
        continue
      }
      assert(others != together, "a number was replaced by itself")
      others = together
      places.append(place)
    }
    // During trials a stop looks like a number that matters.
    return isStopped() ? nil : places
  }

  private static func isIndifferent(
    _ slot: NumberSlot, in layoutCase: LayoutCase, _ bench: TrialBench<LayoutCase>
  ) -> Bool {
    let changed = substitutes.filter { $0 != slot.read(layoutCase) }.compactMap {
      layoutCase.replacing(slot, by: $0)
    }
    return changed.count >= substitutesMin && bench.allFail(changed)
  }
}

extension LayoutCase {
  /// Returns the case with another number in one place; nil when that is not well formed.
  fileprivate func replacing(_ slot: NumberSlot, by number: LayoutNumber) -> LayoutCase? {
    var changed = self
    slot.write(number, to: &changed)
    return changed.isValid ? changed : nil
  }
}

extension NumberSlot {
  /// Returns the visible numbers of the case, with their places in words, as "the constant of c1".
  static func said(in layoutCase: LayoutCase) -> [(slot: NumberSlot, place: String)] {
    var slots: [(NumberSlot, String)] = []
    for (index, constraint) in layoutCase.constraints.enumerated() {
      if constraint.multiplier != 1 {
        slots.append((.multiplier(index), "the multiplier of \(constraint.id)"))
      }
      slots.append((.constant(index), "the constant of \(constraint.id)"))
    }
    for (index, view) in layoutCase.views.enumerated() {
      if view.intrinsicWidth != nil {
        slots.append((.intrinsicWidth(index), "the natural width of \(view.id)"))
      }
      if view.intrinsicHeight != nil {
        slots.append((.intrinsicHeight(index), "the natural height of \(view.id)"))
      }
    }
    return slots + [
      (.rootWidth, "the width of the root"), (.rootHeight, "the height of the root"),
    ]
  }
}
