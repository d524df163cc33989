// SPDX-License-Identifier: MIT

import Choices
import LinearModel
import Oracles
import TestSupport
import Testing

@Suite("The exact oracle against brute force")
struct BruteForceTests {
  private static let systems = Generator<LinearSystem>.wild(
    variables: 1...3, strengths: [1000, 1000, 750, 250]
  ) { $0...7 }

  @Test("status and optima agree")
  func agreement() {
    forAll(Self.systems, count: 240, kinds: ["feasible": 20, "infeasible": 10]) { system, kinds in
      let answer = try ExactOracle.solve(system)
      let best = BruteForce(system).optimum()
      let expected = best[0].isZero ? Array(best.dropFirst()) : nil
      kinds.note(expected == nil ? "infeasible" : "feasible")
      let found = answer.optimum?.levels.map(\.optimum)
      return .when(found == expected, else: "\(String(describing: found)) instead of \(best)")
    }
  }
}
