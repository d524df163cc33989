// SPDX-License-Identifier: MIT

extension JSONValue {
  /// The value with the line break that ends it.
  package var lineOfText: [UInt8] { JSONWriter.line(self) + [UInt8(ascii: "\n")] }
}
