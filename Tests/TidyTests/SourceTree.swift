// SPDX-License-Identifier: MIT

import Foundation

/// The files of the checkout that this test was built from.
struct SourceTree {
  /// A Swift file, with its path from the top of the checkout.
  struct File {
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The lines with comments and the content of string literals blanked out.
    var codeLines: [String] { SwiftCode.blanked(text) }

    /// The target a file under `Sources` or `Tests` belongs to.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All Swift files below a top-level folder, by path.
  static func swiftFiles(in folder: String) throws -> [File] {
    let base = root.appendingPathComponent(folder).path
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      File(
        path: "\(folder)/\(name)",
        text: try String(contentsOfFile: "\(base)/\(name)", encoding: .utf8))
    }
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}

/// Just enough of Swift's lexical structure to count braces.
enum SwiftCode {
  private enum State {
    case code, lineComment, blockComment(depth: Int), string, multilineString
  }

  /// The lines of a source text with comments and string contents replaced by spaces.
  ///
  /// Interpolations are blanked with the string around them; raw strings are treated as plain ones.
  static func blanked(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var state = State.code
    var index = 0
    func starts(_ token: String) -> Bool {
      bytes[index...].starts(with: token.utf8)
    }
    func skip(_ count: Int) {
      for _ in 0..<count where index < bytes.count {
        output.append(bytes[index] == UInt8(ascii: "\n") ? bytes[index] : UInt8(ascii: " "))
        index += 1
      }
    }
    while index < bytes.count {
      switch state {
      case .code:
        if starts("//") {
          state = .lineComment
        } else if starts("/*") {
          state = .blockComment(depth: 1)
          skip(2)
        } else if starts("\"\"\"") {
          state = .multilineString
          skip(3)
        } else if starts("\"") {
          state = .string
          skip(1)
        } else {
          output.append(bytes[index])
          index += 1
        }
      case .lineComment:
        if bytes[index] == UInt8(ascii: "\n") { state = .code }
        skip(1)
      case .blockComment(let depth):
        if starts("*/") {
          state = depth == 1 ? .code : .blockComment(depth: depth - 1)
          skip(2)
        } else if starts("/*") {
          state = .blockComment(depth: depth + 1)
          skip(2)
        } else {
          skip(1)
        }
      case .string:
        if bytes[index] == UInt8(ascii: "\\") {
          skip(2)
        } else {
          if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "\n") {
            state = .code
          }
          skip(1)
        }
      case .multilineString:
        if starts("\"\"\"") {
          state = .code
          skip(3)
        } else {
          skip(bytes[index] == UInt8(ascii: "\\") ? 2 : 1)
        }
      }
    }
    return String(decoding: output, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// A function with the lines from its declaration to its closing brace.
  struct Function {
    let name: String
    let firstLine: Int
    let lineCount: Int
  }

  /// The functions and initializers of a file.
  static func functions(in lines: [String]) -> [Function] {
    var result: [Function] = []
    for (index, line) in lines.enumerated() {
      guard let match = line.firstMatch(of: /\b(func\s+[^\s(<]+|init)[?]?[(<]/),
        !line.contains("self.init"), !line.contains(".init(")
      else { continue }
      guard let end = closingLine(of: index, in: lines) else { continue }
      result.append(
        Function(name: String(match.1), firstLine: index + 1, lineCount: end - index + 1))
    }
    return result
  }

  /// The line of the brace that closes the body begun at or after `start`; nil without a body.
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
        let continues = lines[index].contains("{") || next.hasPrefix("->") || next.hasPrefix("where")
          || next.hasPrefix("{") || next.hasPrefix("throws") || next.hasPrefix(")")
        if !continues { return nil }
      }
    }
    return nil
  }
}
