// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Foundation
import JSON
import ToolSupport

/// The inputs of a coverage-guided fuzzer for `layoutfuzz replay --bytes`, each run as the one case
/// of a campaign.
struct ByteReplay {
  private let arguments: ParsedArguments
  private let console: Console
  private let palette: Palette

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    let console = Console(json: arguments.has("json"))
    return try ByteReplay(
      arguments: arguments, console: console, palette: Palette(isOn: console.coloured())
    ).run()
  }

  private func run() throws(CommandFailure) -> ExitCode {
    let paths = try paths()
    let output = try caseOutput(paths)
    let folder = try OutputFolder.prepare(arguments.text("out") ?? ".")
    Interruption.watch()
    var values: [JSONValue] = []
    var (wrong, contradictions) = (0, 0)
    for path in paths where Interruption.signal == 0 {
      let input = try input(path)
      let workers = try SupervisionOptions.workers(for: input.settings, arguments)
      defer { workers?.endAll() }
      let outcome: ByteInput.Outcome
      do throws(WriteError) {
        outcome = try input.run(workers: workers, isStopped: { Interruption.signal != 0 })
      } catch {
        throw CommandFailure(.cannotWrite, ["\(error)"])
      }
      if case .stopped = outcome { break }
      for line in lines(path, input, outcome) { try console.say(line) }
      values.append(outcome.json(of: path))
      guard case .done(let result) = outcome else { continue }
      wrong += result.foundNothing && result.internalErrors.isEmpty ? 0 : 1
      contradictions += result.internalErrors.count
      if let output, result.internalErrors.isEmpty, let layoutCase = input.layoutCase {
        try output.write(layoutCase)
      }
    }
    folder?.removeIfEmptyAndNew()
    try console.say(
      "\(ShownNumber.counted(values.count, "input")) replayed, "
        + "\(wrong == 0 ? "nothing" : "\(wrong)") wrong")
    if console.json { try Console.write(JSONText.document(["inputs": .array(values)])) }
    if contradictions > 0 { return .internalError }
    if let stopped = Interruption.exitCode { return stopped }
    return wrong == 0 ? .nothingFound : .findings
  }

  /// Returns the paths of the inputs; a folder stands for all files in it.
  private func paths() throws(CommandFailure) -> [String] {
    var paths: [String] = []
    for operand in arguments.operands {
      guard try InputFiles.isFolder(operand) else {
        paths.append(operand)
        continue
      }
      let names = (InputFiles.entries(of: operand) ?? []).map(\.name)
      let inside = names.sorted().map { "\(operand)/\($0)" }
        .filter { InputFiles.fileExists($0) || InputFiles.isMissing($0) }
      if inside.isEmpty { throw .badInput(at: operand, "no files in this folder") }
      paths += inside
    }
    return paths
  }

  private func caseOutput(_ paths: [String]) throws(CommandFailure) -> CaseOutput? {
    guard let path = arguments.text("case") else { return nil }
    guard paths.count == 1 else {
      throw .usage("--case takes the case of one input", seeHelpOf: arguments.command)
    }
    return try CaseOutput(path, input: paths[0], force: false, command: arguments.command)
  }

  private func input(_ path: String) throws(CommandFailure) -> ByteInput {
    let bytes = try InputFiles.contents(ofFile: path)
    let chosen = try CommonOptions.chosenStrategies(arguments)
    let (session, scripts) = try CommonOptions.session(arguments)
    return ByteInput(bytes) { settings in
      settings.strategies = chosen.strategies
      settings.fault = chosen.fault
      settings.lawFrequency = chosen.fault == nil ? .sampled : .always
      settings.session = session
      settings.scriptFrequency = scripts
      settings.outputFolder = arguments.text("out") ?? "."
    }
  }

  // MARK: - Texts

  private func lines(
    _ path: String, _ input: ByteInput, _ outcome: ByteInput.Outcome
  ) -> [String] {
    guard case .done(let result) = outcome else {
      return ["\(path): no case: the bytes lead the generator nowhere"]
    }
    if !result.internalErrors.isEmpty {
      return result.internalErrors.flatMap { stored in
        ["\(path): " + palette.red("internal error: ") + stored.error.message]
          + (stored.path.map { ["  \($0)"] } ?? [])
      }
    }
    if result.foundNothing {
      let size = input.layoutCase.map(CampaignSummary.size) ?? ""
      return ["\(path): \(size), " + palette.green("nothing wrong")]
    }
    return ["\(path):"] + CampaignSummary.findings(result, palette)
  }
}
