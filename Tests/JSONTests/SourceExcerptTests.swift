// SPDX-License-Identifier: MIT

import Testing

@testable import JSON

@Suite("The excerpt at a place of a text")
struct SourceExcerptTests {
  private static func excerpt(_ text: String, _ line: Int, _ column: Int) -> [String]? {
    SourceLocation(line: line, column: column).excerpt(of: Array(text.utf8)).map {
      [$0.line, $0.caret]
    }
  }

  @Test("has the line, and a caret under the place, counted in characters")
  func places() {
    #expect(Self.excerpt("{\n \"a\": 1,,\n}", 2, 9) == [" \"a\": 1,,", "        ^"])
    #expect(Self.excerpt("{\"é\": x}", 1, 8) == ["{\"é\": x}", "      ^"])
    #expect(Self.excerpt("\u{FEFF}{x", 1, 2) == ["{x", " ^"])
    #expect(Self.excerpt("{\u{1B}x", 1, 3) == ["{\u{FFFD}x", "  ^"])
    #expect(Self.excerpt("{\r\n\t\"a\": x\r\n}", 2, 7) == [" \"a\": x", "      ^"])
  }

  @Test("is cut to the part near the place, also in a text of one long line")
  func long() throws {
    let text = String(repeating: "[1],", count: 100_000)
    let lines = try #require(Self.excerpt(text, 1, 200_001))
    #expect(lines[0].count == 3 + 34 + 34 + 3 && lines[1].count == 3 + 34 + 1)
    #expect(lines[0].hasPrefix("...") && lines[0].hasSuffix("..."))
  }

  @Test("is the whole line where the console has room for it")
  func whole() throws {
    let text = String(repeating: " ", count: 20) + String(repeating: "x", count: 56)
    #expect(Self.excerpt(text, 1, 61) == [text, String(repeating: " ", count: 60) + "^"])
    #expect(try #require(Self.excerpt(text + "x", 1, 61))[0].hasPrefix("..."))
  }

  @Test("does not exist outside the text, and for blank lines")
  func nowhere() {
    #expect(Self.excerpt("{", 2, 1) == nil)
    #expect(Self.excerpt("{", 1, 3) == nil)
    #expect(Self.excerpt("{\n  \n", 2, 2) == nil)
    #expect(Self.excerpt("{", 1, 2) == ["{", " ^"])
  }

  @Test(
    "common mistakes come with their fix",
    arguments: [
      ("{\"a\": 1,,}", "remove this comma"), ("{\"a\": 1,}", "remove the comma before it"),
      ("[1,]", "remove the comma before it"), ("[1,,2]", "remove this comma"),
      ("{\"a\": 1 \"b\": 2}", "insert a comma before it"), ("{'a': 1}", "use double quotes"),
      ("[1 [2]]", "insert a comma before it"), ("{ // x\n}", "remove the comment"),
    ])
  func fixes(text: String, fix: String) {
    #expect {
      _ = try JSONParser.parse(Array(text.utf8))
    } throws: { error in
      (error as? JSONError)?.message.hasSuffix("; fix: \(fix)") == true
    }
  }

  @Test(
    "no fix is named where none is known",
    arguments: ["[", "{\"a\" 1}", "nul", "[1 2]", "", "{\"a\":,}"])
  func noFix(text: String) {
    #expect {
      _ = try JSONParser.parse(Array(text.utf8))
    } throws: { error in
      (error as? JSONError)?.message.contains("fix") == false
    }
  }
}
