// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@testable import Minimization

@Suite("Gate of any subject")
struct SubjectGateTests {
  private static let proposals = Generator.integer(in: 0...20).list(count: 0...60, average: 20)

  @Test("the best subject fails, no subject is tried twice, and steps only go down")
  func gate() {
    forAll(Self.proposals, count: 300) { proposals in
      var asked: [Int] = []
      var gate = SubjectGate(
        Candidate(number: 15), budget: .runs(12),
        stillFails: { candidate in
          asked.append(candidate.number)
          return candidate.number % 3 == 0
        })
      var bests = [15]
      for proposal in proposals where gate.testAndCommit(Candidate(number: proposal)) {
        bests.append(gate.current.number)
      }
      let isSorted = zip(bests, bests.dropFirst()).allSatisfy { $0 > $1 }
      let isRight =
        gate.current.number % 3 == 0 && Set(asked).count == asked.count
        && asked.count == gate.result.runs
        && asked.count <= 12 && gate.acceptedSteps == bests.count - 1 && isSorted
      return .when(isRight, else: "\(bests), asked \(asked)")
    }
  }

  @Test("a gate says why it ended")
  func end() {
    var isStopped = false
    func gate(_ runsMax: Int) -> SubjectGate<Candidate> {
      SubjectGate(
        Candidate(number: 9), budget: .runs(runsMax, endings: 1), isStopped: { isStopped },
        bench: TrialBench { candidate in
          var trial = Trial.untried
          trial.count(isHang: candidate.number == 0)
          return trial
        })
    }
    var spent = gate(1)
    spent.testAndCommit(Candidate(number: 4))
    #expect(spent.isExhausted && spent.result.end == .calls)
    var open = gate(2)
    open.testAndCommit(Candidate(number: 4))
    #expect(!open.isExhausted && open.result.end == .fixpoint)
    open.testAndCommit(Candidate(number: 0))
    #expect(open.isExhausted && open.result.end == .calls)
    var slow = gate(5)
    slow.testAndCommit(Candidate(number: 0))
    #expect(slow.isExhausted && slow.result.end == .calls && slow.result.runs == 1)
    open = gate(5)
    open.testAndCommit(Candidate(number: 4))
    isStopped = true
    #expect(open.isExhausted && open.result.end == .stopped)
    #expect(!open.testAndCommit(Candidate(number: 3)) && open.result.runs == 1)
  }
}

/// A subject that is as simple as its number is small.
private struct Candidate: ReducibleSubject {
  let number: Int

  var reducedSize: Int { number }
  func key(_ size: Int) -> Int { size }
  var isValid: Bool { true }
}
