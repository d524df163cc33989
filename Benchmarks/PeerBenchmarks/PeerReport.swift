// SPDX-License-Identifier: MIT

import BenchmarkKit

/// What a run found.
package struct PeerReport: Sendable, Equatable {
  /// One phase of one workload beside one peer; times in milliseconds of one build, edit or churn
  /// step.
  package struct Row: Sendable, Equatable {
    package var workload: String
    package var phase: PeerPhase
    /// The peer, also when it was not run.
    package var peer: String
    /// theirs / ours; a lower bound when the peer did not end building, nil when it was not run or
    /// did not end its steps.
    package var ratio: Double?
    package var low: Double?
    package var high: Double?
    package var ours: Double
    /// The limit when the peer did not end building.
    package var theirs: Double?
    /// Pairs of fresh processes.
    package var rounds: Int
    /// Steps that were timed together in one process; both sides do the same ones.
    package var steps: Int
    package var status = Status.measured
    /// What each fresh process took, in the order of rounds; empty where it was not kept.
    package var oursRounds: [Double] = []
    package var theirsRounds: [Double] = []
  }

  /// Whether there is a peer's time.
  package enum Status: Sendable, Equatable {
    case measured
    /// The peer was ended at the limit.
    case censored
    /// The peer was not asked; why.
    case skipped(String)
  }

  /// Peak resident memory in megabytes of 2^20 bytes, less that of the same program with nothing to
  /// do.
  package struct Memory: Sendable, Equatable {
    package var workload: String
    package var peer: String
    package var ours: Double
    package var theirs: Double?
    /// Of the program with nothing to do.
    package var oursEmpty: Double
    package var theirsEmpty: Double?
  }

  /// How our time grows with the number of boxes or views.
  package struct Growth: Sendable, Equatable {
    package var workload: String
    package var phase: PeerPhase
    package var exponent: Double
    package var low: Double?
    package var high: Double?
    package var sizes: [Int]
    /// Milliseconds, by size.
    package var times: [Double]
    package var localSlopes: [Double]
  }

  package var rows: [Row] = []
  package var memory: [Memory] = []
  package var exponents: [Growth] = []
  /// The programs on both sides, as they name themselves.
  package var programs: [String] = []
  /// Nil for reports of tools that did not tell.
  package var machine: MachineFacts?
  package var build: BuildFacts?

  package init() {}
}
