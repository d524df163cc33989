// SPDX-License-Identifier: MIT

import JSON

/// JSON values as the tool prints them.
package enum JSONText {
  /// Members of the outer object on lines of their own, with a line break at the end.
  package static func document(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.document(value), as: UTF8.self)
  }
}
