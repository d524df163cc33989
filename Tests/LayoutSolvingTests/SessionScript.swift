// SPDX-License-Identifier: MIT

import TestSupport

@testable import LayoutSolving

/// A session and a separate list of its constraints.
///
/// Each answer is compared with a fresh solution of the listed constraints.
struct SessionScript: ~Copyable {
  struct Entry: CustomStringConvertible {
    let constraint: SolverSession.Constraint
    let terms: [SolverSession.Term]
    let relation: SolverSession.Relation
    var constant: Double
    var strength: SolverSession.Strength
    var isActive = true
    var edited: SolverSession.Variable?

    var description: String {
      let sum = terms.map { "\($0.coefficient) x\($0.variable.index)" }.joined(separator: " + ")
      return "c\(constraint.slot).\(constraint.generation): \(sum) \(relation) \(constant)"
        + " @\(strength.value)\(isActive ? "" : " off")"
    }
  }

  /// The differences from fresh solutions; empty if there are none.
  private(set) var faults: [String] = []
  /// The number of answers; `refused` and `gaveUp` count the other outcomes.
  private(set) var solved = 0
  private(set) var refused = 0
  private(set) var gaveUp = 0
  private(set) var history: [String] = []
  private(set) var session = SolverSession()
  private var variables: [SolverSession.Variable] = []
  private var books: [Entry] = []
  /// The list of constraints at the last answer.
  private var answered: [Entry] = []
  private(set) var draws: Draws

  init(_ draws: Draws) { self.draws = draws }

  // MARK: - Choices

  mutating func upTo(_ last: Int) -> Int { draws.below(last + 1) }

  private mutating func constant() -> Double { Double(upTo(60)) * (upTo(9) == 0 ? 0.3 : 5) - 50 }

  private mutating func strength() -> SolverSession.Strength {
    let choices: [Double] = [1000, 1000, 750, 750, 500, 250, 250, 251]
    return SolverSession.Strength(choices[upTo(choices.count - 1)])
  }

  private mutating func coefficient() -> Double {
    let choices: [Double] = [1, 1, 1, 1, -1, -1, -1, 2, -2, 0.5, 3]
    return choices[upTo(choices.count - 1)]
  }

  // MARK: - Running

  /// Builds a system and changes it, on average `operations` times.
  mutating func run(operations: Int) {
    for _ in 0..<(2 + upTo(6)) { variables.append(session.addVariable()) }
    for _ in 0..<upTo(10) { add() }
    solve()
    for _ in 0..<upTo(2 * operations) where faults.isEmpty {
      for _ in 0...(upTo(3) == 0 ? upTo(3) : 0) { change() }
      solve()
    }
  }

  mutating func change() {
    switch upTo(11) {
    case 0: add()
    case 1:
      if !books.isEmpty {
        let entry = books.remove(at: upTo(books.count - 1))
        history.append("remove \(entry)")
        session.remove(entry.constraint)
      }
    case 2:
      if !books.isEmpty {
        let index = upTo(books.count - 1)
        books[index].strength = strength()
        history.append("strength \(books[index])")
        session.setStrength(books[index].strength, of: books[index].constraint)
      }
    case 3:
      if !books.isEmpty {
        let index = upTo(books.count - 1)
        books[index].isActive.toggle()
        history.append("active \(books[index])")
        session.setActive(books[index].isActive, of: books[index].constraint)
      }
    case 4: variables.append(session.addVariable())
    case 5: readd()
    case 6: edit()
    case 7: drag()
    default: changeConstant()
    }
  }

  private mutating func add() {
    var terms: [SolverSession.Term] = []
    for _ in 0...(upTo(2) == 0 ? 0 : upTo(3)) {
      terms.append(.init(coefficient(), variables[upTo(variables.count - 1)]))
    }
    let relation = SolverSession.Relation.allCases[upTo(2)]
    let constant = constant()
    let strength = strength()
    add(terms, relation, constant, strength: strength.value)
  }

  mutating func add(
    _ terms: [SolverSession.Term], _ relation: SolverSession.Relation, _ constant: Double,
    strength: Double = 1000
  ) {
    let strength = SolverSession.Strength(strength)
    let made = session.addConstraint(terms, relation, constant, strength: strength)
    books.append(
      Entry(
        constraint: made, terms: terms, relation: relation, constant: constant,
        strength: strength))
    history.append("add \(books[books.count - 1])")
  }

  mutating func addVariable() -> SolverSession.Variable {
    variables.append(session.addVariable())
    return variables[variables.count - 1]
  }

