// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A test of Swift Testing that builds a case in a session of `LayoutSolving` and expects the
/// exactly proved answer.
///
/// The test has no views: it has the variables and constraints of the lowered case, with its names.
/// Numbers are doubles, as any solver of layouts gets them.
package struct SwiftTestSource {
  /// The correct answer.
  package enum Expected: Sendable {
    /// The least sum of violations of each optional strength that occurs, highest first, and all
    /// values if the optimal layout is unique.
    case optimal(levels: [Rational], only: [Rational]?)
    /// Constraints of the system that contradict each other, while all of them but any one do not.
    case conflict([Int])
  }

  private let system: LinearSystem
  private let names: SystemNames
  private var lines: [String] = []

  /// Returns the source.
  ///
  /// `title` is the name of the test, `head` has the comments at the top.
  ///
  /// - Precondition: `expected` belongs to this system.
  /// - Throws: for numbers that are no doubles.
  /// - Complexity: O(coefficients).
  package static func text(
    _ system: LinearSystem, _ names: SystemNames, expected: Expected, title: String,
    head: [String] = []
  ) throws(SourceRefusal) -> String {
    try DoubleText.check(system, names)
    try check(expected)
    var source = SwiftTestSource(system: system, names: names)
    source.lines = CommentText.lines(head, after: "//")
    source.write(expected, title)
    return source.lines.joined(separator: "\n") + "\n"
  }

  private static func check(_ expected: Expected) throws(SourceRefusal) {
    guard case .optimal(let levels, let only) = expected else { return }
    for level in levels { try DoubleText.checkAnswer(level, "a least sum of violations") }
    for value in only ?? [] { try DoubleText.checkAnswer(value, "a value of the right layout") }
  }

  private init(system: LinearSystem, names: SystemNames) {
    self.system = system
    self.names = names
  }

  private mutating func add(_ line: String) { lines.append(line) }

  private mutating func add(lines text: String) {
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private mutating func write(_ expected: Expected, _ title: String) {
    let function = "reproduces" + SwiftText.capitalizedWords(title)
    let title = SwiftText.literal(title)
    add(
      lines: """
        // For a test target that has the product LayoutSolving of the package LayoutFuzz.

        import LayoutSolving
        import Testing

        @Test(\(title))
        func \(function)() {
          struct Row {
            let terms: [SolverSession.Term]
            let relation: SolverSession.Relation
            let constant: Double
            let strength: Double
          }
          var session = SolverSession()
          var rows: [Row] = []
          func add(
            _ terms: [SolverSession.Term], _ relation: SolverSession.Relation, _ constant: Double,
            strength: Double = 1000
          ) {
            rows.append(Row(terms: terms, relation: relation, constant: constant, strength: strength))
          }
        """)
    writeSystem()
    switch expected {
    case .optimal(let levels, let only): write(levels: levels, only)
    case .conflict(let rows): write(conflict: rows)
    }
    add("}")
  }

  private mutating func writeSystem() {
    for name in names.variables { add("  let \(name) = session.addVariable()") }
    for row in 0..<system.constraintCount {
      let terms = system.cells(of: row).map { cell in
        ".init(\(system.coefficients[cell]), \(names.variables[Int(system.columns[cell])]))"
      }
      let strength = system.strengths[row]
      let rank = strength.isRequired ? "" : ", strength: \(strength.value)"
      add(
        "  add([\(terms.joined(separator: ", "))], .\(system.relations[row].caseName), "
          + "\(system.constants[row])\(rank))  // \(row): \(names.constraints[row])")
    }
  }

  /// The tolerance of a sum: rounding may change it by 1e-6 of the largest number.
  private var tolerance: Double {
    let largest = system.constants.reduce(1.0) { max($0, $1.magnitude) }
    return largest * 1e-6
  }

  private mutating func write(levels: [Rational], _ only: [Rational]?) {
    add(
      lines: """
          for row in rows {
            session.addConstraint(
              row.terms, row.relation, row.constant, strength: .init(row.strength))
          }
          #expect(session.solve() == .solved)
          // What each priority is missed by in all; required constraints come first.
          var missed: [Double: Double] = [:]
          for row in rows {
            var sum = -row.constant
            for term in row.terms { sum += term.coefficient * session.value(of: term.variable) }
            let violation =
              switch row.relation {
              case .lessThanOrEqual: max(0, sum)
              case .equal: abs(sum)
              case .greaterThanOrEqual: max(0, -sum)
              }
            missed[row.strength, default: 0] += violation
          }
        """)
    add("  let tolerance = \(tolerance)")
    add("  #expect(missed[1000, default: 0] <= tolerance)")
    if !levels.isEmpty {
      add("  let optima: [(priority: Double, least: Double)] = [")
      for (strength, optimum) in zip(system.optionalStrengths, levels) {
        add("    (\(strength.value), \(optimum.doubleValue)),")
      }
      add(
        lines: """
            ]
            for (priority, least) in optima {
              #expect(abs(missed[priority, default: 0] - least) <= tolerance, "priority \\(priority)")
            }
          """)
    }
    guard let only, !only.isEmpty else { return }
    add("  // No other layout is as good.")
    add("  let values: [(name: String, variable: SolverSession.Variable, value: Double)] = [")
    for (name, value) in zip(names.variables, only) {
      add("    (\"\(name)\", \(name), \(value.doubleValue)),")
    }
    add(
      lines: """
          ]
          for (name, variable, value) in values {
            #expect(abs(session.value(of: variable) - value) <= tolerance, "\\(name)")
          }
        """)
  }

  private mutating func write(conflict rows: [Int]) {
    add(
      lines: """
          // These contradict each other, by number in the order above, and do not without any one of them.
          let conflict = [\(rows.map(String.init).joined(separator: ", "))]
          func solves(_ chosen: [Int]) -> Bool {
            var session = SolverSession()
            for _ in 0..<\(names.variables.count) { _ = session.addVariable() }
            for index in chosen {
              let row = rows[index]
              session.addConstraint(
                row.terms, row.relation, row.constant, strength: .init(row.strength))
            }
            return session.solve() == .solved
          }
          for row in rows {
            session.addConstraint(
              row.terms, row.relation, row.constant, strength: .init(row.strength))
          }
          if case .conflict(let members) = session.solve() {
            #expect(!members.isEmpty)
          } else {
            Issue.record("the required constraints contradict each other, and that was not seen")
          }
          #expect(!solves(conflict))
          for member in conflict { #expect(solves(conflict.filter { $0 != member })) }
        """)
  }
}

extension Relation {
  /// The name of the relation in a session.
  var caseName: String {
    switch self {
    case .lessThanOrEqual: "lessThanOrEqual"
    case .equal: "equal"
    case .greaterThanOrEqual: "greaterThanOrEqual"
    }
  }
}
