// SPDX-License-Identifier: MIT

import Judging
import LayoutGenerators
import Oracles
import Supervision

/// Who is accused of what: all that has to be known beside a case to look into the failure again,
/// in any process.
package struct Accusation: Sendable, Hashable {
  let kind: FailureSignature.Kind
  /// The kind of the case that showed it first, whose envelopes costs are compared with; nil for
  /// one over all kinds.
  var profile: Profile?
  /// Its index in the campaign, by which its script is drawn; nil for a case that is none of a
  /// campaign.
  var index: Int?
  /// The seed of that campaign, when it is another one than that which looks into the failure.
  var seed: UInt64?

  init(
    _ kind: FailureSignature.Kind, profile: Profile? = nil, index: Int? = nil, seed: UInt64? = nil
  ) {
    self.kind = kind
    self.profile = profile
    self.index = index
    self.seed = seed
  }

  /// What a case of a campaign is accused of.
  package init(_ kind: FailureSignature.Kind, on notable: NotableCase) {
    self.init(kind, profile: notable.profile, index: notable.index)
  }

  /// The part of the tool that does not come to an end; nil when a strategy or a law is accused.
  var part: CasePhase? { CasePhase.parts.first { $0.partName == kind.strategy } }
}

extension FailurePredicate {
  /// What shows a failure that a campaign with these settings has found; nil when neither one of
  /// its strategies nor one of its laws is accused.
  package init?(_ accusation: Accusation, in settings: CampaignSettings) {
    let kind = accusation.kind
    if let name = kind.verdict.law {
      guard let law = settings.laws.first(where: { $0.name == name }) else { return nil }
      self.init(LawCheck(law, fault: settings.fault))
      return
    }
    guard let strategy = settings.strategies.first(where: { $0.name == kind.strategy }) else {
      return nil
    }
    let costs = settings.costs.flatMap {
      CostOracle(kind.verdict, profile: accusation.profile, table: $0.table)
    }
    self.init(strategy, kind, costs: costs)
  }
}
