// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A quantity of a reading with its right values, which a program without this tool can compare.
package struct EngineExpectation: Sendable, Hashable {
  /// The compared number.
  package enum Quantity: Sendable, Hashable {
    case frame(view: Int, EngineSystem.Part)
    case hint(EngineHints.Kind, EngineAxis)
    /// The sum of the violations of rows, by their indices in `EngineSystem.rows`.
    case violations([Int])
    /// The number of messages.
    case messages
  }

  package let quantity: Quantity
  /// The exact number; nil where several are right.
  package let exact: Rational?
  /// The least accepted number; nil for no limit.
  package let least: Rational?
  /// The greatest accepted number; nil for no limit.
  package let greatest: Rational?

  /// The expectation of no message.
  package static let silence = EngineExpectation(
    quantity: .messages, exact: .zero, least: .zero, greatest: .zero)
}

extension EngineJudge {
  /// Returns what a reading must fulfil for one part of it to be right.
  ///
  /// - Returns: nil where the part is free, or no part of this reading.
  package func expectation(of part: JudgedPart, in answer: EngineAnswer) -> EngineExpectation? {
    switch part {
    case .frame(let view, let part):
      guard answer.system.scene.view(view) != nil, answer.isSettled(view, part) else { return nil }
      let range = accepted(part, answer.value(view, part), tolerance(answer))
      return EngineExpectation(
        quantity: .frame(view: view, part), exact: answer.value(view, part),
        least: range.lowerBound, greatest: range.upperBound)
    case .row(let row):
      let rows = answer.system.rows
      guard rows.indices.contains(row), answer.system.system.strengths[row].isRequired else {
        return nil
      }
      return violations([row], optimum: .zero, answer)
    case .level(let strength):
      let level = answer.optimum.levels.first { $0.strength == strength }
      let rows = answer.system.rows.indices.filter {
        answer.system.system.strengths[$0] == strength
      }
      return level.flatMap { violations(rows, optimum: $0.optimum, answer) }
    case .hint(let kind, let axis):
      guard let sizes = answer.rootSizes?[axis], offer.rootHints.contains(kind) else { return nil }
      let slack = tolerance(answer) + offer.unit
      let greatest = greatestHint(kind, sizes, answer)
      return EngineExpectation(
        quantity: .hint(kind, axis), exact: greatest == sizes.least ? greatest : nil,
        least: sizes.least - slack, greatest: greatest.map { $0 + slack })
    case .messages: return .silence
    case .ending: return nil
    }
  }

  /// Returns the expectations of a whole reading: all numbers of frames that are the same in every
  /// optimal layout, the sums of violations where a number is free, and the hints.
  package func expectations(of answer: EngineAnswer) -> [EngineExpectation] {
    var parts: [JudgedPart] = []
    let views = answer.system.scene.views.filter { !$0.isGuide || offer.hasGuideFrames }
    for view in views {
      parts += EngineSystem.Part.allCases.map { .frame(view: view.id, $0) }
    }
    if !answer.isUnique, views.count == answer.system.scene.views.count {
      parts += answer.system.rows.indices.map { .row($0) }
      parts += answer.optimum.levels.map { .level($0.strength) }
    }
    for kind in EngineHints.Kind.allCases {
      parts += EngineAxis.allCases.map { .hint(kind, $0) }
    }
    return parts.compactMap { expectation(of: $0, in: answer) }.filter { expectation in
      // Every size is at least zero: such a hint would be right whatever it is.
      guard case .hint = expectation.quantity, expectation.greatest == nil else { return true }
      return expectation.least.map { $0 > .zero } ?? false
    }
  }

  private func violations(
    _ rows: [Int], optimum: Rational, _ answer: EngineAnswer
  ) -> EngineExpectation? {
    let system = answer.system.system
    var sensitivity = Rational.zero
    for row in rows {
      for cell in system.cells(of: row) { sensitivity += system.exactCoefficients[cell].magnitude }
    }
    guard !sensitivity.isZero else { return nil }
    return EngineExpectation(
      quantity: .violations(rows), exact: optimum, least: .zero,
      greatest: optimum + (tolerance(answer) + offer.unit) * sensitivity)
  }
}

extension EngineSystem {
  /// Returns the view and the part of its frame that a variable stands for.
  ///
  /// - Precondition: the size of the root is no variable.
  package func origin(of variable: Int) -> (view: Int, part: Part) {
    let part = Part(rawValue: variable % 4) ?? .x
    return (scene.views[variable / 4].id, part)
  }
}
