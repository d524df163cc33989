// SPDX-License-Identifier: MIT

import Diagnosis
import Judging
import LayoutGenerators

/// A failing case of a campaign.
package struct NotableCase: Sendable, Hashable {
  /// The index of the case in the campaign.
  package let index: Int
  let profile: Profile
  /// The faulty strategies, laws and parts of the tool, with their failures.
  ///
  /// The campaign's strategies come first, in order, then its laws, then the parts of the tool that
  /// did not finish.
  package let kinds: [FailureSignature.Kind]
}

/// A case of a campaign on whose script the session is wrong; the script follows from the index.
package struct NotableScript: Sendable, Hashable {
  /// The index of the case in the campaign.
  package let index: Int
  package let verdict: FailureKind
}

/// The results of a batch of consecutive cases.
///
/// They are only numbers and names, so that another process can send them.
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
