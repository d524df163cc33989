// SPDX-License-Identifier: MIT

import Choices
import LinearModel
import TestSupport
import Testing

@testable import Oracles

@Suite("The exact oracle on random systems")
struct ExactOracleProperties {
  @Test("every answer to a wild system is proved")
  func wildSystems() {
    forAll(
      .wild, count: 600, kinds: ["infeasible": 5, "unique": 5, "ambiguous": 5]
    ) { system, kinds in
      switch try ExactOracle.solve(system).optimum?.uniqueness {
      case .none: kinds.note("infeasible")
      case .unique: kinds.note("unique")
      case .ambiguous: kinds.note("ambiguous")
      }
      return .holds
    }
  }

  @Test("two optima without a proof are those of the proved solution")
  func unprovedOptima() {
    forAll(.wild, count: 600, kinds: ["several": 5]) { system, kinds in
      let unproved = ExactOracle.unprovedOptima(of: system)
      guard let proved = try ExactOracle.solve(system).optimum,
        case .ambiguous(let other) = proved.uniqueness
      else { return .when(unproved == nil, else: "two layouts in place of one or none") }
      kinds.note("several")
      try claim(unproved?.one == proved.point, "the first layout is another one")
      try claim(unproved?.other == other, "the second layout is another one")
      return .holds
    }
  }

  @Test("every answer to a coupled system is proved")
  func coupledSystems() {
    forAll(.coupled(variables: 1...6), count: 300, kinds: ["live sides": 6]) { system, kinds in
      let answer = try ExactOracle.solve(system)
      if case .unique(let certificate) = answer.optimum?.uniqueness, !certificate.live.isEmpty {
        kinds.note("live sides")
      }
      return .holds
    }
  }

  @Test("every answer to a layout-like system is proved, and it is feasible")
  func layoutLikeSystems() {
    forAll(.boxes(views: 1...20), count: 100) { system in
      let answer = try ExactOracle.solve(system)
      return .when(answer.isFeasible && !answer.usedBigIntegers, else: "\(answer)")
    }
  }
}
