// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Lowering
import Oracles

/// Compares the exact answers to a case and to its image.
///
/// All numbers are exact, so there is no tolerance. Two optimal layouts may differ if several are
/// right. So the comparison covers five facts:
///
/// - whether there is a layout;
/// - the optimum at each strength;
/// - whether the optimal layout of one is optimal for the other, too;
/// - whether the layout is unique;
/// - the pixels of one and the same layout.
struct LawComparison {
  let base: LawSubject
  let lowered: LoweredCase
  let answer: ExactAnswer
  let relation: LawRelation
  let fault: LoweringFault?

  /// The contradiction to the law, a sentence without a full stop; nil when it holds.
  var problem: String? {
    guard let optimum = answer.optimum else {
      return base.answer.isFeasible
        ? "the case has a layout, the changed case is a conflict" : nil
    }
    guard let own = base.answer.optimum else {
      return "the case is a conflict, the changed case has a layout"
    }
    if let problem = levelProblem(own, optimum) { return problem }
    let carried = carriedOver(own.point, rest: optimum.point)
    if let problem = optimalityProblem(
      of: carried, in: lowered, optimum, "the layout of the case, carried over,")
    {
      return problem
    }
    if relation.isReversible,
      let problem = optimalityProblem(
        of: carriedBack(optimum.point), in: base.lowered, own,
        "the layout of the changed case, carried back,")
    {
      return problem
    }
    if own.isUnique != optimum.isUnique, own.isUnique || !relation.maySettle {
      let one = own.isUnique ? "one right layout" : "several right layouts"
      return "the case has \(one), the changed case has not"
    }
    return pixelProblem(own.point, carried)
  }

  // MARK: - Optima

  private func levelProblem(_ own: ExactOptimum, _ optimum: ExactOptimum) -> String? {
    var wanted: [(strength: Strength, value: Rational)] = own.levels.map {
      let factor = relation.copies.reduce(Rational.zero) { $0 + $1.placement.factor }
      return (relation.strengths[$0.strength] ?? $0.strength, $0.optimum * factor)
    }
    for level in optimum.levels where !wanted.contains(where: { $0.strength == level.strength }) {
      wanted.append((level.strength, .zero))
    }
    for (strength, value) in wanted {
      // A strength without constraints has no violations.
      let found = optimum.levels.first { $0.strength == strength }?.optimum ?? .zero
      if found != value {
        return "at priority \(strength.value) violations of \(value) pt are expected"
          + " in the changed case, found \(found)"
      }
    }
    return nil
  }

  private func optimalityProblem(
    of point: [Rational], in lowered: LoweredCase, _ optimum: ExactOptimum, _ subject: String
  ) -> String? {
    let system = lowered.system
    var sums: [Strength: Rational] = [:]
    for row in 0..<system.constraintCount {
      let violation = system.exactViolation(of: row, at: point)
      if violation.isZero { continue }
      if system.strengths[row].isRequired {
        return "\(subject) breaks \(lowered.describe(row)) by \(violation) pt"
      }
      sums[system.strengths[row], default: .zero] += violation
    }
    for level in optimum.levels where (sums[level.strength] ?? .zero) != level.optimum {
      return "\(subject) is not optimal at priority \(level.strength.value)"
    }
    return nil
  }

  // MARK: - Points

  /// Returns the point of the image for a layout of the case.
  ///
  /// `rest` has the values of variables without a counterpart in the case.
  private func carriedOver(_ point: [Rational], rest: [Rational]) -> [Rational] {
    var result = rest
    for copy in relation.copies {
      forEachVariable(of: copy) { own, other, isPlace in
        let moved = copy.placement(rectangle(own, in: point, isPlace))
        write(moved, to: other, in: &result, isPlace)
      }
    }
    return result
  }

  /// Returns the point of the case for a layout of the image.
  private func carriedBack(_ point: [Rational]) -> [Rational] {
    var result = [Rational](repeating: .zero, count: base.lowered.system.variableCount)
    guard let copy = relation.copies.last else { return result }
    forEachVariable(of: copy) { own, other, isPlace in
      let moved = copy.placement.inverse(rectangle(other, in: point, isPlace))
      write(moved, to: own, in: &result, isPlace)
    }
    return result
  }

  /// Calls `body` with the first variable of each rectangle or content size, in the case and in the
  /// image.
  private func forEachVariable(
    of copy: LawRelation.Copy, _ body: (_ own: Int, _ other: Int, _ isPlace: Bool) -> Void
  ) {
    for (view, other) in copy.views.enumerated() {
      body(base.lowered.viewVariables[view], lowered.viewVariables[other], true)
      let content = base.lowered.contentVariables[view]
      if content >= 0 { body(content, lowered.contentVariables[other], false) }
    }
    for (guide, other) in copy.guides.enumerated() where base.lowered.guideVariables[guide] >= 0 {
      body(base.lowered.guideVariables[guide], lowered.guideVariables[other], true)
    }
  }

  private func rectangle(
    _ first: Int, in point: [Rational], _ isPlace: Bool
  ) -> Placement.Rectangle {
    guard isPlace else {
      return .init(x: .zero, y: .zero, width: point[first], height: point[first + 1])
    }
    return .init(
      x: point[first], y: point[first + 1], width: point[first + 2], height: point[first + 3])
  }

  private func write(
    _ rectangle: Placement.Rectangle, to first: Int, in point: inout [Rational], _ isPlace: Bool
  ) {
    guard isPlace else {
      (point[first], point[first + 1]) = (rectangle.width, rectangle.height)
      return
    }
    (point[first], point[first + 1]) = (rectangle.x, rectangle.y)
    (point[first + 2], point[first + 3]) = (rectangle.width, rectangle.height)
  }
}
