// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Solvers

/// A case at the size that it has when the application runs.
///
/// A cell that sizes itself is as large as its contents need (AUTOLAYOUT 8.2, 8.13), everything
/// else as large as it is drawn.
///
/// The size of a desktop window is a preference, weaker than the usual resistance of its contents.
/// So the window takes the nearest size that its contents can have, and with other texts the size
/// that these need.
///
/// The size is exact and not rounded to pixels, so rounding alone makes no conflict. A cell whose
/// contents do not decide its size stays as it is drawn. The same holds for a cell whose size the
/// document decides, except for the effects of rounding and a separator.
package struct FittedCase: Sendable {
  /// The case at that size.
  package private(set) var diagnosed: DiagnosedCase
  /// Whether the contents gave it another size than the drawn one, by more than a rounding.
  package private(set) var isResized = false
  /// The cell alone with its size free, when its contents contradict each other at every size;
  /// otherwise nil.
  private(set) var conflict: Conflict?

  /// A contradiction of the contents of a cell.
  struct Conflict: Sendable {
    /// The cell as view 1 of a case of its own (see `IsolatedView`), with the names that it has in
    /// its document.
    let diagnosed: DiagnosedCase
    let lowered: LoweredCase
    let answer: ExactAnswer
  }

  /// The largest accepted difference of a frame in a document from the size that its editor
  /// computed, in points.
  ///
  /// A separator takes some of a row, and rows are rounded to pixels (8.3).
  private static let tolerance = 1.0

  /// The priority of the size of a window: `NSLayoutConstraint.Priority.windowSizeStayPut` (1.11).
  private static let windowSize = Priority(500)

  /// - Precondition: the case is well formed.
  /// - Throws: when the tool contradicts itself.
  /// - Complexity: a layout and an exact solution for a cell that sizes itself and for a window,
  ///   two for a window whose own contents cannot have its size.
  package init(
    _ drawn: DiagnosedCase, limit: OracleLimit = .standard
  ) throws(InternalError) {
    diagnosed = drawn
    if drawn.rootKind == .cell {
      try fit(limit)
    } else if drawn.fillsWindow {
      try growWindow(limit)
    }
  }

  /// Gives a window the size that its contents have with the preference for the drawn size.
  ///
  /// The document's own texts keep the drawn size if they can: the real fonts are not known.
  private mutating func growWindow(_ limit: OracleLimit) throws(InternalError) {
    let drawn = diagnosed.layoutCase
    let request = FittingRequest(
      target: drawn.environment.size,
      priorities: AxisPriorities(horizontal: Self.windowSize, vertical: Self.windowSize))
    do throws(OracleError) {
      if !diagnosed.hasOtherTexts {
        let settled = LayoutEngine.settle(drawn, within: limit)
        if try ExactOracle.solve(settled.lowered.system, limit: limit).optimum != nil { return }
      }
      let isolated = FittingSize.isolate(request, in: drawn, solver: SimplexSolver()).layoutCase
      let fitting = LayoutEngine.settle(isolated, within: limit).lowered
      guard let point = try ExactOracle.solve(fitting.system, limit: limit).optimum?.point else {
        // They contradict each other at every size.
        return
      }
      let variable = fitting.viewVariables[IsolatedView.view]
      guard let width = LayoutNumber(exact: point[variable + 2]), width.numerator > 0,
        let height = LayoutNumber(exact: point[variable + 3]), height.numerator > 0
      else { return }
      let size = LayoutSize(width: width, height: height)
      if size == drawn.environment.size { return }
      diagnosed.layoutCase.environment.size = size
      diagnosed.isFitted = true
      isResized = true
    } catch .limitReached {
      // It is unknown which size the contents have: the drawn one stays.
    } catch {
      throw InternalError("\(error)", on: drawn)
    }
  }

  /// Computes the size of a cell.
  private mutating func fit(_ limit: OracleLimit) throws(InternalError) {
    let drawn = diagnosed
    // Rows only need their height; the width of the table is required. The drawn size is only
    // changed where the contents decide it: the data of the application may be what keeps it open.
    var request = FittingRequest(target: drawn.layoutCase.environment.size)
    if drawn.sizing != .both { request.priorities.horizontal = .required }
    let isolated =
      FittingSize.isolate(request, in: drawn.layoutCase, solver: SimplexSolver()).layoutCase
    let settled = LayoutEngine.settle(isolated, within: limit)
    do throws(OracleError) {
      let answer = try ExactOracle.solve(settled.lowered.system, limit: limit)
      if let point = answer.optimum?.point {
        let variable = settled.lowered.viewVariables[IsolatedView.view]
        setSize(width: point[variable + 2], height: point[variable + 3])
      } else if drawn.sizing != .fixed {
        conflict = Conflict(
          diagnosed: drawn.isolated(as: isolated), lowered: settled.lowered,
          answer: answer)
      }
    } catch .limitReached {
      // The drawn size is as good as any.
    } catch {
      throw InternalError("\(error)", on: drawn.layoutCase)
    }
  }

  private mutating func setSize(width: Rational, height: Rational) {
    let drawn = diagnosed.layoutCase.environment.size
    var size = drawn
    if diagnosed.sizing == .both, let exact = LayoutNumber(exact: width), exact.numerator > 0 {
      size.width = exact
    }
    // Contents without a height leave it open: a view between them lacks a constraint.
    if let exact = LayoutNumber(exact: height), exact.numerator > 0 { size.height = exact }
    isResized =
      abs(size.width.doubleValue - drawn.width.doubleValue) > Self.tolerance
      || abs(size.height.doubleValue - drawn.height.doubleValue) > Self.tolerance
    if diagnosed.sizing == .fixed, isResized {
      isResized = false
      return
    }
    diagnosed.layoutCase.environment.size = size
    diagnosed.isFitted = diagnosed.sizing != .fixed
  }
}

extension DiagnosedCase {
  /// Returns the same names and locations for a case that has one more view before the root.
  fileprivate func isolated(as layoutCase: LayoutCase) -> DiagnosedCase {
    var isolated = self
    isolated.layoutCase = layoutCase
    isolated.root = IsolatedView.view
    isolated.ownTexts = [nil] + ownTexts
    isolated.forgetChangeableConstraints()
    isolated.origins = origins.prefix(1) + origins
    return isolated
  }
}

extension LayoutNumber {
  /// Creates the number of an exact value; nil when there is none, or it exceeds the largest number
  /// of layouts.
  fileprivate init?(exact value: Rational) {
    guard let top = value.numerator.int64, let bottom = value.denominator.int64,
      let number = LayoutNumber(quotientOf: Int128(top), by: Int128(bottom)), !number.isTooLarge
    else { return nil }
    self = number
  }
}
