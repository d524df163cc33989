// SPDX-License-Identifier: MIT

import Judging
import LayoutGenerators
import Laws

/// What a campaign does and when it ends.
package struct CampaignSettings: Sendable {
  package var seed: UInt64
  /// The number of cases; nil for no end but the time limit or a request to stop.
  package var caseCount: Int?
  /// The time after which no further case starts; nil for none.
  package var nanosecondsMax: UInt64?
  /// The choices of the one case that there is, as a fuzzer gives them (`ByteInput`), whatever its
  /// index; nil in a campaign, whose cases are made from the seed.
  package var bytes: [UInt8]?
  /// How many cases run at a time.
  package var jobs: Int
  package var strategies: [Strategy]
  /// The one profile to draw from; nil for the default mix.
  package var profile: Profile?
  /// A faulty strategy that the campaign must catch.
  package var canary: Mutant?
  /// Whether findings are made small.
  package var minimizes: Bool
  /// The folder for findings; nil keeps nothing on disk.
  package var outputFolder: String?
  /// The number of failing cases after which the campaign ends; nil for no such end.
  package var failuresMax: Int?
  /// The laws that are tried, in turn.
  package var laws: [any Law]
  /// How often.
  package var lawFrequency: LawFrequency = .sampled
  /// Judges what right answers cost; nil when nothing is said about that.
  package var costs: CostOracle?
  /// One case in so many, at least one, is repeated to see how its cost grows.
  package var growthPeriod: Int = CampaignSettings.growthPeriod {
    didSet { precondition(growthPeriod > 0, "one case in \(growthPeriod) cannot be") }
  }
  /// The session that does what scripts say: one of each layout, edited.
  package var session: SessionTarget
  /// How often.
  package var scriptFrequency: ScriptFrequency

  /// Of how many cases a script is made.
  package enum ScriptFrequency: String, Sendable, Hashable, CaseIterable {
    /// Of one case in `CampaignSettings.scriptPeriod`.
    case sampled
    /// Of every case.
    case always
    case never
  }
  /// A planted fault of the lowering or the importers, for all strategies and the oracle alike;
  /// planted truths do not count then.
  package var fault: WorldFault?

  /// On how many cases laws are tried.
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

  /// The canary solves one case in so many: enough to be caught within seconds, too few to slow the
  /// campaign down.
  package static let canaryPeriod = 16

  /// One case in so many is tried with a law, which takes about as long as the oracle took: often
  /// enough that each law is seen thousands of times within minutes, seldom enough that a campaign
  /// is hardly slower.
  package static let lawPeriod = 4

  /// One case in so many is repeated to see how its cost grows, which takes about as long as ten
  /// cases.
  package static let growthPeriod = 256

  /// One case in so many is edited in a session.
  ///
  /// A script takes about ten exact answers, which is what it costs: with one in sixteen a campaign
  /// takes a fifth more user time.
  package static let scriptPeriod = 16
}

extension CampaignSettings {
  /// The seed that cases are generated from; nil for the one case of given bytes.
  var seedOfCases: UInt64? { bytes == nil ? seed : nil }
}

extension CaseSource {
  /// The cases of a campaign.
  init(_ settings: CampaignSettings) {
    self.init(seed: settings.seed, profile: settings.profile, bytes: settings.bytes)
  }
}
