// SPDX-License-Identifier: MIT

import BenchmarkKit
import Oracles

/// One mutant hunted twice with each of several seeds: by cases that follow from the seed, and with feedback.
package struct FeedbackDuel: Sendable {
  /// One hunt.
  package struct Detection: Sendable, Hashable {
    /// How many cases it took, the one that showed the fault included; nil when none did.
    package var cases: Int?
    /// How many cases were run.
    package var run = 0
    /// The constraints of all systems that were solved: what cases cost beside their number.
    package var rows = 0
    /// The internal error that ended the hunt, if one did.
    package var problem: String?

    init() {}
  }

  /// Both hunts with one seed: their first rounds are the same.
  package struct Run: Sendable, Hashable {
    package let seed: UInt64
    package let plain: Detection
    package let guided: Detection
  }

  package let mutant: Mutant
  /// In the order of the seeds; at least one.
  package let runs: [Run]
  /// How many cases a hunt may take.
  package let casesMax: Int

  package var plain: RestrictedTime {
    RestrictedTime(runs.map(\.plain.cases), limit: casesMax)
  }

  package var guided: RestrictedTime {
    RestrictedTime(runs.map(\.guided.cases), limit: casesMax)
  }

  /// By seed: below 0 where feedback was sooner.
  package var logRatios: [Double] { guided.logRatios(to: plain) }

  /// The same for the constraints of all systems that were solved.
  package var logWorkRatios: [Double] {
    runs.map { run in
      ElementaryFunctions.logarithm(
        Double(max(1, run.guided.rows)) / Double(max(1, run.plain.rows)))
    }
  }

  /// Whether hunts take longer than two rounds on average, both ways together: what is found sooner leaves feedback no time
  /// to do anything. Both ways count the same, so that neither is favoured by what is left out.
  package var isHard: Bool {
    plain.mean + guided.mean
      > Double(2 * 2 * FeedbackSettings.casesPerRound)
  }

  package var problems: [String] {
    runs.flatMap { [$0.plain.problem, $0.guided.problem].compactMap { $0 } }
  }

  /// Whether the mutant can be hunted in this way: campaigns show it, by more than what it costs, which is not judged of
  /// cases made of others.
  package static func isPossible(_ mutant: Mutant) -> Bool {
    mutant.trial is CampaignTrial && !mutant.seenBy[0].hasPrefix(Verdict.costPrefix)
  }
}
