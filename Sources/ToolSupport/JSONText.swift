// SPDX-License-Identifier: MIT

import JSON

/// JSON values as the tool prints them.
package enum JSONText {
  /// Returns the value with the members of the outer object on lines of their own, and a line break
  /// at the end.
  package static func document(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.document(value), as: UTF8.self)
  }
}
