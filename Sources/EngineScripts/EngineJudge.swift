// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Oracles

/// The judge of an engine's reading by the exact answer.
///
/// A rounded frame is within the unit of the unrounded one. So a right reading is within the unit
/// and the tolerance of some optimal layout, in every number. The sum of violations of a level then
/// exceeds its optimum by at most that distance times the sum of the absolute coefficients of the
/// level. A reading that is provably farther from every optimal layout is wrong. Numbers that are
/// the same in all optimal layouts are compared one by one, with the direction of the rounding.
package struct EngineJudge: Sendable {
  package let offer: EngineOffer

  package init(_ offer: EngineOffer) { self.offer = offer }

  /// The tolerance of numbers before rounding, in points, for layouts of usual size.
  private static let tolerance = Rational(1, 1_000_000)
  /// The size beyond which the tolerance grows with the numbers.
  private static let usualSize = Rational(1000)

  /// Returns the verdict on a reading.
  package func verdict(
    on reading: EngineReading, _ answer: EngineAnswer, limit: OracleLimit = .standard
  ) throws(OracleError) -> EngineVerdict {
    let scene = answer.system.scene
    var values: [Double] = []
    for view in scene.views {
      guard let frame = reading.frames[view.id] else {
        if view.isGuide, !offer.hasGuideFrames { continue }
        return .noFrame(view: view.id)
      }
      for part in EngineSystem.Part.allCases {
        guard frame[part].isFinite else { return .noNumber(view: view.id, part) }
        values.append(frame[part])
      }
    }
    let tolerance = tolerance(answer)
    if let wrong = wrongPart(reading, answer, tolerance) { return wrong }
    if let wrong = try wrongSum(values, answer, tolerance, limit) { return wrong }
    if let wrong = wrongHint(reading, answer, tolerance) { return wrong }
    return reading.messages.first.map { .message($0) } ?? .pass
  }

  /// Returns the verdict on the constraints that an engine made of a format.
  ///
  /// Ids are in the order of the text; the items of a constraint may be exchanged.
  package func verdict(
    on actual: [EngineConstraint], _ expected: [EngineConstraint]
  ) -> EngineVerdict {
    for wanted in expected {
      let made = actual.filter { $0.id == wanted.id }
      guard made.count == 1, wanted.isSame(as: made[0]) else {
        return .wrongFormat(expected: wanted, actual: made.last)
      }
    }
    let known = Set(expected.map(\.id))
    if let excess = actual.first(where: { !known.contains($0.id) }) {
      return .wrongFormat(expected: nil, actual: excess)
    }
    return .pass
  }

  /// Returns the first number of two right readings of the same scene that differs by more than
  /// rounding explains; nothing where the numbers may differ: that of a view in several right
  /// layouts, unless the engine promises to repeat them.
  package func difference(
    _ one: EngineReading, _ other: EngineReading, _ answer: EngineAnswer, isFresh: Bool
  ) -> EngineVerdict? {
    let slack = (tolerance(answer) + tolerance(answer) + offer.unit).doubleValue
    for view in answer.system.scene.views.map(\.id) {
      guard let first = one.frames[view], let second = other.frames[view] else { continue }
      for part in EngineSystem.Part.allCases
      where offer.isRepeatable || answer.isSettled(view, part) {
        if (first[part] - second[part]).magnitude > slack {
          return .differentAnswer(
            view: view, part, first[part], second[part], isFresh: isFresh)
        }
      }
    }
    return nil
  }

  /// Returns the first required constraint or level that is farther from its optimum than rounding
  /// explains; nothing where frames are unknown, since constraints may name them.
  private func wrongSum(
    _ values: [Double], _ answer: EngineAnswer, _ tolerance: Rational, _ limit: OracleLimit
  ) throws(OracleError) -> EngineVerdict? {
    guard values.count == answer.system.system.variableCount else { return nil }
    let violations: ExactViolations
    do throws(OracleError) {
      violations = try ExactViolations(
        of: Solution(values: values), in: answer.system.system, limit: limit)
    } catch .limitReached {
      return .undecided
    }
    let distance = tolerance + offer.unit
    if violations.requiredDistance > distance, let row = violations.worstRequired {
      return .requiredBroken(row: answer.system.rows[row.index], by: violations.requiredDistance)
    }
    for (level, optimal) in zip(violations.levels, answer.optimum.levels) {
      let excess = level.violation - optimal.optimum
      if excess > distance * level.sensitivity {
        return .worseThanOptimal(
          level.strength, expected: optimal.optimum, actual: level.violation)
      }
    }
    return nil
  }

  /// Returns 1e-6 pt for layouts of usual size, 1e-9 of the largest number beyond.
  func tolerance(_ answer: EngineAnswer) -> Rational {
    var scale = Self.usualSize
    for number in answer.optimum.point where number.magnitude > scale { scale = number.magnitude }
    return Self.tolerance * scale / Self.usualSize
  }

  /// Returns the first number of a frame that is the same in all optimal layouts and another here.
  private func wrongPart(
    _ reading: EngineReading, _ answer: EngineAnswer, _ tolerance: Rational
  ) -> EngineVerdict? {
    for view in answer.system.scene.views {
      guard let frame = reading.frames[view.id] else { continue }
      for part in EngineSystem.Part.allCases where answer.isSettled(view.id, part) {
        let expected = answer.value(view.id, part)
        guard !isRight(frame[part], accepted(part, expected, tolerance)) else { continue }
        return .wrongFrame(
          view: view.id, part, expected: expected, actual: frame[part], offer.rounding(of: part))
      }
    }
    return nil
  }

  private func isRight(_ actual: Double, _ accepted: ClosedRange<Rational>) -> Bool {
    Rational(exactly: actual).map(accepted.contains) ?? false
  }

  /// Returns the numbers that are the rounded expected one.
  ///
  /// The number before rounding may differ by the tolerance, and so fall to the other side of a
  /// multiple of the unit.
  func accepted(
    _ part: EngineSystem.Part, _ expected: Rational, _ tolerance: Rational
  ) -> ClosedRange<Rational> {
    let exact = expected - tolerance...expected + tolerance
    guard let rounding = offer.rounding(of: part) else { return exact }
    switch rounding.direction {
    case .down: return exact.lowerBound - rounding.unit...exact.upperBound
    case .up: return exact.lowerBound...exact.upperBound + rounding.unit
    case .nearest:
      let half = rounding.unit * Rational(1, 2)
      return exact.lowerBound - half...exact.upperBound + half
    }
  }

  /// Returns the first size hint of the root that the required constraints forbid.
  private func wrongHint(
    _ reading: EngineReading, _ answer: EngineAnswer, _ tolerance: Rational
  ) -> EngineVerdict? {
    guard let rootSizes = answer.rootSizes else { return nil }
    for kind in EngineHints.Kind.allCases where offer.rootHints.contains(kind) {
      guard let hint = reading.hints[kind] else { return .noHint(kind) }
      for axis in EngineAxis.allCases {
        guard let sizes = rootSizes[axis] else { continue }
        let slack = tolerance + offer.unit
        guard let actual = Rational(exactly: hint[axis]) else { return .noHint(kind) }
        let isTooSmall = actual < sizes.least - slack
        let greatest = greatestHint(kind, sizes, answer)
        let isTooLarge = greatest.map { actual > $0 + slack } ?? false
        if isTooSmall || isTooLarge {
          let bound = isTooSmall ? sizes.least : greatest ?? sizes.least
          return .wrongHint(kind, axis, expected: bound, actual: hint[axis])
        }
      }
    }
    return nil
  }

  /// Returns the greatest right size hint, without the slack; nil for no limit.
  func greatestHint(
    _ kind: EngineHints.Kind, _ sizes: EngineAnswer.RootSizes, _ answer: EngineAnswer
  ) -> Rational? {
    // Preferences may make the minimum larger, as far as the required constraints permit. So may
    // the size along the other axis.
    let isLeast = answer.optimum.levels.isEmpty && !answer.system.scene.couplesAxes
    return kind == .minimum && isLeast ? sizes.least : sizes.greatest
  }
}
