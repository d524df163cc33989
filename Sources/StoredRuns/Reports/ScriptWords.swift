// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import Oracles
import Reporting

/// The words about the failing step of a script.
struct ScriptWords {
  private let page: ScriptPage
  private let record: FindingRecord

  init(_ page: ScriptPage, _ record: FindingRecord) {
    self.page = page
    self.record = record
  }

  /// The failure in one sentence without a full stop; nil when that of the record is
  /// better.
  var sentence: String? {
    guard let index = page.steps.firstIndex(where: \.isWrong) else { return nil }
    let place = "step \(index + 1)"
    if let value = page.values.first(where: \.differs), page.isUnique {
      return "\(record.accused) answers \(value.name) = \(number(value.got)) in \(place), "
        + "expected \(value.expected)"
    }
    switch record.verdict {
    case .wrongFeasible:
      return "\(record.accused) answers contradicting constraints with values in \(place)"
    case .wrongInfeasible:
      if record.answer?.claim == "infeasible" {
        return "\(record.accused) answers \"infeasible\" in \(place), but values exist"
      }
      return "\(record.accused) refuses \(place), but all constraints can hold"
    case .wrongConflict:
      return "\(record.accused) names constraints in \(place) that are not a smallest conflict"
    default: return nil
    }
  }

  /// Returns a number of a record for people.
  private func number(_ text: String) -> String {
    Double(text).map { $0.magnitude < 1e9 ? ShownNumber.points($0) : text } ?? text
  }
}
