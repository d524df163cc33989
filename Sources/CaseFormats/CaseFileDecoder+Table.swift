// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// The table whose cell a case is: its settings under `table`, its rows in a list of their own.
extension CaseFileDecoder {
  func decodeTable(_ document: JSONObjectReader) throws(JSONError) -> TableContent? {
    guard let value = document["table"] else {
      if let rows = document["rows"] {
        throw rows.error("rows belong to a table: expected \"table\"")
      }
      return nil
    }
    let object = try JSONObjectReader(
      value, "a table",
      keys: ["width", "separator", "estimatedHeight", "headerHeight", "footerHeight"])
    var table = TableContent(width: try decodeNumber(try object.required("width")), rows: [])
    if let value = object["separator"] {
      table.separator = try value.requiredCase(of: TableContent.Separator.self)
    }
    if let value = object["estimatedHeight"] { table.estimatedHeight = try decodeNumber(value) }
    if let value = object["headerHeight"] { table.headerHeight = try decodeNumber(value) }
    if let value = object["footerHeight"] { table.footerHeight = try decodeNumber(value) }
    let rows = try document["rows"]?.requiredArray("a list of rows") ?? []
    table.rows.reserveCapacity(rows.count)
    for row in rows { table.rows.append(try decodeRow(row)) }
    return table
  }

  private func decodeRow(_ value: JSONValue) throws(JSONError) -> TableContent.Row {
    let object = try JSONObjectReader(value, "a row", keys: ["texts", "height", "accessoryWidth"])
    var row = TableContent.Row()
    for member in try members(of: object["texts"], "texts by view id") {
      row.texts.append(
        TableContent.Row.Text(
          view: try view(named: member),
          string: try member.value.requiredString("the characters of the text as a string")))
    }
    // Authors list them in any order.
    row.texts.sort { $0.view < $1.view }
    if let value = object["height"] { row.height = try decodeNumber(value) }
    if let value = object["accessoryWidth"] { row.accessoryWidth = try decodeNumber(value) }
    return row
  }
}
