// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@testable import LayoutSolving

@Suite("Conflicts of a session")
struct ConflictTests {
  @Test("residues multiply and add as the numbers do")
  func residues() {
    let integers = Generator<Int>.integer(in: -(1 << 19)...1 << 19)
    forAll(Generator<(Int, Int)>.pair(integers, integers), count: 2_000) { pair in
      // Products and sums of these are exact.
      let (one, other) = (Double(pair.0) / 1024, Double(pair.1) * 4096)
      let product = RowDependency.product(
        RowDependency.residue(of: one), RowDependency.residue(of: other))
      return .when(product == RowDependency.residue(of: one * other), else: "\(one) * \(other)")
    }
    #expect(
      RowDependency.product(
        RowDependency.residue(of: 0x1p-1074), RowDependency.residue(of: 0x1p1023))
        == RowDependency.residue(of: 0x1p-51))
  }

  /// Solves boxes side by side whose widths exceed the available width, with unrelated constraints.
  private func crowd(_ count: Int) -> (SolverSession.Outcome, SolverCounters) {
    var session = SolverSession()
    var right = session.addVariable()
    session.addConstraint([.init(1, right)], .equal, 0)
    for _ in 0..<count {
      let left = session.addVariable()
      let next = session.addVariable()
      session.addConstraint([.init(1, left), .init(-1, right)], .greaterThanOrEqual, 8)
      session.addConstraint([.init(1, next), .init(-1, left)], .equal, 20)
      session.addConstraint([.init(1, next)], .greaterThanOrEqual, 0)
      right = next
    }
    session.addConstraint([.init(1, right)], .lessThanOrEqual, 28 * Double(count) - 1)
    let outcome = session.solve()
    return (outcome, session.counters)
  }

  @Test(
    "have exactly the necessary members, and are found without testing each",
    arguments: [1, 10, 200])
  func longConflict(count: Int) {
    let (outcome, counters) = crowd(count)
    guard case .conflict(let conflict) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(conflict.count == 2 * count + 2)
    // Testing each member by leaving it out would need a whole solution for each.
    #expect(counters.iterations < 20 * count + 100, "\(counters)")
  }

  @Test(
    "one of many conflicts side by side is found without solving for each", arguments: [1, 50, 400])
  func manyConflicts(count: Int) {
    var session = SolverSession()
    for number in 0..<count {
      let x = session.addVariable()
      let y = session.addVariable()
      session.addConstraint([.init(1, x)], .equal, Double(number))
      session.addConstraint([.init(1, y), .init(-2, x)], .greaterThanOrEqual, 1)
      session.addConstraint([.init(1, y)], .lessThanOrEqual, Double(number))
    }
    guard case .conflict(let conflict) = session.solve() else {
      Issue.record("no conflict")
      return
    }
    #expect(conflict.count == 3)
    #expect(Set(conflict.map { $0.slot / 3 }).count == 1, "of one contradiction: \(conflict)")
    // Leaving one constraint out after the other would take count * count.
    #expect(session.counters.iterations < 10 * count + 20, "\(session.counters)")
  }

  @Test("conflicts whose members are in two proofs are made irreducible")
  func severalProofs() {
    var session = SolverSession()
    let x = session.addVariable()
    let y = session.addVariable()
    session.addConstraint([.init(1, x)], .greaterThanOrEqual, 10)
    session.addConstraint([.init(1, x), .init(-1, y)], .equal, 0)
    session.addConstraint([.init(1, y)], .lessThanOrEqual, 5)
    session.addConstraint([.init(1, x), .init(1, y)], .lessThanOrEqual, 3)
    guard case .conflict(let conflict) = session.solve() else {
      Issue.record("no conflict")
      return
    }
    #expect(conflict.count == 3)
  }
}
