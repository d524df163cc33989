// SPDX-License-Identifier: MIT

extension LayoutCase {
  /// Checks the table of a case; see `validate()`.
  func checkTable(_ report: Report) {
    guard let table else { return }
    if table.width.isNegative || table.width.isZero { report(.table, .tableWidthNotPositive) }
    if table.width.isTooLarge { report(.table, .tooLarge(field: "width")) }
    for (field, length) in [
      ("estimatedHeight", table.estimatedHeight), ("headerHeight", table.headerHeight),
      ("footerHeight", table.footerHeight),
    ] {
      if let length { check(length, field, .table, report) }
    }
    for index in table.rows.indices {
      let row = table.rows[index]
      if let height = row.height { check(height, "height", .row(index), report) }
      check(row.accessoryWidth, "accessoryWidth", .row(index), report)
      for text in row.texts
      where !views.indices.contains(text.view) || views[text.view].text == nil {
        report(.row(index), .rowTextWithoutText(text.view))
      }
      if !row.texts.map(\.view).isStrictlyIncreasing {
        report(.row(index), .notSorted(field: "texts"))
      }
    }
  }

  private func check(
    _ length: LayoutNumber, _ field: String, _ subject: ValidationError.Subject, _ report: Report
  ) {
    if length.isNegative { report(subject, .negative(field: field)) }
    if length.isTooLarge { report(subject, .tooLarge(field: field)) }
  }
}
