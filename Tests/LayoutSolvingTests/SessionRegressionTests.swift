// SPDX-License-Identifier: MIT

import LayoutSolving
import Testing

/// Checks operations after which an earlier session answered wrongly or not at all.
@Suite("A session's old faults")
struct SessionRegressionTests {
  @Test("a drag into a required constraint is refused, not followed")
  func followIntoViolation() {
    var session = SolverSession()
    let a = session.addVariable()
    let b = session.addVariable()
    session.addConstraint([.init(1, b), .init(-1, a)], .greaterThanOrEqual, 0)
    session.addConstraint([.init(1, b)], .lessThanOrEqual, 0, strength: .medium)
    session.addConstraint([.init(1, a)], .greaterThanOrEqual, 160)
    #expect(session.solve() == .solved)
    session.addEdit(of: b, strength: .required)
    #expect(session.solve() == .solved)
    session.suggest(0, for: b)
    guard case .conflict = session.solve() else {
      Issue.record("a is \(session.value(of: a)), at least 160 is required")
      return
    }
    #expect(session.value(of: a) == 160)
  }

  @Test("an edit to the present value of its variable moves it")
  func editAtPresentValue() {
    var session = SolverSession()
    let a = session.addVariable()
    let c = session.addVariable()
    session.addConstraint([.init(1, c)], .greaterThanOrEqual, 1.2, strength: .strong)
    session.addConstraint([.init(1, a), .init(-1, c)], .equal, 2.6, strength: .strong)
    #expect(session.solve() == .solved)
    session.addEdit(of: a, strength: .strong)
    session.suggest(40.0 / 3, for: a)
    #expect(session.solve() == .solved)
    #expect(abs(session.value(of: a) - 40.0 / 3) < 1e-9)
  }

  @Test(
    "a refused number that is NaN or infinite leaves the session usable", arguments: [false, true])
  func refusedNumber(isSwitchedOff: Bool) {
    var session = SolverSession()
    let x = session.addVariable()
    session.addConstraint([.init(1, x)], .equal, 10, strength: .weak)
    #expect(session.solve() == .solved)
    let bad = session.addConstraint([.init(1, x)], .greaterThanOrEqual, .nan)
    if isSwitchedOff { session.setActive(false, of: bad) }
    _ = session.solve()
    session.addConstraint([.init(1, x)], .greaterThanOrEqual, 20)
    #expect(session.solve() == .solved)
    #expect(session.value(of: x) == 20)
    session.addConstraint([.init(.infinity, x)], .equal, 1, strength: .weak)
    #expect(session.solve() == .gaveUp(.numericalDoubt))
    #expect(session.value(of: x) == 20)
  }

  @Test("values rounded away by a huge drag are restored", arguments: [1e9, 1e12, 1e15, 1e308])
  func hugeDrag(far: Double) {
    var session = SolverSession()
    let x = session.addVariable()
    let w = session.addVariable()
    let r = session.addVariable()
    session.addConstraint([.init(1, r), .init(-1, x), .init(-1, w)], .equal, 0)
    session.addEdit(of: x, strength: .strong)
    session.addEdit(of: w, strength: .strong)
    for (one, other) in [(0.1, 0.3), (far, 0.3), (far, 0.7), (0.2, 0.7)] {
      session.suggest(one, for: x)
      _ = session.solve()
      session.suggest(other, for: w)
      _ = session.solve()
    }
    #expect(abs(session.value(of: x) - 0.2) < 1e-9)
    #expect(abs(session.value(of: r) - 0.9) < 1e-9)
  }

  @Test("a huge number elsewhere does not excuse a broken constraint")
  func hugeElsewhere() {
    var session = SolverSession()
    let x = (0..<4).map { _ in session.addVariable() }
    session.addConstraint([.init(1, x[1]), .init(1, x[0])], .equal, 0)
    session.addConstraint([.init(1, x[0])], .greaterThanOrEqual, 10)
    session.addConstraint([.init(1, x[1]), .init(1, x[2])], .equal, 0)
    session.addConstraint([.init(1, x[3])], .greaterThanOrEqual, 1e30)
    session.addConstraint([.init(1, x[2]), .init(1, x[3])], .greaterThanOrEqual, 0)
    let outcome = session.solve()
    // They do not contradict each other: the outcome is an answer, or none for lack of digits.
    #expect(outcome == .solved || outcome == .gaveUp(.numericalDoubt))
    if outcome == .solved { #expect(session.value(of: x[0]) >= 10 - 1e-6) }
  }

  @Test(
    "a steep dependence is not followed beyond the range of numbers",
    arguments: [1e3, 1e300, 1e305])
  func steepDependence(slope: Double) {
    var session = SolverSession()
    let x = session.addVariable()
    let r = session.addVariable()
    session.addConstraint([.init(1, r), .init(-slope, x)], .equal, 0)
    session.addEdit(of: x, strength: .strong)
    // Without enough digits, the edit is refused as a whole.
    guard session.solve() == .solved else { return #expect(slope > 1e100) }
    for value in [1.0, 2, 90_000, 0.5] {
      session.suggest(value, for: x)
      _ = session.solve()
      #expect(session.value(of: r).isFinite)
      #expect(abs(session.value(of: r) - slope * session.value(of: x)) <= 1e-9 * slope)
    }
  }

  @Test("the work limit covers the whole call")
  func limitOfCall() {
    var session = SolverSession()
    var last = session.addVariable()
    let first = last
    session.addEdit(of: first, strength: .strong)
    for _ in 0..<200 {
      let next = session.addVariable()
      session.addConstraint([.init(1, next), .init(-1, last)], .lessThanOrEqual, 5)
      session.addConstraint([.init(1, next)], .equal, 40, strength: .weak)
      last = next
    }
    #expect(session.solve() == .solved)
    session.workLimit = 3_000
    let before = session.counters.cellOperations
    // Two changes are not followed: continuing costs more than that, and so does a new start.
    session.suggest(-500, for: first)
    session.addConstraint([.init(1, last)], .greaterThanOrEqual, 10, strength: .medium)
    #expect(session.solve() == .gaveUp(.workLimit))
    // Each part exceeds the limit by at most one step of a few thousand cells.
    #expect(session.counters.cellOperations - before < 3_000 + 10_000)
    #expect(session.value(of: first) == 0)
  }

  @Test("the largest work limit is accepted")
  func largestLimit() {
    var session = SolverSession()
    session.workLimit = .max
    let x = session.addVariable()
    let y = session.addVariable()
    let edit = session.addEdit(of: x, strength: .strong)
    session.addConstraint([.init(1, x), .init(1, y)], .equal, 4, strength: .weak)
    #expect(session.solve() == .solved)
    session.suggest(1, for: x)
    #expect(session.solve() == .solved)
    session.setActive(false, of: edit)
    #expect(session.solve() == .solved)
    #expect(session.value(of: x) == 1, "what no one wants elsewhere stays")
  }

  @Test("a value beyond all screens has no effect after it is replaced", arguments: [1e20, 1e308])
  func extremeReplaced(extreme: Double) {
    var session = SolverSession()
    let x = session.addVariable()
    let y = session.addVariable()
    session.addConstraint([.init(1, y)], .greaterThanOrEqual, 0)
    session.addConstraint([.init(1, x), .init(1, y)], .equal, 1)
    session.addEdit(of: x, strength: .strong)
    session.suggest(extreme, for: x)
    #expect(session.solve() == .solved)
    session.suggest(0, for: x)
    #expect(session.solve() == .solved)
    #expect(session.value(of: x) == 0 && session.value(of: y) == 1)
  }
}
