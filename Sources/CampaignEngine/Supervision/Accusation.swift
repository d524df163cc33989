// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import LayoutGenerators
import Oracles
import Supervision

/// The failing part and its failure, with all facts besides the case that are needed to reproduce
/// it in any process.
package struct Accusation: Sendable, Hashable {
  let failure: FailureIdentity
  /// The profile of the case that showed it first, which selects the cost model; nil for the cost
  /// model of all profiles.
  var profile: Profile?
  /// Its index in the campaign, from which its script is generated; nil for a case outside of a
  /// campaign.
  var index: Int?
  /// The seed of that campaign; nil if it is the campaign that examines the failure.
  var seed: UInt64?

  init(
    _ failure: FailureIdentity, profile: Profile? = nil, index: Int? = nil, seed: UInt64? = nil
  ) {
    self.failure = failure
    self.profile = profile
    self.index = index
    self.seed = seed
  }

  /// Creates the accusation of a failing case of a campaign.
  package init(_ failure: FailureIdentity, on notable: NotableCase) {
    self.init(failure, profile: notable.profile, index: notable.index)
  }

  /// The accused part of the tool; nil when a strategy or a law is accused.
  var part: CasePhase? {
    if case .part(let part) = failure.accused { part } else { nil }
  }
}

extension FailurePredicate {
  /// Creates the predicate of a failure that a campaign with these settings has found.
  ///
  /// Returns nil when neither one of its strategies nor one of its laws is accused.
  package init?(_ accusation: Accusation, in settings: CampaignSettings) {
    let kind = accusation.failure
    if let name = kind.verdict.law {
      guard let law = settings.laws.first(where: { $0.name == name }) else { return nil }
      self.init(LawCheck(law, fault: settings.fault))
      return
    }
    guard let strategy = settings.strategies.first(where: { .strategy($0.name) == kind.accused })
    else {
      return nil
    }
    let costs = settings.costs.flatMap {
      CostOracle(kind.verdict, profile: accusation.profile, table: $0.table)
    }
    self.init(strategy, kind, costs: costs)
  }
}
