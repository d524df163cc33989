// SPDX-License-Identifier: MIT

import Testing

@testable import LayoutSolving

@Suite("The work of a drag through many bases")
struct SessionGrowthTests {
  /// Drags a window with ten columns of boxes from the width where all are at their least width to
  /// the width where all have enough space.
  private static func work(boxes: Int, edits: Int) -> (work: SolverCounters, variables: Int) {
    var session = SolverSession()
    let window = session.addVariable()
    session.addEdit(of: window, strength: .strong)
    let perColumn = boxes / 10
    for _ in 0..<10 {
      var end: SolverSession.Variable?
      for _ in 0..<perColumn {
        let width = session.addVariable()
        let right = session.addVariable()
        var terms = [SolverSession.Term(1, right), .init(-1, width)]
        if let end { terms.append(.init(-1, end)) }
        session.addConstraint(terms, .equal, 8)
        session.addConstraint([.init(1, width)], .greaterThanOrEqual, 20)
        session.addConstraint([.init(1, width)], .equal, 100, strength: .weak)
        end = right
      }
      if let end {
        session.addConstraint(
          [.init(1, end), .init(-1, window)], .lessThanOrEqual, -8, strength: .strong)
      }
    }
    session.suggest(Double(50 * perColumn), for: window)
    #expect(session.solve() == .solved)
    let before = session.counters
    let ways = session.ways
    for edit in 1...edits {
      session.suggest(
        Double(50 * perColumn) + Double(70 * perColumn * edit) / Double(edits), for: window)
      #expect(session.solve() == .solved)
    }
    #expect(session.ways.continued == ways.continued && session.ways.afresh == ways.afresh)
    #expect(session.ways.crossed > ways.crossed)
    var work = SolverCounters()
    work.pivots = session.counters.pivots - before.pivots
    work.cellOperations = session.counters.cellOperations - before.cellOperations
    return (work, 1 + 20 * perColumn)
  }

  @Test(
    "is a few cells for each variable and edit, and a pivot for each box on the way",
    arguments: [100, 400, 1600])
  func linearWork(boxes: Int) {
    let edits = 50
    let (work, variables) = Self.work(boxes: boxes, edits: edits)
    #expect(work.cellOperations < 2 * variables * edits, "\(work)")
    // Each box leaves its least width, and each column its end, once.
    #expect(work.pivots <= boxes + 10, "\(work)")
  }

  @Test("ends at the limit, and the answer is still right")
  func limitedWork() {
    var session = SolverSession()
    let window = session.addVariable()
    session.addEdit(of: window, strength: .strong)
    var terms = [SolverSession.Term(-1, window)]
    for _ in 0..<50 {
      let width = session.addVariable()
      session.addConstraint([.init(1, width)], .greaterThanOrEqual, 20)
      session.addConstraint([.init(1, width)], .equal, 100, strength: .weak)
      terms.append(.init(1, width))
    }
    session.addConstraint(terms, .lessThanOrEqual, 0, strength: .strong)
    session.suggest(6000, for: window)
    #expect(session.solve() == .solved)
    session.workLimit = 60
    session.suggest(2000, for: window)
    #expect(session.solve() == .gaveUp(.workLimit))
    #expect(session.value(of: window) == 6000)
    session.workLimit = SolverSession.standardWorkLimit
    session.suggest(2000, for: window)
    #expect(session.solve() == .solved)
    let sum = session.withValues { $0.dropFirst().reduce(0, +) }
    #expect(sum == 2000)
  }
}
