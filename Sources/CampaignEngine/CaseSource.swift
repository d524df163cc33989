// SPDX-License-Identifier: MIT

import Choices
import LayoutGenerators
import LayoutModel
import Minimization

/// The cases of a campaign by index: each from a seed of its own, so that any worker can make any case.
package struct CaseSource: Sendable {
  private let seed: UInt64
  private let generator: Generator<GeneratedCase>

  /// Draws from one profile, or from the default mix.
  package init(seed: UInt64, profile: Profile? = nil) {
    self.seed = seed
    generator = profile.map { caseGenerator(profile: $0) } ?? mixedCaseGenerator()
  }

  /// How often a generator that leads nowhere is asked again, with other choices.
  static let attemptsMax = 16

  /// The case with the given index.
  ///
  /// - Throws: when the generator keeps leading nowhere, or makes a case that is not well formed.
  package func generate(_ index: Int) throws(InternalError) -> GeneratedCase {
    var discards = 0
    return try generate(index, discards: &discards)
  }

  /// The same, and how many choices led nowhere before is added to `discards`.
  func generate(_ index: Int, discards: inout Int) throws(InternalError) -> GeneratedCase {
    for attempt in 0..<CaseSource.attemptsMax {
      guard let generated = generator.value(seed: seed(index, attempt)) else {
        discards += 1
        continue
      }
      let problems = generated.layoutCase.validate()
      guard let problem = problems.first else { return generated }
      throw InternalError(
        "the generator made a case that is not well formed: \(problem)", on: generated.layoutCase)
    }
    throw InternalError(
      "the generator led nowhere \(CaseSource.attemptsMax) times for case \(index)", on: nil)
  }

  /// The choices that make the case with the given index; nil when there is no such case.
  package func origin(_ index: Int) -> ChoiceOrigin? {
    for attempt in 0..<CaseSource.attemptsMax {
      var source = ChoiceSource.random(seed: seed(index, attempt))
      if (try? generator.generate(from: &source)) != nil {
        return ChoiceOrigin(
          sequence: source.recording, generator: generator.map { $0.layoutCase })
      }
    }
    return nil
  }

  private func seed(_ index: Int, _ attempt: Int) -> UInt64 {
    var hasher = StableHash()
    hasher.combine(caseSeed(campaign: seed, index: index))
    hasher.combine(attempt)
    return hasher.finalize()
  }
}
