// SPDX-License-Identifier: MIT

import LayoutSolving
import LinearModel
import Scripts

/// A session with its constraints and edits, under the numbers of a script.
struct SessionBooks: ~Copyable {
  var session: SolverSession
  private var variables: [SolverSession.Variable] = []
  /// All constraints that were ever added, by number.
  private var constraints: [Int: SolverSession.Constraint] = [:]
  /// The present constraints, and the present edits by variable: now, and at the last answer.
  private var now = Present()
  private var answered = Present()

  private struct Present {
    var constraints = Set<Int>()
    var edits: [Int: SolverSession.Constraint] = [:]
  }

  init(fault: SessionFault?) { session = SolverSession(fault: fault) }

  /// The values of all variables that were mentioned so far.
  var values: [Double] { session.withValues { Array($0) } }

  // MARK: - Operations

  /// Whether the session knows the subject of a step.
  func isKnown(_ step: SolverScript.Step) -> Bool {
    switch step {
    case .add, .suggest, .solve: return true
    case .remove(let id), .setConstant(let id, _), .setStrength(let id, _), .setActive(let id, _):
      return constraints[id].map { session.contains($0) } ?? false
    case .endSuggestion(let variable):
      return now.edits[variable].map { session.contains($0) } ?? false
    }
  }

  /// Performs a step that is not a reading.
  ///
  /// - Precondition: the session knows the subject of the step.
  mutating func take(_ step: SolverScript.Step) {
    switch step {
    case .solve: break
    case .add(let constraint): add(constraint)
    case .suggest(let variable, let value, let strength): suggest(variable, value, strength)
    case .endSuggestion(let variable):
      if let edit = now.edits.removeValue(forKey: variable) { session.remove(edit) }
    case .remove(let id):
      change(id) { $0.remove($1) }
      now.constraints.remove(id)
    case .setConstant(let id, let value): change(id) { $0.setConstant(value, of: $1) }
    case .setStrength(let id, let strength):
      change(id) { $0.setStrength(.init(strength.value), of: $1) }
    case .setActive(let id, let isActive): change(id) { $0.setActive(isActive, of: $1) }
    }
  }

  private mutating func change(
    _ id: Int, _ body: (inout SolverSession, SolverSession.Constraint) -> Void
  ) {
    guard let constraint = constraints[id] else { return }
    body(&session, constraint)
  }

  private mutating func add(_ constraint: SolverScript.Constraint) {
    let terms = constraint.terms.map {
      SolverSession.Term($0.coefficient.doubleValue, variable($0.variable.index))
    }
    constraints[constraint.id] = session.addConstraint(
      terms, .init(constraint.relation), constraint.constant.doubleValue,
      strength: .init(constraint.strength.value))
    now.constraints.insert(constraint.id)
  }

  private mutating func suggest(_ number: Int, _ value: Double, _ strength: Strength) {
    let variable = variable(number)
    if now.edits[number] == nil {
      now.edits[number] = session.addEdit(of: variable, strength: .init(strength.value))
    }
    session.suggest(value, for: variable)
  }

  /// Returns a variable, and creates it when it is first mentioned: a session may get more
  /// variables at any time.
  private mutating func variable(_ number: Int) -> SolverSession.Variable {
    while variables.count <= number { variables.append(session.addVariable()) }
    return variables[number]
  }

  // MARK: - Readings

  /// The work limit of the session on all readings of a script together.
  private static let workMax = 4 * SolverSession.standardWorkLimit

  /// Solves the session after the operations since the last answer.
  ///
  /// Each reading has its limit, and all together have one: there may be any number of them.
  mutating func solve() -> SolverSession.Outcome {
    let left = Self.workMax - session.counters.spent
    session.workLimit = min(SolverSession.standardWorkLimit, max(0, left))
    return session.solve()
  }

  /// Accepts the operations since the last answer.
  mutating func accept() { answered = now }

  /// Takes back the operations since the last answer.
  mutating func takeBack() { now = answered }

  /// Whether the session knows exactly the present constraints and edits.
  var knowsAll: Bool {
    constraints.allSatisfy { session.contains($1) == now.constraints.contains($0) }
      && now.edits.allSatisfy { session.contains($1) }
  }

  /// Whether every variable with a changed value is reported, and none twice.
  func reportsChanges(since before: [Double]) -> Bool {
    let changed = session.changedVariables
    let reported = Set(changed)
    let after = values
    return reported.count == changed.count
      && variables.indices.allSatisfy {
        after[$0] == ($0 < before.count ? before[$0] : 0) || reported.contains(variables[$0])
      }
  }

  /// Returns the outcome of the session in the form of a strategy's outcome for the given system.
  func claim(
    _ outcome: SolverSession.Outcome, about system: ScriptSystem, variables count: Int
  ) -> SolveOutcome {
    switch outcome {
    case .solved:
      let values = values
      return .optimal(
        Solution(values: values + [Double](repeating: 0, count: count - values.count)))
    case .gaveUp(.workLimit): return .gaveUp(.workLimit)
    case .gaveUp(.numericalDoubt): return .gaveUp(.numericalDoubt)
    case .conflict(let conflict):
      var numbers: [SolverSession.Constraint: Int] = [:]
      for (id, constraint) in constraints { numbers[constraint] = id }
      let rows = Dictionary(uniqueKeysWithValues: zip(system.rows.map(\.id), system.rows.indices))
      return .infeasible(
        conflict: conflict.map { ConstraintID(numbers[$0].flatMap { rows[$0] } ?? -1) }.sorted())
    }
  }

  /// Whether a new session solves the rows.
  static func solvesAnew(
    _ rows: [SolverScript.Constraint], fault: SessionFault?
  ) -> Bool {
    var books = SessionBooks(fault: fault)
    for row in rows { books.add(row) }
    return books.session.solve() == .solved
  }
}
