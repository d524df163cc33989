// SPDX-License-Identifier: MIT

import CorpusStore

/// The results of one night in numbers: one line of the history.
package struct NightRecord: Sendable, Hashable {
  /// The number of buckets by change.
  ///
  /// `slower` counts the failing ones about costs; these are also counted by their change.
  package struct Buckets: Sendable, Hashable {
    package var new = 0
    package var stillOpen = 0
    package var fixed = 0
    package var reopened = 0
    package var known = 0
    package var slower = 0

    package init() {}

    package init(_ changes: [BucketChange]) {
      for change in changes {
        switch change.kind {
        case .new: new += 1
        case .stillOpen: stillOpen += 1
        case .fixed: fixed += 1
        case .reopened: reopened += 1
        case .known: known += 1
        case .moved: break
        }
        if change.isThere, change.bucket.isSlower { slower += 1 }
      }
    }

    /// The number of all that are open and not suppressed.
    package var open: Int {
      [stillOpen, reopened].reduce(new) { sum, count in
        let (next, overflows) = sum.addingReportingOverflow(count)
        return overflows ? .max : next
      }
    }
  }

  /// The number of replayed cases.
  package struct Replayed: Sendable, Hashable {
    /// The number of cases from stored findings.
    package var stored = 0
    /// The number of cases from the folders that the user named.
    package var corpus = 0
    package var failing = 0
    /// The number of cases about which no claim is made.
    package var undecided = 0
    /// The number of cases that could not be run.
    package var unusable = 0

    package init() {}
  }

  /// The highest ratio of a strategy's cost to its expected cost.
  package struct Cost: Sendable, Hashable {
    package var strategy: String
    /// The ratio in thousandths.
    package var thousandths: Int
    package var counter: String

    package init(strategy: String, thousandths: Int, counter: String) {
      self.strategy = strategy
      self.thousandths = thousandths
      self.counter = counter
    }
  }

  /// A program that took part in a night.
  package struct Program: Sendable, Hashable {
    package var name: String
    /// The name and version that it stated.
    package var version: String
  }

  /// The number of different behaviours of strategies, oracle and laws in its random cases.
  package struct Behaviours: Sendable, Hashable {
    package var seen: Int
    /// Those of them that a single case showed.
    package var seenOnce: Int
    /// Those of them that only the last tenth of the cases showed.
    package var newInLastTenth: Int

    package init(seen: Int, seenOnce: Int, newInLastTenth: Int) {
      self.seen = seen
      self.seenOnce = seenOnce
      self.newInLastTenth = newInLastTenth
    }

    /// Nil for a campaign that does not count them.
    package init?(_ campaign: CampaignRecord) {
      guard let row = campaign.health.first(where: { $0.name == "behaviours" }) else { return nil }
      func count(_ name: String) -> Int { row.counts.first { $0.name == name }?.value ?? 0 }
      self.init(
        seen: count("seen"), seenOnce: count("seenOnce"), newInLastTenth: count("newInLastTenth"))
    }
  }

  /// The result of hunting a planted fault.
  package struct Hunted: Sendable, Hashable {
    /// The name of the mutant.
    package var name: String
    package var isFound: Bool
    /// The number of cases until it was found, or of all tried cases.
    package var cases: Int
    /// The number of elements of the smallest case that shows it; nil when it was not found.
    package var size: Int?
    /// The number of elements of the smallest hand-made case.
    package var handMadeSize: Int
  }

  /// Measurements, which differ from run to run.
  package struct Measured: Sendable, Hashable {
    package var replayNanoseconds: UInt64 = 0
    package var fuzzNanoseconds: UInt64 = 0
    /// The part of this time that minimization took.
    package var minimizingNanoseconds: UInt64 = 0
    /// The most memory that the tool held, and the most that one of its processes for cases held.
    package var toolBytes = 0
    package var workerBytes = 0
    /// The size of the folder of nights.
    package var diskBytes = 0

    package init() {}
  }

  package var stamp: NightStamp
  package var toolVersion: String
  package var seed: UInt64
  package var cases: Int
  package var digest: String
  /// The number of attempts that the generator discarded.
  package var discards: Int
  package var undecided: Int
  package var canary: CampaignRecord.Canary?
  package var buckets: Buckets
  package var replayed: Replayed
  /// The number of findings in the store after the night.
  package var stored: Int
  /// The number of cases of fixed buckets that were removed from the store, because a smaller one
  /// represents them.
  package var pruned: Int
  /// The number of problems of the night itself; with any, its results are not reliable.
  package var problems: Int
  package var costs: [Cost]
  /// The behaviours; nil for nights that did not count them.
  package var behaviours: Behaviours?
  /// The hunted faults in order; empty for nights without a hunt.
  package var mutants: [Hunted] = []
  /// The other programs that took part, in order; empty for nights without any.
  package var programs: [Program] = []
  /// The hashes of the plans whose shards were random cases; empty for nights that ran all.
  package var plans: [String] = []
  package var measured: Measured

  /// - Parameters:
  ///   - stamp: the night.
  ///   - campaign: the record of its random cases.
  ///   - seed: the seed of the night.
  ///   - buckets: the number of buckets by change.
  ///   - replayed: the number of replayed cases.
  ///   - stored: the number of findings in the store after the night.
  ///   - pruned: the number of removed cases of fixed buckets.
  ///   - problems: the number of problems of the night.
  ///   - costs: the highest ratio of each strategy.
  ///   - measured: the measurements.
  package init(
    stamp: NightStamp, campaign: CampaignRecord, seed: UInt64, buckets: Buckets,
    replayed: Replayed, stored: Int, pruned: Int, problems: Int, costs: [Cost], measured: Measured
  ) {
    self.stamp = stamp
    toolVersion = campaign.toolVersion
    self.seed = seed
    cases = campaign.cases
    digest = campaign.digest
    discards = campaign.discards
    undecided = campaign.undecided
    canary = campaign.canary
    self.buckets = buckets
    self.replayed = replayed
    self.stored = stored
    self.pruned = pruned
    self.problems = problems
    self.costs = costs
    self.measured = measured
  }

  /// The speed of the random cases; 0 when they took no measurable time.
  package var casesPerSecond: Double {
    let nanoseconds = measured.fuzzNanoseconds
    return nanoseconds == 0 ? 0 : Double(cases) * 1e9 / Double(nanoseconds)
  }

  /// Whether the results of the night are reliable.
  package var isSound: Bool { problems == 0 && canary?.isCaught != false }
}
