// SPDX-License-Identifier: MIT

import Display
import LinearModel
import Scripts

/// A test of Swift Testing that runs a script in a session of `LayoutSolving`.
///
/// At each reading it expects the exactly proved answer, and the changes that a session promises.
/// Numbers are doubles, as any solver gets them. The test ends at a failed requirement without
/// which later checks would be meaningless.
package struct SessionTestSource {
  /// The largest number of values, names and terms: some MB of source.
  package static let sizeMax = 200_000

  private let script: SolverScript
  private let truth: [StepTruth]
  private var lines: [String] = []
  /// The contents of the session by names of the test: now, and at the last answer.
  private var now = Present()
  private var answered = Present()
  /// The number of variables, which are created at their first use.
  private var variableCount = 0
  /// All constraints and edits created so far, in order.
  private var made: [String] = []
  /// The number of uses of each name without its number.
  private var timesMade: [String: Int] = [:]

  private struct Present {
    var names = Set<String>()
    /// The edits by variable.
    var edits: [Int: String] = [:]
  }

  /// Returns the source of the test of a script.
  ///
  /// `truth` has one element for each step, where all changes between two readings are refused
  /// together. `title` is the name of the test, `head` has the comments at the top.
  ///
  /// - Precondition: the script is well formed.
  /// - Throws: for numbers that are no doubles, and for more text than a compiler reads.
  package static func text(
    _ script: SolverScript, _ truth: [StepTruth], title: String, head: [String] = []
  ) throws(SourceRefusal) -> String {
    let screening = ScriptScreening(script: script, truth: truth)
    try screening.checkSize(limit: sizeMax)
    try screening.checkNumbers()
    var source = SessionTestSource(script: script, truth: truth)
    source.lines = CommentText.lines(head, after: "//")
    source.writeHead(title)
    for index in script.steps.indices { source.write(step: index) }
    source.lines.append("}")
    return source.lines.joined(separator: "\n") + "\n"
  }

  private init(script: SolverScript, truth: [StepTruth]) {
    self.script = script
    self.truth = truth
  }

  private mutating func add(_ line: String) { lines.append("  \(line)") }

  private mutating func writeHead(_ title: String) {
    let text = """
      // For a test target that has the product LayoutSolving of the package LayoutFuzz.
      \(unlooked)
      import LayoutSolving
      import Testing

      @Test(\(SwiftText.literal(title)))
      func reproduces\(SwiftText.capitalizedWords(title))() throws {
      \(SessionTestFunctions.text(for: truth))
        var session = SolverSession()
      """
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The comment about readings that may end the test early; empty when there are none.
  private var unlooked: String {
    let numbers = script.steps.indices.filter { index in
      guard case .solve = script.steps[index] else { return false }
      return Self.takesAny(truth[index])
    }
    if numbers.isEmpty { return "" }
    let names = numbers.map { "\($0 + 1)" }.joined(separator: ", ")
    let steps = "\(ShownNumber.form(of: "step", for: numbers.count)) \(names)"
    return """
      //
      // A number of no screen is in force at \(steps). Where the session refuses it, the test ends \
      there and passes:
      // what comes after is not looked at then.

      """
  }

  /// Whether every result of a reading is accepted.
  private static func takesAny(_ truth: StepTruth) -> Bool {
    switch truth {
    case .answer, .refused: false
    case .anything, .done, .either, .skipped: true
    }
  }

  // MARK: - Steps

  private mutating func write(step index: Int) {
    let step = script.steps[index]
    if case .solve = step {
      read(index)
    } else if case .skipped = truth[index] {
      add("// Step \(index + 1) is skipped: it refers to a missing variable or constraint.")
    } else {
      change(step)
    }
  }

  private mutating func change(_ step: SolverScript.Step) {
    switch step {
    case .solve: break
    case .add(let constraint): add(constraint)
    case .suggest(let variable, let value, let strength):
      mention(variable)
      if now.edits[variable] == nil {
        let name = newName("e\(variable)")
        now.edits[variable] = name
        add("let \(name) = session.addEdit(of: x\(variable), strength: .init(\(strength.value)))")
      }
      add("session.suggest(\(Self.literal(value)), for: x\(variable))")
    case .endSuggestion(let variable):
      guard let name = now.edits.removeValue(forKey: variable) else { return }
      now.names.remove(name)
      add("session.remove(\(name))")
    case .remove(let id):
      now.names.remove("c\(id)")
      add("session.remove(c\(id))")
    case .setConstant(let id, let value):
      add("session.setConstant(\(Self.literal(value)), of: c\(id))")
    case .setStrength(let id, let strength):
      add("session.setStrength(.init(\(strength.value)), of: c\(id))")
    case .setActive(let id, let isActive): add("session.setActive(\(isActive), of: c\(id))")
    }
  }

  private mutating func add(_ constraint: SolverScript.Constraint) {
    for term in constraint.terms { mention(term.variable.index) }
    let name = newName("c\(constraint.id)")
    add("let \(name) = session.addConstraint(\(Self.arguments(constraint)))")
  }

  private mutating func mention(_ variable: Int) {
    while variableCount <= variable {
      add("let x\(variableCount) = session.addVariable()")
      variableCount += 1
    }
  }

  /// Returns a name that is in force from now on; edits of a variable may begin more than once.
  private mutating func newName(_ name: String) -> String {
    let count = timesMade[name, default: 0]
    timesMade[name] = count + 1
    let unique = count == 0 ? name : "\(name)_\(count + 1)"
    made.append(unique)
    now.names.insert(unique)
    return unique
  }

  // MARK: - Readings

  private mutating func read(_ index: Int) {
    let number = index + 1
    let variables = (0..<variableCount).map { "x\($0)" }.joined(separator: ", ")
    add("// Step \(number)")
    add("let outcome\(number) = solve(&session, [\(variables)])")
    switch truth[index] {
    case .answer(let answer):
      add("try #require(outcome\(number) == .solved)")
      answered = now
      expectPresence(number)
      if let optimum = answer.optimum { expect(answer, optimum, number) }
    case .refused(let system):
      add("try #require(outcome\(number) != .solved)")
      now = answered
      expectPresence(number)
      if let system { expectConflict(system, number) }
    case .anything, .done, .either, .skipped:
      add("// A number of no screen is in force: any answer will do, and after a refusal anything.")
      add("guard outcome\(number) == .solved else { return }")
      answered = now
      expectPresence(number)
    }
  }

  /// Adds the expectation that the session contains exactly the constraints in force.
  private mutating func expectPresence(_ number: Int) {
    if made.isEmpty { return }
    let names = made.joined(separator: ", ")
    let flags = made.map { now.names.contains($0) ? "true" : "false" }.joined(separator: ", ")
    add("let known\(number) = known([\(names)], in: session)")
    add("try #require(known\(number) == [\(flags)])")
  }

  private mutating func expect(
    _ answer: RightAnswer, _ optimum: RightAnswer.Optimum, _ number: Int
  ) {
    if optimum.isUnique {
      for (variable, value) in optimum.point.enumerated() {
        let difference = "session.value(of: x\(variable)) - \(Self.literal(value.doubleValue))"
        add("#expect(abs(\(difference)) <= \(answer.tolerance))")
      }
      return
    }
    add("// Several answers are right: those that miss each priority by no more than the least.")
    writeRows(answer, "rows\(number)")
    add("let missed\(number) = missed(rows\(number), in: session)")
    for level in [(strength: Strength.required, least: .zero)] + optimum.levels {
      let least = Self.literal(level.least.doubleValue)
      let tolerance = answer.tolerance * Self.weight(answer.rows, at: level.strength)
      let missed = "missed\(number)[\(level.strength.value), default: 0]"
      add("#expect(abs(\(missed) - \(least)) <= \(tolerance))")
    }
  }

  /// Returns the change of the sum at a priority when all values change by one, which scales the
  /// tolerance.
  private static func weight(_ rows: [SolverScript.Constraint], at strength: Strength) -> Double {
    var sum = 1.0
    for row in rows where row.strength == strength {
      for term in row.terms { sum += term.coefficient.magnitude.doubleValue }
    }
    return sum
  }

  private mutating func expectConflict(_ answer: RightAnswer, _ number: Int) {
    let required = answer.rows.filter(\.strength.isRequired)
    // Constraints of this reading may have been removed since, but the test still has their names.
    // Suggestions are never required.
    let names = required.map { "(c\($0.id), \(Self.row($0)))" }.joined(separator: ", ")
    let variables = answer.rows.flatMap { $0.terms.map(\.variable.index) }.max().map { $0 + 1 } ?? 0
    add("// The conflict is one, and none without any of its members.")
    add("let rows\(number): [(constraint: SolverSession.Constraint, row: Row)] = [\(names)]")
    add("expectConflict(outcome\(number), among: rows\(number), variables: \(variables))")
  }

  private mutating func writeRows(_ answer: RightAnswer, _ name: String) {
    let rows = answer.rows.map(Self.row).joined(separator: ", ")
    add("let \(name): [Row] = [\(rows)]")
  }

  // MARK: - Text

  private static func row(_ constraint: SolverScript.Constraint) -> String {
    let terms = constraint.terms.map {
      "(\($0.variable.index), \(literal($0.coefficient.doubleValue)))"
    }
    return "Row([\(terms.joined(separator: ", "))], .\(constraint.relation.caseName), "
      + "\(literal(constraint.constant.doubleValue)), \(constraint.strength.value))"
  }

  /// Returns `[.init(1.0, x0)], .equal, 5.0, strength: .init(750.0)`.
  private static func arguments(_ constraint: SolverScript.Constraint) -> String {
    let terms = constraint.terms.map {
      ".init(\(literal($0.coefficient.doubleValue)), x\($0.variable.index))"
    }
    let strength = constraint.strength
    return "[\(terms.joined(separator: ", "))], .\(constraint.relation.caseName), "
      + literal(constraint.constant.doubleValue)
      + (strength.isRequired ? "" : ", strength: .init(\(strength.value))")
  }

  private static func literal(_ value: Double) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.infinity" : ".infinity" }
    return "\(value)"
  }
}
