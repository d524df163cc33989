// SPDX-License-Identifier: MIT

import Digests
import Foundation
import JSON
import RegularFiles

/// A JSON value in a file whose first line says what the second one hashes to, so that nothing goes
/// on from a file that was cut or spoiled.
///
/// Written as a whole.
package enum SealedFile {
  /// Why there is no value.
  package enum Problem: Error, Sendable, Hashable {
    case missing
    case unreadable(code: Int32)
    /// What is wrong with the content.
    case damaged(String)
  }

  package static func write(_ value: JSONValue, to path: String) throws(WriteError) {
    let line = JSONWriter.line(value)
    let hash = Array(ContentHash.text(line).utf8)
    try AtomicFile.write(hash + [0x0A] + line + [0x0A], to: path)
  }

  package static func read(_ path: String) throws(Problem) -> JSONValue {
    let bytes: [UInt8]
    do throws(RegularFile.Problem) {
      bytes = try RegularFile.read(path)
    } catch {
      switch error {
      case .missing: throw .missing
      case .system(let code): throw .unreadable(code: code)
      case .folder: throw .unreadable(code: EISDIR)
      case .pipe, .socket, .device, .tooLarge: throw .damaged(error.sentence)
      }
    }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count == 3, String(decoding: lines[0], as: UTF8.self) == ContentHash.text(lines[1])
    else { throw .damaged("it does not hash to what it says") }
    do throws(JSONError) {
      return try JSONParser.parse(Array(lines[1]))
    } catch {
      throw .damaged(error.message)
    }
  }
}
