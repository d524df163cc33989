// SPDX-License-Identifier: MIT

import Choices
import Judging
import LayoutGenerators
import LayoutModel
import LinearModel
import Lowering

/// Searches for cases that are hard for a strategy: many pivots for each constraint.
///
/// It draws random cases of each profile, then changes single decisions of the best one and keeps
/// changes that make it no easier. The same seed finds the same cases.
package struct StressSearch: Sendable {
  package struct Found: Sendable {
    package let profile: Profile
    package let layoutCase: LayoutCase
    package let pivots: Int
    package let constraints: Int

    package var score: Double { Double(pivots) / Double(constraints) }
  }

  package let strategy: Strategy
  package let seed: UInt64
  /// The number of tried cases of each profile; a quarter of them are drawn at random.
  package let tries: Int
  /// The least number of constraints: in smaller cases a few pivots are meaningless.
  private static let constraintsMin = 20
  /// The largest number of decisions that change at a time.
  private static let changesMax = 4

  package init(strategy: Strategy, seed: UInt64, tries: Int) {
    self.strategy = strategy
    self.seed = seed
    self.tries = tries
  }

  /// Returns the hardest case of a profile; nil when none was large enough.
  ///
  /// `report` receives the number of tried cases from time to time.
  package func hardest(of profile: Profile, _ report: (Int) -> Void = { _ in }) -> Found? {
    let generator = caseGenerator(profile: profile)
    var numbers = Xoshiro256(seed: seed)
    var best: (found: Found, choices: ChoiceSequence)?
    for attempt in 0..<tries {
      if attempt % 100 == 0 { report(attempt) }
      var source: ChoiceSource
      if let best, attempt > tries / 4 {
        source = .replay(changed(best.choices, &numbers), thenRandom: numbers.next())
      } else {
        source = .random(seed: numbers.next())
      }
      guard let generated = try? generator.generate(from: &source),
        let found = measure(generated.layoutCase, profile),
        found.score >= best?.found.score ?? 0
      else { continue }
      best = (found, source.recording)
    }
    return best?.found
  }

  private func changed(
    _ sequence: ChoiceSequence, _ numbers: inout Xoshiro256
  ) -> ChoiceSequence {
    var values = sequence.values
    if values.isEmpty { return sequence }
    for _ in 0...numbers.upTo(UInt64(Self.changesMax - 1)) {
      let place = Int(numbers.upTo(UInt64(values.count - 1)))
      let choice = sequence.choices[place]
      values[place] = choice.value(at: numbers.upTo(choice.lastIndex))
    }
    return ChoiceSequence(values: values)
  }

  private func measure(_ layoutCase: LayoutCase, _ profile: Profile) -> Found? {
    let lowered = CaseRunner.plain(layoutCase)
    let constraints = lowered.system.constraintCount
    if constraints < Self.constraintsMin { return nil }
    let result = strategy.solver.solve(lowered.system, limit: .standard)
    // A case given up because of rounding is hard in another way, which pivots do not measure.
    if case .gaveUp = result.outcome { return nil }
    return Found(
      profile: profile, layoutCase: lowered.layoutCase, pivots: result.work.pivots,
      constraints: constraints)
  }
}
