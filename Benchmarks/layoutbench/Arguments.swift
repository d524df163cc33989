// SPDX-License-Identifier: MIT

import CaseFormats

/// An option of a subcommand.
struct OptionSyntax: Sendable {
  /// Without the dashes.
  let name: String
  /// What stands for the value in help texts; nil for a switch.
  let value: String?
  let help: String

  init(_ name: String, value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// A subcommand: what it is called, what it takes, what it does.
struct Subcommand: Sendable {
  let name: String
  /// One line for the list of subcommands.
  let summary: String
  /// What stands for the operands in the usage line; empty when there are none.
  let operands: String
  let operandCount: ClosedRange<Int>
  let options: [OptionSyntax]
  let notes: String
  /// Whether it judges something, and so leaves its exit code in `verdict.json`, whatever it is.
  var leavesVerdict = false
  /// Whether `--help` lists it.
  var isHidden = false
  let run: @Sendable (Arguments) throws(CommandFailure) -> ExitCode
}

/// The words of a command line, sorted out.
struct Arguments {
  let command: String
  private(set) var values: [String: String] = [:]
  private(set) var operands: [String] = []

  /// - Parameter words: what follows the name of the subcommand.
  /// - Throws: a usage error that names the word it is about.
  init(_ words: [String], _ subcommand: Subcommand) throws(CommandFailure) {
    command = subcommand.name
    let options = subcommand.options + [OptionSyntax("help", "print this text")]
    var rest = words[...]
    while var word = rest.popFirst() {
      if word == "-h" { word = "--help" }
      guard word.hasPrefix("--") else {
        operands.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        let near = nearestName(to: name, among: options.map(\.name))
        throw .usage(
          "unknown option '\(word)'" + (near.map { ", did you mean '--\($0)'?" } ?? ""),
          seeHelpOf: command)
      }
      guard values[name] == nil else {
        throw .usage("--\(name) is given twice", seeHelpOf: command)
      }
      var value = parts.count == 2 ? String(parts[1]) : nil
      if option.value == nil {
        guard value == nil else { throw .usage("--\(name) takes no value", seeHelpOf: command) }
        value = ""
      }
      guard let text = value ?? rest.popFirst() else {
        throw .usage("--\(name) needs a value: \(option.value ?? "")", seeHelpOf: command)
      }
      values[name] = text
    }
    if has("help") { return }
    guard subcommand.operandCount.contains(operands.count) else {
      let wanted = subcommand.operands.isEmpty ? "no operands" : subcommand.operands
      throw .usage("'\(command)' takes \(wanted)", seeHelpOf: command)
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func text(_ name: String) -> String? { values[name] }

  /// The value of an option as words between commas.
  func list(_ name: String) -> [String]? { values[name]?.split(separator: ",").map(String.init) }

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

  /// The value of an option in percent, as a share: 0.01 for `1`.
  func percent(_ name: String) throws(CommandFailure) -> Double? {
    guard let text = values[name] else { return nil }
    guard let number = Double(text), number > 0, number <= 100 else {
      throw .usage(
        "--\(name) takes a percentage above 0 and up to 100, not '\(text)'", seeHelpOf: command)
    }
    return number / 100
  }

  /// The value of an option as seconds: `500ms`, `30s`, `2m`, or plain seconds.
  func seconds(_ name: String) throws(CommandFailure) -> Double? {
    guard let text = values[name] else { return nil }
    for (suffix, factor) in [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
    where text.hasSuffix(suffix) {
      guard let number = Double(text.dropLast(suffix.count)), number > 0, number * factor <= 86_400
      else { continue }
      return number * factor
    }
    throw .usage("--\(name) takes a time as 500ms, 30s or 2m, not '\(text)'", seeHelpOf: command)
  }
}
