// SPDX-License-Identifier: MIT

import LayoutSolving
import Testing

/// Checks two labels side by side, as in the README.
@Suite("A solver session")
struct SolverSessionTests {
  @Test("solves the added constraints, and reports the changed variables")
  func smallExample() {
    var session = SolverSession()
    let width = session.addVariable()
    let right = session.addVariable()
    let edit = session.addEdit(of: width, strength: .strong)
    session.suggest(320, for: width)
    session.addConstraint([.init(1, right), .init(-1, width)], .equal, -8)
    #expect(session.solve() == .solved)
    #expect(session.value(of: width) == 320)
    #expect(session.value(of: right) == 312)
    session.suggest(400, for: width)
    #expect(session.solve() == .solved)
    #expect(
      session.changedVariables == [width, right] || session.changedVariables == [right, width])
    #expect(session.value(of: right) == 392)
    session.remove(edit)
    #expect(session.solve() == .solved)
  }
}
