// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import ToolSupport

/// The text of a night for a terminal or a log: the verdict, the findings, then statistics.
package struct NightlyText {
  /// The most findings of a kind that are listed; others are only counted.
  ///
  /// The page lists them all.
  package static let findingsMax = 20

  private let report: NightlyReport
  private let palette: Palette
  /// Quotes a path for a shell.
  private let quote: (String) -> String

  /// - Parameters:
  ///   - report: the night.
  ///   - colours: whether colour codes may be written.
  ///   - quote: quotes a path for a shell.
  package init(
    _ report: NightlyReport, colours: Bool, quote: @escaping (String) -> String
  ) {
    self.report = report
    palette = Palette(isOn: colours)
    self.quote = quote
  }

  private var night: Night { report.night }
  private var record: NightRecord { report.record }

  /// The text without a line break at its end.
  package var text: String {
    var lines = verdict + news
    let old = oldFindings
    if !old.isEmpty { lines += [""] + old }
    return (lines + [""] + statistics).joined(separator: "\n")
  }

  // MARK: - Verdict

  private var verdict: [String] {
    let start = "Night \(record.stamp.number), \(record.stamp.date): "
    guard !record.isSound else {
      let text = start + report.countsText + "."
      return [report.isGood ? palette.green(text) : palette.red(text)]
    }
    let problems = report.problems
    var lines: [String] = []
    for (index, problem) in problems.enumerated() {
      let reason = line(problem.reason)
      lines.append(palette.red(index == 0 ? "\(start)unreliable: \(reason)." : "\(reason)."))
      lines += problem.details.map { "  " + line($0) }
      if let fix = problem.fix { lines.append("  fix: " + line(fix)) }
    }
    return lines + [report.countsText.capitalizedFirst + "."]
  }

  // MARK: - Findings

  /// The new and reopened findings, each after an empty line.
  private var news: [String] {
    let changes = night.changes(.new) + night.changes(.reopened)
    var lines: [String] = []
    for (index, change) in changes.prefix(Self.findingsMax).enumerated() {
      lines += [""] + news(change, number: index + 1)
    }
    return lines + rest(changes.count)
  }

  private func news(_ change: BucketChange, number: Int) -> [String] {
    let bucket = change.bucket
    let state = change.kind == .new ? "new" : "reopened"
    let title = "\(number). \(state): \(line(bucket.failing.name)): \(line(bucket.failing.text))"
    let share = report.share(of: change)
    var lines = [
      palette.bold(title)
        + (report.casesText(of: change).map { " in \($0) tonight" } ?? "")
        + (bucket.isPending ? "; not minimized yet, the next night continues" : ""),
      "   " + line(bucket.summary).capitalizedFirst + ".",
    ]
    lines += report.remarks(change, \.description).map { "   " + line($0) }
    if let examined = share?.examinedText { lines.append("   " + examined) }
    if let command = report.replayCommand(bucket, quote) { lines.append("   " + line(command)) }
    return lines
  }

  /// The other findings, one in a line; each that is still open has its command below.
  private var oldFindings: [String] {
    let kinds: [BucketChange.Kind] = [.stillOpen, .known, .fixed, .moved]
    return kinds.flatMap { kind -> [String] in
      let changes = night.changes(kind)
      return changes.prefix(Self.findingsMax).flatMap { change in
        let state = line(report.stateText(change))
        let text =
          "\(line(change.bucket.signature)): " + (kind == .fixed ? palette.green(state) : state)
        let command = kind == .stillOpen ? report.replayCommand(change.bucket, quote) : nil
        return [text] + (command.map { ["   " + line($0)] } ?? [])
      } + rest(changes.count)
    } + suppressions
  }

  private func rest(_ count: Int) -> [String] {
    count > Self.findingsMax ? ["+\(ShownNumber.grouped(count - Self.findingsMax)) more"] : []
  }

  /// The suppressions that have expired, or suppress nothing.
  private var suppressions: [String] {
    night.issues.compactMap { use in
      let issue = use.issue
      let name = "\(KnownIssues.fileName): '\(line(issue.bucket))'"
      if use.isExpired, use.buckets > 0 {
        return "\(name): expired on \(issue.until): \(line(issue.reason))"
      }
      return use.buckets == 0 ? "\(name): matches no open finding; until \(issue.until)" : nil
    }
  }

  // MARK: - Statistics

  private var statistics: [String] {
    var lines = [
      "cases     \(ShownNumber.grouped(record.cases)) \(report.speedText); "
        + "\(ShownNumber.counted(record.undecided, "answer")) undecided; seed \(record.seed)"
    ]
    if let replayed = report.replayedText {
      let time = ShownNumber.duration(nanoseconds: record.measured.replayNanoseconds)
      lines.append("replayed  \(replayed) in \(time)")
    }
    lines += zip(record.programs, report.programTexts).map { program, text in
      "program   " + line(text + report.answersText(of: program.name))
    }
    if let hunted = report.huntedText { lines.append("hunted    \(line(hunted))") }
    lines += night.rises.map {
      "costs     \(line($0.cost.strategy)): \(report.ratioText($0.cost.thousandths)) "
        + "the expected \(line($0.cost.counter)), before at most \(report.ratioText($0.before))"
    }
    return lines + night.notes.map { palette.blue("note      ") + line($0) }
  }

  private func line(_ text: String) -> String { ShownText.line(text, upTo: 1000) }
}

