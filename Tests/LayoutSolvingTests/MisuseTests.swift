// SPDX-License-Identifier: MIT

import LayoutSolving
import Testing

/// Checks that illegal calls end the process with a message.
@Suite("Misuse of a session")
struct MisuseTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("a suggestion for a variable that the session does not have traps")
  func foreignSuggestion() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var other = SolverSession()
      var last = other.addVariable()
      for _ in 0..<1000 { last = other.addVariable() }
      var session = SolverSession()
      _ = session.addVariable()
      session.suggest(1, for: last)
    }
    #expect(text(result).contains("the variable is one of another session"))
  }

  @Test("an edit of a variable that the session does not have traps")
  func foreignEdit() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var other = SolverSession()
      _ = other.addVariable()
      let second = other.addVariable()
      var session = SolverSession()
      _ = session.addVariable()
      session.addEdit(of: second, strength: .strong)
    }
    #expect(text(result).contains("the variable is one of another session"))
  }

  @Test("a second edit of a variable, and a suggestion without one, trap")
  func edits() async {
    let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var session = SolverSession()
      let variable = session.addVariable()
      session.addEdit(of: variable, strength: .strong)
      session.addEdit(of: variable, strength: .weak)
    }
    #expect(text(second).contains("the variable has an edit already"))
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var session = SolverSession()
      let variable = session.addVariable()
      session.suggest(1, for: variable)
    }
    #expect(text(none).contains("the variable has no edit"))
  }

  @Test("a removed constraint, and one whose addition was reverted, trap")
  func deadConstraints() async {
    let removed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var session = SolverSession()
      let constraint = session.addConstraint([.init(1, session.addVariable())], .equal, 1)
      session.remove(constraint)
      session.remove(constraint)
    }
    #expect(text(removed).contains("the constraint was removed"))
    let refused = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var session = SolverSession()
      let constraint = session.addConstraint([], .equal, 1)
      _ = session.solve()
      session.setConstant(0, of: constraint)
    }
    #expect(text(refused).contains("the constraint was removed"))
  }

  @Test("a strength out of range traps")
  func strength() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SolverSession.Strength(1001)
    }
    #expect(text(result).contains("a strength must be in (0, 1000], not 1001"))
  }
}
