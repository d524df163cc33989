// SPDX-License-Identifier: MIT

@testable import LayoutSolving

/// Chains of edges without variables for the widths between them; the solver finds most chains by
/// the left sides of rows.
extension SessionScript {
  /// Builds chains of edges in a window, then drags and changes their constraints, on average for
  /// `answers` answers.
  mutating func runEdges(answers: Int) {
    let window = addVariable()
    addEdit(of: window, strength: [750, 750, 500, 1000][upTo(3)])
    suggest(Double(upTo(30)) * 5, for: window)
    var edges: [SolverSession.Variable] = []
    for _ in 0...upTo(1) { edges += addEdges(2 + upTo(8), to: window) }
    for _ in 0..<upTo(3) { tie(edges) }
    solve()
    let answers = upTo(2 * answers)
    while solved + refused + gaveUp < answers, faults.isEmpty {
      switch upTo(7) {
      case 0: tie(edges)
      case 1:
        let edge = edges[upTo(edges.count - 1)]
        if !hasEdit(edge) { addEdit(of: edge, strength: [250, 500, 251][upTo(2)]) }
        suggest(Double(upTo(30)) * 5, for: edge)
      case 2, 3, 4:
        let edge = upTo(2) == 0 ? edges[upTo(edges.count - 1)] : window
        for _ in 0..<4 where faults.isEmpty {
          suggest(Double(upTo(60)) * 2.5, for: edge)
          if upTo(3) == 0 { suggest(Double(upTo(60)) * 2.5, for: window) }
          solve()
        }
      default: change()
      }
      solve()
    }
  }

  private mutating func addEdges(
    _ count: Int, to window: SolverSession.Variable
  ) -> [SolverSession.Variable] {
    var edges: [SolverSession.Variable] = []
    for _ in 0..<count { edges.append(addVariable()) }
    let strength = [250.0, 250, 251, 500][upTo(3)]
    let isUniform = upTo(2) != 0
    let factor = [1, 1, 1, 2, 1 / 3.0][upTo(4)]
    if upTo(5) != 0 { add([.init(1, edges[0])], .equal, 0) }
    for (before, edge) in zip(edges, edges.dropFirst()) {
      let terms = [SolverSession.Term(factor, edge), .init(-factor, before)]
      if upTo(4) != 0 { add(terms, .greaterThanOrEqual, isUniform ? 1 : Double(upTo(4))) }
      add(terms, .equal, isUniform ? 10 : Double(upTo(8)) * 5, strength: strength)
      if upTo(4) == 0 { add(terms, .lessThanOrEqual, 20, strength: [500, 1000][upTo(1)]) }
    }
    let end = SolverSession.Term(-1, edges[count - 1])
    switch upTo(3) {
    case 0: break
    case 1: add([.init(1, window), end], .greaterThanOrEqual, 0, strength: 500)
    default: add([.init(1, window), end], .equal, 0)
    }
    return edges
  }

  /// Adds a constraint across edges: two equal, distances compared, one fixed, or the middle of
  /// others.
  private mutating func tie(_ edges: [SolverSession.Variable]) {
    let last = edges.count - 1
    let chosen = [edges[upTo(last)], edges[upTo(last)], edges[upTo(last)], edges[upTo(last)]]
    let strength = [250.0, 251, 500, 500, 1000][upTo(4)]
    let relation = SolverSession.Relation.allCases[upTo(2)]
    switch upTo(3) {
    case 0: add([.init(1, chosen[0]), .init(-1, chosen[1])], relation, 0, strength: strength)
    case 1:
      add(
        [.init(1, chosen[0]), .init(-1, chosen[1]), .init(-1, chosen[2]), .init(1, chosen[3])],
        relation, 0,
        strength: strength)
    case 2: add([.init(1, chosen[0])], relation, Double(upTo(20)) * 5, strength: strength)
    default:
      add(
        [.init(2, chosen[0]), .init(-1, chosen[1]), .init(-1, chosen[2])], .equal, 0,
        strength: strength)
    }
  }
}
