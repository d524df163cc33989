// SPDX-License-Identifier: MIT

import CampaignEngine
import Clocks
import CorpusStore
import Display
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
  /// `nanoseconds` is the time since the start of the command.
  mutating func show(_ text: @autoclosure () -> String, at nanoseconds: UInt64) {
    let pause = isTerminal ? Self.nanosecondsOnTerminal : Self.nanosecondsElsewhere
    guard nanoseconds.elapsed(since: shown) > pause else { return }
    shown = nanoseconds
    if isTerminal {
      Console.overwriteLine(text())
    } else {
      Console.note(text())
    }
  }

  /// Runs a campaign with its progress on standard error.
  ///
  /// - Throws: `.cannotWrite` when a finding cannot be stored.
  static func during<Result>(
    _ run: (@escaping (CampaignProgress) -> Void) throws(WriteError) -> Result
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

  /// Returns `1 case`, or `1,200 of 5,000 cases` of a campaign with a last case.
  private static func cases(_ progress: CampaignProgress) -> String {
    guard let limit = progress.caseLimit else {
      return ShownNumber.counted(progress.cases, "case")
    }
    return "\(ShownNumber.grouped(progress.cases)) of \(ShownNumber.counted(limit, "case"))"
  }

  static func text(_ progress: CampaignProgress) -> String {
    let rate = ShownNumber.counted(Int(progress.casesPerSecond.rounded()), "case")
    var parts = [
      ShownNumber.duration(nanoseconds: progress.nanoseconds),
      cases(progress), "\(rate)/s",
      ShownNumber.counted(progress.findings, "finding"),
    ]
    if progress.findings > 0 {
      let quiet = progress.nanoseconds.elapsed(since: progress.newestFinding)
      parts.append("last new \(ShownNumber.duration(nanoseconds: quiet)) ago")
    }
    if let examination = progress.examination {
      let time = progress.nanoseconds.elapsed(since: examination.start)
      parts.append(
        "examining \(ShownText.line(examination.failure)) for "
          + ShownNumber.duration(nanoseconds: time))
    }
    return parts.joined(separator: "  ")
  }
}
