// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// A search for the views that have another frame or content size in some right layout, with the
/// axis.
package enum AmbiguousViews {
  /// An ambiguous view and the axis of the ambiguity.
  package struct Entry: Sendable, Hashable {
    /// The index of the view.
    package let view: Int
    package let axis: Axis
  }

  /// Returns the ambiguous views in order, horizontally before vertically.
  ///
  /// - Throws: `OracleError.limitReached`; `.certificateRejected` for a bug in the oracle.
  package static func find(
    _ optimum: ExactOptimum, of lowered: LoweredCase, limit: OracleLimit = .standard
  ) throws(OracleError) -> [Entry] {
    guard case .ambiguous(let witness) = optimum.uniqueness else { return [] }
    let search = try FreedomSearch(
      lowered.system, at: optimum.point, among: FramePart.all(of: lowered), witness: witness,
      limit: limit)
    return entries(search.moved)
  }

  /// Returns the views of the given parts, in order, horizontally before vertically.
  package static func entries(_ parts: [FramePart]) -> [Entry] {
    var entries = parts.map { Entry(view: $0.view, axis: $0.axis) }
    entries.sort { ($0.view, $0.axis.rawValue) < ($1.view, $1.axis.rawValue) }
    var distinct: [Entry] = []
    for entry in entries where distinct.last != entry { distinct.append(entry) }
    return distinct
  }
}
