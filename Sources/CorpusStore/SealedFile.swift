// SPDX-License-Identifier: MIT

import Digests
import Foundation
import JSON
import RegularFiles

/// A file with a JSON value on its second line and the hash of that line on its first.
///
/// So a cut or damaged file is never used.
///
/// It is written as a whole.
package enum SealedFile {
  /// The reason why there is no value.
  package enum Problem: Error, Sendable, Hashable {
    case missing
    case unreadable(code: Int32)
    /// The content is damaged, for the given reason.
    case damaged(String)
  }

  /// Writes a value as a whole; a reader sees the old file or the new one.
  ///
  /// - Throws: `WriteError` with the path and the reason of the system.
  package static func write(_ value: JSONValue, to path: String) throws(WriteError) {
    let line = JSONWriter.line(value)
    let hash = Array(ContentHash.text(line).utf8)
    try AtomicFile.write(hash + [0x0A] + line + [0x0A], to: path)
  }

  /// Reads a value that was written as a whole.
  ///
  /// - Throws: when there is no file, and for a file that is cut, changed or cannot be read.
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
