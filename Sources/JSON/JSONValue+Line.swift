// SPDX-License-Identifier: MIT

extension JSONValue {
  /// The value as text with a line break at the end.
  package var lineOfText: [UInt8] { JSONWriter.line(self) + [UInt8(ascii: "\n")] }
}
