// SPDX-License-Identifier: MIT

import Testing

@testable import VisualFormats

private typealias Sample = VisualFormatSample
private typealias Options = VisualFormatOptions

private func failure(
  _ format: String, _ options: VisualFormatOptions = VisualFormatOptions()
) -> VisualFormatError? {
  do {
    _ = try Sample.parser(options).constraints(of: format)
    return nil
  } catch {
    return error
  }
}

@Suite("Visual formats: errors and their places")
struct VisualFormatErrorTests {
  @Test(
    "every error is named, with the column of the caret",
    arguments: [
      ("", 1, "expected a view"), ("|-10-|", 6, "expected a view"), ("|", 2, "expected a view"),
      ("a", 1, "expected a view"), ("[a]-", 5, "expected a view"), ("|-", 3, "expected a view"),
      ("H:", 3, "expected a view"), ("h:[a]", 1, "expected a view"), (" [a]", 1, "expected a view"),
      ("H[a]", 2, "expected ':' after 'H'"), ("V", 2, "expected ':' after 'V'"),
      ("[]", 2, "a name begins with a letter"), ("[2a]", 2, "a name begins with a letter"),
      ("[é]", 2, "a name begins with a letter"), ("[", 2, "a name begins with a letter"),
      ("[a", 3, "expected the ']'"), ("[a-b]", 3, "expected the ']'"),
      ("[aé]", 3, "expected the ']'"),
      ("[a ]", 3, "expected the ']'"), ("[a(10)", 7, "expected the ']'"),
      ("[a(10]", 6, "expected ',' or the ')'"), ("[a(10 )]", 6, "expected ',' or the ')'"),
      ("[a(10px)]", 6, "expected ',' or the ')'"), ("|-(10-[a]", 6, "expected ',' or the ')'"),
      ("[a(1e)]", 5, "expected ',' or the ')'"), ("[a(0x10)]", 5, "expected ',' or the ')'"),
      ("[a()]", 4, "expected a number or a name"), ("[a(10,)]", 7, "expected a number or a name"),
      ("[a(==)]", 6, "expected a number or a name"), ("[a((1))]", 4, "expected a number or a name"),
      ("[a(-)]", 4, "expected a number or a name"), ("[a(.)]", 4, "expected a number or a name"),
      ("|-()-[a]", 4, "expected a number or a name"),
      ("[a(=10)]", 4, "a relation is"), ("[a(>10)]", 4, "a relation is"),
      ("[a(<", 4, "a relation is"),
      ("|->=10-[a]", 3, "expected a number, a metric or a list in parentheses"),
      ("|--10-[a]", 3, "expected a number, a metric or a list in parentheses"),
      ("|- 10-[a]", 3, "expected a number, a metric or a list in parentheses"),
      ("|-10[a]", 5, "expected '-' after the distance"),
      ("[a]-10", 7, "expected '-' after the distance"),
      ("|-(10)[a]", 7, "expected '-' after the distance"),
      ("[a] [b]", 4, "expected '-', another view"), ("[a]b", 4, "expected '-', another view"),
      ("[a]|[b]", 5, "nothing may follow"), ("|[a]||", 6, "nothing may follow"),
      ("[x]", 2, "there is no view 'x'"), ("[a]-[crad]", 6, "no view 'crad'; fix: use 'card'"),
      ("[a]-x-[b]", 5, "there is no metric 'x'"),
      ("|-gab-[a]", 3, "no metric 'gab'; fix: use 'gap'"),
      ("[a(x)]", 4, "'x' is neither a metric nor a view"), ("[a]-b-[c]", 5, "'b' is a view"),
      ("[a(10@x)]", 7, "there is no metric 'x'"), ("[a(10@b)]", 7, "there is no metric 'b'"),
      ("[a(10@0)]", 7, "a priority is"), ("[a(10@1001)]", 7, "a priority is"),
      ("[a(10@-1)]", 7, "a priority is"), ("[a(10@)]", 7, "a priority is"),
      ("[a(10@nan)]", 7, "there is no metric 'nan'"), ("[a(10@1e-99)]", 7, "a priority is"),
      ("[a(10@1e99)]", 7, "a priority is"), ("[a(10@none)]", 7, "a priority is"),
      ("[a(10@gap,1@huge)]", 13, "a priority is"), ("[a(10@-nan)]", 7, "a priority is"),
      ("[a(1e30)]", 4, "the number is too large"), ("[a(huge)]", 4, "the number is too large"),
      ("|-0.1234567890123456789-[a]", 3, "the number is too large or has too many digits"),
      ("|-huge-[a]", 3, "the number is too large"),
      ("|[root]", 1, "'|' means the superview, and 'root' has none"),
      ("[a][root]-5-|", 13, "'|' means the superview, and 'root' has none"),
    ])
  func faults(format: String, column: Int, message: String) throws {
    let error = try #require(failure(format))
    #expect(error.message.contains(message), "\(format): \(error)")
    #expect(error.column == column, "\(format): \(error)")
    #expect(error.excerpt == format + "\n" + String(repeating: " ", count: column - 1) + "^")
    #expect(error.description == error.message + "\n" + error.excerpt)
  }

