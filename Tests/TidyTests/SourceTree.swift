// SPDX-License-Identifier: MIT

import Foundation

/// The files of the checkout that this test was built from.
///
/// Loops over their lines keep a regular expression in a constant: a literal is compiled each time
/// it is evaluated.
struct SourceTree {
  /// A Swift file, with its path from the top of the checkout.
  struct File {
    let path: String
    let text: String
    let lines: [Substring]
    /// The lines, with comments and the content of string literals blanked out.
    let codeLines: [String]

    init(path: String, text: String) {
      self.path = path
      self.text = text
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      codeLines = SwiftCode.blanked(text)
    }

    /// The target of a file under `Sources` or `Tests`.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All Swift files of the package, read once.
  static let allFiles: [File] = ["Sources", "Tests", "Benchmarks"].flatMap(files)

  /// Returns all Swift files below a top-level folder, sorted by path.
  static func swiftFiles(in folder: String) -> [File] {
    allFiles.filter { $0.path.hasPrefix("\(folder)/") }
  }

  private static func files(in folder: String) -> [File] {
    let base = root.appendingPathComponent(folder).path
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      // A file that cannot be read as UTF-8 stays empty, so the licence test names it.
      let bytes = FileManager.default.contents(atPath: "\(base)/\(name)") ?? Data()
      return File(path: "\(folder)/\(name)", text: String(bytes: bytes, encoding: .utf8) ?? "")
    }
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}

/// A scanner for as much of Swift's lexical structure as is needed to count braces.
enum SwiftCode {
  private enum State {
    case code, lineComment, blockComment(depth: Int), string, multilineString
  }

  /// Returns the lines of a source text with comments and string contents replaced by spaces.
  ///
  /// Interpolations are blanked with the string around them; raw strings are treated as plain ones.
  static func blanked(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var output = bytes
    var state = State.code
    var index = 0
    while index < bytes.count {
      let (next, count) = step(state, bytes, index)
      if case .code = state, case .code = next {
        index += count
      } else {
        for _ in 0..<count where index < bytes.count {
          if bytes[index] != newline { output[index] = UInt8(ascii: " ") }
          index += 1
        }
      }
      state = next
    }
    return output.split(separator: newline, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the comments and string literals of a line, with spaces between for the code.
  static func text(of line: Substring, without code: String) -> String {
    let kept = zip(line.utf8, code.utf8).map { byte, code in
      code == UInt8(ascii: " ") ? byte : UInt8(ascii: " ")
    }
    return String(decoding: kept, as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }

  private static let newline = UInt8(ascii: "\n")
  private static let quote = UInt8(ascii: "\"")
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let backslash = UInt8(ascii: "\\")

  /// Returns the state after the token at `index`, and the token's length.
  private static func step(_ state: State, _ bytes: [UInt8], _ index: Int) -> (State, Int) {
    let byte = bytes[index]
    let after = index + 1 < bytes.count ? bytes[index + 1] : 0
    let isTriple =
      byte == quote && after == quote && index + 2 < bytes.count && bytes[index + 2] == quote
    switch state {
    case .code:
      if byte == slash && after == slash { return (.lineComment, 2) }
      if byte == slash && after == star { return (.blockComment(depth: 1), 2) }
      if isTriple { return (.multilineString, 3) }
      return byte == quote ? (.string, 1) : (.code, 1)
    case .lineComment:
      return byte == newline ? (.code, 1) : (.lineComment, 1)
    case .blockComment(let depth):
      if byte == star && after == slash {
        return (depth == 1 ? .code : .blockComment(depth: depth - 1), 2)
      }
      if byte == slash && after == star { return (.blockComment(depth: depth + 1), 2) }
      return (state, 1)
    case .string:
      if byte == backslash { return (.string, 2) }
      return byte == quote || byte == newline ? (.code, 1) : (.string, 1)
    case .multilineString:
      if isTriple { return (.code, 3) }
      return (.multilineString, byte == backslash ? 2 : 1)
    }
  }

  /// A function with the lines from its declaration to its closing brace.
  struct Function {
    let name: String
    let firstLine: Int
    let lineCount: Int
  }

  /// Returns the functions and initializers of a file.
  static func functions(in lines: [String]) -> [Function] {
    var result: [Function] = []
    let declaration = /\b(func\s+[^\s(<]+|init)[?]?[(<]/
    for (index, line) in lines.enumerated() {
      guard line.contains("func ") || line.contains("init"),
        let match = line.firstMatch(of: declaration),
        !line.contains(".init(")
      else { continue }
      guard let end = closingLine(of: index, in: lines) else { continue }
      result.append(
        Function(name: String(match.1), firstLine: index + 1, lineCount: end - index + 1))
    }
    return result
  }

  /// Returns the line of the brace that closes the body begun at or after `start`; nil without a
  /// body.
  private static func closingLine(of start: Int, in lines: [String]) -> Int? {
    var braces = 0
    var parentheses = 0
    var opened = false
    for index in start..<lines.count {
      for character in lines[index].utf8 {
        switch character {
        case UInt8(ascii: "("): parentheses += 1
        case UInt8(ascii: ")"): parentheses -= 1
        case UInt8(ascii: "{"):
          braces += 1
          opened = true
        case UInt8(ascii: "}"):
          braces -= 1
          if braces < 0 { return nil }
        default: break
        }
        if opened && braces == 0 { return index }
      }
      // A requirement of a protocol: the declaration ends without a body.
      if !opened && parentheses == 0 && index + 1 < lines.count {
        let next = lines[index + 1].trimmingCharacters(in: .whitespaces)
        let continues =
          lines[index].contains("{") || next.hasPrefix("->") || next.hasPrefix("where")
          || next.hasPrefix("{") || next.hasPrefix("throws") || next.hasPrefix(")")
        if !continues { return nil }
      }
    }
    return nil
  }
}
