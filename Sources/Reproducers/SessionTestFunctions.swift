// SPDX-License-Identifier: MIT

/// The functions that a test of a session calls, written into its source.
enum SessionTestFunctions {
  static func text(for truth: [StepTruth]) -> String {
    var (seesConflicts, seesSeveral) = (false, false)
    for step in truth {
      switch step {
      case .refused(.some): seesConflicts = true
      case .answer(let answer): seesSeveral = seesSeveral || answer.optimum?.isUnique == false
      case .done, .refused(nil), .either, .skipped, .anything: break
      }
    }
    var parts = [solve, known]
    if seesConflicts || seesSeveral { parts.append(row) }
    if seesSeveral { parts.append(missed) }
    if seesConflicts { parts.append(expectConflict) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static let solve = """
      /// Solves. Whatever comes of it, a refusal changes no value, and what gets another one is reported, once.
      func solve(
        _ session: inout SolverSession, _ variables: [SolverSession.Variable]
      ) -> SolverSession.Outcome {
        let before = session.withValues { Array($0) }
        let outcome = session.solve()
        let after = session.withValues { Array($0) }
        let changed = variables.indices.filter { before[$0] != after[$0] }.map { variables[$0] }
        if outcome == .solved {
          let reported = session.changedVariables
          #expect(Set(reported).isSuperset(of: changed), "not reported as changed")
          #expect(Set(reported).count == reported.count, "reported twice")
        } else {
          #expect(changed.isEmpty, "a refusal changes nothing")
        }
        return outcome
      }
    """

  private static let known = """
      /// Whether the session contains each of some constraints.
      func known(
        _ constraints: [SolverSession.Constraint], in session: borrowing SolverSession
      ) -> [Bool] {
        var flags: [Bool] = []
        for constraint in constraints { flags.append(session.contains(constraint)) }
        return flags
      }
    """

  private static let row = """
      /// A constraint by the numbers of its variables.
      struct Row {
        let terms: [(variable: Int, coefficient: Double)]
        let relation: SolverSession.Relation
        let constant: Double
        let priority: Double

        init(
          _ terms: [(variable: Int, coefficient: Double)], _ relation: SolverSession.Relation,
          _ constant: Double, _ priority: Double
        ) {
          (self.terms, self.relation, self.constant, self.priority) = (
            terms, relation, constant, priority
          )
        }
      }
    """

  private static let missed = """
      /// Returns the sum of violations of the rows of each priority.
      func missed(_ rows: [Row], in session: borrowing SolverSession) -> [Double: Double] {
        let values = session.withValues { Array($0) }
        var missed: [Double: Double] = [:]
        for row in rows {
          var sum = -row.constant
          for term in row.terms { sum += term.coefficient * values[term.variable] }
          let violation =
            switch row.relation {
            case .lessThanOrEqual: max(0, sum)
            case .equal: abs(sum)
            case .greaterThanOrEqual: max(0, -sum)
            }
          missed[row.priority, default: 0] += violation
        }
        return missed
      }
    """

  private static let expectConflict = """
      /// Expects that the constraints of a conflict contradict each other, and do not without any one of them.
      func expectConflict(
        _ outcome: SolverSession.Outcome,
        among rows: [(constraint: SolverSession.Constraint, row: Row)], variables: Int
      ) {
        guard case .conflict(let members) = outcome, !members.isEmpty else { return }
        func solves(without left: SolverSession.Constraint?) -> Bool {
          var session = SolverSession()
          var all: [SolverSession.Variable] = []
          for _ in 0..<variables { all.append(session.addVariable()) }
          for (constraint, row) in rows where members.contains(constraint) && constraint != left {
            session.addConstraint(
              row.terms.map { .init($0.coefficient, all[$0.variable]) }, row.relation, row.constant)
          }
          return session.solve() == .solved
        }
        let named = rows.map(\\.constraint)
        #expect(members.allSatisfy { named.contains($0) }, "a constraint that is not in force")
        #expect(!solves(without: nil), "no conflict")
        for member in members { #expect(solves(without: member), "not a smallest conflict") }
      }
    """
}
