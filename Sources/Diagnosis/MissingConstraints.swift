// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Lowering
import Oracles

/// The missing constraints of an ambiguous layout: parts of frames that leave one layout once they
/// are fixed.
///
/// One open part is fixed at its current value. The parts that cannot move any more follow it, and
/// are reported together with it. The other parts are handled in the same way, in the order of
/// views, places before sizes.
package struct MissingConstraints: Sendable {
  /// An open part of a frame and what it settles.
  package struct Gap: Sendable {
    /// The part that needs a constraint.
    package let part: FramePart
    /// The parts that are settled once it has one, in the order of views.
    package let followers: [FramePart]
    /// Another right layout, in which the part has another value.
    package let witness: [Rational]
  }

  /// The largest number of gaps that are distinguished; a screen with more is unfinished.
  static let gapsMax = 12
  /// The largest number of open parts that are distinguished: fixing them one after the other costs
  /// a few solutions each.
  static let partsMax = 2000

  package private(set) var gaps: [Gap] = []
  /// The other open parts, which were not examined one by one.
  package private(set) var rest: [FramePart] = []
  /// All open parts, in the order of views, sizes of scroll content last.
  package let parts: [FramePart]
  /// Right layouts that differ from the current one.
  let layouts: [[Rational]]

  /// - Parameters:
  ///   - optimum: an exact answer to the case.
  ///   - lowered: the case, lowered.
  ///   - limit: the limit of each exact solution.
  ///   - candidates: whether a part of a frame is examined.
  /// - Throws: `OracleError`; the limit only from the search for all open parts.
  init(
    _ optimum: ExactOptimum, of lowered: LoweredCase, limit: OracleLimit = .standard,
    among candidates: (FramePart) -> Bool = { _ in true }
  ) throws(OracleError) {
    guard case .ambiguous(let witness) = optimum.uniqueness else {
      parts = []
      layouts = []
      return
    }
    let search = try FreedomSearch(
      lowered.system, at: optimum.point, among: FramePart.all(of: lowered).filter(candidates),
      witness: witness, limit: limit)
    layouts = search.layouts
    // The size of scroll content follows its subviews, so it comes last.
    let isOpen = search.parts.indices.filter { search.layout(moving: $0) != nil }
    let order =
      isOpen.filter { search.parts[$0].kind != .contentSize }
      + isOpen.filter { search.parts[$0].kind == .contentSize }
    parts = order.map { search.parts[$0] }
    let layoutOfPart = order.compactMap { search.layout(moving: $0) }
    try findGaps(in: lowered.system, at: optimum.point, layoutOfPart, limit: limit)
  }

  /// Fixes the open parts one after the other, and sets `gaps` and `rest`.
  ///
  /// - Parameters:
  ///   - system: the system of the layout.
  ///   - point: the current layout.
  ///   - layoutOfPart: the number in `layouts` of a layout in which each of `parts` has another
  ///     value.
  ///   - limit: the limit of each exact solution.
  /// - Throws: for a bug in the oracle. Parts that are open when the limit is reached stay in
  ///   `rest`.
  private mutating func findGaps(
    in system: LinearSystem, at point: [Rational], _ layoutOfPart: [Int], limit: OracleLimit
  ) throws(OracleError) {
    assert(layoutOfPart.count == parts.count, "an open part has no layout that moves it")
    var system = system
    var open = Array(parts.indices)
    while let first = open.first, gaps.count < Self.gapsMax, parts.count <= Self.partsMax {
      system.addConstraint(parts[first].terms, .equal, parts[first].value(at: point))
      let others = open.dropFirst().map { parts[$0] }
      let search: FreedomSearch<FramePart>
      do throws(OracleError) {
        search = try FreedomSearch(system, at: point, among: others, limit: limit)
      } catch .limitReached {
        break
      }
      let isMoving = others.indices.map { search.layout(moving: $0) != nil }
      gaps.append(
        Gap(
          part: parts[first], followers: others.indices.filter { !isMoving[$0] }.map { others[$0] },
          witness: layouts[layoutOfPart[first]]))
      open = others.indices.filter { isMoving[$0] }.map { open[$0 + 1] }
    }
    rest = open.map { parts[$0] }
  }

  /// Removes the gaps and open parts of some views; returns whether there were any.
  mutating func removeGaps(around views: Set<Int>) -> Bool {
    if views.isEmpty { return false }
    let before = gaps.count + rest.count
    gaps.removeAll { gap in
      ([gap.part] + gap.followers).contains { views.contains($0.view) }
    }
    rest.removeAll { views.contains($0.view) }
    return gaps.count + rest.count < before
  }

  /// Removes the gaps all of whose parts are suppressed, and the suppressed parts of the rest.
  mutating func removeGaps(where isMuted: (FramePart) -> Bool) {
    gaps.removeAll { ([$0.part] + $0.followers).allSatisfy(isMuted) }
    rest.removeAll(where: isMuted)
  }
}
