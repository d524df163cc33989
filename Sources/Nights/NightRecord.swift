// SPDX-License-Identifier: MIT

import CorpusStore

/// What one night came to in numbers: one line of the history.
package struct NightRecord: Sendable, Hashable {
  /// What became of buckets.
  ///
  /// `slower` counts those that are there and about costs; they are among the others, too.
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

    /// All that are open and that no issue stands for.
    package var open: Int {
      [stillOpen, reopened].reduce(new) { sum, count in
        let (next, overflows) = sum.addingReportingOverflow(count)
        return overflows ? .max : next
      }
    }
  }

  /// Cases that were run again.
  package struct Replayed: Sendable, Hashable {
    /// Of findings that nights have stored.
    package var stored = 0
    /// Of the folders that the user named.
    package var corpus = 0
    package var failing = 0
    /// What could not be run.
    package var unusable = 0

    package init() {}
  }

  /// How near the dearest answer of a strategy came to its envelope.
  package struct Cost: Sendable, Hashable {
    package var strategy: String
    /// In thousandths of the envelope.
    package var thousandths: Int
    package var counter: String

    package init(strategy: String, thousandths: Int, counter: String) {
      self.strategy = strategy
      self.thousandths = thousandths
      self.counter = counter
    }
  }

  /// How many different behaviours of strategies, oracle and laws its random cases showed.
  package struct Behaviours: Sendable, Hashable {
    package var seen: Int
    /// Of these, those that a single case showed.
    package var seenOnce: Int
    /// Of these, those that only the last tenth of the cases showed.
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

  /// What became of a planted fault that the night hunted.
  package struct Hunted: Sendable, Hashable {
    /// Of the mutant.
    package var name: String
    package var isFound: Bool
    /// How many cases it took, or how many were tried in vain.
    package var cases: Int
    /// The elements of the smallest case on which it shows; nil when it was not found.
    package var size: Int?
    /// Those of the smallest case that people know.
    package var handMadeSize: Int

    package init(name: String, isFound: Bool, cases: Int, size: Int?, handMadeSize: Int) {
      self.name = name
      self.isFound = isFound
      self.cases = cases
      self.size = size
      self.handMadeSize = handMadeSize
    }
  }

  /// What no other run measures in the same way.
  package struct Measured: Sendable, Hashable {
    package var replayNanoseconds: UInt64 = 0
    package var fuzzNanoseconds: UInt64 = 0
    /// Of these, how long findings were made small.
    package var minimizingNanoseconds: UInt64 = 0
    /// The most memory that the tool held, and the most that one of its processes for cases held.
    package var toolBytes = 0
    package var workerBytes = 0
    /// What the folder of nights takes.
    package var diskBytes = 0

    package init() {}
  }

  package var stamp: NightStamp
  package var toolVersion: String
  package var seed: UInt64
  package var cases: Int
  package var digest: String
  /// Choices that the generator led nowhere with.
  package var discards: Int
  package var undecided: Int
  package var canary: CampaignRecord.Canary?
  package var buckets: Buckets
  package var replayed: Replayed
  /// Findings in the store after the night.
  package var stored: Int
  /// Cases of fixed buckets that were taken out of the store, because a smaller one stands for
  /// them.
  package var pruned: Int
  /// Of the night itself; with any, nothing it says can be relied on.
  package var problems: Int
  package var costs: [Cost]
  /// Nil for nights that did not count them.
  package var behaviours: Behaviours?
  /// In the order of the hunt; empty for nights that hunted none.
  package var mutants: [Hunted] = []
  package var measured: Measured

  /// - Parameters:
  ///   - campaign: the record of its random cases.
  ///   - seed: that of the night.
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

  /// 0 for a night that took no time that a clock could see.
  package var casesPerSecond: Double {
    let nanoseconds = measured.fuzzNanoseconds
    return nanoseconds == 0 ? 0 : Double(cases) * 1e9 / Double(nanoseconds)
  }

  /// Whether the night is worth what it says.
  package var isSound: Bool { problems == 0 && canary?.isCaught != false }
}
