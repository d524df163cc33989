// SPDX-License-Identifier: MIT

import Display

extension ScreenDiagnosis {
  /// The largest number of rows that a finding names.
  private static let namedRows = 8
  /// The largest number of different contradictions that are reported.
  private static let mostConflicts = 16

  /// Returns the findings about contradicting rows of the case's table; rows with the same
  /// contradiction share one.
  ///
  /// - Complexity: O(rows) cells.
  static func conflicts(in table: TableAnswer) -> [LayoutFinding] {
    var conflicts: [[String]] = []
    var rows: [[Int]] = []
    for (row, height) in table.rows.enumerated() where !height.conflict.isEmpty {
      if let known = conflicts.firstIndex(of: height.conflict) {
        rows[known].append(row + 1)
      } else if conflicts.count < mostConflicts {
        conflicts.append(height.conflict)
        rows.append([row + 1])
      }
    }
    return zip(conflicts, rows).map { conflict, rows in
      let named = rows.prefix(namedRows).map(String.init).joined(separator: ", ")
      let more = rows.count > namedRows ? " and \(rows.count - namedRows) more" : ""
      return LayoutFinding(
        .conflict, objects: conflict, aspect: "row \(rows[0])",
        message: "\(ShownNumber.form(of: "row", for: rows.count)) \(named)\(more) of the table:"
          + " required constraints contradict each other",
        details: [conflict.joined(separator: ", "), "'layoutfuzz fit --table' shows every row"])
    }
  }
}
