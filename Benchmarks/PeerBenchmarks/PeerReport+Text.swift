// SPDX-License-Identifier: MIT

import Comparisons
import Display
import Reporting
import Statistics

extension PeerReport {
  /// The report for people: the answer for each peer, then a table for each.
  package var text: String {
    let names = peerNames
    var parts = names.isEmpty ? [] : [headlines.map(\.text).joined(separator: "\n")]
    parts += names.map(table)
    if !memory.isEmpty { parts.append(memoryTable) }
    if !exponents.isEmpty { parts.append(growthTable) }
    parts.append(notes.joined(separator: "\n"))
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The name of this project's side.
  package static let ours = "layoutfuzz"

  /// The answers, one for each measured peer: whether our side is faster or slower.
  package var headlines: [ComparisonHeadline] {
    peerNames.compactMap { peer in
      let own = rows.filter { $0.peer == peer && !$0.isSkipped }
      if own.isEmpty { return nil }
      var time = ComparisonHeadline.Tally()
      for row in own { time.add(row.verdict ?? .inconclusive, ratio: row.shownEstimate?.ratio) }
      return ComparisonHeadline(
        subject: Self.ours, reference: peer, isBuilds: false, noun: "phase", time: time,
        isNoisy: false)
    }
  }

  /// The peers in the order of their first rows.
  private var peerNames: [String] {
    var names: [String] = []
    for row in rows where !names.contains(row.peer) { names.append(row.peer) }
    return names
  }

  private func table(_ peer: String) -> String {
    var lines = [["workload", Self.ours, peer, "\(Self.ours) is", "95 % interval"]]
    for row in rows where row.peer == peer {
      let isBound = row.status == .censored
      lines.append([
        "\(row.workload) \(row.phase.rawValue)", Self.time(row.ours),
        row.theirs.map { (isBound ? "> " : "") + Self.time($0) } ?? (isBound ? "stopped" : "-"),
        row.isSkipped ? "-" : Self.verdict(row),
        row.shownEstimate.map { $0.low == nil ? "" : MeasuredText.interval($0) } ?? "",
      ])
    }
    return TextTable.lines(lines, optional: 2).joined(separator: "\n")
  }

  private static func verdict(_ row: Row) -> String {
    let text = MeasuredText.verdict(row.verdict ?? .inconclusive, row.shownEstimate?.ratio)
    return row.status == .censored && row.ratio != nil ? "> \(text)" : text
  }

  private var memoryTable: String {
    TextTable(
      [["memory over the empty process", Self.ours, "", "peer"]]
        + memory.map { row in
          [
            row.workload, "\(ShownNumber.digits(row.ours)) MB", row.peer,
            row.theirs.map { "\(ShownNumber.digits($0)) MB" } ?? "-",
          ]
        }
    ).trimmedLines.joined(separator: "\n")
  }

  private var growthTable: String {
    TextTable(
      [["growth of \(Self.ours)", "exponent", "95 % interval", "smallest", "largest"]]
        + exponents.map { growth in
          let ends = zip(growth.sizes, growth.times).map { "\($0): \(Self.time($1))" }
          let interval =
            growth.low.flatMap { low in
              growth.high.map { "\(ShownNumber.digits(low)) to \(ShownNumber.digits($0))" }
            }
          return [
            "\(growth.workload) \(growth.phase.rawValue)",
            "n^\(ShownNumber.digits(growth.exponent))", interval ?? "-", ends.first ?? "-",
            ends.last ?? "-",
          ]
        }
    ).trimmedLines.joined(separator: "\n")
  }

  private var notes: [String] {
    var lines: [String] = []
    if let row = rows.first(where: { !$0.isSkipped }) {
      lines.append(
        "method    \(ShownNumber.counted(row.rounds, "pair")) of fresh processes by turns, medians of"
          + " CPU time")
      lines.append("answers   equal in all programs, and the known optima, before times were taken")
    }
    for row in rows {
      switch row.status {
      case .measured: break
      case .censored:
        let ratio = row.ratio == nil ? "no ratio" : "the ratio is a lower bound"
        lines.append(
          "stopped   \(row.workload) \(row.phase.rawValue): \(row.peer) at its time limit; \(ratio)"
        )
      case .skipped(let reason): lines.append("skipped   \(row.workload): \(row.peer): \(reason)")
      }
    }
    if rows.contains(where: { $0.peer == PeerName.kiwi.rawValue }) {
      lines += ["", PeerReport.measuredElsewhere]
    }
    return lines
  }

  /// The known times of the fastest peer that no package registry offers.
  static let measuredElsewhere = """
    Measured on another machine: amoeba (C)
      build in ms  chain100 3.0, chain1000 470-520, tree100 2.9, tree1000 299,
                   flex100 3.2, flex1000 356, cols1000x10 8180
      edit in us   chain100 33, chain1000 26600, tree100 3.9, tree1000 68,
                   flex100 3.9, flex1000 83
    """

  private static func time(_ milliseconds: Double) -> String {
    MeasuredText.time(nanoseconds: milliseconds * 1e6)
  }
}

extension PeerReport.Row {
  package var isSkipped: Bool {
    if case .skipped = status { return true }
    return false
  }

  /// The ratio with ours as the candidate, ours / theirs; nil without a ratio.
  package var shownEstimate: RatioEstimate? {
    guard let ratio, ratio > 0 else { return nil }
    func inverted(_ value: Double?) -> Double? { value.flatMap { $0 > 0 ? 1 / $0 : nil } }
    return RatioEstimate(ratio: 1 / ratio, low: inverted(high), high: inverted(low))
  }

  /// The verdict on our side; nil without a ratio.
  ///
  /// A peer that was ended at its time limit is slower.
  package var verdict: ChangeVerdict? {
    if status == .censored { return .faster }
    return shownEstimate.map {
      ChangeVerdict($0, threshold: Metric.cpu.threshold, adjustedProbability: 0, level: 1)
    }
  }
}
