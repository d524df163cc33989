// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import Oracles

/// The examination of a failing subject in two steps: its cause, then its smallest subject.
///
/// Each step may take long, and `FindingCollector` decides between them whether the second one
/// is worth it.
package protocol FailureExamination: Sendable {
  associatedtype Subject: CampaignSubject
  associatedtype Diagnosis: DiagnosedFailure

  var subject: Subject { get }
  /// The index of the case that showed the failure.
  var index: Int { get }
  /// The name of the solver or engine that fails.
  var program: String { get }
  var verdict: FailureKind { get }

  /// Diagnoses the failure.
  ///
  /// Without time or a process its cause stays unexamined.
  ///
  /// - Parameter measuringRate: whether the rate is measured when a run does not fail.
  /// - Returns: the failure with its cause.
  func diagnosed(measuringRate: Bool) -> Diagnosis

  /// Minimizes the script and writes the texts about the smallest one.
  ///
  /// - Parameters:
  ///   - diagnosed: the cause, which minimization keeps.
  ///   - seed: the seed of the campaign; nil for a script that was not generated.
  ///   - minimizing: nil when the script is not minimized.
  ///   - folder: the folder of the unfinished finding; nil when nothing is kept on disk.
  /// - Returns: the failure with the smallest script and the files of its finding.
  func examined(
    _ diagnosed: Diagnosis, seed: UInt64?, minimizing: MinimizingTerms?, folder: String?
  ) -> ExaminedFailure<Subject>
}

/// A failure whose cause was examined.
package protocol DiagnosedFailure: Sendable {
  var failure: FailureIdentity { get }
  /// Whether its cause is unknown and it cannot be minimized, so that it is no different from
  /// others.
  var isUnexamined: Bool { get }
  /// Whether minimization can succeed.
  var isReducible: Bool { get }
  /// Whether a run did not show the failure again.
  var isRare: Bool { get }
}

/// The limits of minimizing the findings of a campaign.
package struct MinimizingTerms: Sendable {
  /// The number of scripts that are tried at a time when each ends another program.
  let jobs: Int
  /// The limits of time; nil for none.
  package let time: MinimizingTime?
  /// The number of runs after which a finding waits for a later round; nil for the usual limit.
  package private(set) var share: Int?

  /// The runs that each finding gets when it is found: others have their turn before it gets more.
  private static let firstShare = 400
  /// The same for hangs, each of which takes the whole time limit.
  private static let firstShareOfHang = 6
  /// The runs of the rounds after all cases; nil for the usual limit.
  package static let laterShares: [Int?] = [1600, nil]

  package init(jobs: Int, time: MinimizingTime?) {
    self.jobs = jobs
    self.time = time
  }

  /// Measures the time of minimizing one finding, as `MinimizingTime.measure`.
  package func measure<Value>(
    countsRuns: Bool, _ work: (_ isOver: @escaping @Sendable () -> Bool) -> Value
  ) -> Value {
    time?.measure(countsRuns: countsRuns, work) ?? work { false }
  }

  /// Returns the same terms for a failure that was just found.
  func limitedToFirstShare(of verdict: FailureKind) -> MinimizingTerms {
    limited(to: verdict == .process(.hang) ? Self.firstShareOfHang : Self.firstShare)
  }

  /// Returns the same terms with a share of runs.
  func limited(to share: Int?) -> MinimizingTerms {
    var terms = self
    terms.share = share
    return terms
  }
}
