// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Solvers

@Suite("The faults planted in the relaxation strategy")
struct RelaxationFaultTests {
  /// Returns a system of at most four constraints that the faulted solver answers wrongly.
  private func failingSystem(_ fault: RelaxationFault) -> LinearSystem {
    var builder = SystemBuilder(variables: 2)
    switch fault {
    case .stopsEarly, .staleValue, .halfPoint:
      // The sweeps approach from both sides without reaching the value.
      builder.add([(1, 0)], .greaterThanOrEqual, 50)
      builder.add([(1, 0)], .lessThanOrEqual, 50)
    case .inequalitiesForgotten:
      builder.add([(1, 0)], .greaterThanOrEqual, 50)
      builder.add([(1, 0)], .equal, 0, 500)
    case .strengthAsWeight:
      builder.add([(1, 0)], .equal, 0, 500)
      builder.add([(1, 0)], .equal, 10, 260)
      builder.add([(1, 0)], .equal, 10, 250)
    case .singlePrecision: builder.add([(3, 0)], .equal, 100_000)
    }
    return builder.system
  }

  @Test(
    "each makes the solver answer wrongly where the healthy one does not",
    arguments: RelaxationFault.allCases)
  func lies(fault: RelaxationFault) {
    let system = failingSystem(fault)
    let optimum = fault == .strengthAsWeight ? [0, 10, 10.0] : []
    let healthy = RelaxationSolver().solve(system, limit: .standard).outcome
    let faulted = RelaxationSolver(fault: fault).solve(system, limit: .standard).outcome
    #expect(!isLie(healthy, about: system, optimum: optimum), "\(healthy)")
    #expect(healthy.solution != nil, "\(healthy)")
    #expect(isLie(faulted, about: system, optimum: optimum), "\(faulted)")
  }
}
