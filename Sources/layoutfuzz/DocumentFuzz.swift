// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import DocumentCampaigns
import Platform
import Processes
import Supervision
import ToolSupport

/// `layoutfuzz fuzz --check`: changed and generated documents run through `check` itself.
enum DocumentFuzz {
  static let syntax = [
    OptionSyntax(
      "check", "fuzz check, explain and their laws with changed and generated documents"),
    OptionSyntax(
      "documents", value: "DIR|FILE", isRepeatable: true,
      "with --check: also change these storyboards and xibs"
    ).rare,
  ]

  /// The options that cannot be combined with documents.
  private static let excluded = [
    "strategies", "profile", "canary", "laws", "growth", "no-costs", "external", "engine", "fresh",
    "statistics", SupervisionOptions.inProcess,
  ]

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    try arguments.refuse(excluded, with: "--check")
    let common = try FuzzCommand.settings(arguments)
    let documents = try documents(arguments.texts("documents"))
    let console = Console(json: arguments.has("json"))
    Interruption.watch()
    let folder = try OutputFolder.prepare(common.outputFolder)
    // Two campaigns would take each other's unfinished findings for remains of a killed one.
    var lock: FolderLock?
    if let path = common.outputFolder {
      lock = try LockedFolder.lock(path, inUse: ProgressOption.inUse)
    }
    defer { withExtendedLifetime(lock) {} }
    let settings = DocumentCampaign.Settings(
      seed: common.seed, caseCount: common.caseCount, nanosecondsMax: common.nanosecondsMax,
      jobs: common.jobs, minimizes: common.minimizes, outputFolder: common.outputFolder)
    let desk = try desk(arguments, jobs: common.jobs)
    Console.note(
      "seed \(common.seed), \(common.endsText), "
        + (documents.isEmpty
          ? "generated documents"
          : "\(ShownNumber.counted(documents.count, "document")) and generated ones"))
    let campaign = DocumentCampaign(
      settings, documents: documents, desk: desk,
      minimizing: try MinimizingOptions.time(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    let result = try ProgressLine.during { (show) throws(WriteError) in
      try campaign.run(onProgress: show)
    }
    // Stored before anything is printed, since printing may fail or block.
    try FuzzCommand.keep(result.record, arguments)
    folder?.removeIfEmptyAndNew()
    try console.say(text(result, Palette(isOn: console.coloured())))
    if console.json { try Console.write(JSONText.document(result.json)) }
    return try exitCode(result)
  }

  /// Returns processes in which documents are tried.
  static func desk(_ arguments: ParsedArguments, jobs: Int) throws(CommandFailure) -> DocumentDesk {
    let limits = try SupervisionOptions.limits(arguments) ?? WorkerLimits()
    let stock = try SupervisionOptions.stock(SupervisionOptions.documentWorkers, jobs: jobs)
    return DocumentDesk(stock, limits: limits)
  }

  /// Reads the documents of the command line; those that `check` refuses are left out.
  private static func documents(_ operands: [String]) throws(CommandFailure) -> [DocumentMarkup] {
    guard !operands.isEmpty else { return [] }
    var documents: [DocumentMarkup] = []
    let paths = try InputFiles.paths(operands, takesDocuments: true)
    for path in paths where InputFiles.isDocument(path) {
      if let document = DocumentMarkup(try InputFiles.contents(ofFile: path)) {
        documents.append(document)
      }
    }
    guard !documents.isEmpty else {
      throw .badInput("--documents: no storyboard or xib can be read; fix: give a folder with some")
    }
    return documents
  }

  private static func exitCode(_ result: DocumentResult) throws(CommandFailure) -> ExitCode {
    if let error = result.internalError {
      Console.note("layoutfuzz: error: internal error: \(error)")
      return .internalError
    }
    if let stopped = Interruption.exitCode { return stopped }
    if let error = result.spawnError { throw SupervisionOptions.unavailable(error) }
    return result.findings.isEmpty ? .nothingFound : .findings
  }

  // MARK: - Text

  private static func text(_ result: DocumentResult, _ palette: Palette) -> String {
    let cases = ShownNumber.counted(result.cases, "document")
    let headline =
      result.findings.isEmpty
      ? palette.green("Nothing found in \(cases).")
      : palette.red("\(ShownNumber.counted(result.findings.count, "finding")) in \(cases)")
    let findings = CampaignSummary.lines(of: result.findings, from: 1, palette, size) {
      $0.path == nil ? $0.signature : ShownText.line($0.replayCommand())
    }
    return ([headline] + findings + [""] + statistics(result)).joined(separator: "\n")
  }

  static func size(_ document: DocumentMarkup) -> String {
    ShownNumber.counted(document.elements.count, "element")
  }

  private static func statistics(_ result: DocumentResult) -> [String] {
    let laws = DiagnosisLaw.allCases.map {
      "\($0.rawValue) \(ShownNumber.grouped(result.laws[$0] ?? 0))"
    }
    let rate = ShownNumber.grouped(Int(result.casesPerSecond.rounded()))
    return [
      "documents \(ShownNumber.grouped(result.usable)) usable, "
        + "\(ShownNumber.grouped(result.cases - result.usable)) refused; "
        + "\(ShownNumber.counted(result.screens, "screen")), "
        + "\(ShownNumber.counted(result.findingsOfCheck, "finding")) of check",
      "laws      " + laws.joined(separator: ", "),
      "run       \(ShownNumber.duration(nanoseconds: result.nanoseconds)) (\(rate) documents/s), "
        + "seed \(result.seed), digest \(result.digest.text)",
    ]
  }
}
