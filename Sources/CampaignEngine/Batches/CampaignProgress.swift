// SPDX-License-Identifier: MIT

/// The progress of a running campaign.
package struct CampaignProgress: Sendable {
  /// The number of cases of the whole campaign; nil for one that ends by time.
  package let caseLimit: Int?
  package private(set) var cases = 0
  package private(set) var findings = 0
  package private(set) var nanoseconds: UInt64 = 0
  /// The time of the newest finding in nanoseconds since the start; 0 without one.
  package private(set) var newestFinding: UInt64 = 0

  /// The failure that is examined just now; nil while cases run.
  package private(set) var examination: Examination?

  /// A failure under examination.
  package struct Examination: Sendable, Hashable {
    /// The program and the kind of failure.
    package let failure: String
    /// The time at which it began, in nanoseconds since the start.
    package let start: UInt64

    package init(failure: String, start: UInt64) {
      self.failure = failure
      self.start = start
    }
  }

  package init(caseLimit: Int?) { self.caseLimit = caseLimit }

  /// Replaces the counts by those of the whole campaign so far.
  ///
  /// `elapsed` is in nanoseconds since the start. `isNew` is whether a finding has come since the
  /// last update.
  package mutating func update(cases: Int, findings: Int, elapsed: UInt64, isNew: Bool) {
    self.cases = cases
    self.findings = findings
    nanoseconds = elapsed
    if isNew { newestFinding = elapsed }
  }

  /// Returns the same counts while a failure is examined.
  ///
  /// `elapsed` is in nanoseconds since the start.
  package func examining(_ failure: Examination, elapsed: UInt64) -> CampaignProgress {
    var progress = self
    progress.examination = failure
    progress.nanoseconds = elapsed
    return progress
  }

  /// Returns the same counts at a later time, in nanoseconds since the start.
  func waiting(elapsed: UInt64) -> CampaignProgress {
    var progress = self
    progress.nanoseconds = elapsed
    return progress
  }

  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(cases) * 1e9 / Double(nanoseconds)
  }
}
