// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@testable import Minimization

@Suite("Gate of one subject at a time")
struct SubjectGateTests {
  private static let proposals = Generator.integer(in: 0...20).list(count: 0...60, average: 20)

  @Test("the best subject fails, no subject is tried twice, and steps only go down")
  func gate() {
    forAll(Self.proposals, count: 300) { proposals in
      var asked: [Int] = []
      var gate = SubjectGate(
        15, runsMax: 12, isStopped: { false }, size: { $0 },
        trial: { candidate in
          asked.append(candidate)
          return SubjectTrial(fails: candidate % 3 == 0, runs: 1)
        })
      var bests = [15]
      for proposal in proposals where gate.testAndCommit(proposal) { bests.append(gate.best) }
      let isSorted = zip(bests, bests.dropFirst()).allSatisfy { $0 > $1 }
      let isRight =
        gate.best % 3 == 0 && Set(asked).count == asked.count && asked.count == gate.result.runs
        && asked.count <= 12 && gate.acceptedSteps == bests.count - 1 && isSorted
      return .when(isRight, else: "\(bests), asked \(asked)")
    }
  }

  @Test("a gate says why it ended")
  func end() {
    var isStopped = false
    func gate(_ runsMax: Int) -> SubjectGate<Int, Int> {
      SubjectGate(
        9, runsMax: runsMax, hangsMax: 1, isStopped: { isStopped }, size: { $0 },
        trial: { candidate in
          var trial = SubjectTrial()
          trial.count(isHang: candidate == 0)
          return trial
        })
    }
    var spent = gate(1)
    spent.testAndCommit(4)
    #expect(spent.isExhausted && spent.result.end == .calls)
    var open = gate(2)
    open.testAndCommit(4)
    #expect(!open.isExhausted && open.result.end == .fixpoint)
    open.testAndCommit(0)
    #expect(open.isExhausted && open.result.end == .calls)
    var slow = gate(5)
    slow.testAndCommit(0)
    #expect(slow.isExhausted && slow.result.end == .calls && slow.result.runs == 1)
    open = gate(5)
    open.testAndCommit(4)
    isStopped = true
    #expect(open.isExhausted && open.result.end == .stopped)
    #expect(!open.testAndCommit(3) && open.result.runs == 1)
  }
}
