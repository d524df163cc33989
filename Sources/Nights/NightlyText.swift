// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// The text of a night for a terminal or a log: the verdict, then new findings, then the numbers.
package struct NightlyText: Sendable {
  /// The most findings of a kind that are listed; others are only counted.
  ///
  /// The page lists them all.
  package static let findingsMax = 20

  private let report: NightlyReport
  private let colours: Bool
  /// Quotes a path for a shell.
  private let quote: @Sendable (String) -> String

  /// - Parameters:
  ///   - report: the night.
  ///   - colours: whether colour codes may be written.
  ///   - quote: quotes a path for a shell.
  package init(
    _ report: NightlyReport, colours: Bool, quote: @escaping @Sendable (String) -> String
  ) {
    self.report = report
    self.colours = colours
    self.quote = quote
  }

  private var night: Night { report.night }
  private var record: NightRecord { report.record }

  /// The text without a line break at its end.
  package var text: String {
    var lines = [paint(report.isGood ? "32" : "31", line(report.verdict)), ""]
    for problem in night.problems { lines.append(paint("31", "problem   ") + line(problem)) }
    for note in night.notes { lines.append("note      " + line(note)) }
    lines += numbers
    for (kind, title) in [
      (BucketChange.Kind.new, "new"), (.reopened, "reopened"), (.fixed, "fixed"),
      (.moved, "made small, in buckets of their own now"), (.stillOpen, "still open"),
      (.known, "known"),
    ] {
      lines += findings(night.changes(kind), title)
    }
    lines += rises + issues
    return lines.joined(separator: "\n")
  }

  private var numbers: [String] {
    let replayed = record.replayed
    let measured = record.measured
    let rate = ShownNumber.grouped(rounding: record.casesPerSecond)
    var lines = [
      "cases     \(ShownNumber.grouped(record.cases)), \(rate) a second; "
        + "\(ShownNumber.counted(record.undecided, "answer")) undecided, "
        + "\(ShownNumber.grouped(record.discards)) discarded",
      "replayed  \(ShownNumber.grouped(replayed.corpus)) of the corpus, "
        + "\(ShownNumber.grouped(replayed.stored)) stored; "
        + "\(ShownNumber.grouped(replayed.failing)) failing, "
        + "\(ShownNumber.grouped(replayed.unusable)) that cannot be run",
      "stored    \(ShownNumber.counted(record.stored, "finding")), "
        + "\(ShownNumber.grouped(record.pruned)) taken out",
      "time      \(ShownNumber.duration(nanoseconds: measured.replayNanoseconds)) for replays, "
        + "\(ShownNumber.duration(nanoseconds: measured.fuzzNanoseconds)) for random cases, "
        + "\(ShownNumber.duration(nanoseconds: measured.minimizingNanoseconds)) to make "
        + "findings small",
      "memory    \(ShownNumber.megabytes(measured.toolBytes)), "
        + "\(ShownNumber.megabytes(measured.workerBytes)) in a process for cases; "
        + "\(ShownNumber.megabytes(measured.diskBytes)) on disk",
      "quiet     " + report.quietText,
    ]
    if let canary = record.canary {
      let outcome = canary.isCaught ? "caught" : "not caught"
      lines.append(
        "canary    \(line(canary.name)) \(outcome), "
          + "\(ShownNumber.counted(canary.cases, "case")) solved")
    }
    return lines + hunted
  }

  /// The line about the hunted planted faults, with the names of those that were not found.
  private var hunted: [String] {
    let mutants = record.mutants
    if mutants.isEmpty { return [] }
    let missed = mutants.filter { !$0.isFound }.map { line($0.name) }
    return [
      "hunts     \(ShownNumber.grouped(mutants.count - missed.count)) of "
        + "\(ShownNumber.counted(mutants.count, "planted fault")) found"
        + (missed.isEmpty ? "" : "; not found: " + missed.joined(separator: ", "))
    ]
  }

  private func findings(_ changes: [BucketChange], _ title: String) -> [String] {
    guard !changes.isEmpty else { return [] }
    var lines = ["", "\(title): \(ShownNumber.counted(changes.count, "finding"))"]
    for change in changes.prefix(Self.findingsMax) {
      let bucket = change.bucket
      let count = report.countText(change).map { "  (\($0) tonight)" } ?? ""
      lines += ["  " + paint("1", line(bucket.signature)) + count, "    " + line(bucket.summary)]
      if let issue = change.issue {
        let word = change.kind == .reopened ? "was known until" : "known until"
        lines.append("    \(word) \(issue.until): \(line(issue.reason))")
      }
      if let path = bucket.path {
        let place = report.place(of: path, isStored: bucket.isStored)
        lines.append("    layoutfuzz replay \(line(quote(place)))")
      }
    }
    let rest = changes.count - Self.findingsMax
    if rest > 0 { lines.append("  +\(ShownNumber.grouped(rest)) more") }
    return lines
  }

  private var rises: [String] {
    night.rises.map { rise in
      "costlier  \(line(rise.cost.strategy)): \(report.shareText(rise.cost.thousandths)) of its "
        + "envelope (\(line(rise.cost.counter))), at most \(report.shareText(rise.before)) before"
    }
  }

  private var issues: [String] {
    guard !night.issues.isEmpty else { return [] }
    return ["", "known issues"]
      + night.issues.map { use in
        let state = use.isExpired ? "expired on" : "until"
        let count = use.buckets == 0 ? "names nothing that is open" : report.openText(use.buckets)
        return "  \(line(use.issue.bucket)) \(state) \(use.issue.until), \(count): "
          + line(use.issue.reason)
      }
  }

  private func line(_ text: String) -> String { ShownText.line(text, upTo: 1000) }

  private func paint(_ code: String, _ text: String) -> String {
    colours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// Sentences that the page and the text share.
extension NightlyReport {
  /// Returns a text such as `2.45 times`.
  func shareText(_ thousandths: Int) -> String {
    "\(ShownNumber.points(Double(thousandths) / 1000)) times"
  }

  /// Returns the path of a case, relative to the folder of nights as the user gave it.
  func place(of path: String, isStored: Bool) -> String { isStored ? "\(state)/\(path)" : path }

  func openText(_ count: Int) -> String { "names \(ShownNumber.counted(count, "open finding"))" }

  /// Returns the count in words, such as `1 case`, or `1 of the 3 cases looked at, of 900 with this
  /// verdict`.
  ///
  /// Nil when no random case belongs to the bucket.
  func countText(_ change: BucketChange) -> String? {
    guard change.cases > 0 else { return nil }
    return share(of: change)?.text ?? ShownNumber.counted(change.cases, "case")
  }

  /// Returns the frequency of a bucket in the random cases of the night, as far as it is known; nil
  /// without such cases.
  func share(of change: BucketChange) -> BucketShare? {
    campaign.occurrences.first { $0.signature == change.bucket.signature }?.share
  }

  /// The time since the last new finding in words.
  var quietText: String {
    let quiet = history.quiet
    if history.nights.last?.buckets.new ?? 0 > 0 { return "something is new tonight" }
    let since =
      quiet.last.map { "since night \($0.number) of \($0.date)" } ?? "ever since the first night"
    return "nothing new \(since): \(ShownNumber.counted(quiet.nights, "night")), "
      + "\(ShownNumber.counted(quiet.cases, "case")) in "
      + ShownNumber.duration(nanoseconds: quiet.nanoseconds)
  }
}
