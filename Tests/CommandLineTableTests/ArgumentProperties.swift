// SPDX-License-Identifier: MIT

import Choices
import CommandLineTable
import TestSupport
import Testing

/// Checks that arguments are parsed as typed, in any spelling and order.
struct ArgumentProperties {
  private typealias Failure = CommandFailure<SampleCode>

  private func parse(_ words: [String]) throws -> ParsedArguments<SampleCode> {
    guard case .work(_, let arguments) = try SampleTool.table.request(["draw"] + words) else {
      throw Failure(.wrong, ["no work"])
    }
    return arguments
  }

  /// Options with values, and the expected result of parsing.
  private struct Typed {
    var words: [[String]] = []
    var values: [String: String] = [:]
    var tags: [String] = []
    var operands: [String] = []
    var isQuiet = false

    init(_ draws: inout Draws) {
      func pick(_ count: Int) -> Int { draws.below(count) }
      let texts = ["3", "a b", "", "-", "--quiet", "x=y", "\u{1F600}", "--", "-o"]
      for option in SampleTool.draw.options where pick(2) != 0 {
        guard option.value != nil else {
          isQuiet = true
          words.append(["--\(option.name)"])
          continue
        }
        for _ in 0..<(option.isRepeatable ? 1 + pick(3) : 1) {
          let text = texts[pick(texts.count)]
          let name = option.short.map { pick(2) == 0 ? "-\($0)" : nil } ?? nil
          let spelled = name ?? "--\(option.name)"
          words.append(pick(2) == 0 ? ["\(spelled)=\(text)"] : [spelled, text])
          if option.isRepeatable { tags.append(text) } else { values[option.name] = text }
        }
      }
      for number in 0...pick(3) {
        operands.append(pick(4) == 0 ? "-" : "file\(number)")
        // Operands keep their order; options may be anywhere between them.
        let place = lastOperand + pick(words.count - lastOperand + 1)
        words.insert([operands[number]], at: place)
        lastOperand = place + 1
      }
    }

    /// The position after the last operand so far.
    private var lastOperand = 0
  }

  @Test("options and operands are read as they were typed, in any order")
  func roundTrip() {
    forAll(.drawn { Typed(&$0) }, count: 1_000) { typed in
      let words = typed.words.flatMap { $0 }
      let parsed = try parse(words)
      for option in SampleTool.draw.options where !option.isRepeatable {
        try claim(parsed.text(option.name), is: typed.values[option.name], "\(words)")
      }
      try claim(parsed.has("quiet"), is: typed.isQuiet, "\(words)")
      try claim(parsed.texts("tag"), is: typed.tags, "\(words)")
      try claim(parsed.operands, is: typed.operands, "\(words)")
      return .holds
    }
  }

  @Test(
    "senseless arguments are named, with the help that explains them",
    arguments: [
      (
        ["draw", "a", "--styl", "x"],
        "unknown option '--styl'; fix: use '--style' ('sample draw --help' lists all options)"
      ),
      (
        ["draw", "a", "--silent"],
        "unknown option '--silent'; fix: use '--quiet' ('sample draw --help' lists all options)"
      ),
      (["draw"], "'draw' needs CASE|DIR..."),
      (
        ["drw"], "unknown subcommand 'drw'; fix: use 'draw' ('sample --help' lists all subcommands)"
      ),
      (["draw", "a", "--count"], "--count needs a value: N"),
      (["draw", "a", "--quiet=1"], "--quiet takes no value"),
      (["draw", "a", "--count", "1", "--count", "2"], "--count is given twice"),
      (["completions", "fis"], "unknown shell 'fis'; fix: use 'fish'"),
      (["man", "x"], "'man' takes no operand, 'x' is one too many"), ([], "which subcommand?"),
    ])
  func nonsense(words: [String], message: String) throws {
    let failure = #expect(throws: Failure.self) { _ = try SampleTool.table.request(words) }
    #expect(failure?.code == .wrong)
    #expect(failure?.messages.first == message)
    #expect(failure?.messages.last?.hasPrefix("see 'sample ") == true)
  }

  @Test("numbers, times, shares and lists are parsed")
  func values() throws {
    let times: [(String, UInt64?)] = [
      ("500ms", 500_000_000), ("1.5s", 1_500_000_000), ("2m", 120_000_000_000),
      ("1h", 3_600_000_000_000), ("7", 7_000_000_000), ("1ms", 1_000_000), ("0.5ms", nil),
      ("721h", nil), ("-1s", nil), ("1e3s", nil), ("", nil), ("s", nil),
    ]
    for (text, expected) in times {
      let arguments = try parse(["a", "--count", text])
      guard let expected else {
        #expect(throws: Failure.self, "\(text)") { _ = try arguments.duration("count") }
        continue
      }
      #expect(try arguments.duration("count") == expected, "\(text)")
    }
    let some = try parse(["a", "--views", "x,,y,", "--count", "12"])
    #expect(some.list("views") == ["x", "", "y", ""])
    #expect(some.list("views", omitsEmpty: true) == ["x", "y"])
    #expect(try some.integer("count", in: 0...12) == 12)
    #expect(try some.percent("count") == 0.12)
    #expect(throws: Failure.self) { _ = try some.integer("count", in: 0...11) }
  }

  @Test(
    "counts take underscores, k and M",
    arguments: [
      ("1000", 1000), ("1_000", 1000), ("1_0_0", 100), ("10k", 10_000), ("2M", 2_000_000),
      ("1_000k", 1_000_000), ("-3", -3), ("-1_0k", -10_000), ("0k", 0), ("+5", 5), ("", nil),
      ("k", nil), ("M", nil), ("10K", nil), ("10m", nil), ("1.5k", nil), ("10 k", nil), ("_1", nil),
      ("1_", nil), ("1__0", nil), ("1_k", nil), ("-_1", nil), ("1_-1", nil), ("1_+1", nil),
      ("kM", nil), ("1kM", nil), ("k\u{301}", nil), ("1k\u{301}", nil), ("1e3", nil),
      ("9223372036854775807", Int.max), ("9_223_372_036_854_775k", 9_223_372_036_854_775_000),
      ("9223372036854776k", nil), ("9223372036854M", 9_223_372_036_854_000_000), ("1e3k", nil),
      ("200", 200), ("2_0", 20), ("255", 255), ("256", 256), ("1k", 1000),
    ] as [(String, Int?)])
  func counts(text: String, expected: Int?) throws {
    let number: Int? = CountText.number(text)
    #expect(number == expected)
    let small: UInt8? = CountText.number(text)
    #expect(small.map(Int.init) == expected.flatMap { (0...255).contains($0) ? $0 : nil })
    let arguments = try parse(["a", "--count", text])
    guard let expected, (0...Int.max).contains(expected) else {
      let failure = #expect(throws: Failure.self) {
        _ = try arguments.integer("count", in: 0...Int.max)
      }
      #expect(failure?.messages.first?.contains("--count takes an integer from 0") == true)
      return
    }
    #expect(try arguments.integer("count", in: 0...Int.max) == expected)
  }
}