  @Test("impossible options are refused at the beginning of the format")
  func options() throws {
    let alongRow = try #require(failure("|[a][b]", Options(alignment: [.top, .centerX])))
    #expect(
      alongRow.message.contains("a horizontal format") && alongRow.message.contains("centerX"))
    #expect(alongRow.column == 1)
    let alongColumn = try #require(failure("V:[a][b]", Options(alignment: .lastBaseline)))
    #expect(alongColumn.message.contains("a vertical format"))
    let spacing = try #require(failure("[a][b]", Options(spacing: .baselineToBaseline)))
    #expect(spacing.message.contains("need a vertical format"))
    let guide = try #require(failure("[a][g]", Options(alignment: .firstBaseline)))
    #expect(guide.message == "'g' is a guide, which has no baseline")
    #expect(guide.column == 5)
  }

  @Test("the caret counts characters, not bytes")
  func characters() throws {
    let error = try #require(failure("[e\u{301}\u{1F469}\u{200D}\u{1F467}]"))
    #expect(error.column == 2)
    let later = try #require(failure("[a]-\u{1F600}"))
    #expect(later.column == 5)
    #expect(later.excerpt == "[a]-\u{1F600}\n    ^")
    let joined = VisualFormatError(.expectedView, in: "日本語x", at: 9)
    #expect(joined.column == 4)
  }

  @Test("a character that would move the caret is shown as a replacement character")
  func controls() throws {
    let error = try #require(failure("[a\0\n\u{202E}]"))
    #expect(error.column == 3)
    #expect(error.excerpt == "[a\u{FFFD}\u{FFFD}\u{FFFD}]\n  ^")
  }

  @Test("a long format is shown only around its error")
  func excerpts() throws {
    let error = try #require(failure(String(repeating: "[a]-", count: 100) + "é"))
    let lines = error.excerpt.split(separator: "\n")
    #expect(error.column == 401)
    #expect(lines.count == 2 && lines[0].count == 64 && lines[0].hasPrefix("..."))
    #expect(lines[1].count == 64)
    #expect(lines[0].last == "é")
  }

  @Test("a megabyte of any input is refused or read, and does not trap")
  func hostile() throws {
    let size = 1 << 20
    for (start, part, end) in [
      ("[a", "(", ""), ("[", "a", "]"), ("[a(", "9", ")]"), ("[a(1@", "9", ")]"),

      ("[a(10", "\0", ")]"), ("|-", "-", "-[a]"), ("[", "\u{301}", "]"), ("[a(1e", "9", ")]"),
    ] {
      let count = size / part.utf8.count
      let error = try #require(failure(start + String(repeating: part, count: count) + end))
      #expect(!error.excerpt.isEmpty)
    }
    let zeros = { "[a(0." + String(repeating: "0", count: $0) + ")]" }
    #expect(try Sample.said(zeros(4_000)) == ["a.width == 0"])
    #expect(failure(zeros(size)) != nil)
    let chain = String(repeating: "[a]-", count: size / 16) + "[b]"
    #expect(try Sample.said(chain).count == size / 16)
  }
}
