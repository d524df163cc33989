// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Platform
import ToolSupport

/// The progress of a command on standard error.
///
/// A terminal has one line, rewritten a few times a second. Any other output gets a new line every
/// ten seconds.
struct ProgressLine {
  private static let nanosecondsOnTerminal: UInt64 = 200_000_000
  private static let nanosecondsElsewhere: UInt64 = 10_000_000_000

  private let isTerminal = Console.errorIsTerminal
  /// The time of the last line, since the start of the command.
  private var shown: UInt64 = 0

  mutating func show(_ progress: CampaignProgress) {
    show(Self.text(progress), at: progress.nanoseconds)
  }

  /// Shows a text, unless the line before it is too recent.
  ///
  /// - Parameter nanoseconds: the time since the start of the command.
  mutating func show(_ text: @autoclosure () -> String, at nanoseconds: UInt64) {
    let pause = isTerminal ? Self.nanosecondsOnTerminal : Self.nanosecondsElsewhere
    guard nanoseconds.elapsed(since: shown) > pause else { return }
    shown = nanoseconds
    if isTerminal {
      Console.overwriteLine(text())
    } else {
      Console.complain(text())
    }
  }

  /// Runs a campaign with its progress on standard error.
  ///
  /// - Throws: `.cannotWrite` when a finding cannot be stored.
  static func during<Result>(
    _ run: ((CampaignProgress) -> Void) throws(WriteError) -> Result
  ) throws(CommandFailure) -> Result {
    var line = ProgressLine()
    defer { line.clear() }
    do throws(WriteError) {
      return try run { line.show($0) }
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
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
