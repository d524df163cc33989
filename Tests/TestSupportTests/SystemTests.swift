// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing

@Suite("Linear systems of tests")
struct SystemTests {
  /// `x >= 0`, `x - y/2 == 3` and `0 <= 1`, the second preferred.
  private static var sample: LinearSystem {
    var builder = SystemBuilder(variables: 2)
    builder.add([(1, 0)], .greaterThanOrEqual, 0)
    builder.add([(Rational(1), 0), (Rational(-1, 2), 1)], .equal, Rational(3), 500)
    builder.add([] as [(Int, Int)], .lessThanOrEqual, 1)
    return builder.system
  }

  @Test("a system is printed with a line for each constraint")
  func text() {
    #expect(
      Self.sample.testDescription == """
        2 variables
          0: 1 x0 >= 0
          1: 1 x0 + -1/2 x1 == 3 @500.0
          2: 0 <= 1
        """)
  }

  @Test("constraints and variables take other places, and take them back")
  func places() {
    let other = Self.sample.keeping([1, 0]).renumbered([1, 0])
    #expect(
      other.testDescription == """
        2 variables
          0: -1/2 x0 + 1 x1 == 3 @500.0
          1: 1 x1 >= 0
        """)
    forAll(.reordered(.wild)) { pair in
      let back = pair.order.indices.sorted { pair.order[$0] < pair.order[$1] }
      return .when(pair.second.keeping(back) == pair.first, else: "\(back)")
    }
  }

  @Test("a known point satisfies the required constraints of feasible systems")
  func feasible() {
    let systems: [Generator<LinearSystem>] = [
      .feasible, .boxes(views: 1...3), .layout(views: 1...1),
    ]
    forAll(.oneOf(systems), count: 300, floor: 30) { system in
      // Larger ones have too many planes to be tried.
      if system.constraintCount > 8 || system.variableCount > 4 { return .notApplicable }
      return .when(BruteForce(system).optimum()[0].isZero, else: "infeasible")
    }
  }

  @Test("brute force finds the optima and the contradictions of systems worked out by hand")
  func bruteForce() {
    var builder = SystemBuilder(variables: 1)
    builder.add([(1, 0)], .equal, 0, 500)
    builder.add([(1, 0)], .greaterThanOrEqual, 10)
    #expect(BruteForce(builder.system).optimum() == [.zero, Rational(10)])
    builder.add([(2, 0)], .lessThanOrEqual, 4)
    let all = [ConstraintID(1), ConstraintID(2)]
    #expect(BruteForce(builder.system).optimum()[0] == Rational(8))
    #expect(BruteForce(builder.system).isIrreducible(all))
    #expect(!BruteForce(builder.system).isIrreducible([ConstraintID(1)]))
  }
}
