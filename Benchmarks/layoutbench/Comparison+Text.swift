// SPDX-License-Identifier: MIT

import BenchmarkKit
import JSON
import Reporting

extension Comparison {
  /// Returns the decision, without a full stop.
  func sentence(_ code: ExitCode) -> String {
    let gates = rows.filter(\.isGate)
    func count(_ verdict: ChangeVerdict) -> Int { gates.count { $0.verdict == verdict } }
    let counts =
      "of \(gates.count) rows that gate \(count(.slower)) slower, \(count(.faster)) faster,"
      + " \(count(.equivalent)) equivalent, \(count(.inconclusive)) inconclusive"
    switch code {
    case .regression: return "REGRESSION: \(counts)"
    case .inconclusive: return (isNoisy ? "INCONCLUSIVE, noisy: " : "INCONCLUSIVE: ") + counts
    default: return "no regression: \(counts)"
    }
  }

  func text(code: ExitCode) -> String {
    let sorted = rows.enumerated().sorted { one, two in
      let first = Self.effect(one.element)
      let second = Self.effect(two.element)
      return first == second ? one.offset < two.offset : first > second
    }.map(\.element)
    let quiet = sorted.count { !$0.isTime && $0.verdict == .equivalent }
    var table = [["instance", "of", "baseline", "candidate", "candidate / baseline", ""]]
    for row in sorted where row.isTime || row.verdict != .equivalent {
      func cost(_ value: Double?) -> String {
        guard let value else { return "-" }
        if row.metric == nil { return MeasuredText.digits(value) }
        return row.isTime
          ? MeasuredText.time(nanoseconds: value) : "\(value.rounded())".droppingZero
      }
      let ratio = row.estimate.map {
        row.isTime ? MeasuredText.ratio($0) : MeasuredText.digits($0.ratio)
      }
      table.append([
        row.instance, row.measure, cost(row.baseline), cost(row.candidate), ratio ?? "-",
        row.verdict.rawValue + (row.isGate ? "" : " (no gate)"),
      ])
    }
    var parts = [sentence(code), head, MeasuredText.table(table)]
    if quiet > 0 { parts.append("\(quiet) counts of work are the same on both sides") }
    if tests > 0 {
      parts.append("changes of time are corrected for \(tests) comparisons (Holm), level 5 %")
    }
    return (parts + notes).joined(separator: "\n")
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
      "verdict": .string(sentence(code)),
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

extension String {
  /// The text of a whole number without `.0`.
  fileprivate var droppingZero: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}
