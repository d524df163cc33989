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
    var lines = growth.runs.map { run in
      "\(label): \(ShownNumber.counted(run.rows, "row")) of \(FrameText.points(growth.width.doubleValue)),"
        + " \(FrameText.points(run.contentHeight.doubleValue)) high:"
        + " \(ShownNumber.counted(run.measuredCells, "cell")) measured,"
        + " \(ShownNumber.counted(run.measuredBytes, "byte")) of text,"
        + " \(run.passes == 1 ? "1 pass" : "\(ShownNumber.grouped(run.passes)) passes") with"
        + " \(ShownNumber.counted(run.cellOperations, "cell operation"))"
    }
    if let workExponent = growth.workExponent {
      lines.append("work grows with the rows to the power \(Self.rounded(workExponent))")
    }
    return lines.joined(separator: "\n")
  }

  /// The measured times as text.
  var timing: String {
    var lines = growth.runs.map { run in
      "\(ShownNumber.counted(run.rows, "row")): \(Self.rounded(Double(run.nanoseconds) / 1e9)) s"
    }
    if let exponent = growth.exponent(of: { Double($0.nanoseconds) }) {
      lines.append("time grows with the rows to the power \(Self.rounded(exponent))")
    }
    return lines.joined(separator: "\n")
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
