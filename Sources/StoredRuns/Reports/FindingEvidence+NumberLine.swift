// SPDX-License-Identifier: MIT

import ExactNumerics
import Judging
import LayoutModel
import LinearModel
import Lowering
import Reporting

extension FindingEvidence {
  /// The only variable of the constraints, with the values that each allows; nil when they have
  /// several.
  ///
  /// The frame of the root is a number here. Constraints that follow from a view's own properties
  /// count only in a conflict.
  var numberLine: NumberLine? {
    guard kind.law == nil, !kind.isCost else { return nil }
    let rows = lowered.origins.indices.filter { row in
      switch lowered.origins[row] {
      case .constraint, .hold: return true
      case .root: return false
      default: return conflict.contains(row)
      }
    }
    guard !rows.isEmpty, rows.count <= NumberLine.boundsMax else { return nil }
    let known = rootNumbers
    var variable: Int?
    let own = accused.flatMap(values)
    var bounds: [NumberLine.Bound] = []
    for row in rows {
      var constant = system.exactConstants[row]
      var coefficient = Rational.zero
      for cell in system.cells(of: row) {
        let column = Int(system.columns[cell])
        if let value = known[column] {
          constant = constant - system.exactCoefficients[cell] * value
        } else {
          guard variable == nil || variable == column else { return nil }
          variable = column
          coefficient = system.exactCoefficients[cell]
        }
      }
      guard !coefficient.isZero else { return nil }
      let bound = (constant / coefficient).doubleValue
      let relation = system.relations[row]
      let isLow = (relation == .greaterThanOrEqual) == (coefficient.signum > 0)
      let isEqual = relation == .equal
      bounds.append(
        .init(
          lowered.originID(of: row), low: isEqual || isLow ? bound : nil,
          high: isEqual || !isLow ? bound : nil, isRequired: system.strengths[row].isRequired,
          isBroken: own.map { FindingPage.isBroken(by: system.violation(of: row, at: $0)) }
            ?? false))
    }
    guard let variable, let name = name(ofVariable: variable) else { return nil }
    var text: String?
    if kind.endsProcess {
      text = "no answer, the process ended"
    } else if own == nil {
      text = "no layout (\"\(accused?.answer.name ?? "no answer")\")"
    }
    return NumberLine(
      variable: name, bounds: bounds, expected: optimum?.point[variable].doubleValue,
      actual: own?[variable], actualText: text)
  }

  /// The values of the root's variables.
  private var rootNumbers: [Int: Rational] {
    var numbers: [Int: Rational] = [:]
    for (row, origin) in lowered.origins.enumerated() {
      guard case .root = origin, let cell = system.cells(of: row).first,
        system.cells(of: row).count == 1
      else { continue }
      numbers[Int(system.columns[cell])] =
        system.exactConstants[row] / system.exactCoefficients[cell]
    }
    return numbers
  }

  /// Returns a name such as `v1.width`; nil for the size of the content of a scroll view.
  private func name(ofVariable variable: Int) -> String? {
    let parts = ["left", "top", "width", "height"]
    for (view, first) in lowered.viewVariables.enumerated()
    where (first..<first + 4).contains(variable) {
      return "\(lowered.layoutCase.views[view].id).\(parts[variable - first])"
    }
    for (guide, first) in lowered.guideVariables.enumerated()
    where first >= 0 && (first..<first + 4).contains(variable) {
      return "\(lowered.layoutCase.guides[guide].id).\(parts[variable - first])"
    }
    return nil
  }
}
