// SPDX-License-Identifier: MIT

import Choices
import LayoutGenerators
import LayoutModel
import Minimization

/// The cases of a campaign by index: each from a seed of its own, so that any worker can make any case; in a campaign with
/// feedback some of them by a recipe instead.
package struct CaseSource: Sendable {
  /// How cases are made that do not follow from the seed.
  var recipes = RecipeBook.empty
  private let seed: UInt64
  private let generator: Generator<GeneratedCase>
  /// The choices of the one case that there is, whatever its index; nil where the seed gives them.
  private let bytes: [UInt8]?

  /// Draws from one profile, or from the default mix.
  package init(seed: UInt64, profile: Profile? = nil) {
    self.seed = seed
    generator = profile.map { caseGenerator(profile: $0) } ?? mixedCaseGenerator()
    bytes = nil
  }

  /// The cases of a campaign.
  init(_ settings: CampaignSettings) {
    seed = settings.seed
    generator = settings.profile.map { caseGenerator(profile: $0) } ?? mixedCaseGenerator()
    bytes = settings.bytes
  }

  /// How often a generator that leads nowhere is asked again, with other choices.
  static let attemptsMax = 16

  /// The case with the given index.
  ///
  /// - Throws: when the generator keeps leading nowhere, or makes a case that is not well formed.
  package func generate(_ index: Int) throws(InternalError) -> GeneratedCase {
    if case .layout(let layoutCase, let profile)? = recipes[index] {
      return GeneratedCase(layoutCase: layoutCase, profile: profile, truth: .unknown)
    }
    guard let (generated, _) = drawn(index) else { throw deadEnd(index) }
    guard let problem = generated.layoutCase.validate().first else { return generated }
    throw InternalError(
      "the generator made a case that is not well formed: \(problem)", on: generated.layoutCase)
  }

  /// What is thrown when all attempts at a case lead nowhere.
  func deadEnd(_ index: Int) -> InternalError {
    InternalError("the generator led nowhere \(attempts) times for case \(index)", on: nil)
  }

  /// The choices that make the case with the given index; nil when there is no such case, or none are known for it.
  package func origin(_ index: Int) -> ChoiceOrigin? {
    if case .layout? = recipes[index] { return nil }
    return drawn(index).map {
      ChoiceOrigin(sequence: $0.source.recording, generator: generator.map { $0.layoutCase })
    }
  }

  private func drawn(_ index: Int) -> (generated: GeneratedCase, source: ChoiceSource)? {
    var deadEnds = 0
    if case .choices(let values, let seed)? = recipes[index] {
      // Changed choices that lead nowhere make place for the case that the seed gives.
      let sequence = ChoiceSequence(values: values)
      var source = ChoiceSource.replay(sequence, thenRandom: seed)
      if let generated = try? generator.generate(from: &source) { return (generated, source) }
      deadEnds = 1
    }
    for attempt in 0..<attempts {
      var source = choices(index, attempt)
      guard var generated = try? generator.generate(from: &source) else { continue }
      generated.deadEnds = deadEnds + attempt
      return (generated, source)
    }
    return nil
  }

  /// Bytes lead to the same each time.
  private var attempts: Int { bytes == nil ? CaseSource.attemptsMax : 1 }

  private func choices(_ index: Int, _ attempt: Int) -> ChoiceSource {
    bytes.map { .bytes($0) } ?? .random(seed: seed(index, attempt))
  }

  private func seed(_ index: Int, _ attempt: Int) -> UInt64 {
    var hasher = StableHash()
    hasher.combine(caseSeed(campaign: seed, index: index))
    hasher.combine(attempt)
    return hasher.finalize()
  }
}
