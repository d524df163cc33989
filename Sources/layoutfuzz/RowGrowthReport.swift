// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import JSON
import Judging
import LayoutModel

/// The report of `fit --rows` about tables with increasing numbers of rows.
struct RowGrowthReport {
  let label: String
  let growth: RowGrowth

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "case", value: .string(label)),
      .init(key: "width", value: .number(growth.width.doubleValue)),
      .init(
        key: "tables",
        value: .array(
          growth.runs.map { run in
            [
              "rows": .number(Double(run.rows)),
              "height": .number(run.contentHeight.doubleValue),
              "measuredCells": .number(Double(run.measuredCells)),
              "measuredBytes": .number(Double(run.measuredBytes)),
              "passes": .number(Double(run.passes)),
              "cellOperations": .number(Double(run.cellOperations)),
            ]
          })),
    ]
    if let workExponent = growth.workExponent {
      members.append(.init(key: "exponent", value: .number(Self.rounded(workExponent))))
    }
    return .object(members)
  }

  var text: String {
    var head = "\(label): \(ShownNumber.counted(growth.runs.count, "table"))"
    head += " of \(FrameText.points(growth.width.doubleValue)) pt"
    if let workExponent = growth.workExponent {
      head += ": work grows as rows^\(Self.rounded(workExponent))"
    }
    let heads = ["rows", "height", "cells measured", "text bytes", "passes", "cell operations"]
    let rows = growth.runs.map { run in
      [
        ShownNumber.grouped(run.rows), FrameText.points(run.contentHeight.doubleValue),
      ]
        + [run.measuredCells, run.measuredBytes, run.passes, run.cellOperations].map(
          ShownNumber.grouped)
    }
    return ([head, ""] + TextTable([heads] + rows).trimmedLines).joined(separator: "\n")
  }

  /// The measured times as text.
  var timing: String {
    var lines = growth.runs.map { run in
      "\(ShownNumber.counted(run.rows, "row")): \(Self.rounded(Double(run.nanoseconds) / 1e9)) s"
    }
    if let exponent = growth.exponent(of: { Double($0.nanoseconds) }) {
      lines.append("time grows as rows^\(Self.rounded(exponent))")
    }
    return lines.joined(separator: "\n")
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
