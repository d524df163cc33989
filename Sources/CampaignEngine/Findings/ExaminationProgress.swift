// SPDX-License-Identifier: MIT

/// The failure that a campaign examines just now, for the progress that it shows meanwhile.
package final class ExaminationProgress {
  private let elapsed: () -> UInt64
  private var examined: CampaignProgress.Examination?
  /// Called while a failure is examined: on each arrival, and a few times a second.
  package var onWait: ((CampaignProgress.Examination, _ elapsed: UInt64) -> Void)?

  /// - Parameter elapsed: returns the nanoseconds since the start of the campaign.
  init(elapsed: @escaping () -> UInt64) { self.elapsed = elapsed }

  /// Records that the examination of a failure begins, such as `qt wrongValue`.
  func begin(_ failure: String) {
    examined = .init(failure: failure, start: elapsed())
  }

  /// Shows the failure under examination.
  func show() {
    if let examined { onWait?(examined, elapsed()) }
  }
}
