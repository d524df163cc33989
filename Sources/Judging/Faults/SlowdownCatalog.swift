// SPDX-License-Identifier: MIT

import LayoutModel
import LayoutSolving
import LinearModel
import Oracles
import Solvers

/// Mutants with right answers that cost too much: only the cost oracle can find them.
package enum SlowdownCatalog {
  /// All slowdowns, in the order of the strategies, then of their slowdowns.
  package static let all: [Mutant] =
    SimplexSlowdown.allCases.map(mutant) + RelaxationSlowdown.allCases.map(mutant)
    + NaiveSlowdown.allCases.map(mutant)

  /// Whether a mutant is one of the slowdowns.
  package static func contains(_ name: String) -> Bool { all.contains { $0.name == name } }

  private static func mutant(_ slowdown: SimplexSlowdown) -> Mutant {
    mutant(
      .simplex, slowdown.rawValue, SimplexSolver(fault: nil, slowdown: slowdown), slowdown.origin,
      slowdown.handMade, seenBy: .cellOperations)
  }

  private static func mutant(_ slowdown: RelaxationSlowdown) -> Mutant {
    mutant(
      .relaxation, slowdown.rawValue, RelaxationSolver(fault: nil, slowdown: slowdown),
      slowdown.origin,
      slowdown.handMade, seenBy: .iterations)
  }

  private static func mutant(_ slowdown: NaiveSlowdown) -> Mutant {
    // Its rounds are bounded by their cost, so the cost shows the fault.
    mutant(
      .naive, slowdown.rawValue, NaiveSolver(fault: nil, slowdown: slowdown), slowdown.origin,
      slowdown.handMade, seenBy: .cellOperations)
  }

  private static func mutant(
    _ family: StrategyName, _ slowdown: String, _ solver: any Solver, _ origin: FaultOrigin,
    _ handMade: LayoutCase, seenBy counter: WorkCounter
  ) -> Mutant {
    let strategy = Strategy(name: "\(family.rawValue).\(slowdown)", solver: solver)
    return Mutant(
      name: strategy.name, origin: origin,
      seenBy: counters(first: counter),
      subject: .strategy(strategy, healthy: Strategy.healthy(family), handMade: handMade))
  }

  /// Returns the kinds of findings about costs; the hunt for a slowdown uses the first one.
  private static func counters(first: WorkCounter) -> [FailureKind] {
    let others = WorkCounter.allCases.filter { $0 != first }
    return ([first] + others).flatMap { [.slower($0), .growsFaster($0)] }
  }
}

extension SimplexSlowdown {
  var origin: FaultOrigin {
    switch self {
    case .supportsIgnored:
      return FaultOrigin(
        "conflicts by leaving out each constraint in turn", after: "the plain deletion filter")
    }
  }

  var handMade: LayoutCase {
    switch self {
    case .supportsIgnored: return Self.chainOfEqualViews
    }
  }
}

extension SimplexSlowdown {
  /// A root of a wrong width, and a chain of views with equal places.
  ///
  /// Two constraints conflict. The more of the others there are, the more often all of them are
  /// solved in vain.
  private static var chainOfEqualViews: LayoutCase {
    var result = HandMadeCase(views: 8).adding(.root, .width, .equal, 1).layoutCase
    for view in 1...8 {
      for attribute in [Attribute.left, .width, .top, .height] {
        result.constraints.append(
          LayoutConstraint(
            id: "c\(result.constraints.count + 1)", first: Anchor(.view(view), attribute),
            second: Anchor(.view(view - 1), attribute)))
      }
    }
    return result
  }
}

extension RelaxationSlowdown {
  var origin: FaultOrigin {
    switch self {
    case .neverSettles:
      return FaultOrigin(
        "sweeps continue though nothing moves any more",
        after: "lume/kiwi's cap of 10,000 iterations")
    }
  }

  var handMade: LayoutCase {
    switch self {
    // The sizes of the root must not be negative: rows in which nothing can move.
    case .neverSettles: return HandMadeCase(views: 0).layoutCase
    }
  }
}

extension NaiveSlowdown {
  var origin: FaultOrigin {
    switch self {
    case .roundsUnbounded:
      return FaultOrigin(
        "repairs go to and fro until a limit far away", after: "the cycling of dual optimizations")
    }
  }

  var handMade: LayoutCase {
    switch self {
    // Each is to the right of the one before, and the last to the left of the first. On these four
    // views alone, the healthy strategy runs some 80 rounds, too: its constant effort is large for
    // so few views.
    case .roundsUnbounded:
      return HandMadeCase(views: 20)
        .adding(.root, .left, .greaterThanOrEqual, .a, .left)
        .adding(.root, .left, .lessThanOrEqual, .b, .left)
        .adding(.a, .left, .greaterThanOrEqual, .c, .left)
        .adding(.b, .left, .lessThanOrEqual, .d, .left)
        .adding(.c, .left, .greaterThanOrEqual, .d, .left, plus: 1)
        .layoutCase
    }
  }
}
