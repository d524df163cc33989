// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// A comparison of the exact answer to a case with the expectation in the case.
///
/// There is no tolerance: expectations are exact numbers, and so is the answer.
package struct ExpectationCheck {
  private let expectation: Expectation
  private let lowered: LoweredCase
  private let answer: ExactAnswer
  private var failures: [String] = []

  /// Returns the violations of the case's expectation, one sentence each; empty when the answer
  /// meets it or the case has no expectation.
  ///
  /// - Parameters:
  ///   - lowered: the case, lowered.
  ///   - answer: the exact answer to `lowered.system`.
  ///   - ambiguousViews: the views that have another frame or content size in some right layout, in
  ///     order.
  /// - Returns: the violations, in a fixed order.
  /// - Throws: `OracleError` when the oracle cannot judge the expected conflict.
  package static func failures(
    of lowered: LoweredCase, answer: ExactAnswer, ambiguousViews: [Int]
  ) throws(OracleError) -> [String] {
    guard let expectation = lowered.layoutCase.expectation else { return [] }
    var check = ExpectationCheck(expectation: expectation, lowered: lowered, answer: answer)
    check.compareStatus()
    if let point = answer.optimum?.point {
      check.compareFrames(at: point)
      check.compareContentSizes(at: point)
      if expectation.status == .ambiguous { check.compareAmbiguous(ambiguousViews) }
    }
    try check.checkConflict()
    return check.failures
  }

  private init(expectation: Expectation, lowered: LoweredCase, answer: ExactAnswer) {
    self.expectation = expectation
    self.lowered = lowered
    self.answer = answer
  }

  private mutating func compareStatus() {
    let status: Expectation.Status
    if let optimum = answer.optimum {
      status = optimum.isUnique ? .unique : .ambiguous
    } else {
      status = .conflict
    }
    if status != expectation.status {
      failures.append("expected \(expectation.status), found \(status)")
    }
  }

  private mutating func compareFrames(at point: [Rational]) {
    for expected in expectation.frames {
      let frame = lowered.exactFrame(of: expected.view, at: point)
      if frame != ExactFrame(expected.rect) {
        let id = lowered.layoutCase.views[expected.view].id
        let texts = Self.distinct(frame, ExactFrame(expected.rect))
        failures.append("expected \(id) at \(texts.other), found \(texts.one)")
      }
    }
  }

  /// Returns two frames as users read them, exactly where both texts would be equal.
  private static func distinct(
    _ one: ExactFrame, _ other: ExactFrame
  ) -> (one: String, other: String) {
    let texts = (FrameText.text(one), FrameText.text(other))
    return texts.0 == texts.1 ? ("\(one)", "\(other)") : texts
  }

  private mutating func compareContentSizes(at point: [Rational]) {
    for expected in expectation.contentSizes {
      guard let size = lowered.exactContentSize(of: expected.view, at: point) else { continue }
      let wanted = (Rational(expected.size.width), Rational(expected.size.height))
      if size != wanted {
        let id = lowered.layoutCase.views[expected.view].id
        failures.append("expected the content of \(id) to be \(wanted), found \(size)")
      }
    }
  }

  private mutating func compareAmbiguous(_ found: [Int]) {
    if found == expectation.ambiguousViews { return }
    func names(_ views: [Int]) -> String {
      views.map { lowered.layoutCase.views[$0].id }.joined(separator: ", ")
    }
    failures.append(
      "expected the ambiguous views \(names(expectation.ambiguousViews)), found \(names(found))")
  }

  /// Checks the expected conflict.
  ///
  /// A case may have many irreducible conflicts: the expected one must be one of them by
  /// definition, but not the one that the oracle finds.
  private mutating func checkConflict() throws(OracleError) {
    if expectation.conflict.isEmpty { return }
    var rows: [Int] = []
    for name in expectation.conflict {
      guard let row = lowered.origins.indices.first(where: { lowered.originID(of: $0) == name })
      else {
        failures.append("expected a conflict with \(name), which is no constraint of the case")
        return
      }
      rows.append(row)
    }
    if try canHold(rows) {
      failures.append("expected \(expectation.conflict) to be a conflict; they can hold together")
    }
    for (index, name) in expectation.conflict.enumerated() {
      var others = rows
      others.remove(at: index)
      if try !canHold(others) {
        failures.append(
          "expected an irreducible conflict; \(expectation.conflict) is one without \(name)")
      }
    }
  }

  /// Whether some constraints can all hold when they are required and the others are left out.
  private func canHold(_ rows: [Int]) throws(OracleError) -> Bool {
    let source = lowered.system
    var part = LinearSystem()
    _ = part.addVariables(source.variableCount)
    for row in rows {
      let terms = source.cells(of: row).map {
        LinearSystem.Term(source.exactCoefficients[$0], VariableID(Int(source.columns[$0])))
      }
      part.addConstraint(terms, source.relations[row], source.exactConstants[row])
    }
    return try ExactOracle.solve(part).isFeasible
  }
}
