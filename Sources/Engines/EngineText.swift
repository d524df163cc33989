// SPDX-License-Identifier: MIT

import Display
import EngineScripts
import ExactNumerics
import LinearModel
import Scripts

/// The texts about a failure of an engine for people.
package struct EngineText: Sendable {
  private let script: EngineScript

  package init(_ script: EngineScript) { self.script = script }

  /// Returns the failure in one sentence, with what was expected and what came.
  package func sentence(_ judgement: EngineJudgement) -> String {
    let place = judgement.step.map { "step \($0 + 1): " } ?? ""
    switch judgement.verdict {
    case .gaveUp(let reason):
      let layout = judgement.hasSolution ? " on a layout that has a solution" : ""
      return place + "the engine gave up\(layout): \(reason)"
    case .processFailed(let failure): return place + failure.sentence
    case .judged(let verdict): return place + sentence(verdict, judgement.step)
    }
  }

  private func sentence(_ verdict: EngineVerdict, _ step: Int?) -> String {
    switch verdict {
    case .pass: return "the layout is right"
    case .undecided: return "the exact arithmetic of the judgement takes too long"
    case .requiredBroken(let row, let distance):
      return "\(text(row, step)) is broken by at least \(points(distance)) pt"
    case .worseThanOptimal(let strength, let expected, let actual):
      return "priority \(ShownNumber.points(strength.value)): violation expected "
        + "\(points(expected)) pt, actual \(points(actual)) pt"
    case .wrongFrame(let view, let part, let expected, let actual, let rounding):
      return "the \(name(part)) of view \(view) is \(frameText(actual, expected, rounding))"
    case .wrongHint(let kind, let axis, let expected, let actual):
      return "the \(kind.rawValue) \(axis == .horizontal ? "width" : "height") of the root is "
        + "\(ShownNumber.points(actual)) pt, expected \(points(expected)) pt"
    case .noFrame(let view): return "view \(view) has no frame"
    case .noNumber(let view, let part): return "the \(name(part)) of view \(view) is no number"
    case .noHint(let kind): return "the \(kind.rawValue) size of the root is missing"
    case .message(let text): return "the engine printed \"\(ShownText.line(text, upTo: 200))\""
    case .wrongFormat(let expected, let actual): return formatSentence(expected, actual)
    case .unreadFormat(let reason):
      return "the engine does not read the format: \(ShownText.line(reason, upTo: 200))"
    case .differentAnswer(let view, let part, let first, let second, let isFresh):
      return "the \(name(part)) of view \(view) is \(ShownNumber.points(first)) pt, and "
        + "\(ShownNumber.points(second)) pt when the same steps run again"
        + (isFresh ? " in another process" : "")
    case .acceptedContradiction: return "the engine accepted a constraint that contradicts others"
    case .refusedWrongly: return "the engine refused a constraint that can hold"
    case .claimedContradiction:
      return "the engine claims that required constraints contradict each other, but they can hold"
    }
  }

  /// Returns `9 pt, expected 8 pt`, with the exact number where rounding changes it.
  private func frameText(
    _ actual: Double, _ exact: Rational, _ rounding: FrameRounding?
  ) -> String {
    let unrounded = ShownNumber.points(exact.doubleValue, unlike: actual)
    let (shown, expected) = Self.numbers(actual, exact, rounding)
    return "\(shown) pt, expected \(expected) pt"
      + (expected == unrounded ? "" : " (\(unrounded) pt before rounding)")
  }

  /// Returns a number that an engine gave, and the right one, or `8 or 9`, so that they differ.
  static func numbers(
    _ actual: Double, _ exact: Rational, _ rounding: FrameRounding?
  ) -> (actual: String, expected: String) {
    let right = (rounding?.rounded(exact) ?? [exact]).map(\.doubleValue)
    return (
      ShownNumber.points(actual, unlike: right[0]),
      right.map { ShownNumber.points($0, unlike: actual) }.joined(separator: " or ")
    )
  }

  private func formatSentence(
    _ expected: EngineConstraint?, _ actual: EngineConstraint?
  ) -> String {
    switch (expected, actual) {
    case (let expected?, let actual?):
      return "the engine reads c\(expected.id) of the format as \(text(actual)), "
        + "expected \(text(expected))"
    case (let expected?, nil):
      return "the engine does not make c\(expected.id) of the format, expected \(text(expected))"
    case (nil, let actual?):
      return "the engine makes \(text(actual)) of the format, which does not say so"
    case (nil, nil): return "the engine reads the format as another one"
    }
  }

  private func points(_ value: Rational) -> String { ShownNumber.points(value.doubleValue) }

  private func name(_ part: EngineSystem.Part) -> String {
    switch part {
    case .x: return "left edge"
    case .y: return "top edge"
    case .width: return "width"
    case .height: return "height"
    }
  }

  private func text(_ row: EngineSystem.Row, _ step: Int?) -> String {
    switch row {
    case .nonNegative(let view, let axis):
      return "the \(axis == .horizontal ? "width" : "height") of view \(view), which is not "
        + "negative,"
    case .hint(let view, let kind, let axis):
      return "the \(kind.rawValue) \(axis == .horizontal ? "width" : "height") of view \(view)"
    case .rootSize: return "the size of the root"
    case .constraint(let index):
      var scene = EngineScene(script)
      for step in script.steps.prefix(step ?? 0) { scene.apply(step) }
      guard scene.constraints.indices.contains(index) else { return "a required constraint" }
      return "required " + text(scene.constraints[index])
    }
  }

  /// Returns a constraint as `v1.left == root.left + 8`.
  package func text(_ constraint: EngineConstraint) -> String {
    var text = "\(self.text(constraint.first)) \(constraint.relation.symbol) "
    if let second = constraint.second {
      if constraint.multiplier != .one { text += "\(points(constraint.multiplier)) * " }
      text += self.text(second)
      if constraint.constant.signum > 0 { text += " + \(points(constraint.constant))" }
      if constraint.constant.signum < 0 { text += " - \(points(-constraint.constant))" }
    } else {
      text += points(constraint.constant)
    }
    return constraint.strength.isRequired
      ? text : text + " @\(ShownNumber.points(constraint.strength.value))"
  }

  private func text(_ item: EngineItem) -> String {
    (item.view == 0 ? "root" : "v\(item.view)") + ".\(item.attribute.rawValue)"
  }

  /// Returns the script as lines: the layout at first, then the steps, numbered from 1.
  ///
  /// `failing` is the step at which it fails; nil for none.
  package func lines(failing: Int?) -> [String] {
    var lines = [
      "root \(text(script.size)), \(script.direction == .leftToRight ? "left to right" : "right to left")"
    ]
    for view in script.views {
      let kind = view.isGuide ? "guide" : "view"
      let parent = view.parent == 0 ? "" : " in v\(view.parent)"
      lines.append("\(kind) v\(view.id)\(parent)\(text(view.hints))")
    }
    let steps = script.steps.enumerated().map { index, step in
      ["\(index + 1)", text(step) + (index == failing ? "   <- here" : "")]
    }
    return lines + TextTable(steps, leftAligned: [1]).trimmedLines
  }

  private func text(_ size: EngineSize) -> String {
    "\(points(size.width)) x \(points(size.height))"
  }

  private func text(_ hints: EngineHints) -> String {
    EngineHints.Kind.allCases.compactMap { kind in
      hints[kind].map { ", \(kind.rawValue) \(text($0))" }
    }.joined()
  }

  private func text(_ format: EngineFormat) -> String {
    var text = "format from c\(format.id): \(ShownText.line(format.text, upTo: 200))"
    for metric in format.metrics {
      text += ", \(ShownText.line(metric.name, upTo: 40)) = \(points(metric.value))"
    }
    if let spacing = format.spacing { text += ", spacing \(points(spacing))" }
    if !format.alignment.isEmpty {
      text += ", aligned by \(format.alignment.map(\.rawValue).joined(separator: ", "))"
    }
    return text
  }

  private func text(_ step: EngineScript.Step) -> String {
    switch step {
    case .add(let constraint): return "add c\(constraint.id): \(text(constraint))"
    case .format(let format): return text(format)
    case .remove(let id): return "remove c\(id)"
    case .change(let constraint): return "change c\(constraint.id): \(text(constraint))"
    case .hint(let view, let hints): return "sizes of v\(view)\(text(hints))"
    case .resize(let size): return "resize the root to \(text(size))"
    case .move(let view, let parent):
      return "move v\(view) into \(parent == 0 ? "the root" : "v\(parent)")"
    case .reroot: return "move the layout into another window"
    case .drop(let view): return "drop v\(view)"
    case .frames: return "read the frames"
    }
  }
}
