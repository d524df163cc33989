// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import ExactNumerics
import JSON
import Judging
import LayoutEngine
import LayoutModel
import Lowering

/// The report of `fit` about a view.
struct FitReport {
  let label: String
  /// The screen or case for people.
  let heading: String
  /// The names of views for people, by id.
  let phrases: [String: String]
  let answer: FittingAnswer

  /// Whether the author of the view should fix something, or may have to.
  var isFinding: Bool {
    answer.isUndecided || !answer.conflict.isEmpty || !answer.gaps.isEmpty
      || !answer.ambiguousAxes.isEmpty
  }

  private var viewID: String { answer.record.lowered.layoutCase.views[IsolatedView.view].id }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "case", value: .string(label)), .init(key: "view", value: .string(viewID)),
    ]
    func add(_ key: String, _ value: JSONValue) {
      members.append(JSONValue.Member(key: key, value: value))
    }
    if let size = answer.size, let exact = answer.exactSize {
      add("width", .number(size.width.doubleValue))
      add("height", .number(size.height.doubleValue))
      add("exact", .array([.string("\(exact.width)"), .string("\(exact.height)")]))
    }
    add("undecided", .bool(answer.isUndecided))
    add("ambiguous", .array(answer.ambiguousAxes.map { .string("\($0)") }))
    add(
      "gaps",
      .array(
        answer.gaps.map { gap in
          ["axis": .string("\(gap.axis)"), "message": .string(gap.text)]
        }))
    add("conflict", .array(answer.conflict.map { .string($0) }))
    return .object(members)
  }

  var text: String {
    guard let size = answer.size, let exact = answer.exactSize else {
      if answer.conflict.isEmpty {
        return "\(heading): undecided: the work limit of the exact oracle was reached"
      }
      return "\(heading): no size fits \(phrase(viewID)): these constraints conflict\n"
        + WrappedText.lines(answer.conflict.joined(separator: ", "), after: "  ")
        .joined(separator: "\n")
    }
    var line = "\(heading): \(phrase(viewID)) fits \(FrameText.points(size.width.doubleValue))"
    line += " x \(FrameText.points(size.height.doubleValue)) pt"
    if exact.width != Rational(size.width) || exact.height != Rational(size.height) {
      line += " (exactly \(exact.width) x \(exact.height))"
    }
    var lines = [line]
    if answer.isUndecided {
      lines.append("  unique  undecided: the work limit of the exact oracle was reached")
    }
    for axis in answer.ambiguousAxes {
      lines.append("  \(Self.key(axis))not unique: another \(Self.name(axis)) is as good")
    }
    for gap in answer.gaps {
      let sentence = "the contents do not determine it: \(gap.sentence(naming: phrase))"
      lines += WrappedText.lines(sentence, after: "  \(Self.key(gap.axis))")
    }
    return lines.joined(separator: "\n")
  }

  private func phrase(_ id: String) -> String { phrases[id] ?? id }

  private static func name(_ axis: Axis) -> String { axis == .horizontal ? "width" : "height" }

  private static func key(_ axis: Axis) -> String { axis == .horizontal ? "width   " : "height  " }
}
