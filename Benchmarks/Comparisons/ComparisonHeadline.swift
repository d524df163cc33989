// SPDX-License-Identifier: MIT

import Display
import Reporting
import Statistics

/// The answer of a comparison in at most 15 words, for pages and the console.
package struct ComparisonHeadline: Sendable {
  /// The verdicts on the rows of one measure.
  package struct Tally: Sendable, Hashable {
    /// The ratios by verdict, subject / reference; nil for a side that was stopped at the limit.
    package var slower: [Double?] = []
    package var faster: [Double?] = []
    package var equal = 0
    package var undecided = 0

    package init() {}

    /// The number of rows.
    package var count: Int { slower.count + faster.count + equal + undecided }

    /// Counts a verdict; `ratio` is subject by reference, nil without a measurement.
    package mutating func add(_ verdict: ChangeVerdict, ratio: Double?) {
      switch verdict {
      case .slower: slower.append(ratio)
      case .faster: faster.append(ratio)
      case .equivalent: equal += 1
      case .inconclusive: undecided += 1
      }
    }
  }

  /// The side that is judged, and the side that it is compared with.
  package var subject: String
  package var reference: String
  /// Whether the sides are two builds, of which the later one can have a regression.
  package var isBuilds: Bool
  /// The noun of the rows: `workload`.
  package var noun: String
  package var time: Tally
  /// The counts of work by row; empty if they are not compared.
  package var work = Tally()
  /// The exponents of growth by series; empty if they are not compared.
  package var growth = Tally()
  /// Whether the control varies too much for a verdict on times.
  package var isNoisy: Bool

  package init(
    subject: String, reference: String, isBuilds: Bool, noun: String = "workload", time: Tally,
    isNoisy: Bool
  ) {
    self.subject = subject
    self.reference = reference
    self.isBuilds = isBuilds
    self.noun = noun
    self.time = time
    self.isNoisy = isNoisy
  }

  /// The answer, without a full stop.
  package var text: String {
    let worse = [time, work, growth].contains { !$0.slower.isEmpty }
    let better = [time, work, growth].contains { !$0.faster.isEmpty }
    guard worse || better else { return unchanged }
    let undecided = time.undecided + work.undecided + growth.undecided
    let prefix =
      !isBuilds ? "" : worse ? "Regression: " : undecided == 0 ? "No regression: " : ""
    var parts = [timeClause, workClause, growthClause].compactMap { $0 }
    if undecided > 0 { parts.append("\(ShownNumber.grouped(undecided)) undecided") }
    // What comes last matters least, and is in the table as well.
    var text = prefix + "\(subject) \(parts[0])"
    for part in parts.dropFirst() {
      let longer = "\(text), \(part)"
      if Self.words(longer) <= PageHeader.answerWordsMax { text = longer }
    }
    return text
  }

  /// The answer without any change.
  private var unchanged: String {
    let count = time.count + work.count + growth.count
    if count == 0 { return "Nothing was compared" }
    if isNoisy, time.count > 0 { return "No verdict: the control varies too much" }
    let undecided = time.undecided + work.undecided + growth.undecided
    if undecided > 0 {
      let all = time.undecided == undecided ? counted(time.count) : "\(count) measurements"
      return "No verdict: \(ShownNumber.grouped(undecided)) of \(all) undecided"
    }
    let all = counted(time.count > 0 ? time.count : work.count)
    return isBuilds
      ? "No regression: \(subject) is equal to \(reference) on \(all)"
      : "\(subject) is as fast as \(reference) on \(all)"
  }

  private func counted(_ count: Int) -> String { ShownNumber.counted(count, noun) }

  private var timeClause: String? {
    let (first, word, other) =
      time.slower.isEmpty
      ? (time.faster, "faster", "") : (time.slower, "slower", "faster")
    if first.isEmpty { return nil }
    let than = isBuilds ? "" : " than \(reference)"
    let start =
      "is \(word)\(than) on \(ShownNumber.grouped(first.count)) of \(counted(time.count))"
    if !other.isEmpty, !time.faster.isEmpty {
      return "\(start) and \(other) on \(ShownNumber.grouped(time.faster.count))"
    }
    return start + Self.range(first)
  }

  private var workClause: String? {
    guard let (changed, word) = Self.change(work, "more", "less") else { return nil }
    let start =
      "does \(word) work on \(ShownNumber.grouped(changed.count)) of \(counted(work.count))"
    return start + Self.range(changed)
  }

  private var growthClause: String? {
    guard let (changed, word) = Self.change(growth, "steeper", "flatter") else { return nil }
    return "is \(word) in \(ShownNumber.grouped(changed.count)) of \(growth.count) growth curves"
  }

  private static func change(
    _ tally: Tally, _ worse: String, _ better: String
  ) -> (changed: [Double?], word: String)? {
    if !tally.slower.isEmpty { return (tally.slower, worse) }
    return tally.faster.isEmpty ? nil : (tally.faster, better)
  }

  /// Returns the least and the largest factor in parentheses; empty if there is none.
  private static func range(_ ratios: [Double?]) -> String {
    let factors = ratios.compactMap { $0 }.filter { $0 > 0 && $0.isFinite }
      .map { max($0, 1 / $0) }
    guard let least = factors.min(), let most = factors.max() else { return "" }
    let ends = [least, most].map(MeasuredText.times)
    return ends[0] == ends[1] ? " (\(ends[0]))" : " (\(ends[0]) to \(ends[1]))"
  }

  private static func words(_ text: String) -> Int { text.split(separator: " ").count }

  /// Returns the answer for several subjects with one reference.
  package static func text(_ all: [ComparisonHeadline]) -> String {
    guard let first = all.first else { return "Nothing was compared" }
    let changed = all.filter { !$0.time.slower.isEmpty || !$0.time.faster.isEmpty }
    guard all.count > 1, let lead = changed.first else { return first.text }
    var text = "Of \(lead.counted(lead.time.count)), \(lead.subject) is"
    for (index, one) in changed.enumerated() {
      let isSlower = one.time.slower.count >= one.time.faster.count
      let count = isSlower ? one.time.slower.count : one.time.faster.count
      let word = isSlower ? "slower" : "faster"
      if index == 0 {
        text += " \(word) than \(lead.reference) on \(count)"
      } else {
        let longer = "\(text), \(one.subject) is \(word) on \(count)"
        if words(longer) <= PageHeader.answerWordsMax { text = longer }
      }
    }
    return text
  }
}
