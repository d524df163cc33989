// SPDX-License-Identifier: MIT

import Diagnosis
import Judging

/// The results of a batch of consecutive cases.
///
/// They have a text form, so that another process can send them.
package struct CaseBatch: Sendable, Hashable {
  var counts: CampaignCounts
  /// The cases on which a strategy of the campaign is wrong, or a law is broken, in order.
  package var failing: [NotableCase] = []
  /// The scripts on which the session is wrong, in order.
  package var failingScripts: [NotableScript] = []
  /// The answers about which the oracle makes no claim, in order.
  var undecided: [UndecidedAnswer] = []
  /// The index of the first case on which the canary is wrong.
  var canaryCaught: Int?
  /// A contradiction, which ends the batch and the campaign.
  package var internalError: Contradiction?

  /// Whether its last cases are left out: the campaign was over after a case that ends processes.
  package var isPartial = false
  /// A case on which the tool contradicts itself.
  package struct Contradiction: Sendable, Hashable {
    package let index: Int
    package let error: InternalError
  }

  init(strategyCount: Int, lawCount: Int) {
    counts = CampaignCounts(strategyCount: strategyCount, lawCount: lawCount)
  }

  /// Whether the batch has no failure to minimize.
  var isClean: Bool { failing.isEmpty && failingScripts.isEmpty }

  /// The index after the last failing case.
  var endOfNotables: Int {
    1 + max(failing.last?.index ?? -1, failingScripts.last?.index ?? -1)
  }

  /// Whether all cases that it names belong to `cases`: the requesting process generates them
  /// again.
  func isAbout(_ cases: Range<Int>) -> Bool {
    let named =
      failing.map(\.index) + failingScripts.map(\.index) + undecided.map(\.index)
      + [canaryCaught, internalError?.index].compactMap { $0 }
    return named.allSatisfy(cases.contains)
  }

  /// The batch without the evidence of its failures, which a long list of batches has no room for.
  var withoutEvidence: CaseBatch {
    var batch = self
    for index in failing.indices { batch.failing[index].evidence = nil }
    for index in failingScripts.indices { batch.failingScripts[index].script = nil }
    return batch
  }

  /// Appends the batch that follows.
  package mutating func append(_ next: CaseBatch) {
    counts += next.counts
    failing += next.failing
    failingScripts += next.failingScripts
    undecided += next.undecided.prefix(max(0, UndecidedAnswer.listedMax - undecided.count))
    canaryCaught = canaryCaught ?? next.canaryCaught
    internalError = internalError ?? next.internalError
  }
}
