// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Checks that sentences of the README and the guides can be read at once, and that the README
/// stays short.
struct SentenceTests {
  private static let wordsMax = 30
  private static let guides = DocumentTests.documents.filter {
    $0 == "README.md"
      || $0.hasPrefix("docs/") && !$0.hasPrefix("docs/internals/") && $0 != "docs/evaluation.md"
  }

  /// A sentence of a document, with the number of the line on which its paragraph begins.
  private struct Sentence {
    let line: Int
    let text: String

    var words: Int { text.split(separator: " ").count }
  }

  /// Returns the sentences of a text: without code, tables and headings, links by their texts.
  private static func sentences(_ text: String) -> [Sentence] {
    var found: [Sentence] = []
    var paragraph: (line: Int, text: String) = (0, "")
    var isCode = false
    func end() {
      let plain = paragraph.text.replacing(/!?\[([^\]]*)\]\([^)]*\)/) { "\($0.1)" }
        .replacing(/`[^`]*`/, with: "code").replacing(/([.!?:]["')]?)\s/) { "\($0.1)\n" }
      found += plain.split(separator: "\n").map {
        Sentence(line: paragraph.line, text: String($0))
      }
      paragraph.text = ""
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode || line.isEmpty || line.hasPrefix("```") || "|#<".contains(line.prefix(1)) {
        end()
        continue
      }
      let item = line.prefixMatch(of: /([-*]|\d+\.)\s/)
      if item != nil { end() }
      if paragraph.text.isEmpty { paragraph = (index + 1, "") }
      paragraph.text +=
        (paragraph.text.isEmpty ? "" : " ") + line[(item?.range.upperBound ?? line.startIndex)...]
    }
    end()
    return found
  }

  @Test("a sentence has at most 30 words", arguments: guides)
  func sentences(document: String) throws {
    for sentence in Self.sentences(try SourceTree.text(of: document))
    where sentence.words > Self.wordsMax {
      Issue.record("\(document):\(sentence.line): \(sentence.words) words: \(sentence.text)")
    }
  }

  @Test("the README has at most 120 lines and 900 words")
  func readme() throws {
    let text = try SourceTree.text(of: "README.md")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
    #expect(text.split(whereSeparator: \.isWhitespace).count <= 900)
  }

  @Test("sentences are counted without code, tables and targets of links")
  func counting() {
    let text = """
      # A heading
      One two `x y z` [three four](https://example.com/a b). Five
      six.

      - An item. Another
        sentence
      | a | table |
      ```
      code
      ```
      """
    let found = Self.sentences(text)
    #expect(found.map(\.words) == [5, 2, 2, 2])
    #expect(found.map(\.line) == [2, 2, 5, 5])
  }
}
