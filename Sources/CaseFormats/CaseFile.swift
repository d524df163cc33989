// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// The reason why a file is not a layout case: file, place, and the expectation there.
package struct CaseFileError: Error, Sendable, Hashable {
  /// The name of the file, as the user gave it.
  package var file: String
  package var location: SourceLocation
  /// The expected and the found text, without a full stop.
  package var message: String

  package init(file: String, location: SourceLocation, message: String) {
    self.file = file
    self.location = location
    self.message = message
  }

  package var diagnostic: Diagnostic {
    Diagnostic(severity: .error, file: file, location: location, message: message)
  }
}

extension CaseFileError: CustomStringConvertible {
  /// The text `file:line:column: error: message`.
  package var description: String { diagnostic.description }
}

/// Case files (`*.case.json`): layout cases as canonical JSON.
///
/// The same case always gives the same bytes, and reading them gives the same case. Views, guides
/// and constraints are flat lists, one per line. A view names its superview, and a constraint names
/// its items as `id.attribute`. The attribute follows the last dot, so an id may contain dots.
/// Members with default values are left out.
package enum CaseFile {
  /// The version of the format, the value of the key `layoutfuzz`.
  package static let version = 1

  /// - Precondition: the case is well formed.
  /// - Complexity: O(size of the case).
  package static func encode(_ layoutCase: LayoutCase) -> [UInt8] {
    JSONWriter.document(CaseFileEncoder(layoutCase).document)
  }

  /// Returns the case as one JSON value, to be part of something larger.
  package static func value(of layoutCase: LayoutCase) -> JSONValue {
    CaseFileEncoder(layoutCase).document
  }

  /// Reads a case file; the case is well formed.
  ///
  /// A byte order mark of UTF-8 at the start is skipped.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - file: the name of the file, for messages only.
  ///   - fault: a planted fault of reading case files.
  /// - Returns: a well-formed case.
  /// - Throws: `CaseFileError` for the first error in the file; never traps, whatever the bytes
  ///   are.
  /// - Complexity: O(bytes) expected.
  package static func decode(
    _ bytes: [UInt8], file: String, fault: ImportFault? = nil
  ) throws(CaseFileError) -> LayoutCase {
    let value: JSONValue
    do {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      value = try JSONParser.parse(bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes)
    } catch {
      throw CaseFileError(file: file, location: error.location, message: error.message)
    }
    return try decode(fault?.misread(value) ?? value, file: file)
  }

  /// Reads a case that is part of something larger.
  package static func decode(
    _ value: JSONValue, file: String
  ) throws(CaseFileError) -> LayoutCase {
    do {
      return try CaseFileDecoder.decode(value)
    } catch {
      throw CaseFileError(file: file, location: error.location, message: error.message)
    }
  }
}
