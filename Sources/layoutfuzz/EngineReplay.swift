// SPDX-License-Identifier: MIT

import Display
import ExternalSolvers
import JSON
import ObservedRates
import StoredRuns
import ToolSupport

/// `layoutfuzz replay --engine`: stored findings about layout engines run again.
enum EngineReplay {
  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    for name in ["strategies", "external"]
    where arguments.text(name) != nil || !arguments.texts(name).isEmpty {
      throw .usage("--\(name) does not go with --engine", seeHelpOf: arguments.command)
    }
    let console = Console(json: arguments.has("json"))
    let palette = Palette(isOn: console.coloured())
    Interruption.watch()
    let pools = try ExternalOptions.engines(arguments)
    defer { for pool in pools { pool.endAll() } }
    var all: [ReplayedEngine] = []
    for path in try StoredEngineScript.paths(arguments.operands) {
      let stored = try StoredEngineScript.load(path)
      for pool in stored.accused(of: pools) where Interruption.signal == 0 {
        switch try stored.replay(pool) {
        case .replayed(let replayed):
          try console.say(text(replayed, palette))
          all.append(replayed)
        case .undecided: Console.complain("\(path): the exact answers take too long: not replayed")
        case .stopped: break
        }
      }
    }
    let wrong = all.count(where: \.isOpen)
    try console.say(
      "\(ShownNumber.counted(all.count, "case")) replayed: \(wrong) still open, "
        + "\(all.count - wrong) fixed")
    if console.json { try Console.write(JSONText.document(["cases": .array(all.map(\.json))])) }
    if let stopped = Interruption.exitCode { return stopped }
    return wrong > 0 ? .findings : .nothingFound
  }

  private static func text(_ replayed: ReplayedEngine, _ palette: Palette) -> String {
    let start = "\(Printable.line(replayed.stored.path)): \(replayed.engine): "
    guard replayed.isOpen else { return start + palette.green("fixed") }
    let rate = replayed.observation.rate
    return start + palette.red("still open") + (rate.isPartial ? " (\(rate.text))" : "") + "\n  "
      + replayed.summary
  }
}
