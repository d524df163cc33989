// SPDX-License-Identifier: MIT

import Display
import JSON
import StoredRuns
import ToolSupport

/// The answers of a replay, printed one after the other.
struct ReplayOutput {
  private let console: Console
  private let palette: Palette
  private(set) var verdicts = ReplayVerdicts()
  private var values: [JSONValue] = []

  init(_ arguments: ParsedArguments) {
    console = Console(json: arguments.has("json"))
    palette = Palette(isOn: console.coloured())
  }

  /// The number of inputs that were run.
  var count: Int { values.count }

  /// Prints and counts the answers to one input.
  ///
  /// - Throws: when standard output cannot be written.
  mutating func take(_ replay: Replay) throws(CommandFailure) {
    for line in replay.lines(palette) { try console.say(line) }
    verdicts.take(replay)
    values.append(replay.json)
  }

  /// Prints the summary; with `--json` all answers.
  ///
  /// - Parameter left: the paths of the scripts whose program is not given.
  /// - Throws: when standard output cannot be written.
  func end(left: [String]) throws(CommandFailure) {
    try console.say(
      verdicts.summary(
        replayed: count, left: left.count, isStopped: Interruption.signal != 0))
    guard console.json else { return }
    try Console.write(
      JSONText.document([
        "cases": .array(values), "notReplayed": .strings(left),
        "withoutVerdict": .strings(verdicts.without),
      ]))
  }
}
