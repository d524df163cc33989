// SPDX-License-Identifier: MIT

import Foundation

extension PeerReport {
  /// The report for people: tables as in Markdown.
  package var text: String {
    var parts: [String] = []
    if !rows.isEmpty { parts.append(rowTable) }
    if !memory.isEmpty { parts.append(memoryTable) }
    if !exponents.isEmpty { parts.append(growthTable) }
    parts.append(notes.joined(separator: "\n"))
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var rowTable: String {
    let head = [
      "workload", "phase", "peer", "ours", "theirs", "theirs / ours", "95 %", "rounds", "steps",
    ]
    return PeerReport.table(
      head,
      rows.map { row in
        let isBound = row.status == .censored
        let bound = isBound ? ">= " : ""
        return [
          row.workload, row.phase.rawValue, row.peer, PeerReport.time(row.ours),
          row.theirs.map { bound + PeerReport.time($0) } ?? (isBound ? "stopped" : "-"),
          row.ratio.map { bound + PeerReport.rounded($0) } ?? "-",
          PeerReport.interval(row.low, row.high), "\(row.rounds)", "\(row.steps)",
        ]
      })
  }

  private var memoryTable: String {
    PeerReport.table(
      ["memory over the empty process, MB", "peer", "ours", "theirs"],
      memory.map { row in
        [
          row.workload, row.peer, PeerReport.rounded(row.ours),
          row.theirs.map(PeerReport.rounded) ?? "-",
        ]
      })
  }

  private var growthTable: String {
    PeerReport.table(
      ["growth of our time", "phase", "exponent", "95 %", "smallest", "largest", "local slopes"],
      exponents.map { growth in
        let ends = zip(growth.sizes, growth.times).map { "\($0): \(PeerReport.time($1))" }
        return [
          growth.workload, growth.phase.rawValue, PeerReport.rounded(growth.exponent),
          PeerReport.interval(growth.low, growth.high), ends.first ?? "-", ends.last ?? "-",
          growth.localSlopes.map(PeerReport.rounded).joined(separator: " "),
        ]
      })
  }

  private var notes: [String] {
    var lines = [
      "Medians of fresh processes by turns, CPU time of the thread; intervals of 95 % over pairs of processes."
    ]
    if !rows.isEmpty {
      lines.append(
        "The answers of all programs agreed, and with the known optima, before anything was timed.")
    }
    for row in rows {
      switch row.status {
      case .measured: break
      case .censored:
        let ratio = row.ratio == nil ? "there is no ratio" : "the ratio is a lower bound"
        lines.append(
          "\(row.workload), \(row.phase.rawValue): \(row.peer) was ended at the limit; \(ratio).")
      case .skipped(let reason): lines.append("\(row.workload): \(row.peer): \(reason).")
      }
    }
    if rows.contains(where: { $0.peer == PeerName.kiwi.rawValue }) {
      lines += PeerReport.measuredElsewhere
    }
    return lines
  }

  /// The known times of the fastest peer that no package registry offers.
  static let measuredElsewhere = [
    "Not measured here, but on another machine: amoeba (C), build in ms: chain100 3.0, chain1000 470-520, tree100 2.9,",
    "tree1000 299, flex100 3.2, flex1000 356, cols1000x10 8180; an edit in us: chain100 33, chain1000 26600, tree100 3.9,",
    "tree1000 68, flex100 3.9, flex1000 83.",
  ]

  // MARK: - Cells

  /// Returns a time with its unit, with three digits.
  static func time(_ milliseconds: Double) -> String {
    if milliseconds < 1e-3 { return rounded(milliseconds * 1e6) + " ns" }
    if milliseconds < 1 { return rounded(milliseconds * 1e3) + " us" }
    return milliseconds < 1e3
      ? rounded(milliseconds) + " ms" : rounded(milliseconds / 1e3) + " s"
  }

  /// Returns three significant digits, or all digits before the point if there are more.
  static func rounded(_ value: Double) -> String {
    let magnitude = abs(value)
    if magnitude > 0, magnitude < 0.0995 { return String(format: "%.2g", value) }
    let places = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2
    return String(format: "%.\(places)f", value)
  }

  static func interval(_ low: Double?, _ high: Double?) -> String {
    guard let low, let high else { return "-" }
    return "[\(rounded(low)), \(rounded(high))]"
  }

  /// Returns a Markdown table with aligned columns.
  static func table(_ head: [String], _ rows: [[String]]) -> String {
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule =
      "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
    return ([line(head), rule] + rows.map(line)).joined(separator: "\n")
  }
}