  private mutating func readd() {
    guard !books.isEmpty else { return }
    var entry = books.remove(at: upTo(books.count - 1))
    guard entry.edited == nil else {
      books.append(entry)
      return
    }
    session.remove(entry.constraint)
    let made = session.addConstraint(
      entry.terms, entry.relation, entry.constant, strength: entry.strength)
    entry = Entry(
      constraint: made, terms: entry.terms, relation: entry.relation, constant: entry.constant,
      strength: entry.strength)
    books.append(entry)
    history.append("readd \(entry)")
  }

  private mutating func edit() {
    let variable = variables[upTo(variables.count - 1)]
    let value = constant()
    if hasEdit(variable) {
      suggest(value, for: variable)
    } else {
      addEdit(of: variable, strength: strength().value)
    }
  }

  func hasEdit(_ variable: SolverSession.Variable) -> Bool {
    books.contains { $0.edited == variable }
  }

  mutating func suggest(_ value: Double, for variable: SolverSession.Variable) {
    guard let index = books.firstIndex(where: { $0.edited == variable }) else { return }
    session.suggest(value, for: variable)
    books[index].constant = value
    history.append("suggest \(books[index])")
  }

  mutating func addEdit(of variable: SolverSession.Variable, strength: Double) {
    let strength = SolverSession.Strength(strength)
    let made = session.addEdit(of: variable, strength: strength)
    books.append(
      Entry(
        constraint: made, terms: [.init(1, variable)], relation: .equal,
        constant: session.value(of: variable), strength: strength, edited: variable))
    history.append("edit \(books[books.count - 1])")
  }

  /// Makes small steps of all edits in turn, each with an answer.
  private mutating func drag() {
    for step in 0..<6 where faults.isEmpty {
      let edits = books.indices.filter { books[$0].edited != nil && books[$0].isActive }
      for index in edits where step % 3 == 2 || index % 2 == step % 2 {
        guard let variable = books[index].edited else { continue }
        books[index].constant += Double(upTo(6)) - 3
        session.suggest(books[index].constant, for: variable)
        history.append("drag \(books[index])")
      }
      solve()
    }
  }

  private mutating func changeConstant() {
    guard !books.isEmpty else { return }
    let index = upTo(1) == 0 ? books.count - 1 : upTo(books.count - 1)
    books[index].constant += Double(upTo(8)) - 4 + (upTo(4) == 0 ? 40 : 0)
    session.setConstant(books[index].constant, of: books[index].constraint)
    history.append("constant \(books[index])")
  }

  // MARK: - Checking

  mutating func solve() {
    let old = session.withValues { Array($0) }
    let outcome = session.solve()
    history.append("solve: \(outcome)")
    var run = SimplexRun(limit: SolverSession.standardWorkLimit)
    let fresh = run.solve(rows(books))
    switch (outcome, fresh) {
    case (.solved, .optimal(let values)):
      solved += 1
      answered = books
      compare(with: values)
      checkChanges(since: old)
    case (.conflict(let conflict), .infeasible):
      refused += 1
      if conflict.isEmpty { faults.append("the conflict is empty") }
      checkNothingChanged(since: old)
      books = answered
    case (.gaveUp, .gaveUp):
      gaveUp += 1
      checkNothingChanged(since: old)
      books = answered
    default: faults.append("\(outcome), but afresh \(fresh)")
    }
  }

  private func rows(_ books: [Entry]) -> ConstraintRows {
    var rows = ConstraintRows()
    rows.variableCount = variables.count
    for entry in books {
      rows.append(
        entry.terms, entry.relation, entry.constant,
        strength: entry.isActive ? entry.strength.value : 0)
    }
    return rows
  }

  private mutating func compare(with values: [Double]) {
    let rows = rows(books)
    let own = session.withValues { Array($0) }
    let strengths = Set(books.filter(\.isActive).map(\.strength.value)).sorted(by: >)
    for strength in strengths {
      var sums = (own: 0.0, fresh: 0.0)
      for row in 0..<rows.constraintCount where rows.strength(of: row) == strength {
        sums.own += rows.violation(of: row, at: own)
        sums.fresh += rows.violation(of: row, at: values)
      }
      let difference = abs(sums.own - sums.fresh)
      if difference > 1e-6 {
        faults.append("violation \(sums.own) at \(strength), afresh \(sums.fresh)")
        return
      }
    }
  }

  private mutating func checkChanges(since old: [Double]) {
    let changed = session.changedVariables
    if Set(changed).count != changed.count { faults.append("changes are listed twice") }
    for (variable, value) in zip(variables, old)
    where session.value(of: variable) != value && !changed.contains(variable) {
      faults.append("\(variable) has changed unnoticed")
    }
  }

  private mutating func checkNothingChanged(since old: [Double]) {
    if session.withValues({ Array($0) }) != old {
      faults.append("a refused change has changed the answer")
    }
  }
}
