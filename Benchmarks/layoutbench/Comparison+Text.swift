// SPDX-License-Identifier: MIT

import Comparisons
import Display
import JSON
import Reporting
import Statistics

extension Comparison {
  /// The answer, in at most 15 words and without a full stop.
  var headline: ComparisonHeadline {
    let gates = rows.filter(\.isGate)
    // The first gating time decides; a side that was stopped at the limit has no time.
    let metric = Metric.times.first { metric in gates.contains { $0.metric == metric } }
    var headline = ComparisonHeadline(
      subject: sides[1], reference: sides[0], isBuilds: isBuilds, time: .init(), isNoisy: isNoisy)
    var work: [String: (verdict: ChangeVerdict, ratio: Double?)] = [:]
    for row in gates {
      if row.measure == "limit" || metric != nil && row.metric == metric {
        headline.time.add(row.verdict, ratio: row.estimate?.ratio)
      } else if row.measure.begins(with: Self.growthPrefix) {
        headline.growth.add(row.verdict, ratio: nil)
      } else {
        // One workload has several counts; the worst one stands for it.
        let old = work[row.instance]
        if old == nil || Self.isWorse(row, than: old) {
          work[row.instance] = (row.verdict, row.estimate?.ratio)
        }
      }
    }
    for (_, row) in work.sorted(by: { $0.key < $1.key }) {
      headline.work.add(row.verdict, ratio: row.ratio)
    }
    return headline
  }

  private static func isWorse(
    _ row: Row, than old: (verdict: ChangeVerdict, ratio: Double?)?
  ) -> Bool {
    func rank(_ verdict: ChangeVerdict) -> Int {
      switch verdict {
      case .slower: 3
      case .inconclusive: 2
      case .faster: 1
      case .equivalent: 0
      }
    }
    guard let old else { return true }
    if rank(row.verdict) != rank(old.verdict) { return rank(row.verdict) > rank(old.verdict) }
    func size(_ ratio: Double?) -> Double { ratio.map { max($0, 1 / max($0, 1e-9)) } ?? 0 }
    return size(row.estimate?.ratio) > size(old.ratio)
  }

