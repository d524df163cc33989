// SPDX-License-Identifier: MIT

/// An option of a subcommand.
struct OptionSyntax: Sendable {
  /// Without the dashes: `seed`.
  let name: String
  /// What stands for the value in help texts, as `N`; nil for a switch.
  let value: String?
  let help: String
  /// A short form without the dash, as `o`.
  let short: String?
  /// Whether it may be given more than once.
  let isRepeatable: Bool

  init(
    _ name: String, value: String? = nil, short: String? = nil, isRepeatable: Bool = false,
    _ help: String
  ) {
    self.name = name
    self.value = value
    self.short = short
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// `-o, --output FILE`
  var synopsis: String {
    (short.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
  }
}

/// A subcommand: what it is called, what it takes, how it is explained.
struct CommandSyntax: Sendable {
  let name: String
  /// One line for the list of subcommands.
  let summary: String
  /// What stands for the operands in the usage line, as `FILE|DIR...`; nil when there are none.
  let operands: String?
  /// How many operands are allowed.
  let operandCount: ClosedRange<Int>
  let options: [OptionSyntax]
  /// What else there is to know, in paragraphs.
  let notes: String
  /// Full command lines.
  let examples: [String]

  /// The options all subcommands have.
  static let common = [
    OptionSyntax("help", short: "h", "print this text")
  ]

  var allOptions: [OptionSyntax] { options + CommandSyntax.common }
}

/// The words of a command line, sorted out by a `CommandSyntax`.
struct ParsedArguments {
  let command: String
  fileprivate(set) var values: [String: String] = [:]
  fileprivate(set) var repeated: [String: [String]] = [:]
  fileprivate(set) var switches: Set<String> = []
  fileprivate(set) var operands: [String] = []

  /// Whether a switch was given.
  func has(_ name: String) -> Bool { switches.contains(name) }

  /// The value of an option, if it was given.
  func text(_ name: String) -> String? { values[name] }

  /// The values of an option that may be given more than once, in order.
  func texts(_ name: String) -> [String] { repeated[name] ?? [] }

  /// The value of an option as an integer of the given range.
  ///
  /// - Throws: a usage error that says what was expected.
  func integer<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(CommandFailure) -> Number? {
    guard let text = values[name] else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw .usage(
        "--\(name) takes an integer from \(range.lowerBound) to \(range.upperBound), not '\(text)'",
        seeHelpOf: command)
    }
    return number
  }

  /// The value of an option as a time in nanoseconds: `500ms`, `30s`, `2m`, `1h`, or plain seconds.
  ///
  /// - Throws: a usage error that says what was expected.
  func duration(_ name: String) throws(CommandFailure) -> UInt64? {
    guard let text = values[name] else { return nil }
    let units: [(suffix: String, nanoseconds: Double)] = [
      ("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3600e9), ("", 1e9),
    ]
    for unit in units where text.hasSuffix(unit.suffix) {
      let digits = text.dropLast(unit.suffix.utf8.count)
      guard digits.allSatisfy({ "0123456789.".contains($0) }), let number = Double(digits) else {
        break
      }
      let nanoseconds = number * unit.nanoseconds
      guard nanoseconds >= 1e6, nanoseconds <= 30 * 24 * 3600e9 else { break }
      return UInt64(nanoseconds)
    }
    throw .usage(
      "--\(name) takes a time as 500ms, 30s, 2m or 1h, up to 720h, not '\(text)'",
      seeHelpOf: command)
  }

  /// The value of an option as words between commas.
  func list(_ name: String) -> [String]? {
    values[name]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

/// Sorts out the words of a command line.
struct ArgumentParser {
  private let syntax: CommandSyntax
  private var parsed: ParsedArguments

  private init(_ syntax: CommandSyntax) {
    self.syntax = syntax
    parsed = ParsedArguments(command: syntax.name)
  }

  /// - Parameter words: what follows the name of the subcommand.
  /// - Throws: a usage error that names the word it is about.
  static func parse(
    _ words: [String], _ syntax: CommandSyntax
  ) throws(CommandFailure) -> ParsedArguments {
    var parser = ArgumentParser(syntax)
    try parser.read(words)
    if !parser.parsed.has("help") { try parser.checkOperands() }
    return parser.parsed
  }

  private mutating func read(_ words: [String]) throws(CommandFailure) {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        parsed.operands += words[index...]
        return
      }
      // A lone dash is an operand by custom.
      guard word.hasPrefix("-"), word != "-" else {
        parsed.operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = try option(named: String(parts[0]))
      var value = parts.count == 2 ? String(parts[1]) : nil
      if option.value != nil, value == nil, index < words.count {
        value = words[index]
        index += 1
      }
      try store(option, value)
    }
  }

  private func option(named word: String) throws(CommandFailure) -> OptionSyntax {
    for option in syntax.allOptions {
      if word == "--\(option.name)" { return option }
      if let short = option.short, word == "-\(short)" { return option }
    }
    let names = syntax.allOptions.map { "--\($0.name)" }
    throw .usage(
      "unknown option '\(word)'" + NearestName.suggestion(for: word, among: names),
      seeHelpOf: syntax.name)
  }

  private mutating func store(
    _ option: OptionSyntax, _ value: String?
  ) throws(CommandFailure) {
    guard parsed.values[option.name] == nil, !parsed.switches.contains(option.name) else {
      throw .usage("--\(option.name) is given twice", seeHelpOf: syntax.name)
    }
    switch (option.value, value) {
    case (nil, nil):
      parsed.switches.insert(option.name)
    case (nil, .some):
      throw .usage("--\(option.name) takes no value", seeHelpOf: syntax.name)
    case (.some(let placeholder), nil):
      throw .usage("--\(option.name) needs a value: \(placeholder)", seeHelpOf: syntax.name)
    case (.some, .some(let text)):
      if option.isRepeatable {
        parsed.repeated[option.name, default: []].append(text)
      } else {
        parsed.values[option.name] = text
      }
    }
  }

  private func checkOperands() throws(CommandFailure) {
    let count = parsed.operands.count
    if count < syntax.operandCount.lowerBound {
      throw .usage(
        "'\(syntax.name)' needs \(syntax.operands ?? "an operand")", seeHelpOf: syntax.name)
    }
    if count > syntax.operandCount.upperBound {
      let extra = parsed.operands[syntax.operandCount.upperBound]
      throw .usage(
        "'\(syntax.name)' does not know what to do with '\(extra)'", seeHelpOf: syntax.name)
    }
  }
}
