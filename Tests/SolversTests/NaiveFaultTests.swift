// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Solvers

@Suite("The faults planted in the naive strategy")
struct NaiveFaultTests {
  /// Returns a system of at most four constraints that the faulted solver answers wrongly.
  private func failingSystem(_ fault: NaiveFault) -> LinearSystem {
    var builder = SystemBuilder(variables: 2)
    switch fault {
    case .dropForgotten:
      builder.add([(1, 0)], .equal, 0, 500)
      builder.add([(1, 0)], .equal, 10, 500)
      builder.add([(1, 0)], .equal, 20, 500)
    case .flippedConstant: builder.add([(1, 0)], .lessThanOrEqual, -10)
    case .relationKept: builder.add([(-1, 0), (1, 1)], .greaterThanOrEqual, 10)
    case .absoluteTolerance:
      builder.add([(Rational(1), 0), (Rational(1, 10_000), 1)], .equal, .one)
      builder.add([(1, 1)], .equal, 10_000)
    case .redundancyRefused:
      builder.add([(1, 0)], .equal, 5)
      builder.add([(2, 0)], .equal, 10)
    case .twinsCollapsed:
      builder.add([(1, 0)], .greaterThanOrEqual, 0)
      builder.add([(1, 0)], .greaterThanOrEqual, 50)
    case .singleRepair:
      builder.add([(1, 0)], .greaterThanOrEqual, 50)
      builder.add([(1, 0), (-1, 1)], .lessThanOrEqual, 20)
    }
    return builder.system
  }

  @Test(
    "each makes the solver answer wrongly where the healthy one does not",
    arguments: NaiveFault.allCases)
  func lies(fault: NaiveFault) {
    let system = failingSystem(fault)
    let optimum = fault == .dropForgotten ? [20.0] : []
    let healthy = NaiveSolver().solve(system, limit: .standard).outcome
    let faulted = NaiveSolver(fault: fault).solve(system, limit: .standard).outcome
    #expect(!isLie(healthy, about: system, optimum: optimum), "\(healthy)")
    #expect(healthy.solution != nil, "\(healthy)")
    #expect(isLie(faulted, about: system, optimum: optimum), "\(faulted)")
  }
}
