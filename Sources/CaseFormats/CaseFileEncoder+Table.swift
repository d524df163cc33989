// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// The reverse of `CaseFileDecoder.decodeTable`.
extension CaseFileEncoder {
  /// Returns the members of the document that describe the table.
  func encode(_ table: TableContent) -> [JSONValue.Member] {
    var settings = [member("width", encode(table.width))]
    if table.separator != .hairline {
      settings.append(member("separator", .string(table.separator.rawValue)))
    }
    if let height = table.estimatedHeight {
      settings.append(member("estimatedHeight", encode(height)))
    }
    if table.headerHeight != .zero {
      settings.append(member("headerHeight", encode(table.headerHeight)))
    }
    if table.footerHeight != .zero {
      settings.append(member("footerHeight", encode(table.footerHeight)))
    }
    var members = [member("table", .object(settings))]
    if !table.rows.isEmpty {
      members.append(member("rows", .array(table.rows.map { encode($0) })))
    }
    return members
  }

  private func encode(_ row: TableContent.Row) -> JSONValue {
    var members: [JSONValue.Member] = []
    if !row.texts.isEmpty {
      members.append(
        member("texts", .object(row.texts.map { member(id($0.view), .string($0.string)) })))
    }
    if let height = row.height { members.append(member("height", encode(height))) }
    if row.accessoryWidth != .zero {
      members.append(member("accessoryWidth", encode(row.accessoryWidth)))
    }
    return .object(members)
  }
}
