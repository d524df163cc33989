// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import Judging

/// The documents of a campaign by index: changed real ones, and generated layouts as documents.
package struct DocumentSource: Sendable {
  private let seed: UInt64
  private let pool: MutationPool
  private let cases: CaseSource

  /// - Parameters:
  ///   - seed: the seed of the campaign.
  ///   - documents: the real documents; may be empty.
  package init(seed: UInt64, documents: [DocumentMarkup]) {
    self.seed = seed
    pool = MutationPool(documents)
    cases = CaseSource(seed: seed)
  }

  /// Returns the document of a case.
  ///
  /// A campaign begins with each real document, unchanged: its own faults should not be found by
  /// chance.
  ///
  /// - Throws: when the generator of layouts contradicts itself.
  package func document(_ index: Int) throws(InternalError) -> DocumentMarkup {
    if pool.documents.indices.contains(index) { return pool.documents[index] }
    var mutator = DocumentMutator(pool, seed: caseSeed(campaign: seed, index: index))
    let isGenerated = pool.documents.isEmpty || mutator.chance(1, in: 4)
    let original = isGenerated ? try generated(index) : mutator.chosenDocument()
    return mutator.mutated(original)
  }

  /// Returns a generated layout as a document; a few have names that XML does not allow, so that
  /// the next one counts.
  private func generated(_ index: Int) throws(InternalError) -> DocumentMarkup {
    for attempt in 0..<Self.attemptsMax {
      let layout = try cases.generate(index + attempt * Self.attemptStride).layoutCase
      if let part = layout.documentPart,
        let markup = DocumentMarkup(DocumentWriter.document(of: part).bytes)
      {
        return markup
      }
    }
    throw InternalError("\(Self.attemptsMax) generated layouts are no documents", on: nil)
  }

  private static let attemptsMax = 16
  private static let attemptStride = 1 << 32
}