/// Texts that the page and the terminal share.
extension NightlyReport {
  /// Returns a ratio such as `2.45x`.
  func ratioText(_ thousandths: Int) -> String {
    ShownNumber.ratio(Double(thousandths) / 1000) + "x"
  }

  /// Returns the command that runs the smallest case of a bucket again; nil without a case.
  func replayCommand(_ bucket: Bucket, _ quote: (String) -> String) -> String? {
    replayCommands[bucket.signature]
      ?? bucket.path.map { "layoutfuzz replay " + quote(bucket.isStored ? "\(state)/\($0)" : $0) }
  }

  /// Returns the frequency of a bucket in the random cases of the night, as far as it is known; nil
  /// without such cases.
  func share(of change: BucketChange) -> BucketShare? {
    campaign.occurrences.first { $0.signature == change.bucket.signature }?.share
  }

  /// Returns facts about a reopened finding, each a sentence without a full stop.
  ///
  /// `day` returns the text of a date.
  func remarks(_ change: BucketChange, _ day: (NightDate) -> String) -> [String] {
    guard change.kind == .reopened else { return [] }
    var remarks: [String] = []
    if let issue = change.issue {
      remarks.append("the suppression expired on \(day(issue.until)): \(issue.reason)")
    }
    if let fixed = change.bucket.fixed {
      remarks.append(
        "fixed in night \(fixed.number), \(day(fixed.date))"
          + withVersion(of: change.bucket.failing.name, inNight: fixed.number))
    }
    return remarks
  }

  /// Returns `, with` and the version that a program had in a night; empty for the tool's own
  /// parts.
  private func withVersion(of program: String, inNight number: Int) -> String {
    history.nights.last { $0.stamp.number == number }?.programs.first { $0.name == program }
      .map { ", with \($0.version)" } ?? ""
  }

  /// Returns the answers of a program by verdict, as `; 12 right, 0 wrong`; empty for a program
  /// that did not run.
  func answersText(of program: String) -> String {
    guard let row = campaign.strategies.last(where: { $0.name == program }) else { return "" }
    return "; "
      + row.counts.map { "\(ShownNumber.grouped($0.value)) \($0.name)" }.joined(separator: ", ")
  }

