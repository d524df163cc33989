// SPDX-License-Identifier: MIT

import Choices
import Diagnosis
import Digests
import LayoutGenerators
import Minimization

/// The cases of a campaign by index, each with a seed of its own: any worker can generate any case.
package struct CaseSource: Sendable {
  private let seed: UInt64
  private let generator: Generator<GeneratedCase>
  /// The choices of the only case, whatever its index; nil where the seed gives the choices.
  private let bytes: [UInt8]?

  /// Draws from one profile, or from the default mix.
  ///
  /// - Parameters:
  ///   - seed: the seed of the campaign.
  ///   - profile: the profile; nil for the default mix.
  ///   - bytes: the choices of the only case; nil where the seed gives the choices.
  package init(seed: UInt64, profile: Profile? = nil, bytes: [UInt8]? = nil) {
    self.seed = seed
    generator = profile.map { caseGenerator(profile: $0) } ?? mixedCaseGenerator()
    self.bytes = bytes
  }

  /// The largest number of attempts at one case, each with other choices.
  static let attemptsMax = 16

  /// Generates the case with the given index.
  ///
  /// - Throws: when all attempts are discarded, or the generator returns a case that is not well
  ///   formed.
  package func generate(_ index: Int) throws(InternalError) -> GeneratedCase {
    try draw(index).generated
  }

  /// Generates the case with the given index.
  ///
  /// - Returns: the case, and the source that has recorded its choices.
  /// - Throws: when all attempts are discarded, or the generator returns a case that is not well
  ///   formed.
  package func draw(
    _ index: Int
  ) throws(InternalError) -> (generated: GeneratedCase, source: ChoiceSource) {
    guard let drawn = drawn(index) else { throw deadEnd(index) }
    let generated = drawn.generated
    guard let problem = generated.layoutCase.validate().first else { return drawn }
    throw InternalError(
      "the generator made a case that is not well formed: \(problem)", on: generated.layoutCase)
  }

  /// Returns the error for a case whose attempts were all discarded.
  package func deadEnd(_ index: Int) -> InternalError {
    InternalError("all \(attempts) attempts to generate case \(index) were discarded", on: nil)
  }

  /// Returns the choices of a case with their generator.
  package func origin(of choices: ChoiceSequence) -> ChoiceOrigin {
    ChoiceOrigin(sequence: choices, generator: generator.map { $0.layoutCase })
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

  /// The number of attempts at one case; 1 for `bytes`, which give the same case each time.
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
