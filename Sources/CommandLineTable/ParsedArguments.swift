// SPDX-License-Identifier: MIT

/// The words of a command line, split by a `CommandSyntax`.
package struct ParsedArguments<Code: ToolExitCode> {
  /// The name of the subcommand.
  package let command: String
  var values: [String: String] = [:]
  var repeated: [String: [String]] = [:]
  var switches: Set<String> = []
  package internal(set) var operands: [String] = []

  init(command: String) { self.command = command }

  /// Whether an option was given, with or without a value.
  package func has(_ name: String) -> Bool {
    switches.contains(name) || values[name] != nil || repeated[name] != nil
  }

  /// The names of all given options in alphabetical order.
  package var given: [String] {
    (Array(switches) + Array(values.keys) + Array(repeated.keys)).sorted()
  }

  /// Refuses options that another one excludes.
  ///
  /// - Parameters:
  ///   - names: the options without their dashes.
  ///   - other: the words of the command line that exclude them.
  /// - Throws: a usage error that names the first of them that was given.
  package func refuse(_ names: [String], with other: String) throws(CommandFailure<Code>) {
    guard let name = names.first(where: has) else { return }
    throw .usage("--\(name) does not go with \(other)", seeHelpOf: command)
  }

  /// Returns the value of an option, if it was given.
  package func text(_ name: String) -> String? { values[name] }

  /// Returns the values of a repeatable option, in order.
  package func texts(_ name: String) -> [String] { repeated[name] ?? [] }

  /// Returns the value of an option as an integer of the given range; see `CountText`.
  ///
  /// - Throws: a usage error that names the expected value.
  package func integer<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(CommandFailure<Code>) -> Number? {
    guard let text = values[name] else { return nil }
    guard let number: Number = CountText.number(text), range.contains(number) else {
      throw .usage(
        "--\(name) takes an integer from \(range.lowerBound) to \(range.upperBound), not '\(text)'",
        seeHelpOf: command)
    }
    return number
  }

  /// Returns the value of an option as a time in nanoseconds: `500ms`, `30s`, `2m`, `1h`, or plain
  /// seconds.
  ///
  /// - Throws: a usage error that names the expected value.
  package func duration(_ name: String) throws(CommandFailure<Code>) -> UInt64? {
    guard let seconds = try seconds(name, from: 0.001) else { return nil }
    return UInt64((seconds * 1e9).rounded())
  }

  /// Returns the value of an option as a time in seconds, which may be less than a millisecond.
  ///
  /// `least` is the shortest time allowed, in seconds; 0 is never allowed.
  ///
  /// - Throws: a usage error that names the expected value.
  package func seconds(
    _ name: String, from least: Double = 0
  ) throws(CommandFailure<Code>) -> Double? {
    guard let text = values[name] else { return nil }
    let units: [(suffix: String, seconds: Double)] = [
      ("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600), ("", 1),
    ]
    for unit in units where text.ends(with: unit.suffix) {
      let digits = text.dropLast(unit.suffix.utf8.count)
      guard digits.allSatisfy({ "0123456789.".contains($0) }), let number = Double(digits) else {
        break
      }
      let seconds = number * unit.seconds
      guard seconds > 0, seconds >= least, seconds <= 30 * 24 * 3600 else { break }
      return seconds
    }
    throw .usage(
      "--\(name) takes a time as 500ms, 30s, 2m or 1h, up to 720h, not '\(text)'",
      seeHelpOf: command)
  }

  /// Returns the value of an option in percent, as a share: 0.01 for `1`.
  ///
  /// - Throws: a usage error unless it is above 0 and at most 100.
  package func percent(_ name: String) throws(CommandFailure<Code>) -> Double? {
    guard let text = values[name] else { return nil }
    guard let number = Double(text), number > 0, number <= 100 else {
      throw .usage(
        "--\(name) takes a percentage above 0 and up to 100, not '\(text)'", seeHelpOf: command)
    }
    return number / 100
  }

  /// Returns the value of an option as words between commas.
  ///
  /// If `omitsEmpty`, empty words are left out, as after a last comma.
  package func list(_ name: String, omitsEmpty: Bool = false) -> [String]? {
    values[name]?.split(scalar: ",", omittingEmpty: omitsEmpty)
  }
}
