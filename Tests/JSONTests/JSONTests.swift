// SPDX-License-Identifier: MIT

import JSON
import LayoutModel
import Testing

@Test("JSON is the same after writing and reading")
func jsonRoundTrip() throws {
  let value: JSONValue = [
    "text": "quotes \" backslash \\ control \u{1}\n\t ü 名 \u{1F600}",
    "numbers": [0, -1, .number(0.1), .number(1e300), .number(9_007_199_254_740_993)],
    "nothing": nil, "flags": [true, false], "empty": [.array([]), .object([:])],
  ]
  #expect(try JSONParser.parse(JSONWriter.line(value)) == value)
  #expect(try JSONParser.parse(JSONWriter.document(value)) == value)
}

@Test("escapes and surrogate pairs are decoded")
func escapes() throws {
  let value = try JSONParser.parse(Array(#""\u00fc\ud83d\ude00\/\b\f\n\r\t\"\\""#.utf8))
  #expect(value.string == "ü\u{1F600}/\u{8}\u{C}\n\r\t\"\\")
}

@Test(
  "texts that are not JSON are refused at the first invalid byte",
  arguments: [
    ("{\"a\": 1, \"a\": 2}", 1, 10), ("[1,]", 1, 4), ("[1 2]", 1, 4), ("01", 1, 2), ("1.", 1, 3),
    ("-", 1, 2), ("\"\\ud800\"", 1, 2), ("\"\\ud800\\u0041\"", 1, 2), ("\"a\nb\"", 1, 3),
    ("[\n  tru]", 2, 3), ("\"abc", 1, 1), ("{\"a\" 1}", 1, 6), ("1 2", 1, 3), ("\"\\x\"", 1, 2),
    ("[1e]", 1, 4), ("\u{FEFF}1", 1, 1),
  ])
func notJSON(text: String, line: Int, column: Int) {
  let error = #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
  #expect(error?.location == SourceLocation(line: line, column: column), "\(error as Any)")
}

@Test(
  "invalid UTF-8 is refused",
  arguments: [
    [0x80], [0xC0, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    [0xFF],
  ] as [[UInt8]])
func invalidUTF8(bytes: [UInt8]) {
  let quote = UInt8(ascii: "\"")
  #expect(throws: JSONError.self) { try JSONParser.parse([quote] + bytes + [quote]) }
}

@Test("nesting beyond the limit is refused, up to it accepted")
func nestingLimit() throws {
  func nested(_ depth: Int) -> [UInt8] {
    Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
  }
  _ = try JSONParser.parse(nested(JSONParser.depthLimit))
  #expect(throws: JSONError.self) { try JSONParser.parse(nested(JSONParser.depthLimit + 1)) }
  #expect(throws: JSONError.self) { try JSONParser.parse(nested(1_000_000)) }
}

@Test(
  "numbers keep their exact value from text to text",
  arguments: [
    ("0.1", "0.1"), ("-0.50", "-0.5"), ("1e3", "1000"), ("12.5E-1", "1.25"), ("-0", "0"),
    ("0.000000000000000001", "0.000000000000000001"), ("123456789012345678", "123456789012345678"),
    ("0e99999999999999999999", "0"), ("1000000000000000000000e-21", "1"),
    ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775808", nil), ("1e19", nil),
    ("1e-19", nil), ("0.0000000000000000001", nil), ("1.2345678901234567890123", nil),
  ] as [(String, String?)])
func exactNumbers(text: String, canonical: String?) {
  switch LayoutNumber.parse(decimal: text) {
  case .number(let number): #expect(number.text == canonical)
  case .notRepresentable: #expect(canonical == nil)
  case .notANumber: Issue.record("\(text) was not taken for a number")
  }
}
