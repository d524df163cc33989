// SPDX-License-Identifier: MIT

import ExactNumerics

extension EngineScript {
  /// The most views and steps of a script.
  package static let viewsMax = 1000
  package static let stepsMax = 100_000
  /// The most bytes of a format.
  package static let formatLengthMax = 10_000

  /// The first error in one sentence without a full stop; nil when the script is well formed.
  ///
  /// - Complexity: O(views + steps * (depth + constraints)) expected.
  package var problem: String? {
    if views.count > Self.viewsMax { return "more than \(Self.viewsMax) views" }
    if steps.count > Self.stepsMax { return "more than \(Self.stepsMax) steps" }
    if let problem = Self.problem(size, "the root") { return problem }
    var scene = EngineScene(self, addingViews: false)
    for view in views {
      if let problem = scene.problem(adding: view) { return problem }
      scene.views.append(view)
    }
    var ids: Set<Int> = []
    for (index, step) in steps.enumerated() {
      if let problem = scene.problem(of: step) { return "step \(index): \(problem)" }
      let known = scene.constraints.count
      scene.apply(step)
      guard EngineScript.operation(step) == .add else { continue }
      for constraint in scene.constraints[known...] where !ids.insert(constraint.id).inserted {
        return "step \(index): the id \(constraint.id) was used before"
      }
    }
    return nil
  }

  fileprivate static func problem(_ size: EngineSize, _ owner: String) -> String? {
    guard isMeasure(size.width), isMeasure(size.height) else {
      return "a size of \(owner) is no number of an engine"
    }
    return size.width < .zero || size.height < .zero ? "a size of \(owner) is negative" : nil
  }

  /// The largest magnitude of a number, in points.
  private static let measureMax = Rational(1_000_000_000)

  /// Whether a number can be asked of an engine, which computes in doubles.
  fileprivate static func isMeasure(_ value: Rational) -> Bool {
    value.magnitude <= measureMax && Rational(exactly: value.doubleValue) == value
  }
}

extension EngineScene {
  fileprivate func problem(adding view: EngineView) -> String? {
    if view.id <= 0 { return "the id of a view is not above 0" }
    if has(view.id) { return "the view \(view.id) exists twice" }
    if !has(view.parent) { return "the view \(view.id) is in an unknown view" }
    if self.view(view.parent)?.isGuide == true { return "the view \(view.id) is in a guide" }
    return problem(view.hints, of: view.id)
  }

  fileprivate func problem(_ hints: EngineHints, of view: Int) -> String? {
    for kind in EngineHints.Kind.allCases {
      if let size = hints[kind], let problem = EngineScript.problem(size, "view \(view)") {
        return problem
      }
    }
    guard let least = hints.minimum else { return nil }
    for axis in EngineAxis.allCases {
      for kind in [EngineHints.Kind.natural, .maximum] {
        if let size = hints[kind], size[axis] < least[axis] {
          return "view \(view) has a \(kind.rawValue) size below its minimum"
        }
      }
    }
    return nil
  }

  fileprivate func problem(of step: EngineScript.Step) -> String? {
    switch step {
    case .add(let constraint), .change(let constraint): return problem(constraint)
    case .format(let format): return problem(format)
    case .remove, .reroot, .frames: return nil
    case .resize(let size): return EngineScript.problem(size, "the root")
    case .hint(let view, let hints):
      if self.view(view) == nil { return "the view \(view) does not exist" }
      return problem(hints, of: view)
    case .move(let view, let parent):
      guard let found = self.view(view) else { return "the view \(view) does not exist" }
      if found.isGuide { return "a guide cannot move" }
      if !has(parent) { return "the view \(parent) does not exist" }
      if self.view(parent)?.isGuide == true { return "the view \(view) moves into a guide" }
      return tree(below: view).contains(parent) ? "the view \(view) moves into itself" : nil
    case .drop(let view): return self.view(view) == nil ? "the view \(view) does not exist" : nil
    }
  }

  private func problem(_ format: EngineFormat) -> String? {
    if format.text.utf8.count > EngineScript.formatLengthMax {
      return "the format is longer than \(EngineScript.formatLengthMax) bytes"
    }
    let known = EngineFormat.alignments.filter(format.alignment.contains)
    if known != format.alignment { return "the alignment is not in order" }
    for number in format.metrics.map(\.value) + (format.spacing.map { [$0] } ?? [])
    where !EngineScript.isMeasure(number) {
      return "a number of a format is no number of an engine"
    }
    do throws(EngineFormat.Problem) {
      return try format.constraints(in: self).lazy.compactMap { problem($0) }.first
    } catch {
      return error.text
    }
  }

  private func problem(_ constraint: EngineConstraint) -> String? {
    for view in constraint.views where !has(view) { return "the view \(view) does not exist" }
    guard EngineScript.isMeasure(constraint.constant), EngineScript.isMeasure(constraint.multiplier)
    else { return "a number of a constraint is no number of an engine" }
    guard let second = constraint.second else {
      if constraint.multiplier != .one { return "a factor without a second item" }
      return constraint.first.attribute.isSize
        ? nil : "an edge or a center needs a second item"
    }
    let (one, other) = (constraint.first.attribute, second.attribute)
    if one.isSize != other.isSize { return "a size with an edge or a center" }
    if one.axis != other.axis, !one.isSize { return "the items have different axes" }
    if one.isRelative != other.isRelative, one.axis == .horizontal, !one.isSize,
      one != .centerX, other != .centerX
    {
      return "a leading or trailing edge with a left or right one"
    }
    return constraint.multiplier.isZero ? "a factor of zero" : nil
  }
}

extension EngineAttribute {
  /// Whether the direction of writing decides where it is.
  package var isRelative: Bool { self == .leading || self == .trailing }
}
