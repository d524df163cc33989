// SPDX-License-Identifier: MIT

import Foundation
import LayoutSolving
import Testing

/// Checks the README's example of `LayoutSolving`: it is the same line for line, compiles, and has
/// the results in its comments.
@Suite("The README's example of a session")
struct SessionExampleTests {
  // README:
  func example() -> (outcome: SolverSession.Outcome, right: Double, later: Double) {
    var session = SolverSession()
    let window = session.addVariable()
    let left = session.addVariable()
    let right = session.addVariable()
    session.addEdit(of: window, strength: .strong)
    session.suggest(320, for: window)
    session.addConstraint([.init(1, left)], .equal, 8)
    session.addConstraint([.init(1, window), .init(-1, right)], .greaterThanOrEqual, 8)
    session.addConstraint([.init(1, right), .init(-1, left)], .equal, 400, strength: .weak)
    let outcome = session.solve()  // .solved; else .conflict, with the constraints
    let first = session.value(of: right)  // 312: there is no room for 400
    session.suggest(500, for: window)
    _ = session.solve()  // changedVariables: window and right
    return (outcome, first, session.value(of: right))  // 408
  }
  // end of README

  @Test("has the results in its comments")
  func says() {
    let (outcome, right, later) = example()
    #expect(outcome == .solved)
    #expect(right == 312)
    #expect(later == 408)
  }

  @Test("is the one in the README")
  func sameText() throws {
    let here = URL(fileURLWithPath: #filePath)
    let own = try String(contentsOf: here, encoding: .utf8)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(
      contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let lines = own.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasSuffix("// README:") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// end of README") })
    let block = lines[(first + 1)..<end].map { $0.dropFirst(2) }.joined(separator: "\n")
    #expect(readme.contains("```swift\n\(block)\n```"))
  }
}
