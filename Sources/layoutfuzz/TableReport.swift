// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import JSON

/// The report of `fit --table` about the table in a case file.
struct TableReport {
  /// The largest number of listed rows in the text; JSON has all.
  private static let listedRows = 40

  let label: String
  let answer: TableAnswer

  var json: JSONValue {
    [
      "case": .string(label),
      "width": .number(answer.content.width.doubleValue),
      "height": .number(answer.contentHeight.doubleValue),
      "rows": .array(
        answer.rows.map { row in
          [
            "height": .number(row.points.doubleValue),
            "origin": .string(row.origin.rawValue),
            "conflict": .array(row.conflict.map { .string($0) }),
          ]
        }),
      "failures": .array(answer.failures.map { .string($0) }),
    ]
  }

  var text: String {
    var lines = [
      "\(label): \(ShownNumber.counted(answer.rows.count, "row")),"
        + " \(FrameText.points(answer.content.width.doubleValue)) pt wide,"
        + " \(FrameText.points(answer.contentHeight.doubleValue)) pt high"
    ]
    for (index, row) in answer.rows.prefix(Self.listedRows).enumerated() {
      var line = "  row \(index + 1): \(FrameText.points(row.points.doubleValue)) pt"
      switch row.origin {
      case .fitting: break
      case .given: line += ", given by the program"
      case .natural: line += ", the natural height of the cell"
      case .standard: line += ", the standard height: the contents determine none"
      }
      if !row.conflict.isEmpty {
        line += ", conflict of " + row.conflict.joined(separator: ", ")
      }
      lines.append(line)
    }
    if answer.rows.count > Self.listedRows {
      lines.append("  and \(ShownNumber.counted(answer.rows.count - Self.listedRows, "row")) more")
    }
    return (lines + answer.failures.map { "  \($0)" }).joined(separator: "\n")
  }
}
