// SPDX-License-Identifier: MIT

import Diagnosis
import ExactNumerics
import JSON
import Judging
import LayoutEngine
import Lowering

/// The report of `fit` about a view.
struct FitReport {
  let label: String
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
        return "\(label): undecided: more work than the exact oracle may do"
      }
      return "\(label): conflict between " + answer.conflict.joined(separator: ", ")
    }
    var line = "\(label): \(viewID) fits \(FrameText.points(size.width.doubleValue))"
    line += " x \(FrameText.points(size.height.doubleValue))"
    if exact.width != Rational(size.width) || exact.height != Rational(size.height) {
      line += ", exactly \(exact.width) x \(exact.height)"
    }
    var lines = [line]
    if answer.isUndecided {
      lines.append(
        "  undecided: more work than the exact oracle may do to say if another size is as right")
    }
    for axis in answer.ambiguousAxes {
      lines.append("  another \(axis == .horizontal ? "width" : "height") is as right")
    }
    for gap in answer.gaps {
      let size = gap.axis == .horizontal ? "width" : "height"
      lines.append("  its contents do not decide the \(size): \(gap.text)")
    }
    return lines.joined(separator: "\n")
  }
}
