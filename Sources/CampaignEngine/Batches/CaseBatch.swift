// SPDX-License-Identifier: MIT

import Diagnosis
import Judging
import LayoutGenerators

/// A case of a campaign on which something is wrong.
package struct NotableCase: Sendable, Hashable {
  /// The index of the case in the campaign.
  package let index: Int
  let profile: Profile
  /// Who is wrong and how, in the order of the campaign's strategies, then its laws, then the parts
  /// of the tool that did not come to an end.
  package let kinds: [FailureSignature.Kind]
}

/// A case of a campaign on whose script the session is wrong: the script follows from the index.
package struct NotableScript: Sendable, Hashable {
  /// The index of the case in the campaign.
  package let index: Int
  package let verdict: FailureKind
}

/// What a batch of consecutive cases came to: numbers and names only, so that it can come from
/// another process.
package struct CaseBatch: Sendable, Hashable {
  var counts: CampaignCounts
  /// The cases on which a strategy of the campaign is wrong, or a law is broken, in order.
  package var failing: [NotableCase] = []
  /// The scripts on which the session is wrong, in order.
  package var failingScripts: [NotableScript] = []
  /// The answers that the oracle made no claim about, in order.
  var undecided: [UndecidedAnswer] = []
  /// The index of the first case on which the canary is wrong.
  var canaryCaught: Int?
  /// Ends the batch, and the campaign.
  package var internalError: Contradiction?

  /// A case on which the tool contradicts itself.
  package struct Contradiction: Sendable, Hashable {
    package let index: Int
    package let error: InternalError
  }

  init(strategyCount: Int, lawCount: Int) {
    counts = CampaignCounts(strategyCount: strategyCount, lawCount: lawCount)
  }

  /// Whether nothing is wrong that would have to be made small.
  var isClean: Bool { failing.isEmpty && failingScripts.isEmpty }

  /// The index after the last case on which something is wrong.
  var endOfNotables: Int {
    1 + max(failing.last?.index ?? -1, failingScripts.last?.index ?? -1)
  }

  /// Whether it names none but these cases: what is named is made again in the process that has
  /// asked.
  func isAbout(_ cases: Range<Int>) -> Bool {
    let named =
      failing.map(\.index) + failingScripts.map(\.index) + undecided.map(\.index)
      + [canaryCaught, internalError?.index].compactMap { $0 }
    return named.allSatisfy(cases.contains)
  }

  /// Adds the batch that follows.
  mutating func append(_ next: CaseBatch) {
    counts += next.counts
    failing += next.failing
    failingScripts += next.failingScripts
    undecided += next.undecided.prefix(max(0, UndecidedAnswer.listedMax - undecided.count))
    canaryCaught = canaryCaught ?? next.canaryCaught
    internalError = internalError ?? next.internalError
  }
}
