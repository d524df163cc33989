// SPDX-License-Identifier: MIT

import CaseFormats

/// What one night came to in numbers: one line of the history.
package struct NightRecord: Sendable, Hashable {
  /// What became of buckets. `slower` counts those that are there and about costs; they are among the others, too.
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
        }
        if change.kind != .fixed, change.bucket.isSlower { slower += 1 }
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
  /// Cases of fixed buckets that were taken out of the store, because a smaller one stands for them.
  package var pruned: Int
  /// Of the night itself; with any, nothing it says can be relied on.
  package var problems: Int
  package var costs: [Cost]
  package var measured: Measured

  package init(
    stamp: NightStamp, toolVersion: String, seed: UInt64, cases: Int, digest: String,
    discards: Int, undecided: Int, canary: CampaignRecord.Canary?, buckets: Buckets,
    replayed: Replayed,
    stored: Int, pruned: Int, problems: Int, costs: [Cost], measured: Measured
  ) {
    self.stamp = stamp
    self.toolVersion = toolVersion
    self.seed = seed
    self.cases = cases
    self.digest = digest
    self.discards = discards
    self.undecided = undecided
    self.canary = canary
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