  /// The decision for people: the answer, tables, the control, the method and the run.
  func text(code: ExitCode) -> String {
    var parts: [[String]] = [answer(code)]
    // Times that are not judged are shown only if no time is.
    let hasGate = rows.contains { $0.isTime && $0.isGate }
    parts += Metric.times.compactMap { times($0, onlyGates: hasGate) }
    if let others { parts.append(others) }
    var keys: [String] = []
    if let control { keys.append(Self.keyed("control", control.text(sides[0]))) }
    if tests > 0 {
      let comparisons = ShownNumber.counted(tests, "comparison")
      keys.append(
        Self.keyed(
          "method",
          "threshold \(ChartUnit.percent.tick(100 * Metric.cpu.threshold)), Holm correction for"
            + " \(comparisons) at 5 %"))
    }
    keys += head.map { Self.keyed($0.key, $0.text) }
    keys += notes.map { Self.keyed("note", $0) }
    return (parts + [keys]).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Returns a line with its key in a column of its own.
  static func keyed(_ key: String, _ text: String) -> String {
    key.padded(to: 8) + "  " + text
  }

  /// The option that measures more processes than the run had.
  private var moreProcesses: String {
    processes > 0 ? "give --processes \(2 * processes)" : "raise --processes"
  }

  private func answer(_ code: ExitCode) -> [String] {
    let headline = headline.text
    guard code == .unavailable else { return [headline] }
    guard isNoisy, let control, headline.begins(with: "No verdict") else {
      return [headline, "  fix: \(moreProcesses), or see the notes"]
    }
    let limit = ChartUnit.percent.tick(100 * Metric.cpu.threshold)
    return [
      "\(headline) (\(MeasuredText.control(control.cpu)); limit \(limit)).",
      "  fix: use an idle machine, or \(moreProcesses)",
    ]
  }

  /// Returns the table of a time; nil if no row has it.
  private func times(_ metric: Metric, onlyGates: Bool) -> [String]? {
    let own = sorted.filter { $0.metric == metric && ($0.isGate || !onlyGates) }
    if own.isEmpty { return nil }
    let isGate = own.contains(where: \.isGate)
    let name = metric == .cpu ? "CPU time" : "wall time"
    var table = [
      [name, sides[0], sides[1], "\(sides[1]) is", isGate ? "95 % interval" : "(not judged)"]
    ]
    for row in own {
      func cost(_ value: Double?) -> String {
        value.map { MeasuredText.time(nanoseconds: $0) } ?? "-"
      }
      let ratio = row.estimate?.ratio
      table.append([
        row.instance, cost(row.baseline), cost(row.candidate),
        isGate
          ? MeasuredText.verdict(row.verdict, ratio) : ratio.map { MeasuredText.change($0) } ?? "-",
        row.estimate.map { $0.low == nil ? "" : MeasuredText.interval($0) } ?? "",
      ])
    }
    // The time of the candidate follows from the others.
    return TextTable.lines(table, optional: 2)
  }

  /// The table of changed counts, solved problems and growth, with the number of equal ones; nil if
  /// nothing of it was compared.
  private var others: [String]? {
    let own = sorted.filter { !$0.isTime && ($0.isGate || $0.verdict.isChange) }
    let changed = own.filter { $0.verdict != .equivalent }
    if own.isEmpty { return nil }
    var lines: [String] = []
    if !changed.isEmpty {
      var table = [["work", "of", sides[0], sides[1], "\(sides[1]) has"]]
      for row in changed {
        func value(_ value: Double?) -> String {
          value.map { row.metric == nil ? ShownNumber.digits($0) : MeasuredText.count($0) } ?? "-"
        }
        table.append([
          row.instance, row.measure, value(row.baseline), value(row.candidate), Self.word(row),
        ])
      }
      lines = TextTable(table).trimmedLines
    }
    let equal = own.count - changed.count
    if equal > 0 {
      lines.append("\(ShownNumber.counted(equal, "count")) equal on both sides")
    }
    return lines
  }

  /// Returns the verdict on a row that is no time.
  private static func word(_ row: Row) -> String {
    switch (row.verdict, row.metric) {
    case (.inconclusive, _): return "undecided"
    case (_, .some):
      return row.estimate.map { MeasuredText.change($0.ratio, ("more", "less")) } ?? "-"
    default:
      if row.measure.begins(with: growthPrefix) {
        return row.verdict == .slower ? "steeper" : "flatter"
      }
      return row.verdict == .slower ? "worse" : "better"
    }
  }

  /// The rows with the largest changes first.
  private var sorted: [Row] {
    rows.enumerated().sorted { one, two in
      let first = Self.effect(one.element)
      let second = Self.effect(two.element)
      return first == second ? one.offset < two.offset : first > second
    }.map(\.element)
  }

  /// Returns the size of a change in either direction; infinite without a ratio.
  private static func effect(_ row: Row) -> Double {
    guard let estimate = row.estimate else { return .infinity }
    let ratio = max(estimate.ratio, 1e-9)
    return ratio >= 1 ? ratio : 1 / ratio
  }

  func json(code: ExitCode) -> JSONValue {
    [
      "schema": 1,
      "code": .number(code.rawValue),
      "verdict": .string(headline.text),
      "head": headJSON,
      "rows": .array(
        rows.map { row in
          [
            "instance": .string(row.instance), "of": .string(row.measure),
            "baseline": row.baseline.map { .number($0) } ?? .null,
            "candidate": row.candidate.map { .number($0) } ?? .null,
            "ratio": (row.estimate?.ratio).map { .number($0) } ?? .null,
            "low": (row.estimate?.low).map { .number($0) } ?? .null,
            "high": (row.estimate?.high).map { .number($0) } ?? .null,
            "verdict": .string(row.verdict.rawValue), "isGate": .bool(row.isGate),
          ]
        }),
      "notes": .array(notes.map { .string($0) }),
    ]
  }
}

extension RunAnalysis.Control {
  /// The control for people: `simplex against itself: 1.00x, 0.99x to 1.01x (reliable)`.
  func text(_ side: String) -> String {
    let state =
      switch (isCPUNoisy, isWallNoisy) {
      case (false, false): "reliable"
      case (false, true): "reliable; wall time is not"
      case (true, _): "not reliable"
      }
    return "\(side) against itself: \(MeasuredText.control(cpu)) (\(state))"
      + (falseChanges == 0
        ? "" : "; \(ShownNumber.counted(falseChanges, "false change")) of \(instances)")
  }
}
