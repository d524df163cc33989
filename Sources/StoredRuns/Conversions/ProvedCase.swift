// SPDX-License-Identifier: MIT

import Diagnosis
import ExactNumerics
import Judging
import LayoutModel
import LinearModel
import Lowering
import Oracles
import ToolSupport

/// A screen with its exactly proved answer.
package struct ProvedCase {
  let record: CaseRecord
  /// The constraints of a conflict by number in the system; empty without one.
  let conflict: [Int]

  /// Solves a case exactly.
  ///
  /// - Throws: when the tool contradicts itself.
  package init(_ layoutCase: LayoutCase, _ label: String) throws(CommandFailure) {
    do throws(InternalError) {
      record = try CaseRunner(strategies: []).run(layoutCase)
      conflict = try record.conflict().map(\.index)
    } catch {
      throw CommandFailure(.internalError, at: label, "\(error.message)")
    }
  }

  /// The expected answer of an optimizer for all priorities, as a comment.
  var expectedSums: [String] {
    guard let optimum = record.answer?.optimum else { return [expectedWithoutLayout("unsat; ")] }
    let sums = optimum.levels.map {
      "\(Self.number($0.optimum)) at priority \(FrameText.points($0.strength.value))"
    }
    return [
      "Expected: sat"
        + (sums.isEmpty
          ? "; nothing is optional" : ", least sums of violations: " + sums.joined(separator: ", "))
    ]
  }

  /// The correct frames, as comments.
  package var expectedFrames: [String] {
    guard let optimum = record.answer?.optimum else { return [expectedWithoutLayout("")] }
    let layout = record.lowered.layout(
      from: Solution(values: optimum.point.map(\.doubleValue)), rounded: false)
    let frames = zip(record.lowered.layoutCase.views, layout.frames).map { view, frame in
      "  \(view.id): \(FrameText.text(frame))"
    }
    return [
      "Expected: \(optimum.isUnique ? "these frames" : "one of several right layouts"), as"
        + " (x, y, width, height) in the superview, not rounded:"
    ] + frames
  }

  private func expectedWithoutLayout(_ answer: String) -> String {
    if record.answer == nil {
      return "Expected: not known, more work than the exact oracle may do"
    }
    let names = conflict.map { record.lowered.originID(of: $0) }.joined(separator: ", ")
    return
      "Expected: \(answer)no layout, these required constraints contradict each other: \(names)"
  }

  /// Returns a fraction with its approximate value: `100/3 (about 33.333)`.
  static func number(_ value: Rational) -> String {
    value.denominator == .one || !value.doubleValue.isFinite
      ? "\(value)" : "\(value) (about \(FrameText.points(value.doubleValue)))"
  }
}
