// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import Platform
import ToolSupport

/// A line on the terminal with the progress of a campaign, rewritten a few times a second.
struct ProgressLine {
  private static let nanosecondsBetween: UInt64 = 200_000_000

  private let isOn = Console.errorIsTerminal
  private var shown: UInt64?

  mutating func show(_ progress: CampaignProgress) {
    guard isOn,
      shown.map({ progress.nanoseconds.elapsed(since: $0) > Self.nanosecondsBetween }) ?? true
    else {
      return
    }
    shown = progress.nanoseconds
    Console.overwriteLine(ProgressLine.text(progress))
  }

  /// Clears the line for the next output.
  func clear() {
    if isOn, shown != nil { Console.overwriteLine("") }
  }

  static func text(_ progress: CampaignProgress) -> String {
    let rate = ShownNumber.grouped(Int(progress.casesPerSecond.rounded()))
    var parts = [
      ShownNumber.duration(nanoseconds: progress.nanoseconds),
      "\(ShownNumber.counted(progress.cases, "case"))", "\(rate) cases/s",
      ShownNumber.counted(progress.findings, "finding"),
    ]
    if progress.findings > 0 {
      let quiet = progress.nanoseconds.elapsed(since: progress.newestFinding)
      parts.append("last new one \(ShownNumber.duration(nanoseconds: quiet)) ago")
    }
    return parts.joined(separator: "  ")
  }
}
