// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import DocumentCampaigns
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
    "strategies", "profile", "canary", "laws", "growth", "no-costs", "external", "engine",
    "statistics", SupervisionOptions.inProcess,
  ]

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    try arguments.refuse(excluded, with: "--check")
    let common = try FuzzCommand.settings(arguments)
    let documents = try documents(arguments.texts("documents"), besides: common.outputFolder)
    let console = Console(json: arguments.has("json"))
    Interruption.watch()
    let earlier = try ProgressOption.earlierRecord(in: common.outputFolder)
    let folder = try OutputFolder.prepare(common.outputFolder)
    let settings = DocumentCampaign.Settings(
      seed: common.seed, caseCount: common.caseCount, nanosecondsMax: common.nanosecondsMax,
      jobs: common.jobs, minimizes: common.minimizes, outputFolder: common.outputFolder,
      documents: documents)
    let progress: DocumentCampaign.Progress?
    do throws(CommandFailure) {
      progress = try ProgressOption.open(settings, arguments)
    } catch {
      folder?.removeIfEmptyAndNew()
      throw error
    }
    let desk = try desk(arguments, jobs: common.jobs)
    Console.note(
      "seed \(common.seed), \(common.endsText), "
        + (documents.isEmpty
          ? "generated documents"
          : "\(ShownNumber.counted(documents.count, "document")) and generated ones"))
    ProgressOption.announce(progress, after: earlier)
    let campaign = DocumentCampaign(
      settings, progress: progress, desk: desk,
      minimizing: try MinimizingOptions.time(arguments), now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    let result = try ProgressLine.during { (show) throws(WriteError) in
      try campaign.run(onProgress: show)
    }
    ProgressOption.noteInterruption(after: result.counts.cases, progress)
    // Stored before anything is printed, since printing may fail or block.
    try FuzzCommand.keep(result.record, arguments)
    progress?.removeIfDone()
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
  ///
  /// The campaign's own findings in a folder are left out, too: with them, a stopped campaign would
  /// be another one.
  private static func documents(
    _ operands: [String], besides output: String?
  ) throws(CommandFailure) -> [DocumentMarkup] {
    guard !operands.isEmpty else { return [] }
    let findings = output.map { OutputPlace.resolved("\($0)/findings") + "/" }
    var documents: [DocumentMarkup] = []
    for operand in operands {
      let isFolder = try InputFiles.isFolder(operand)
      for path in try InputFiles.paths([operand], takesDocuments: true)
      where InputFiles.isDocument(path) {
        let isOwn = findings.map { OutputPlace.resolved(path).begins(with: $0) } ?? false
        if isFolder, isOwn { continue }
        if let document = DocumentMarkup(try InputFiles.contents(ofFile: path)) {
          documents.append(document)
        }
      }
    }
    guard !documents.isEmpty else {
      throw .badInput("--documents: no storyboard or xib can be read; fix: give a folder with some")
    }
    return documents
  }

  private static func exitCode(_ result: DocumentResult) throws(CommandFailure) -> ExitCode {
    if case .internalError(let error) = result.problem {
      Console.complain("layoutfuzz: error: internal error: \(error)")
      return .internalError
    }
    if let stopped = Interruption.exitCode { return stopped }
    if case .spawn(let error) = result.problem { throw SupervisionOptions.unavailable(error) }
    return result.findings.isEmpty ? .nothingFound : .findings
  }

  // MARK: - Text

  private static func text(_ result: DocumentResult, _ palette: Palette) -> String {
    let cases = ShownNumber.counted(result.counts.cases, "document")
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
    let counts = result.counts
    let laws = DiagnosisLaw.allCases.map {
      "\($0.rawValue) \(ShownNumber.grouped(counts.laws[$0] ?? 0))"
    }
    let rate = ShownNumber.grouped(Int(result.casesPerSecond.rounded()))
    return [
      "documents \(ShownNumber.grouped(counts.usable)) usable, "
        + "\(ShownNumber.grouped(counts.cases - counts.usable)) refused; "
        + "\(ShownNumber.counted(counts.screens, "screen")), "
        + "\(ShownNumber.counted(counts.findingsOfCheck, "finding")) of check",
      "laws      " + laws.joined(separator: ", "),
      "run       \(ShownNumber.duration(nanoseconds: result.nanoseconds)) (\(rate) documents/s), "
        + "seed \(result.seed), digest \(counts.digest.text)",
    ]
  }
}
