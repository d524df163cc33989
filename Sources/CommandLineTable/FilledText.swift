// SPDX-License-Identifier: MIT

import Display

/// Text in lines of help: paragraphs filled at words, indented lines as they are.
enum FilledText {
  /// The width of all help texts, in columns.
  static let width = 80

  /// Returns the lines of a text whose words are filled; a longer word has a line of its own.
  static func lines(_ text: String, width: Int = width) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(text) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Returns the paragraphs of a text, filled, with empty lines between them.
  static func text(_ text: String) -> String {
    blocks(text).map { block in
      switch block {
      case .filled(let text): lines(text).joined(separator: "\n")
      case .literal(let lines):
        lines.map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
      }
    }.joined(separator: "\n\n")
  }

  /// The largest width of a left column, unless it is given.
  private static let columnMax = 22

  /// Returns rows of two columns; a head that is wider than the left column has a line of its own.
  ///
  /// `column` is the width of the left column; nil for that of the heads up to a limit.
  static func rows(_ rows: [(head: String, text: String)], column: Int? = nil) -> String {
    let column = column ?? rows.map(\.head.count).filter { $0 <= columnMax }.max() ?? 0
    let indent = String(repeating: " ", count: column + 4)
    return rows.map { row in
      let lines = lines(row.text, width: width - indent.count)
      let gap = String(repeating: " ", count: max(0, column - row.head.count)) + "  "
      let first = row.head.count > column ? "\n\(indent)" : gap
      return "  \(row.head)" + (lines.isEmpty ? "" : first) + lines.joined(separator: "\n\(indent)")
    }.joined(separator: "\n")
  }

  /// A part of a text between empty lines or changes of indentation.
  enum Block: Equatable {
    /// A paragraph on one line.
    case filled(String)
    /// Indented lines, without the first two columns.
    case literal([String])
  }

  /// Returns the paragraphs and literal blocks of a text.
  ///
  /// An empty line between two indented lines belongs to their block.
  static func blocks(_ text: String) -> [Block] {
    var blocks: [Block] = []
    var isOpen = false
    var gap = 0
    for line in text.split(scalar: "\n") {
      if line.isEmpty {
        (isOpen, gap) = (false, gap + 1)
        continue
      }
      if line.begins(with: "  ") {
        let line = String(line.dropFirst(2))
        if case .literal(let before)? = blocks.last {
          blocks[blocks.count - 1] = .literal(
            before + Array(repeating: "", count: gap) + [line])
        } else {
          blocks.append(.literal([line]))
        }
      } else if isOpen, case .filled(let before)? = blocks.last {
        blocks[blocks.count - 1] = .filled(before + " " + line)
      } else {
        blocks.append(.filled(line))
      }
      (isOpen, gap) = (true, 0)
    }
    return blocks
  }

  private static func words(_ text: String) -> [String] {
    text.split(scalar: "\n").flatMap { $0.split(scalar: " ", omittingEmpty: true) }
  }
}
