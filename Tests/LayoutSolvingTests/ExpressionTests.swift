// SPDX-License-Identifier: MIT

import LayoutSolving
import Testing

/// Checks that constraints built by operators are those built by hand.
@Suite("Constraints by operators")
struct ExpressionTests {
  typealias Term = SolverSession.Term

  @Test("terms move to the left side, and constants to the right side")
  func sides() {
    var session = SolverSession()
    let a = session.addVariable()
    let b = session.addVariable()
    let atMost = a + 8 <= 2 * b - 4
    #expect(atMost.terms == [Term(1, a), Term(-2, b)])
    #expect(atMost.relation == .lessThanOrEqual)
    #expect(atMost.constant == -12)
    #expect(atMost.strength == .required)
    let atLeast = -(a - b) / 2 >= 3
    #expect(atLeast.terms == [Term(-0.5, a), Term(0.5, b)])
    #expect(atLeast.relation == .greaterThanOrEqual)
    #expect(atLeast.constant == 3)
    let number = 8 == a * 2
    #expect(number.terms == [Term(-2, a)])
    #expect(number.constant == -8)
  }

  @Test("strengths are ranks, and equality of variables is a Boolean or a constraint by context")
  func strengths() {
    var session = SolverSession()
    let a = session.addVariable()
    let b = session.addVariable()
    #expect((a == 1).required.strength == .required)
    #expect((a == 1).strong.strength == .strong)
    #expect((a == 1).medium.strength == .medium)
    #expect((a == 1).weak.strength == .weak)
    #expect((a == 1).priority(750).strength == .strong)
    let isSame = a == b
    #expect(!isSame)
    let constraint: SolverSession.ConstraintExpression = a == b
    #expect(constraint.terms == [Term(1, a), Term(-1, b)])
  }

  @Test("a sum of six terms, sums in a loop, and values of expressions")
  func sums() {
    var session = SolverSession()
    let v = (0..<6).map { _ in session.addVariable() }
    session.addConstraint(v[0] + 2 * v[1] + 3 * v[2] - v[3] + v[4] / 2 - 0.5 * v[5] + 8 == 50)
    var total = SolverSession.Expression()
    for (index, variable) in v.enumerated() {
      total += variable
      if index > 0 { session.addConstraint(variable == 4) }
    }
    #expect(session.solve() == .solved)
    #expect(session.value(of: v[0]) == 26)
    #expect(session.value(of: total - v[0] + 1) == 21)
    total -= total
    #expect(session.value(of: total) == 0)
  }

  @Test("terms of one variable are added up, and a number that is not finite is no answer")
  func limits() {
    var session = SolverSession()
    let a = session.addVariable()
    session.addConstraint(a + a + a == a + 10)
    #expect(session.solve() == .solved)
    #expect(session.value(of: a) == 5)
    session.addConstraint(a / 0 == 1)
    #expect(session.solve() == .gaveUp(.numericalDoubt))
    session.addConstraint(1e308 * (10 * a) <= 1)
    #expect(session.solve() == .gaveUp(.numericalDoubt))
    #expect(session.value(of: a) == 5)
  }

  @Test("the work, the answers and the changed variables are those of constraints by hand")
  func sameWork() {
    var byHand = SolverSession()
    var byOperators = SolverSession()
    let x = (0..<60).map { _ in byHand.addVariable() }
    let y = (0..<60).map { _ in byOperators.addVariable() }
    byHand.addEdit(of: x[0], strength: .strong)
    byOperators.addEdit(of: y[0], strength: .strong)
    for k in 1..<60 {
      let gap = Double(k % 7)
      byHand.addConstraint([Term(1, x[k - 1]), Term(-1, x[k])], .lessThanOrEqual, -gap)
      byOperators.addConstraint(y[k - 1] + gap <= y[k])
      byHand.addConstraint(
        [Term(2, x[k]), Term(-1, x[k / 2])], .equal, 10 * gap, strength: .medium)
      byOperators.addConstraint((2 * y[k] - y[k / 2] == 10 * gap).medium)
    }
    for width in [100.0, 250, 40] {
      byHand.suggest(width, for: x[0])
      byOperators.suggest(width, for: y[0])
      #expect(byHand.solve() == .solved)
      #expect(byOperators.solve() == .solved)
      #expect(byHand.counters == byOperators.counters)
      for k in 0..<60 { #expect(byHand.value(of: x[k]) == byOperators.value(of: y[k])) }
    }
    #expect(byHand.counters.cellOperations > 0)
  }
}
