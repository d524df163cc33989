// SPDX-License-Identifier: MIT

import Choices
import Diagnosis
import Digests
import LayoutGenerators
import Minimization

/// The cases of a campaign by index: each from a seed of its own, so that any worker can make any
/// case.
package struct CaseSource: Sendable {
  private let seed: UInt64
  private let generator: Generator<GeneratedCase>
  /// The choices of the one case that there is, whatever its index; nil where the seed gives them.
  private let bytes: [UInt8]?

  /// Draws from one profile, or from the default mix.
  ///
  /// - Parameter bytes: the choices of the one case that there is; nil where the seed gives them.
  package init(seed: UInt64, profile: Profile? = nil, bytes: [UInt8]? = nil) {
    self.seed = seed
    generator = profile.map { caseGenerator(profile: $0) } ?? mixedCaseGenerator()
    self.bytes = bytes
  }

  /// How often a generator that leads nowhere is asked again, with other choices.
  static let attemptsMax = 16

  /// The case with the given index.
  ///
  /// - Throws: when the generator keeps leading nowhere, or makes a case that is not well formed.
  package func generate(_ index: Int) throws(InternalError) -> GeneratedCase {
    guard let (generated, _) = drawn(index) else { throw deadEnd(index) }
    guard let problem = generated.layoutCase.validate().first else { return generated }
    throw InternalError(
      "the generator made a case that is not well formed: \(problem)", on: generated.layoutCase)
  }

  /// What is thrown when all attempts at a case lead nowhere.
  package func deadEnd(_ index: Int) -> InternalError {
    InternalError("the generator led nowhere \(attempts) times for case \(index)", on: nil)
  }

  /// The choices that make the case with the given index; nil when there is no such case.
  package func origin(_ index: Int) -> ChoiceOrigin? {
    drawn(index).map {
      ChoiceOrigin(sequence: $0.source.recording, generator: generator.map { $0.layoutCase })
    }
  }

  private func drawn(_ index: Int) -> (generated: GeneratedCase, source: ChoiceSource)? {
    for attempt in 0..<attempts {
      var source = choices(index, attempt)
      guard var generated = try? generator.generate(from: &source) else { continue }
      generated.deadEnds = attempt
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