  /// The programs with their versions, and those of the nights before where they differ.
  var programTexts: [String] {
    record.programs.map { program in
      let before = history.nights.last { night in
        night.stamp.number < record.stamp.number
          && night.programs.contains { $0.name == program.name }
      }
      let old = before?.programs.first { $0.name == program.name }?.version
      guard let before, let old, old != program.version else {
        return "\(program.name): \(program.version)"
      }
      return "\(program.name): \(program.version), in night \(before.stamp.number) \(old)"
    }
  }

  /// Returns the state of a finding that is not new, such as `still open since night 4, 12 cases
  /// tonight`.
  func stateText(_ change: BucketChange) -> String {
    switch change.kind {
    case .new: return "new"
    case .reopened: return "reopened"
    case .fixed:
      return "fixed" + withVersion(of: change.bucket.failing.name, inNight: record.stamp.number)
    case .moved: return "minimized into buckets of their own"
    case .known:
      guard let issue = change.issue else { return "suppressed" }
      return "suppressed until \(issue.until): \(issue.reason)"
    case .stillOpen:
      let state = change.bucket.isPending ? "waits for minimization" : "still open"
      let since = "\(state) since night \(change.bucket.first.number)"
      if let cases = casesText(of: change) { return "\(since), \(cases) tonight" }
      return since + (tonight(change.replay).map { ", \($0) tonight" } ?? "")
    }
  }

  /// Returns the random cases of the night that failed as a finding does; nil without any.
  func casesText(of change: BucketChange) -> String? {
    share(of: change)?.headline
      ?? (change.cases > 0 ? ShownNumber.counted(change.cases, "case") : nil)
  }

  /// Returns why the replay of an open finding shows nothing, such as `not tried`; nil where it
  /// fails again.
  func tonight(_ replay: BucketEvidence.Replay) -> String? {
    switch replay {
    case .notTried: return "not tried"
    case .undecided: return "replayed without a verdict"
    case .passes, .fails, .moved: return nil
    }
  }

  /// The replayed cases in words, such as `8 stored cases, 30 of the corpus; 3 fail`; nil without
  /// any.
  var replayedText: String? {
    let replayed = record.replayed
    var parts: [String] = []
    if replayed.stored > 0 { parts.append(ShownNumber.counted(replayed.stored, "stored case")) }
    if replayed.corpus > 0 {
      parts.append(ShownNumber.counted(replayed.corpus, "case") + " of the corpus")
    }
    if parts.isEmpty { return nil }
    var text = parts.joined(separator: ", ")
    text +=
      replayed.failing == 0 ? "; none fails" : "; \(ShownNumber.grouped(replayed.failing)) fail"
    if replayed.undecided > 0 {
      text += ", \(ShownNumber.grouped(replayed.undecided)) without a verdict"
    }
    if replayed.unusable > 0 {
      text += ", \(ShownNumber.grouped(replayed.unusable)) cannot be replayed"
    }
    return text
  }

  /// The time and speed of the random cases, such as `in 3.0 s, 1,011/s`; without figures where
  /// shards ran some of them on other machines.
  var speedText: String {
    if !record.plans.isEmpty { return "with those of shards" }
    let rate = ShownNumber.grouped(rounding: record.casesPerSecond)
    return "in \(ShownNumber.duration(nanoseconds: record.measured.fuzzNanoseconds)), \(rate)/s"
  }

  /// The hunted planted faults in words; nil without any.
  var huntedText: String? {
    let mutants = record.mutants
    if mutants.isEmpty { return nil }
    let missed = mutants.filter { !$0.isFound }.map(\.name)
    return "\(ShownNumber.grouped(mutants.count - missed.count)) of "
      + "\(ShownNumber.counted(mutants.count, "planted fault")) found"
      + (missed.isEmpty ? "" : "; not found: " + missed.joined(separator: ", "))
  }
}

extension Bucket {
  /// Whether its cases wait for minimization, which the next night continues.
  var isPending: Bool { PendingQueue(named: signature) != nil }
}
