// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import Platform
import ToolSupport

/// The progress of a campaign on standard error.
///
/// A terminal has one line, rewritten a few times a second. Any other output gets a new line every
/// ten seconds.
struct ProgressLine {
  private static let nanosecondsOnTerminal: UInt64 = 200_000_000
  private static let nanosecondsElsewhere: UInt64 = 10_000_000_000

  private let isTerminal = Console.errorIsTerminal
  /// The time of the last line, from the begin of the campaign.
  private var shown: UInt64 = 0

  mutating func show(_ progress: CampaignProgress) {
    let pause = isTerminal ? Self.nanosecondsOnTerminal : Self.nanosecondsElsewhere
    guard progress.nanoseconds.elapsed(since: shown) > pause else { return }
    shown = progress.nanoseconds
    if isTerminal {
      Console.overwriteLine(ProgressLine.text(progress))
    } else {
      Console.complain(ProgressLine.text(progress))
    }
  }

  /// Clears the line of a terminal for the next output.
  func clear() {
    if isTerminal, shown > 0 { Console.overwriteLine("") }
  }

  static func text(_ progress: CampaignProgress) -> String {
    let rate = ShownNumber.grouped(Int(progress.casesPerSecond.rounded()))
    var parts = [
      ShownNumber.duration(nanoseconds: progress.nanoseconds),
      ShownNumber.counted(progress.cases, "case"), "\(rate) cases/s",
      ShownNumber.counted(progress.findings, "finding"),
    ]
    if progress.findings > 0 {
      let quiet = progress.nanoseconds.elapsed(since: progress.newestFinding)
      parts.append("last new \(ShownNumber.duration(nanoseconds: quiet)) ago")
    }
    return parts.joined(separator: "  ")
  }
}
