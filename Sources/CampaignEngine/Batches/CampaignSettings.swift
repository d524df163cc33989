// SPDX-License-Identifier: MIT

import Judging
import LayoutGenerators
import Laws

/// The settings of a campaign: its cases, checks and limits.
package struct CampaignSettings: Sendable {
  package var seed: UInt64
  /// The number of cases; nil for no end but the time limit or a request to stop.
  package var caseCount: Int?
  /// The time after which no further case starts; nil for none.
  package var nanosecondsMax: UInt64?
  /// The choices of the single case, as a fuzzer gives them (`ByteInput`), for any index.
  ///
  /// Nil in a campaign, whose cases are generated from the seed.
  package var bytes: [UInt8]?
  /// The number of cases that run at a time.
  package var jobs: Int
  package var strategies: [Strategy]
  /// The one profile to draw from; nil for the default mix.
  package var profile: Profile?
  /// A faulty strategy that the campaign must catch.
  package var canary: Mutant?
  /// Whether findings are minimized.
  package var minimizes: Bool
  /// The folder for findings; nil keeps nothing on disk.
  package var outputFolder: String?
  /// The number of failing cases after which the campaign ends; nil for no such end.
  package var failuresMax: Int?
  /// The laws that are checked, in turn.
  package var laws: [any Law]
  /// The frequency with which laws are checked.
  package var lawFrequency: LawFrequency = .sampled
  /// The judge of the cost of correct answers; nil when costs are not judged.
  package var costs: CostOracle?
  /// The interval of cases that are repeated to measure the growth of their cost; at least 1.
  package var growthPeriod: Int = CampaignSettings.growthPeriod {
    didSet { precondition(growthPeriod > 0, "one case in \(growthPeriod) cannot be") }
  }
  /// The session that runs scripts: each edits one layout.
  package var session: SessionTarget
  /// The frequency with which cases get a script.
  package var scriptFrequency: ScriptFrequency

  /// The choice of the cases that get a script.
  package enum ScriptFrequency: String, Sendable, Hashable, CaseIterable {
    /// One case in `CampaignSettings.scriptPeriod`.
    case sampled
    /// Every case.
    case always
    case never
  }
  /// A planted fault of the lowering or the importers, for all strategies and the oracle alike;
  /// planted truths are not checked then.
  package var fault: WorldFault?

  /// The choice of the cases on which laws are checked.
  package enum LawFrequency: Sendable, Hashable {
    /// One law on one case in `CampaignSettings.lawPeriod`.
    case sampled
    /// All laws on every case.
    case always
    /// The law of this name on every case, and one of the others in turn.
    case focused(on: String)
  }

  package init(
    seed: UInt64, caseCount: Int?, jobs: Int = 1, strategies: [Strategy] = Strategy.healthy,
    profile: Profile? = nil, canary: Mutant? = nil, minimizes: Bool = true,
    laws: [any Law] = LawCatalog.all, session: SessionTarget = SessionTarget(),
    scriptFrequency: ScriptFrequency = .sampled
  ) {
    self.seed = seed
    self.caseCount = caseCount
    self.jobs = jobs
    self.strategies = strategies
    self.profile = profile
    self.canary = canary
    self.minimizes = minimizes
    self.laws = laws
    self.session = session
    self.scriptFrequency = scriptFrequency
  }

  /// The interval of cases that the canary solves: short enough to catch it within seconds, long
  /// enough not to slow the campaign down.
  package static let canaryPeriod = 16

  /// The interval of cases that are checked with a law, which takes about as long as the oracle.
  ///
  /// It is short enough to check each law thousands of times within minutes, long enough not to
  /// slow the campaign down.
  package static let lawPeriod = 4

  /// The interval of cases that are repeated to measure the growth of their cost, which takes about
  /// as long as ten cases.
  package static let growthPeriod = 256

  /// The interval of cases with a script for a session.
  ///
  /// The cost of a script is about ten exact answers: with one in sixteen a campaign takes a fifth
  /// more user time.
  package static let scriptPeriod = 16
}

extension CampaignSettings {
  /// The seed from which cases are generated; nil for the single case of given bytes.
  var seedOfCases: UInt64? { bytes == nil ? seed : nil }
}

extension CaseSource {
  /// Creates the source of the cases of a campaign.
  init(_ settings: CampaignSettings) {
    self.init(seed: settings.seed, profile: settings.profile, bytes: settings.bytes)
  }
}
