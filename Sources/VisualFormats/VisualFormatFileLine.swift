// SPDX-License-Identifier: MIT

import CaseFormats
import JSON

/// A line of a `.vfl` file, split into words.
struct VisualFormatFileLine {
  /// A word with its place in the line.
  struct Word {
    let text: String
    let location: SourceLocation

    func error(_ message: String) -> JSONError { JSONError(location: location, message: message) }
  }

  let words: [Word]
  /// The JSON at the end of the line: an object, or a text in quotes.
  let value: JSONValue?
  /// The line from its first to its last word, for formats.
  let text: String
  /// The start of the first word.
  let location: SourceLocation
  /// The end of the last word.
  let end: SourceLocation

  /// - Returns: nil for a line with only white space and comment.
  /// - Throws: when malformed JSON begins in the line.
  init?(_ bytes: ArraySlice<UInt8>, number: Int) throws(JSONError) {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    func place(_ index: Int) -> SourceLocation {
      SourceLocation(line: number, column: index - bytes.startIndex + 1)
    }
    var words: [Word] = []
    var value: JSONValue?
    var last = bytes.startIndex
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if isSpace(byte) {
        index += 1
        continue
      }
      if byte == UInt8(ascii: "#") { break }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\"") {
        value = try VisualFormatFileLine.json(bytes[index...], at: place(index))
        last = bytes.endIndex
        break
      }
      let start = index
      while index < bytes.endIndex, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: "#") {
        index += 1
      }
      guard index - bytes.startIndex <= ImportLimits.lineBytes else {
        throw JSONError(
          location: place(start),
          message: "a line longer than \(ImportLimits.lineBytes) bytes, which is the limit")
      }
      words.append(
        Word(text: String(decoding: bytes[start..<index], as: UTF8.self), location: place(start)))
      last = index
    }
    guard let location = words.first?.location ?? value?.location else { return nil }
    self.words = words
    self.value = value
    self.location = location
    let start = bytes.startIndex + location.column - 1
    text = String(decoding: bytes[start..<max(start, last)], as: UTF8.self)
    end = place(last)
  }

  private static func json(
    _ bytes: ArraySlice<UInt8>, at location: SourceLocation
  ) throws(JSONError) -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.parse(Array(bytes)).moved(to: location)
    } catch {
      throw JSONError(location: error.location.moved(to: location), message: error.message)
    }
  }

  func error(_ message: String) -> JSONError { JSONError(location: location, message: message) }
}

extension SourceLocation {
  /// Returns the location in a line, for a location in a part of the line that begins at `start`.
  fileprivate func moved(to start: SourceLocation) -> SourceLocation {
    SourceLocation(line: start.line, column: start.column + column - 1)
  }
}

extension JSONValue {
  /// Returns the value with its locations in the line; the parser limits the depth of the
  /// recursion.
  fileprivate func moved(to start: SourceLocation) -> JSONValue {
    let place = location?.moved(to: start)
    switch content {
    case .null, .bool, .number, .string: return JSONValue(content, at: place)
    case .array(let elements):
      return JSONValue(.array(elements.map { $0.moved(to: start) }), at: place)
    case .object(let members):
      let moved = members.map {
        Member(
          key: $0.key, value: $0.value.moved(to: start),
          keyLocation: $0.keyLocation?.moved(to: start))
      }
      return JSONValue(.object(moved), at: place)
    }
  }
}
