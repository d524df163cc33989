// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A system in SMT-LIB 2 for Z3 and OptiMathSAT: the whole problem, in exact fractions.
///
/// It has a `minimize` command for each priority from high to low, in lexicographic order.
package enum SMTLIBFile {
  package static func text(
    _ system: LinearSystem, _ names: SystemNames, title: [String] = []
  ) -> String {
    var lines = CommentText.lines(title, after: ";")
    lines += ["(set-logic QF_LRA)", "(set-option :opt.priority lex)"]
    for name in names.variables { lines.append("(declare-const \(name) Real)") }
    var sums: [Strength: [String]] = [:]
    for constraint in 0..<system.constraintCount {
      let name = names.constraints[constraint]
      let left = sum(system, constraint, names)
      let right = number(system.exactConstants[constraint])
      let relation = system.relations[constraint]
      let strength = system.strengths[constraint]
      if strength.isRequired {
        let sign = relation.symbol(equal: "=")
        lines.append("(assert (! (\(sign) \(left) \(right)) :named \(name)))")
        continue
      }
      let violation = "\(name)_violation"
      sums[strength, default: []].append(violation)
      lines += ["(declare-const \(violation) Real)", "(assert (>= \(violation) 0))"]
      if relation != .lessThanOrEqual {
        lines.append("(assert (>= (+ \(left) \(violation)) \(right)))")
      }
      if relation != .greaterThanOrEqual {
        lines.append("(assert (<= (- \(left) \(violation)) \(right)))")
      }
    }
    for strength in system.optionalStrengths {
      lines.append("(minimize (+ 0 \((sums[strength] ?? []).joined(separator: " "))))")
    }
    lines += ["(check-sat)", "(get-objectives)", "(get-model)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func sum(_ system: LinearSystem, _ constraint: Int, _ names: SystemNames) -> String
  {
    let terms = system.cells(of: constraint).map { cell in
      "(* \(number(system.exactCoefficients[cell])) \(names.variables[Int(system.columns[cell])]))"
    }
    return "(+ 0 \(terms.joined(separator: " ")))"
  }

  /// Returns a number as `(- (/ 1 3))`.
  private static func number(_ value: Rational) -> String {
    let size = value.magnitude
    let text =
      size.denominator == .one ? "\(size.numerator)" : "(/ \(size.numerator) \(size.denominator))"
    return value.signum < 0 ? "(- \(text))" : text
  }
}
