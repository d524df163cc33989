// SPDX-License-Identifier: MIT

import ExactNumerics
import ExternalSolvers
import LinearModel
import Scripts

/// A script for kiwi as a program in Python or C++, which compares violations with the least ones.
package struct KiwiProgram {
  private let script: SolverScript
  private let truth: [StepTruth]
  private let scale: PriorityScale
  /// Whether strengths have the names strong, medium and weak.
  private let isNamed: Bool
  private let isPython: Bool
  private var lines: [String] = []
  private var edited: Set<Int> = []

  /// Writes a script as a program.
  ///
  /// - Parameters:
  ///   - script: a script without steps that only sessions take.
  ///   - truth: one for each step, where each addition is refused by itself.
  ///   - format: Python or C++.
  ///   - offer: the offer of the adapter that ran it.
  ///   - failing: the index of the failing step; nil if it is not known. Then each reading is
  ///     compared.
  ///   - about: the comment at the beginning.
  /// - Returns: the source of the program.
  /// - Throws: for numbers that are no doubles, and for more priorities than the solver has.
  package static func text(
    _ script: SolverScript, _ truth: [StepTruth], _ format: ProgramFormat, for offer: AdapterOffer,
    failing: Int?, about: [String]
  ) throws(SourceRefusal) -> String {
    guard !format.isOfEngines else {
      throw SourceRefusal(
        sentence: "a script for a solver, and \(format.rawValue) is of layout engines")
    }
    if script.needsSession {
      throw SourceRefusal(sentence: "has steps that only a session takes")
    }
    guard let scale = script.scale(offered: offer.priorities) else {
      throw SourceRefusal(sentence: "more priorities than the solver distinguishes")
    }
    try ScriptScreening(script: script, truth: truth).checkNumbers()
    let isNamed = offer.priorities.map { Set($0) == [750, 500, 250] } ?? false
    var program = KiwiProgram(
      script, truth, scale, isNamed: isNamed, isPython: format == .kiwiPython)
    program.lines = format.head(about)
    program.write(upTo: failing ?? script.steps.count - 1, failing: failing)
    return program.lines.joined(separator: "\n") + "\n"
  }

  private init(
    _ script: SolverScript, _ truth: [StepTruth], _ scale: PriorityScale, isNamed: Bool,
    isPython: Bool
  ) {
    (self.script, self.truth, self.scale) = (script, truth, scale)
    (self.isNamed, self.isPython) = (isNamed, isPython)
  }

  private mutating func write(_ python: String, _ cpp: String) {
    lines.append(isPython ? python : "  " + cpp)
  }

  private mutating func write(upTo last: Int, failing: Int?) {
    // What is wrong may be the end of the process.
    let runsInChild = failing == nil
    if isPython {
      lines += (runsInChild ? ChildText.python : ["import sys"]) + Self.pythonHead
    } else {
      lines += (runsInChild ? ChildText.headers : []) + Self.cppHead
      if runsInChild { lines += ChildText.c.map { "  " + $0 } }
    }
    for variable in 0..<script.variableCount {
      write(
        "x\(variable) = kiwi.Variable(\"x\(variable)\")",
        "kiwi::Variable x\(variable)(\"x\(variable)\");")
    }
    write("solver = kiwi.Solver()", "kiwi::Solver solver;")
    for (index, step) in script.steps.enumerated().prefix(last + 1) {
      if case .skipped = truth[index] { continue }
      write(step, truth[index], isCompared: failing == nil || failing == index)
    }
    lines += isPython ? ["sys.exit(1 if any(wrong) else 0)"] : ["  return wrong;", "}"]
  }

  private static let pythonHead =
    [
      "try:", "    import kiwisolver as kiwi", "except ImportError as error:",
      "    print(\"\(ProgramFormat.kiwiPython.packages) is missing:\", error)", "    sys.exit(75)",
      "wrong = []",
    ] + PythonText.check + [
      "def add(constraint, is_refused=False):", "    try:",
      "        solver.addConstraint(constraint)", "        actual = False",
      "    except kiwi.UnsatisfiableConstraint:", "        actual = True",
      "    if actual != is_refused:",
      "        wrong.append(f\"refusal: expected {is_refused}, actual {actual}\")",
      "        print(wrong[-1])",
    ]

  private static let cppHead = [
    "#include <kiwi/kiwi.h>", "#include <cmath>", "#include <cstdio>", "static int wrong;",
    "static inline void check(const char *what, double actual, double least, double greatest) {",
    "  std::printf(\"%s: expected %.10g to %.10g, actual %.10g\\n\", what, least, greatest, actual);",
    "  wrong |= !(least <= actual && actual <= greatest);", "}",
    "static inline void add(kiwi::Solver &solver, const kiwi::Constraint &constraint, bool refused = false) {",
    "  bool actual = false;", "  try { solver.addConstraint(constraint); }",
    "  catch (const kiwi::UnsatisfiableConstraint &) { actual = true; }",
    "  if (actual != refused) wrong = std::printf(\"refusal: expected %d, actual %d\\n\", refused, actual) > 0;",
    "}", "int main() {",
  ]

  // MARK: - Steps

  private mutating func write(_ step: SolverScript.Step, _ truth: StepTruth, isCompared: Bool) {
    switch step {
    case .add(let constraint): add(constraint, truth)
    case .remove(let id):
      write("solver.removeConstraint(c\(id))", "solver.removeConstraint(c\(id));")
    case .suggest(let variable, let value, let strength):
      if edited.insert(variable).inserted {
        write(
          "solver.addEditVariable(x\(variable), \(self.strength(strength)))",
          "solver.addEditVariable(x\(variable), \(self.strength(strength)));")
      }
      write(
        "solver.suggestValue(x\(variable), \(number(value)))",
        "solver.suggestValue(x\(variable), \(number(value)));")
    case .solve:
      write("solver.updateVariables()", "solver.updateVariables();")
      if isCompared, case .answer(let answer) = truth { compare(answer) }
    case .endSuggestion, .setConstant, .setStrength, .setActive: break
    }
  }

  private mutating func add(_ constraint: SolverScript.Constraint, _ truth: StepTruth) {
    let left = ProgramNumber.sum(
      constraint.terms.map { ($0.coefficient, "x\($0.variable.index)") }, .zero)
    let relation = constraint.relation.symbol
    let right = ProgramNumber.text(constraint.constant)
    let strength = strength(constraint.strength)
    let isRequired = constraint.strength.isRequired
    let refusal: String
    if case .refused = truth { refusal = isPython ? ", True" : ", true" } else { refusal = "" }
    let name = "c\(constraint.id)"
    write(
      "\(name) = (\(left) \(relation) \(right))" + (isRequired ? "" : " | \(strength)"),
      "kiwi::Constraint \(name) = (\(left) \(relation) \(right))"
        + (isRequired ? ";" : " | \(strength);"))
    write("add(\(name)\(refusal))", "add(solver, \(name)\(refusal));")
  }

  private func number(_ value: Double) -> String {
    if value.isFinite { return ProgramNumber.double(value) }
    if value.isNaN { return isPython ? "float(\"nan\")" : "NAN" }
    return (value < 0 ? "-" : "") + (isPython ? "float(\"inf\")" : "INFINITY")
  }

  private func strength(_ strength: Strength) -> String {
    let priority = scale.priority(strength)
    guard isNamed else { return ProgramNumber.double(priority) }
    let name = priority == 750 ? "strong" : priority == 500 ? "medium" : "weak"
    return isPython ? "\"\(name)\"" : "kiwi::strength::\(name)"
  }

  // MARK: - Readings

  private mutating func compare(_ answer: RightAnswer) {
    guard let optimum = answer.optimum else { return }
    if optimum.isUnique {
      let values = optimum.point.enumerated().map {
        "x\($0.offset) = \(ProgramNumber.text($0.element))"
      }
      lines.append(
        (isPython ? "# " : "  // ") + "The only right answer: " + values.joined(separator: ", "))
    }
    for row in answer.rows where row.strength.isRequired {
      compare("violation of c\(row.id)", [row], .zero, answer.tolerance)
    }
    for level in optimum.levels {
      let rows = answer.rows.filter { $0.strength == level.strength }
      let priority = ProgramNumber.double(level.strength.value)
      compare(
        "sum of violations at priority \(priority)", rows, level.least, answer.tolerance)
    }
  }

  private mutating func compare(
    _ what: String, _ rows: [SolverScript.Constraint], _ least: Rational, _ tolerance: Double
  ) {
    var weight = 1.0
    for row in rows {
      for term in row.terms { weight += term.coefficient.magnitude.doubleValue }
    }
    let sum = rows.map(violation).joined(separator: " + ")
    let greatest = ProgramNumber.double(least.doubleValue + tolerance * weight)
    let words = "\"\(what)\", \(sum), 0, \(greatest)"
    write("wrong.append(check(\(words)))", "check(\(words));")
  }

  private func violation(_ row: SolverScript.Constraint) -> String {
    let terms = row.terms.map { term in
      (factor: term.coefficient, name: "x\(term.variable.index).value()")
    }
    let maximum = isPython ? "max(0, " : "std::fmax(0, "
    switch row.relation {
    case .equal:
      return (isPython ? "abs(" : "std::fabs(") + ProgramNumber.sum(terms, -row.constant) + ")"
    case .lessThanOrEqual: return maximum + ProgramNumber.sum(terms, -row.constant) + ")"
    case .greaterThanOrEqual:
      let negated = terms.map { (factor: -$0.factor, name: $0.name) }
      return maximum + ProgramNumber.sum(negated, row.constant) + ")"
    }
  }
}
