// SPDX-License-Identifier: MIT

import Display

/// Splits the words of a command line into options and operands.
package struct ArgumentParser<Code: ToolExitCode> {
  private let syntax: CommandSyntax
  private var parsed: ParsedArguments<Code>

  private init(_ syntax: CommandSyntax) {
    self.syntax = syntax
    parsed = ParsedArguments(command: syntax.name)
  }

  /// Reads the words after the name of the subcommand.
  ///
  /// - Returns: the options and operands.
  /// - Throws: a usage error that names the wrong word.
  package static func parse(
    _ words: [String], _ syntax: CommandSyntax
  ) throws(CommandFailure<Code>) -> ParsedArguments<Code> {
    var parser = ArgumentParser(syntax)
    try parser.read(words)
    if !parser.parsed.has("help"), !parser.parsed.has("help-all") { try parser.checkOperands() }
    return parser.parsed
  }

  private mutating func read(_ words: [String]) throws(CommandFailure<Code>) {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        parsed.operands += words[index...]
        return
      }
      // A lone dash is an operand by custom.
      guard word.begins(with: "-"), word != "-" else {
        parsed.operands.append(word)
        continue
      }
      let parts = word.split(scalar: "=", maxSplits: 1)
      let option = try option(named: parts[0])
      var value = parts.count == 2 ? parts[1] : nil
      if option.value != nil, value == nil, index < words.count {
        value = words[index]
        index += 1
      }
      try store(option, value)
    }
  }

  private func option(named word: String) throws(CommandFailure<Code>) -> OptionSyntax {
    for option in syntax.allOptions where option.spellings.contains(word) { return option }
    let synonym = syntax.allOptions.first { $0.synonyms.contains { "--\($0)" == word } }
    let names = syntax.allOptions.map { "--\($0.name)" }
    let near = (synonym.map { "--\($0.name)" } ?? nearestName(to: word, among: names))
      .map { "; fix: use '\($0)'" }
    let hint = near.map { "\($0) ('\(Code.tool) \(syntax.name) --help' lists all options)" }
    throw .usage("unknown option '\(word)'" + (hint ?? ""), seeHelpOf: syntax.name)
  }

  private mutating func store(
    _ option: OptionSyntax, _ value: String?
  ) throws(CommandFailure<Code>) {
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

  private func checkOperands() throws(CommandFailure<Code>) {
    let count = parsed.operands.count
    if count < syntax.operandCount.lowerBound {
      throw .usage(
        "'\(syntax.name)' needs \(syntax.operands ?? "an operand")", seeHelpOf: syntax.name)
    }
    if count > syntax.operandCount.upperBound {
      let extra = parsed.operands[syntax.operandCount.upperBound]
      let count = syntax.operandCount.upperBound
      let limit =
        count == 0
        ? "no operand"
        : count == 1
          ? "one \(syntax.operands ?? "operand")"
          : syntax.operands ?? "\(count) operands"
      throw .usage(
        "'\(syntax.name)' takes \(limit), '\(extra)' is one too many", seeHelpOf: syntax.name)
    }
  }
}
