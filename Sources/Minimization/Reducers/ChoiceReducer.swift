// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Where a generated case comes from: the choices behind it, and what makes a case of choices.
package struct ChoiceOrigin: Sendable {
  package let sequence: ChoiceSequence
  package let generator: Generator<LayoutCase>

  package init(sequence: ChoiceSequence, generator: Generator<LayoutCase>) {
    self.sequence = sequence
    self.generator = generator
  }
}

/// Makes the choices behind a generated case small and generates again: whole constructs of the
/// generator go at once, also those that no reducer of cases can take apart.
///
/// Works on the start case only: once another reducer has changed the case, no choices lead to it.
struct ChoiceReducer: Reducer {
  let name = "choices"
  private let origin: ChoiceOrigin

  /// Runs of the predicate; the reducers of cases do the rest better.
  private static let executions = 60
  private static let generations = 2_000

  init(_ origin: ChoiceOrigin) { self.origin = origin }

  func reduce(_ gate: inout MinimizationGate) {
    var source = ChoiceSource.replay(origin.sequence)
    guard let start = try? origin.generator.generate(from: &source), start == gate.current else {
      return
    }
    let limits = ChoiceMinimizer<LayoutCase>.Limits(
      executions: Self.executions, generations: Self.generations)
    let isStopped = gate.isStopped
    withoutActuallyEscaping({ $0 == start || gate.testAndCommit($0) }) { stillFails in
      _ = ChoiceMinimizer.minimize(
        origin.sequence, of: origin.generator, limits: limits, isStopped: isStopped,
        stillFails: stillFails)
    }
  }
}
