// SPDX-License-Identifier: MIT

import BenchmarkKit

/// The results of a comparison with peers.
package struct PeerReport: Sendable, Equatable {
  /// One phase of one workload with one peer; times in milliseconds of one build, edit or churn
  /// step.
  package struct Row: Sendable, Equatable {
    package var workload: String
    package var phase: PeerPhase
    /// The peer, even if it was not run.
    package var peer: String
    /// The ratio theirs / ours; nil when the peer was not run or did not finish its steps.
    ///
    /// A lower bound when the peer did not finish building.
    package var ratio: Double?
    package var low: Double?
    package var high: Double?
    package var ours: Double
    /// The peer's time; the limit when it did not finish building.
    package var theirs: Double?
    /// The number of pairs of fresh processes.
    package var rounds: Int
    /// The number of steps timed together in one process; both sides do the same ones.
    package var steps: Int
    package var status = Status.measured
    /// The times of each fresh process, in the order of rounds; empty if they were not stored.
    package var oursRounds: [Double] = []
    package var theirsRounds: [Double] = []
  }

  /// Whether there is a peer's time.
  package enum Status: Sendable, Equatable {
    case measured
    /// The peer was ended at the limit.
    case censored
    /// The peer was not run, with the reason.
    case skipped(String)
  }

  /// Peak resident memory in megabytes of 2^20 bytes, less that of the same program without work.
  package struct Memory: Sendable, Equatable {
    package var workload: String
    package var peer: String
    package var ours: Double
    package var theirs: Double?
    /// The memory of the program without work.
    package var oursEmpty: Double
    package var theirsEmpty: Double?
  }

  /// The growth of this solver's time with the number of boxes or views.
  package struct Growth: Sendable, Equatable {
    package var workload: String
    package var phase: PeerPhase
    package var exponent: Double
    package var low: Double?
    package var high: Double?
    package var sizes: [Int]
    /// The milliseconds by size.
    package var times: [Double]
    package var localSlopes: [Double]
  }

  package var rows: [Row] = []
  package var memory: [Memory] = []
  package var exponents: [Growth] = []
  /// The programs of both sides, by their own names.
  package var programs: [String] = []
  /// The machine; nil in reports of older tools.
  package var machine: MachineFacts?
  package var build: BuildFacts?
  /// The words of the command that measured it, without the program; empty in reports of older
  /// tools.
  package var command: [String] = []

  package init() {}
}
