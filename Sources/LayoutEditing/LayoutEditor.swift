// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Oracles

/// The reason for which a case cannot be edited.
package enum LayoutEditError: Error, Sendable, Hashable {
  /// The required constraints contradict each other, so the case has no present layout.
  case noLayout
  /// The exact oracle reached its limit of work.
  case limitReached
  /// A number of the present layout does not fit into a case file.
  ///
  /// - Parameters:
  ///   - what: the constraint, view or frame with the number.
  ///   - value: the exact number.
  case notRepresentable(what: String, value: String)
  /// The oracle rejected its own certificate, which is a bug in the oracle.
  case rejected(String)
}

extension LayoutEditError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noLayout:
      return "the required constraints contradict each other: there is no layout to start from"
    case .limitReached: return "the layout takes more work than the exact oracle may do"
    case .notRepresentable(let what, let value):
      return "\(what) is exactly \(value), which no number of a case file can say"
    case .rejected(let reason): return "the checker rejects the oracle's answer: \(reason)"
    }
  }
}

/// The edits of an editor such as Interface Builder (AUTOLAYOUT 12.7): updates frames, adds missing
/// constraints, clears constraints, and pins frames.
///
/// Works on exact numbers. The present layout is the optimal one; of several optimal ones, the one
/// nearest to the recorded frames. The views of a case keep their indices. Its expectation is
/// dropped, since it is about the case before the edit.
package struct LayoutEditor<Settler: Solver>: Sendable {
  /// The solver for the passes of layout of cases with texts, stacks and areas.
  private let solver: Settler
  private let limit: OracleLimit

  package init(solver: Settler, limit: OracleLimit = .standard) {
    self.solver = solver
    self.limit = limit
  }

  /// Records the frame of every view in the present layout, rounded to whole pixels.
  ///
  /// - Parameters:
  ///   - layoutCase: the case to edit.
  ///   - views: the indices of the views; nil for all views.
  /// - Returns: the case with new recorded frames, without expectation.
  /// - Throws: `.noLayout`, `.limitReached` or `.rejected` when the case has no present layout;
  ///   `.notRepresentable` for a frame that does not fit into a case file.
  package func updatingFrames(
    of layoutCase: LayoutCase, views: Set<Int>? = nil
  ) throws(LayoutEditError) -> LayoutCase {
    let present = try presentLayout(of: layoutCase)
    let rounded = present.roundedLayout()
    var edited = layoutCase
    for index in edited.views.indices where views?.contains(index) ?? true {
      edited.views[index].recordedFrame = try present.frame(of: index, in: rounded)
    }
    edited.expectation = nil
    return edited
  }

  /// Removes the author's constraints on some views.
  ///
  /// - Parameters:
  ///   - layoutCase: the case to edit.
  ///   - views: the views whose constraints, or those of their guides, are removed; nil for all.
  /// - Returns: the case with the remaining constraints, without expectation.
  package func clearingConstraints(
    of layoutCase: LayoutCase, views: Set<Int>? = nil
  ) -> LayoutCase {
    func isCleared(_ anchor: Anchor?) -> Bool {
      guard let anchor else { return false }
      return views?.contains(layoutCase.viewIndex(of: anchor.item)) ?? true
    }
    var edited = layoutCase
    edited.expectation = nil
    edited.constraints.removeAll {
      $0.source == .author && (isCleared($0.first) || isCleared($0.second))
    }
    return edited
  }

  /// The largest number of passes that add missing constraints.
  ///
  /// Each pass removes a degree of freedom from every group of connected views. So only a case that
  /// is one open chain comes near the limit.
  package static var passLimit: Int { 2000 }

  /// Adds constraints until the layout is unique.
  ///
  /// Each constraint pins one free place or size to its value in the present layout, which stays
  /// optimal and becomes the only one.
  ///
  /// - Throws: `.limitReached` after `passLimit` passes.
  /// - Complexity: two or three exact solves for each pass. A pass adds one constraint to each
  ///   group of connected views, so unconnected views take a few passes, however many there are.
  package func addingMissingConstraints(
    to layoutCase: LayoutCase
  ) throws(LayoutEditError) -> LayoutCase {
    var edited = layoutCase
    edited.expectation = nil
    var names = PinNames(edited)
    for _ in 0..<Self.passLimit {
      let present = try presentLayout(of: edited, findsFreedom: true)
      let parts = present.independentFreeParts()
      if parts.isEmpty { return edited }
      try pin(parts, in: &edited, as: present, &names, followsDirection: true)
    }
    throw .limitReached
  }

  /// Pins left, top, width and height of views to their values in the present layout.
  ///
  /// Leaves out the root, views held at a frame, and the places of items of a grid. Their sizes are
  /// left out, too, if the grid has one for all.
  ///
  /// - Parameters:
  ///   - layoutCase: the case to edit.
  ///   - views: the indices of the views; nil for all views.
  /// - Returns: the case with the pins after its other constraints, without expectation.
  /// - Throws: `.noLayout`, `.limitReached` or `.rejected` when the case has no present layout;
  ///   `.notRepresentable` for a number that does not fit into a case file.
  package func freezingFrames(
    of layoutCase: LayoutCase, views: Set<Int>? = nil
  ) throws(LayoutEditError) -> LayoutCase {
    let present = try presentLayout(of: layoutCase)
    var edited = layoutCase
    edited.expectation = nil
    var names = PinNames(edited)
    var parts: [LayoutPart] = []
    for index in edited.views.indices.dropFirst() where views?.contains(index) ?? true {
      if edited.views[index].hold != nil { continue }
      for measure in edited.freeMeasures(of: index) {
        parts.append(LayoutPart(subject: .view(index), measure: measure))
      }
    }
    try pin(parts, in: &edited, as: present, &names, followsDirection: false)
    return edited
  }

  private func presentLayout(
    of layoutCase: LayoutCase, findsFreedom: Bool = false
  ) throws(LayoutEditError) -> PresentLayout {
    let present: PresentLayout?
    do throws(OracleError) {
      present = try PresentLayout(
        of: layoutCase, solver: solver, limit: limit, findsFreedom: findsFreedom)
    } catch {
      switch error {
      case .limitReached: throw .limitReached
      case .certificateRejected(let reason): throw .rejected("\(reason)")
      }
    }
    guard let present else { throw .noLayout }
    return present
  }

  private func pin(
    _ parts: [LayoutPart], in layoutCase: inout LayoutCase, as present: PresentLayout,
    _ names: inout PinNames, followsDirection: Bool
  ) throws(LayoutEditError) {
    var pins = parts.map {
      $0.pin(in: &layoutCase, &names, followsDirection: followsDirection)
    }
    for (index, constant) in try present.constants(of: pins, in: layoutCase).enumerated() {
      pins[index].constant = constant
    }
    layoutCase.constraints += pins
  }
}

extension LayoutCase {
  /// Returns the measures of a view that freezing pins.
  ///
  /// A flow layout places its items: between the passes of layout an item has another place, so a
  /// pin would contradict the constraints of that pass. An item that sizes itself takes its size
  /// from its own constraints, and needs pins for it.
  fileprivate func freeMeasures(of view: Int) -> [LayoutPart.Measure] {
    guard let parent = views[view].parent, views[view].isArranged, let flow = views[parent].flow
    else { return LayoutPart.Measure.allCases }
    return flow.itemSize == .fitting ? [.width, .height] : []
  }
}
