// SPDX-License-Identifier: MIT

import Diagnosis
import ExactNumerics
import LayoutEngine
import LayoutModel
import Lowering
import Oracles
import Solvers

/// The fitting size of a view in exact numbers, with its ambiguity, missing constraints and
/// conflict.
package struct FittingAnswer: Sendable {
  package let request: FittingRequest
  /// The record of the view's subtree alone; see `IsolatedView`.
  package let record: CaseRecord
  /// The exact width and height of the view's alignment rectangle; nil without a layout, or when
  /// the exact oracle reached its limit.
  package let exactSize: (width: Rational, height: Rational)?
  /// The axes along which another size is right as well.
  package let ambiguousAxes: [Axis]
  /// Whether the search for ambiguous axes exceeds the limit of the exact oracle.
  private let isAmbiguityUndecided: Bool
  /// The places where constraints are missing; see `ChainGap`.
  package let gaps: [ChainGap]
  /// The names of the constraints of an irreducible conflict, sorted; empty when there is none.
  package let conflict: [String]

  /// Lays out the subtree alone; the case stays as it is.
  ///
  /// - Precondition: the case is well formed and has the request's view.
  /// - Throws: when the tool contradicts itself.
  package init(
    _ request: FittingRequest, of layoutCase: LayoutCase, limit: OracleLimit = .standard
  ) throws(InternalError) {
    let isolated = FittingSize.isolate(request, in: layoutCase, solver: SimplexSolver())
    let record = try CaseRunner(strategies: [], oracleLimit: limit).run(isolated.layoutCase)
    self.request = request
    self.record = record
    let lowered = record.lowered
    conflict = try record.conflict().map { lowered.originID(of: $0.index) }.sorted()
    guard let optimum = record.answer?.optimum else {
      exactSize = nil
      ambiguousAxes = []
      isAmbiguityUndecided = false
      gaps = []
      return
    }
    let variable = lowered.viewVariables[IsolatedView.view]
    exactSize = (optimum.point[variable + 2], optimum.point[variable + 3])
    let axes = try FittingAnswer.ambiguousAxes(optimum, lowered, limit)
    ambiguousAxes = axes ?? []
    isAmbiguityUndecided = axes == nil
    gaps = Axis.allCases.compactMap { axis in
      let length = optimum.point[variable + 2 + Int(axis.rawValue)]
      guard !request.priorities[axis].isRequired,
        length == Rational(request.target(along: axis))
      else { return nil }
      return ChainGap.find(in: lowered, along: axis, target: request)
    }
  }

  /// The reported size: rounded up to whole device pixels (AUTOLAYOUT 5.10).
  package var size: LayoutSize? {
    let scale = record.lowered.layoutCase.environment.scale
    guard let exactSize, let width = PixelCount.roundedUp(exactSize.width, scale: scale),
      let height = PixelCount.roundedUp(exactSize.height, scale: scale)
    else { return nil }
    return LayoutSize(
      width: LayoutNumber.pixels(width, scale: scale),
      height: LayoutNumber.pixels(height, scale: scale)
    )
  }

  /// Whether finding the size, or proving that it is unique, exceeds the limit of the exact oracle.
  package var isUndecided: Bool {
    isAmbiguityUndecided || (size == nil && conflict.isEmpty)
  }

  /// Returns the axes along which the size is ambiguous; nil when the exact oracle reaches its
  /// limit.
  private static func ambiguousAxes(
    _ optimum: ExactOptimum, _ lowered: LoweredCase, _ limit: OracleLimit
  ) throws(InternalError) -> [Axis]? {
    do throws(OracleError) {
      // The view's origin is pinned, so only its size can move.
      return try AmbiguousViews.find(optimum, of: lowered, limit: limit)
        .filter { $0.view == IsolatedView.view }.map(\.axis)
    } catch .limitReached {
      return nil
    } catch {
      throw InternalError("\(error)", on: lowered.layoutCase)
    }
  }
}
