// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering

/// The preferred size of a view, computed in a layout of its own: the case stays as it is.
package struct FittingSize: Sendable {
  package let request: FittingRequest
  /// The layout of the view alone; its case is that of an `IsolatedView`, made plain.
  package let settled: SettledLayout

  /// Lays out the view's subtree alone, in as many passes as it needs (AUTOLAYOUT 5.3 and 5.8).
  ///
  /// Margins and areas stay those of the view at its place; they are computed first when the case
  /// has any.
  ///
  /// - Precondition: the case is well formed and has the request's view.
  /// - Complexity: that of `LayoutEngine.settle` for the subtree, and for the case if it has areas.
  package static func measure(
    _ request: FittingRequest, of layoutCase: LayoutCase, solver: some Solver,
    limit: WorkLimit = .standard
  ) -> FittingSize {
    let isolated = isolate(request, in: layoutCase, solver: solver, limit: limit)
    return measure(request, isolated, solver: solver, limit: limit)
  }

  /// Isolates the view from its case, with the margins and areas at its place.
  package static func isolate(
    _ request: FittingRequest, in layoutCase: LayoutCase, solver: some Solver,
    limit: WorkLimit = .standard
  ) -> IsolatedView {
    guard layoutCase.hasAreas else { return IsolatedView(request, in: layoutCase) }
    let plain = LayoutEngine.settle(layoutCase, solver: solver, limit: limit).lowered.layoutCase
    var fixed = layoutCase
    for index in fixed.views.indices {
      fixed.views[index].margins = plain.views[index].margins
      fixed.views[index].marginRules = .standard
    }
    for index in fixed.guides.indices {
      if case .area = fixed.guides[index].kind {
        fixed.guides[index].kind = plain.guides[index].kind
      }
    }
    return IsolatedView(request, in: fixed)
  }

  /// Lays out a view that was isolated before.
  package static func measure(
    _ request: FittingRequest, _ isolated: IsolatedView, solver: some Solver,
    limit: WorkLimit = .standard
  ) -> FittingSize {
    FittingSize(
      request: request,
      settled: LayoutEngine.settle(isolated.layoutCase, solver: solver, limit: limit))
  }

  /// Returns the length of the view's alignment rectangle, not rounded, in points; nil when there
  /// is no layout.
  package func length(along axis: Axis) -> Double? {
    guard let values = settled.result.outcome.solution?.values else { return nil }
    return values[settled.lowered.viewVariables[IsolatedView.view] + 2 + Int(axis.rawValue)]
  }

  /// The reported size: rounded up to whole device pixels (AUTOLAYOUT 5.10); nil when there is no
  /// layout.
  package var size: LayoutSize? {
    let scale = settled.lowered.layoutCase.environment.scale
    guard let width = length(along: .horizontal), let height = length(along: .vertical),
      let across = PixelCount.roundedUp(width, scale: scale),
      let down = PixelCount.roundedUp(height, scale: scale)
    else { return nil }
    return LayoutSize(
      width: LayoutNumber.pixels(across, scale: scale),
      height: LayoutNumber.pixels(down, scale: scale))
  }

  /// The names of the constraints that contradict each other, with that of the target; empty when
  /// there is a layout (AUTOLAYOUT 5.5).
  package var conflict: [String] {
    guard case .infeasible(let conflict) = settled.result.outcome else { return [] }
    return conflict.map { settled.lowered.originID(of: $0.index) }.sorted()
  }

  /// Returns the missing tie when the size is only the target's for lack of constraints (AUTOLAYOUT
  /// 5.7).
  ///
  /// Nil when constraints decide the size, when the target is required, or when there is no layout.
  package func gap(along axis: Axis) -> ChainGap? {
    guard let length = length(along: axis), !request.priorities[axis].isRequired,
      abs(length - request.target(along: axis).doubleValue) < 1e-6
    else { return nil }
    return ChainGap.find(in: settled.lowered, along: axis, target: request)
  }
}

extension LayoutCase {
  /// Whether margins or areas of the case depend on the places of views.
  var hasAreas: Bool {
    environment.safeArea != .zero
      || views.contains {
        $0.marginRules.preservesSuperviewMargins || $0.marginRules.followsReadableWidth
      }
      || guides.contains {
        if case .area = $0.kind { return true }
        return false
      }
  }
}
