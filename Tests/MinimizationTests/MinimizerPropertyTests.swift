// SPDX-License-Identifier: MIT

import LayoutModel
import Minimization
import TestSupport
import Testing

@Suite("Minimization of any case for any fault")
struct MinimizerPropertyTests {
  /// Returns random cases with the fault, and their seeds.
  static func starts(_ fault: Fault, count: Int) -> [(seed: UInt64, layoutCase: LayoutCase)] {
    let cases = RandomCase.cases(with: fault)
    return (0..<UInt64(count)).compactMap { seed in
      cases.value(seed: seed).map { (seed: seed, layoutCase: $0) }
    }
  }

  @Test(
    "The result has the fault, is well formed and no larger, and is a fixpoint",
    arguments: Fault.allCases)
  func promises(fault: Fault) {
    forAll(RandomCase.cases(with: fault), count: TestLength.choose(quick: 5, full: 10)) { start in
      let result = Minimizer.minimize(start, stillFails: fault.occurs)
      let again = Minimizer.minimize(result.layoutCase, stillFails: fault.occurs)
      let checks = [
        ("has no end", result.end == .fixpoint),
        ("lacks the fault", fault.occurs(in: result.layoutCase)),
        ("is not valid", result.layoutCase.isValid),
        ("is larger", CaseSize(result.layoutCase) <= CaseSize(start)),
        ("changes again", again.layoutCase == result.layoutCase && again.acceptedSteps == 0),
      ]
      let wrong = checks.filter { !$0.1 }.map(\.0)
      return .when(wrong.isEmpty, else: "the result \(wrong): \(result.layoutCase)")
    }
  }

  @Test(
    "Every case that the predicate accepts is smaller than the one before",
    arguments: TestLength.some(of: Fault.allCases, quick: 2))
  func everyStepIsSmaller(fault: Fault) {
    forAll(RandomCase.cases(with: fault), count: 5) { start in
      let trace = Trace(start)
      var areValid = true
      _ = Minimizer.minimize(start) { proposal in
        areValid = areValid && proposal.isValid
        let fails = fault.occurs(in: proposal)
        if fails { trace.accept(proposal) }
        return fails
      }
      if !areValid { return .fails("a proposal is not valid") }
      return .when(trace.isDescending, else: "an accepted case is not smaller")
    }
  }

  @Test(
    "The same start gives the same result with the same number of calls",
    arguments: TestLength.some(of: Fault.allCases, quick: 2))
  func deterministic(fault: Fault) {
    forAll(RandomCase.cases(with: fault), count: 5) { start in
      let first = Minimizer.minimize(start, stillFails: fault.occurs)
      let second = Minimizer.minimize(start, stillFails: fault.occurs)
      return .when(first == second, else: "\(first), then \(second)")
    }
  }

  @Test("For any budget, the result has the fault and the budget is kept")
  func budgets() throws {
    let (_, start) = try #require(Self.starts(.farSiblings, count: 1).first)
    for calls in [0, 1, 2, 5, 20] {
      let budget = MinimizationBudget(calls: calls, callsWithoutProgress: 1000, acceptedSteps: 500)
      let result = Minimizer.minimize(start, budget: budget, stillFails: Fault.farSiblings.occurs)
      #expect(result.calls <= max(calls, 1))
      #expect(result.end == .budget)
      #expect(Fault.farSiblings.occurs(in: result.layoutCase))
    }
    let two = MinimizationBudget(calls: 1000, callsWithoutProgress: 1000, acceptedSteps: 2)
    #expect(
      Minimizer.minimize(start, budget: two, stillFails: Fault.farSiblings.occurs).acceptedSteps
        == 2)
    let stopped = Minimizer.minimize(
      start, isStopped: { true }, stillFails: Fault.farSiblings.occurs)
    #expect(stopped.layoutCase == start)
    #expect(stopped.end == .stopped)
    #expect(stopped.statistics.isEmpty, "no reducer is run")
  }

  @Test("A start that does not fail is returned as it is")
  func startPasses() throws {
    let start = try #require(RandomCase.cases.value(seed: 1))
    let result = Minimizer.minimize(start) { _ in false }
    #expect(result.end == .startPasses)
    #expect(result.layoutCase == start)
    #expect(result.calls == 1)
  }

  @Test("If everything fails, one view is left")
  func everythingFails() {
    forAll(RandomCase.cases, count: 100) { start in
      let result = Minimizer.minimize(start) { _ in true }
      return .when(
        result.layoutCase == Self.smallest && result.calls < 20,
        else: "\(result.layoutCase) after \(result.calls) calls")
    }
  }

  static let smallest = LayoutCase(
    environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
    views: [View(id: "root", parent: nil)])

  @Test("Faults found from different seeds end in the same case")
  func normalization() throws {
    let wanted = TestLength.choose(quick: 3, full: 16)
    for fault in Fault.allCases {
      var counts: [LayoutCase: Int] = [:]
      let starts = Self.starts(fault, count: wanted)
      try #require(starts.count == wanted, "too few random cases have the fault \(fault)")
      for (_, start) in starts {
        let result = Minimizer.minimize(start, stillFails: fault.occurs)
        counts[result.layoutCase, default: 0] += 1
      }
      let most = try #require(counts.values.max())
      // At present all of them; a few may stay in other local minima after changes of reducers.
      #expect(most * 10 >= starts.count * 9, "\(fault): \(most) of \(starts.count)")
    }
  }
}

/// A record of whether each accepted case was smaller than the one before.
private final class Trace {
  private(set) var isDescending = true
  private var last: CaseSize
  private var isFirst = true

  init(_ start: LayoutCase) { last = CaseSize(start) }

  func accept(_ layoutCase: LayoutCase) {
    let size = CaseSize(layoutCase)
    // The first call confirms the start itself.
    if !isFirst && !(size < last) { isDescending = false }
    isFirst = false
    last = size
  }
}
