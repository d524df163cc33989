// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import LayoutGenerators

/// The discarded attempts and the new behaviours of a campaign, as JSON and for records.
extension CampaignResult {
  var generatorsJSON: JSONValue {
    let generators = counts.generators
    return [
      "redrawn": .object(
        zip(Profile.allCases, generators.redrawn).map {
          JSONValue.Member(key: $0.rawValue, value: .number($1))
        }),
      "gaveUp": .number(generators.gaveUp), "unjudged": .number(generators.unjudged),
      "features": .object(
        zip(GeneratedCase.featureNames, generators.features).map {
          JSONValue.Member(key: $0, value: .number($1))
        }),
    ]
  }

  var behavioursJSON: JSONValue {
    let behaviours = counts.behaviours
    return [
      "seen": .number(behaviours.seen), "seenOnce": .number(behaviours.seenOnce),
      "chanceOfNew": .number(behaviours.chanceOfNew(after: counts.cases)),
      "lastNew": behaviours.lastNew.map { .number($0) } ?? .null,
      "newInLastTenth": .number(newInLastTenth),
    ]
  }

  /// The number of behaviours that appeared first in the last tenth of the cases.
  package var newInLastTenth: Int {
    counts.behaviours.new(since: counts.cases - counts.cases / 10)
  }

  /// The same numbers for `campaign.json`.
  var healthRows: [CampaignRecord.Row] {
    typealias Count = CampaignRecord.Count
    let (generators, behaviours) = (counts.generators, counts.behaviours)
    return [
      .init("redrawn", zip(Profile.allCases, generators.redrawn).map { Count($0.rawValue, $1) }),
      .init(
        "discarded", [Count("gaveUp", generators.gaveUp), Count("unjudged", generators.unjudged)]),
      .init("features", zip(GeneratedCase.featureNames, generators.features).map { Count($0, $1) }),
      .init(
        "behaviours",
        [
          Count("seen", behaviours.seen), Count("seenOnce", behaviours.seenOnce),
          Count("newInLastTenth", newInLastTenth),
        ]),
    ]
  }
}
