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

  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(cases) * 1e9 / Double(nanoseconds)
  }
}
