// SPDX-License-Identifier: MIT

import Testing

@testable import LayoutSolving

@Suite("Chains of edges, and variables shared by many equalities")
struct EdgesTests {
  /// A chain of edges at least 1 and preferably 10 apart, from 0 to the window's width.
  private struct Chain: ~Copyable {
    var session = SolverSession()
    let window: SolverSession.Variable
    let edges: [SolverSession.Variable]

    init(edges count: Int, width: Double) {
      window = session.addVariable()
      session.addEdit(of: window, strength: .strong)
      session.suggest(width, for: window)
      var edges: [SolverSession.Variable] = []
      for _ in 0..<count { edges.append(session.addVariable()) }
      session.addConstraint([.init(1, edges[0])], .equal, 0)
      for index in 1..<count {
        let terms = [SolverSession.Term(1, edges[index]), .init(-1, edges[index - 1])]
        session.addConstraint(terms, .greaterThanOrEqual, 1)
        session.addConstraint(terms, .equal, 10, strength: .weak)
      }
      session.addConstraint([.init(1, window), .init(-1, edges[count - 1])], .equal, 0)
      self.edges = edges
    }

    /// The sum of the amounts missing to a distance of 10; nil if two edges are closer than 1.
    var shortfall: Double? {
      var sum = 0.0
      for (before, edge) in zip(edges, edges.dropFirst()) {
        let distance = session.value(of: edge) - session.value(of: before)
        if distance < 1 - 1e-9 { return nil }
        sum += abs(distance - 10)
      }
      return sum
    }
  }

  @Test("take few cells, and a step of a drag few more", arguments: [100, 400, 1600])
  func growth(count: Int) {
    let gaps = Double(count - 1)
    var chain = Chain(edges: count, width: 7 * gaps)
    #expect(chain.session.solve() == .solved)
    #expect(chain.shortfall.map { abs($0 - 3 * gaps) <= 1e-6 } == true)
    let built = chain.session.counters
    #expect(built.peakCells < 12 * count, "\(built)")
    #expect(built.cellOperations < 400 * count, "\(built)")
    for step in 1...50 {
      chain.session.suggest((7 - Double(step) / 10) * gaps, for: chain.window)
      #expect(chain.session.solve() == .solved)
    }
    #expect(chain.shortfall.map { abs($0 - 8 * gaps) <= 1e-6 } == true)
    let dragged = chain.session.counters.cellOperations - built.cellOperations
    #expect(dragged < 400 * count * 50, "\(dragged)")
  }

  @Test("hold an edge while it has a suggestion, and release it")
  func wishes() {
    var chain = Chain(edges: 20, width: 100)
    #expect(chain.session.solve() == .solved)
    let edge = chain.edges[7]
    let wish = chain.session.addConstraint([.init(1, edge)], .equal, 50, strength: .medium)
    #expect(chain.session.solve() == .solved)
    #expect(abs(chain.session.value(of: edge) - 50) <= 1e-9)
    chain.session.setConstant(30, of: wish)
    #expect(chain.session.solve() == .solved)
    #expect(abs(chain.session.value(of: edge) - 30) <= 1e-9)
    chain.session.remove(wish)
    chain.session.suggest(190, for: chain.window)
    #expect(chain.session.solve() == .solved)
    #expect(chain.shortfall.map { $0 <= 1e-9 } == true)
  }

  @Test("too many for the window are a conflict of all of them, and leave no trace")
  func conflict() {
    var chain = Chain(edges: 20, width: 100)
    #expect(chain.session.solve() == .solved)
    let before = chain.session.withValues { Array($0) }
    chain.session.addConstraint([.init(1, chain.window)], .lessThanOrEqual, 18)
    guard case .conflict(let members) = chain.session.solve() else {
      Issue.record("there is no conflict")
      return
    }
    // The window's bound, 19 distances, the first edge and the last one.
    #expect(members.count == 22)
    #expect(chain.session.withValues { Array($0) } == before)
  }

  @Test("a variable shared by many equalities costs no more for each of them")
  func star() {
    func work(_ count: Int) -> Int {
      var session = SolverSession()
      let hub = session.addVariable()
      for index in 0..<count {
        let member = session.addVariable()
        session.addConstraint([.init(1, member), .init(-1, hub)], .equal, Double(index))
      }
      session.addConstraint([.init(1, hub)], .equal, 5, strength: .weak)
      #expect(session.solve() == .solved)
      return session.counters.cellOperations
    }
    let small = work(500)
    let large = work(2000)
    #expect(large < 5 * small, "\(small) and \(large)")
  }

  @Test("a refused drag of two variables leaves no trace of the one that could move")
  func refusedPair() {
    var session = SolverSession()
    let near = session.addVariable()
    let far = session.addVariable()
    session.addEdit(of: near, strength: .strong)
    session.addEdit(of: far, strength: .strong)
    session.suggest(10, for: near)
    session.suggest(200_000, for: far)
    #expect(session.solve() == .solved)
    for value in [11.0, 12] {
      session.suggest(value, for: near)
      #expect(session.solve() == .solved)
    }
    session.workLimit = 0
    session.suggest(13, for: near)
    // So large a value loses digits when motions alternate, and no work is left to solve for it.
    session.suggest(200_001, for: far)
    #expect(session.solve() == .gaveUp(.workLimit))
    #expect(session.value(of: near) == 12)
    #expect(session.value(of: far) == 200_000)
  }
}
