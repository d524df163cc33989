// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import DocumentCampaigns
import ToolSupport

/// `layoutfuzz replay` of findings about `check` itself.
enum DocumentReplay {
  /// Returns the documents of findings below the operands; empty when there are none.
  static func paths(_ operands: [String]) throws(CommandFailure) -> [String] {
    var paths: [String] = []
    for operand in operands where !InputFiles.isMissing(operand) {
      if try InputFiles.isFolder(operand) {
        paths += try InputFiles.paths(
          below: operand, named: FindingRecord.Subject.document.fileName)
      } else if operand.split(separator: "/").last.map(String.init)
        == FindingRecord.Subject.document.fileName
      {
        paths.append(operand)
      }
    }
    return paths
  }

  /// Runs documents again.
  static func run(_ paths: [String], _ arguments: ParsedArguments) throws(CommandFailure)
    -> ExitCode
  {
    let console = Console(json: arguments.has("json"))
    let palette = Palette(isOn: console.coloured())
    Interruption.watch()
    let desk = try DocumentFuzz.desk(arguments, jobs: 1)
    defer { desk.endAll() }
    var mistakes: [(path: String, mistake: DocumentProbe.Mistake?)] = []
    for path in paths where Interruption.signal == 0 {
      guard let document = DocumentMarkup(try InputFiles.contents(ofFile: path)) else {
        throw .badInput(at: path, "not an XML document")
      }
      let result: DocumentProbe.Result
      switch desk.outcome(of: document) {
      case .result(let found): result = found
      case .stopped(let error?): throw SupervisionOptions.unavailable(error)
      case .stopped(nil): continue
      }
      mistakes.append((path, result.mistake))
      let state = result.mistake == nil ? palette.green("fixed") : palette.red("still open")
      let sentence = result.mistake.map { "\n  \(ShownText.sentence($0.sentence))" } ?? ""
      try console.say("\(Printable.line(path)): \(state)\(sentence)")
    }
    let open = mistakes.count { $0.mistake != nil }
    try console.say(
      "\(ShownNumber.counted(mistakes.count, "document")) replayed: \(open) still open, "
        + "\(mistakes.count - open) fixed")
    if console.json {
      try Console.write(
        JSONText.document([
          "cases": .array(
            mistakes.map { path, mistake in
              [
                "path": .string(path), "verdict": .string(mistake?.verdict.name ?? "pass"),
                "summary": mistake.map { .string($0.sentence) } ?? .null,
              ]
            })
        ]))
    }
    if let stopped = Interruption.exitCode { return stopped }
    return open > 0 ? .findings : .nothingFound
  }
}
