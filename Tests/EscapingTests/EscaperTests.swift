// SPDX-License-Identifier: MIT

import Display
import JSON
import Testing
import ToolSupport

@testable import CommandLineTable
@testable import Reporting
@testable import Reproducers
@testable import layoutfuzz

/// A function that writes texts of inputs into another format.
struct Escaper: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The signs with a meaning in the format.
  let signs: String
  /// Returns a text in the format, without its delimiters.
  let escape: @Sendable (String) -> String

  init(
    _ name: String, _ signs: String, quotes: Int = 0,
    _ escape: @escaping @Sendable (String) -> String
  ) {
    testDescription = name
    self.signs = signs
    self.escape = {
      String(String.UnicodeScalarView(escape($0).unicodeScalars.dropFirst(quotes).dropLast(quotes)))
    }
  }

  static let all = [
    Escaper("words of a shell", "'", quotes: 1, ShellWord.literal),
    Escaper("words of completions", "'", quotes: 1, CompletionScript<ExitCode>.quoted),
    Escaper("words of fish", "'\\", quotes: 1, CompletionScript<ExitCode>.fishQuoted),
    Escaper("descriptions for zsh", "[]:\\") { CompletionScript<ExitCode>.escaped($0, "[]:") },
    Escaper("manual pages", "\\-^~`'\"\n", ManualPage<ExitCode>.escaped),
    Escaper("Markdown", "\\`*_[]|~#!$@<>&", MarkdownReport.escaped),
    Escaper("HTML and XML", "<>&\"'") { Markup.escaped($0) },
    Escaper("JSON", "\"\\\n\r\t", quotes: 1) {
      String(decoding: JSONWriter.line(.string($0)), as: UTF8.self)
    },
    Escaper("YAML", "\"\\\n\r\u{85}\u{2028}\u{7F}", quotes: 1, YAMLText.quoted),
    Escaper("Swift", "\"\\\n\r\u{301}", quotes: 1, SwiftText.literal),
    Escaper("comments", "\n\r\u{2028}\u{85}") {
      String(
        String.UnicodeScalarView(CommentText.lines([$0], after: "")[0].unicodeScalars.dropFirst()))
    },
    Escaper("lines for people", "\n\r\u{1B}\u{202E}\u{E0041}\u{3164}", ShownText.line),
    Escaper("messages of annotations", "%\n\r", AnnotationReport.data),
    Escaper("values of annotations", "%:,\n\r", AnnotationReport.property),
  ]
}

@Suite("Texts of inputs in other formats")
struct EscaperTests {
  /// Returns the scalars of a text; as texts, two with different scalars may be equal.
  private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  @Test("a sign is escaped before any combining mark", arguments: Escaper.all)
  func joinedMarks(escaper: Escaper) {
    for sign in escaper.signs.unicodeScalars {
      let alone = escaper.escape(String(sign))
      #expect(!scalars(alone).contains(sign) || scalars(alone).count > 1, "\(sign.value)")
      for follower in HostileTexts.followers {
        let escaped = escaper.escape("a\(sign)\(follower)z")
        let parts = ["a", String(sign), follower, "z"].map(escaper.escape).joined()
        #expect(scalars(escaped) == scalars(parts), "\(scalars("\(sign)\(follower)"))")
      }
    }
  }

  @Test("of invisible characters only joiners and selectors of variants are shown as they are")
  func invisible() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      guard properties.isDefaultIgnorableCodePoint || properties.isBidiControl else { continue }
      let isKept = properties.isVariationSelector || [0x200C, 0x200D].contains(value)
      #expect(ShownText.isSteering(value) != isKept, "\(String(value, radix: 16))")
    }
  }

  @Test("a text read as JSON is the written one")
  func json() throws {
    for text in HostileTexts.texts {
      let read = try JSONParser.parse(JSONWriter.line(.string(text))).string
      #expect(read.map(scalars) == scalars(text))
    }
  }

  @Test("code in Markdown contains no tag, and ends at its end mark")
  func markdownCode() {
    for text in HostileTexts.texts {
      let code = MarkdownReport.code(text)
      guard scalars(code).first == "<" else {
        #expect(!code.utf8.dropFirst().dropLast().contains { "|`<>&".utf8.contains($0) }, "\(code)")
        continue
      }
      let inner = code.utf8.dropFirst("<code>".utf8.count).dropLast("</code>".utf8.count)
      #expect(!inner.contains { "|`<>\\".utf8.contains($0) }, "\(code)")
    }
    for text in HostileTexts.texts + ["``", "a```b`c"] {
      let span = MarkdownCode.span(text)
      let fence = span.utf8.prefix { $0 == UInt8(ascii: "`") }.count
      let inner = String(span.utf8.dropFirst(fence).dropLast(fence)) ?? ""
      let runs = inner.utf8.split(omittingEmptySubsequences: true) { $0 != UInt8(ascii: "`") }
      #expect(fence > 0 && !runs.contains { $0.count == fence }, "\(span)")
      #expect(!inner.utf8.contains(UInt8(ascii: "\n")))
    }
  }

  @Test("no line of a manual page is read as a macro")
  func macros() {
    for follower in HostileTexts.followers {
      for start in [".", "'"] {
        let line = ManualPage<ExitCode>.line("\(start)\(follower)TH")
        #expect(scalars(line).first == "\\" && !scalars(line).contains("\n"), "\(line)")
      }
    }
  }
}
