// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// The origin of a generated case: its choices, and its generator.
package struct ChoiceOrigin: Sendable {
  package let sequence: ChoiceSequence
  package let generator: Generator<LayoutCase>

  package init(sequence: ChoiceSequence, generator: Generator<LayoutCase>) {
    self.sequence = sequence
    self.generator = generator
  }
}

/// Minimizes the choices of a generated case and generates it again.
///
/// This removes whole constructs of the generator at once, also those that no reducer of cases can
/// divide. It works on the start case only: after a change by another reducer, no choices generate
/// the case.
struct ChoiceReducer: Reducer {
  let name = "choices"
  private let origin: ChoiceOrigin

  /// The largest number of runs of the predicate; the reducers of cases are better at the rest.
  private static let executions = 60
  private static let generations = 2_000

  init(_ origin: ChoiceOrigin) { self.origin = origin }

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
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
