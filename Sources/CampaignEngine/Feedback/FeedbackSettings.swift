// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import LayoutModel

/// How a campaign makes cases of earlier ones.
package struct FeedbackSettings: Sendable, Hashable {
  /// The first cases of the campaign, and so its first parents: real screens, as a rule.
  package var seeds: [LayoutCase]
  /// How many of a hundred cases are made of earlier ones; the others follow from the seed. With 0, and without seeds, all cases are those of
  /// the campaign without feedback.
  package var percent: Int

  /// Half of the cases stay as they would be: what feedback is blind to is found at half the pace, and not never.
  package static let percentDefault = 50

  /// How many cases have their parents from the same state of the corpus.
  package static let casesPerRound = FeedbackLoop.batchesPerRound * BatchRunner.casesPerBatch

  /// - Precondition: the seeds are well formed, and `0 <= percent <= 100`.
  package init(seeds: [LayoutCase] = [], percent: Int = percentDefault) {
    precondition((0...100).contains(percent), "\(percent) % cannot be")
    self.seeds = seeds
    self.percent = percent
  }

  /// Tells the seeds from others.
  ///
  /// - Complexity: O(their size): each is written as a case file.
  var seedsHash: String {
    ContentHash.text(seeds.flatMap { ContentHash.text(CaseFile.encode($0)).utf8 })
  }

  /// What workers have to know: that it is to be told what cases showed. How cases are made comes with them.
  var identity: JSONValue { ["percent": .number(percent), "seeds": .number(seeds.count)] }

  init(identity value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "feedback", keys: ["percent", "seeds"])
    let percent = try reader.required("percent").requiredIndex("a percentage")
    guard percent <= 100 else { throw value.error("expected a percentage") }
    self.init(percent: percent)
  }
}
