// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// An explanation of a layout: the constraints that decide each number of each frame, and the unmet
/// preferences.
package struct LayoutExplanation: Sendable {
  /// One number of a frame and the constraints that decide it.
  package struct Decision: Sendable, Hashable {
    package let view: Int
    package let axis: Axis
    package let kind: FramePart.Kind
    package let name: String
    /// The value in points, exactly; a place is measured in the superview's alignment rectangle.
    package let value: Rational
    /// The constraints that settle it together; nil when it is open or the search was cut short.
    package let deciders: [ConstraintOrigin]?
    package let isOpen: Bool
  }

  /// A preference that the layout does not meet.
  package struct Unmet: Sendable, Hashable {
    package let origin: ConstraintOrigin
    package let strength: Strength
    /// The violation in points.
    package let amount: Rational
  }

  package let diagnosis: ScreenDiagnosis
  /// The decisions by view, horizontally before vertically; empty when there is no layout.
  package let decisions: [Decision]
  /// The unmet preferences by strength, highest first; empty where listing them was cut short.
  package let unmet: [Unmet]
  /// An exact right layout; nil when there is none.
  package let point: [Rational]?
  /// Whether the search for deciding constraints or unmet preferences was cut short.
  package let isPartial: Bool

  package var lowered: LoweredCase { diagnosis.lowered }
  package var settled: SettledLayout { diagnosis.settled }

  /// Explains a layout, and compares it with the expectation of its case.
  ///
  /// - Precondition: the case is well formed.
  /// - Parameters:
  ///   - diagnosed: the case to explain.
  ///   - comparesRecorded: whether recorded frames are those of the current device.
  ///   - limit: the limit of each exact solution.
  /// - Throws: when the tool contradicts itself.
  package init(
    of diagnosed: DiagnosedCase, comparesRecorded: Bool = true, limit: OracleLimit = .standard
  ) throws(InternalError) {
    diagnosis = try ScreenDiagnosis(
      of: diagnosed, comparesRecorded: comparesRecorded, reportsExpected: true, limit: limit)
    let lowered = diagnosis.lowered
    var optimum: ExactOptimum?
    var missing: MissingConstraints?
    do throws(OracleError) {
      optimum = try ExactOracle.solve(lowered.system, limit: limit).optimum
      if let optimum {
        missing = try MissingConstraints(optimum, of: lowered, limit: limit)
      }
    } catch .limitReached {
      optimum = nil
    } catch {
      throw InternalError("\(error)", on: diagnosed.layoutCase)
    }
    point = optimum?.point
    guard let optimum, let missing else {
      (decisions, unmet, isPartial) = ([], [], false)
      return
    }
    let open = Set(missing.parts)
    let parts = FramePart.all(of: lowered)
      .filter { $0.view > 0 && $0.view < diagnosed.layoutCase.views.count }
    let basis: TightBasis
    do throws(OracleError) {
      basis = try DecidingRows(
        of: lowered.system, optimum, missing.layouts, parts.filter { !open.contains($0) },
        limit: limit
      ).basis
    } catch {
      throw InternalError("\(error)", on: diagnosed.layoutCase)
    }
    let listed = try? limit.counting { (meter) throws(ArithmeticStop) in
      try Self.unmet(lowered, optimum.point, meter)
    }
    isPartial = basis.isPartial || listed == nil
    decisions = parts.map { part in
      let isOpen = open.contains(part)
      return Decision(
        view: part.view, axis: part.axis, kind: part.kind, name: part.name,
        value: part.value(at: optimum.point),
        deciders: isOpen ? nil : basis.deciding(part.terms)?.map { lowered.origins[$0] },
        isOpen: isOpen)
    }
    unmet = listed ?? []
  }

  private static func unmet(
    _ lowered: LoweredCase, _ point: [Rational], _ meter: DigitMeter
  ) throws(ArithmeticStop) -> [Unmet] {
    let system = lowered.system
    var found: [Unmet] = []
    for row in 0..<system.constraintCount where !system.strengths[row].isRequired {
      let amount = try system.exactViolation(of: row, at: point, meter)
      if amount.isZero { continue }
      found.append(
        Unmet(origin: lowered.origins[row], strength: system.strengths[row], amount: amount))
    }
    return found.enumerated().sorted {
      (-$0.element.strength.value, $0.offset) < (-$1.element.strength.value, $1.offset)
    }.map(\.element)
  }
}
