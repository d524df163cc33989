// SPDX-License-Identifier: MIT

import Diagnosis
import LayoutModel
import Oracles

/// The coordinate of a frame with the largest distance from its value in every right layout.
///
/// Other right layouts may differ elsewhere. Only a coordinate that is proved to be the same in all
/// of them can be misplaced.
package struct Misplacement: Sendable, Hashable {
  /// The id of the view.
  package let view: String
  package let axis: Axis
  package let kind: FramePart.Kind
  /// The coordinate in the answer minus the right one, in points; not zero.
  package let difference: Double
  /// Whether its superview is not the root.
  ///
  /// Places are relative to the superview, which may have several right places.
  package let isNested: Bool

  /// The largest number of variables of an examined system: the proof takes an exact solution for
  /// each free dimension.
  package static let variablesMax = 64
  /// The largest difference that is invisible, in points.
  private static let visible = 0.001

  /// Returns the largest misplacement of an answer; nil when there is none, or it is not known.
  package static func largest(of answer: StrategyRecord, in record: CaseRecord) -> Misplacement? {
    let lowered = record.lowered
    guard let optimum = record.answer?.optimum, let values = answer.result.outcome.solution?.values,
      values.count == lowered.system.variableCount, values.count <= variablesMax,
      let freedom = try? FreedomSpace(of: optimum, in: lowered.system)
    else { return nil }
    var largest: Misplacement?
    for part in FramePart.all(of: lowered) where freedom.isSettled(part) {
      let own = part.terms.reduce(0.0) {
        $0 + $1.coefficient.doubleValue * values[$1.variable.index]
      }
      let difference = own - part.value(at: optimum.point).doubleValue
      guard difference.isFinite, difference.magnitude >= visible,
        difference.magnitude > largest?.difference.magnitude ?? 0
      else { continue }
      largest = Misplacement(
        view: lowered.layoutCase.views[part.view].id, axis: part.axis, kind: part.kind,
        difference: difference,
        isNested: (lowered.layoutCase.views[part.view].parent ?? 0) > 0)
    }
    return largest
  }

  /// The misplacement in one sentence without a full stop, such as `'v1' is 50 pt too wide`.
  package var sentence: String {
    let distance = FrameText.points(difference.magnitude)
    let more = difference > 0
    let word =
      switch (kind, axis) {
      case (.origin, .horizontal): more ? "far right" : "far left"
      case (.origin, .vertical): more ? "low" : "high"
      case (_, .horizontal): more ? "wide" : "narrow"
      case (_, .vertical): more ? "tall" : "short"
      }
    let subject = kind == .contentSize ? "the content of '\(view)'" : "'\(view)'"
    return "\(subject) is \(distance) pt too \(word)"
  }

  private var place: String { isNested ? " in its superview" : "" }

  /// Returns the effect on the view in one sentence without a full stop.
  ///
  /// Example: `naive puts icon 14 pt too far left`.
  package func sentence(of strategy: String) -> String {
    let distance = FrameText.points(difference.magnitude)
    let more = difference > 0
    switch (kind, axis) {
    case (.origin, .horizontal):
      return "\(strategy) puts \(view) \(distance) pt too far \(more ? "right" : "left")\(place)"
    case (.origin, .vertical):
      return "\(strategy) puts \(view) \(distance) pt too \(more ? "low" : "high")\(place)"
    case (.size, .horizontal):
      return "\(strategy) makes \(view) \(distance) pt too \(more ? "wide" : "narrow")"
    case (.size, .vertical):
      return "\(strategy) makes \(view) \(distance) pt too \(more ? "tall" : "short")"
    case (.contentSize, .horizontal):
      return "\(strategy) makes the content of \(view) \(distance) pt too "
        + (more ? "wide" : "narrow")
    case (.contentSize, .vertical):
      return "\(strategy) makes the content of \(view) \(distance) pt too "
        + (more ? "tall" : "short")
    }
  }
}
