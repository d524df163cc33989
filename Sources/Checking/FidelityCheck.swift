// SPDX-License-Identifier: MIT

import Diagnosis
import ToolSupport

/// The command `layoutfuzz check --fidelity`.
package enum FidelityCheck {
  package static func run(
    _ paths: [String], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let documents = paths.filter(InputFiles.isDocument)
    guard !documents.isEmpty else {
      throw .badInput("--fidelity needs storyboards or xibs; there are none")
    }
    Interruption.watch()
    var report = FidelityReport()
    let desk = try CheckDesk(arguments, fileCount: documents.count)
    let end = desk.fidelity(documents) { part in
      report.merge(part)
      for file in part.unusable {
        Console.complain(.badInput(at: file.file, file.reason))
      }
    }
    report.finish()
    if arguments.has("json") {
      try Console.write(JSONText.document(report.json))
    } else {
      try Console(json: false).say(report.text)
    }
    if let stopped = Interruption.exitCode { return stopped }
    if case .unavailable(let failure) = end { throw failure }
    if !report.failed.isEmpty { return .internalError }
    let named = Set(arguments.operands)
    let refusesNamed = report.unusable.contains { named.contains($0.file) }
    return refusesNamed || report.unusable.count == documents.count ? .badInput : .nothingFound
  }
}
