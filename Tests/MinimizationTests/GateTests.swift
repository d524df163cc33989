// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import Minimization

@Suite("The gate")
struct GateTests {
  private let start = ReducerTests.start

  @Test("Refuses a case that is not smaller, without running the predicate")
  func notSmaller() {
    var gate = SubjectGate(start) { _ in
      Issue.record("the predicate was run")
      return true
    }
    gate.enter("test")
    let answer1 = gate.testAndCommit(start)
    #expect(!answer1)
    var larger = start
    larger.views.append(View(id: "more", parent: 0))
    let answer2 = gate.testAndCommit(larger)
    #expect(!answer2)
    #expect(gate.statistics[0].notSmaller == 2)
    #expect(gate.calls == 0)
  }

  @Test("After a request to stop, refuses any case without measuring it")
  func stopped() {
    var gate = SubjectGate(start, isStopped: { true }) { _ in
      Issue.record("the predicate was run")
      return true
    }
    gate.enter("test")
    let answer = gate.testAndCommit(start)
    #expect(!answer)
    #expect(gate.statistics[0].notSmaller == 0)
  }

  @Test("Refuses a case that is not well formed, without running the predicate")
  func invalid() {
    var gate = SubjectGate(start) { _ in
      Issue.record("the predicate was run")
      return true
    }
    gate.enter("test")
    var broken = start
    broken.views.removeLast()
    let answer3 = gate.testAndCommit(broken)
    #expect(!answer3)
    #expect(gate.statistics[0].invalid == 1)
    #expect(gate.current == start)
  }

  @Test("Tries no case twice")
  func repeated() {
    var calls = 0
    var gate = SubjectGate(start) { _ in
      calls += 1
      return false
    }
    gate.enter("test")
    let proposal = start.renamed()
    let answer4 = gate.testAndCommit(proposal)
    #expect(!answer4)
    let answer5 = gate.testAndCommit(proposal)
    #expect(!answer5)
    #expect(calls == 1)
    #expect(gate.statistics[0].repeated == 1)
  }

  @Test("Counts attempts and successes for the reducer that made them")
  func statistics() {
    let result = Minimizer.minimize(start) { $0.views.contains { $0.id == "d" } }
    let attempts = result.statistics.reduce(0) { $0 + $1.attempts }
    #expect(attempts + 1 == result.calls)
    #expect(result.statistics.reduce(0) { $0 + $1.successes } == result.acceptedSteps)
    #expect(Set(result.statistics.map(\.reducer)).count == result.statistics.count)
    #expect(result.acceptedSteps > 0)
  }

  @Test("A search for the largest step needs few calls", arguments: [0, 1, 3, 4, 5, 17, 100, 1000])
  func adaptive(answer: Int) {
    var calls = 0
    let found = AdaptiveSearch.largest(atMost: 1000) { step in
      calls += 1
      return step <= answer
    }
    #expect(found == answer)
    #expect(calls <= 25)
  }

  @Test("Deleting 200 parts, one of which is needed, takes few calls", arguments: [0, 77, 199])
  func deletion(needle: Int) {
    var many = LayoutCase(environment: start.environment, views: start.views)
    many.constraints = (0..<200).map {
      LayoutConstraint(id: "c\($0)", first: Anchor(.view(1), .width), constant: LayoutNumber($0))
    }
    var gate = SubjectGate(many) { $0.constraints.contains { $0.id == "c\(needle)" } }
    ConstraintReducer().reduce(&gate)
    #expect(gate.current.constraints.map(\.id) == ["c\(needle)"])
    #expect(gate.calls <= 30)
  }

  @Test("Minimization does not slip from one fault to an easier one")
  func slippage() {
    // The case has both faults; the predicate names the one that is harder to reach.
    let kind: (LayoutCase) -> String? = { layoutCase in
      if layoutCase.constraints.contains(where: { $0.priority == 999 }) { return "soft" }
      return layoutCase.constraints.isEmpty ? nil : "any"
    }
    var both = start
    both.constraints[0].priority = 999
    let result = Minimizer.minimize(both) { kind($0) == "soft" }
    #expect(kind(result.layoutCase) == "soft")
    #expect(result.layoutCase.constraints.count == 1)
  }
}
