// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import Oracles
import Reporting

/// The words about a finding that follow from its record alone.
struct FindingWords {
  private let record: FindingRecord
  private let kind: FailureKind

  init(_ record: FindingRecord) {
    self.record = record
    kind = record.verdict
  }

  var group: ReportFinding.Group {
    if case .process = kind { return .process }
    return kind.isCost ? .cost : .wrong
  }

  /// The failure in one sentence without a full stop.
  var sentence: String {
    let name = record.accused.name
    let what = record.subject == .layout ? "a layout" : "values"
    switch kind {
    case .process(.crash):
      return processEnd.map { "\(name) ends with \($0)" } ?? "\(name): \(record.summary)"
    case .process(.hang): return "\(name) does not answer in time"
    case .process(.memory): return "\(name) takes more memory than it may"
    case .wrongFeasible: return "\(name) answers contradicting constraints with \(what)"
    case .wrongInfeasible where record.subject == .layout:
      return "\(name) answers \"infeasible\", but a layout exists"
    case .wrongConflict:
      return "\(name) names constraints that are not a smallest conflict"
    case .nonDeterministic: return "\(name) answers the same case differently in two runs"
    case .malformed: return "\(name) answers with missing values or values that are not finite"
    case .lawBroken(let law): return "\(name) breaks the law \(law): \(lawDetail)"
    default: return "\(name): \(record.summary)"
    }
  }

  /// The last words of an ended process; nil without.
  var detail: String? {
    guard case .process(.crash) = kind, let end = processEnd,
      let start = record.summary.range(of: end)
    else { return nil }
    let rest = record.summary[start.upperBound...].drop { ",: ".contains($0) }
    return rest.isEmpty ? nil : rest.prefix(1).uppercased() + rest.dropFirst() + "."
  }

  /// The way in which the process ended, as `signal 4 (SIGILL)`; nil for other findings.
  var processEnd: String? {
    switch kind {
    case .process(.crash):
      // Findings of earlier versions have the second beginning.
      for start in ["ended with ", "ended: "] {
        guard let place = record.summary.range(of: start) else { continue }
        let text = record.summary[place.upperBound...]
        let end = [" while ", ": ", ", "].compactMap { text.range(of: $0)?.lowerBound }.min()
        return String(text[..<(end ?? text.endIndex)])
      }
      return nil
    case .process(.hang): return "no answer in time"
    case .process(.memory): return "memory limit exceeded"
    case .process(.garbled): return "no valid answer"
    default: return nil
    }
  }

  /// The relation of the two answers that break a law.
  var lawDetail: String {
    guard let law = kind.law else { return record.summary }
    return rest(after: "the law '\(law)' is broken: ")
  }

  private func rest(after start: String) -> String {
    record.summary.begins(with: start)
      ? String(record.summary.dropFirst(start.count)) : record.summary
  }
}
