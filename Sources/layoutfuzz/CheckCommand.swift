// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import LayoutModel

/// `layoutfuzz check`
enum CheckCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "check",
    summary: "storyboards, xibs, case files: which screens conflict, which are ambiguous",
    operands: "FILE|DIR...", operandCount: 1...Int.max,
    options: [
      OptionSyntax(
        "fidelity",
        "compare solved frames with those that Interface Builder\nrecorded, for storyboards and xibs"
      ),
      OptionSyntax("jobs", value: "N", "how many files at a time (default: all cores)"),
      OptionSyntax("json", "the result as JSON on standard output"),
    ],
    notes: """
      A folder stands for all *.storyboard, *.xib and *.case.json files below it, and for the
      case.json of findings. A conflict is told with an irreducible set of constraints: without any
      one of them the rest can hold. An ambiguity is told with the views that have several right
      places or sizes. A case file that says what is expected of it is a finding when it is not met,
      and only then. With --fidelity a disagreement is no finding: the report says how many views
      agree, that is, have a frame within a point of the recorded one. --jobs has no effect then,
      and case files are left out.

      A file of the command line that cannot be used is an error (65); one found in a folder is
      named with its reason and passed over, unless none of the folder's files can be used.
      """,
    examples: ["layoutfuzz check Main.storyboard", "layoutfuzz check Screens --fidelity --json"])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let paths = try InputFiles.paths(arguments.operands, takesDocuments: true)
    if arguments.has("fidelity") { return try fidelity(paths, arguments) }
    let named = Set(arguments.operands)
    var report = CheckReport()
    var failure: CommandFailure?
    Interruption.watch()
    OrderedPool(jobs: try CommonOptions.jobs(arguments)).run(
      count: paths.count, shouldStop: { Interruption.signal != 0 },
      unit: { CheckedFile(path: paths[$0]) },
      fold: { _, file in
        if case .internalError(let message) = file.outcome {
          failure = CommandFailure(.internalError, ["\(file.path): \(message)"])
          return .stop
        }
        report.add(file, isNamed: named.contains(file.path))
        return .next
      })
    if let failure { throw failure }
    let console = Console(json: arguments.has("json"))
    for message in report.refusals { Console.complain("layoutfuzz: \(message)") }
    if report.usableFiles > 0 || !console.json {
      if console.json {
        try Console.write(JSONText.document(report.json))
      } else if report.usableFiles > 0 {
        try console.say(report.text(Palette(isOn: console.coloured())))
      }
    }
    return exitCode(report)
  }

  private static func exitCode(_ report: CheckReport) -> ExitCode {
    if let stopped = Interruption.exitCode { return stopped }
    if report.refusesNamed || report.usableFiles == 0 { return .badInput }
    return report.findings.isEmpty ? .nothingFound : .findings
  }

  private static func fidelity(
    _ paths: [String], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let documents = paths.filter(InputFiles.isDocument)
    guard !documents.isEmpty else {
      throw .badInput("--fidelity needs storyboards or xibs; there are none")
    }
    let refusals = documents.compactMap(InputFiles.refusal)
    for message in refusals.flatMap(\.messages) { Console.complain("layoutfuzz: \(message)") }
    let report = FidelityReport.run(files: documents.filter { InputFiles.refusal(of: $0) == nil })
    for file in report.unusable { Console.complain("layoutfuzz: \(file.file): \(file.reason)") }
    if arguments.has("json") {
      try Console.write(JSONText.document(report.json))
    } else {
      try Console(json: false).say(report.text)
    }
    let named = Set(arguments.operands)
    let refusesNamed =
      report.unusable.contains { named.contains($0.file) }
      || named.contains { InputFiles.isDocument($0) && InputFiles.refusal(of: $0) != nil }
    let unusable = report.unusable.count + refusals.count
    return refusesNamed || unusable == documents.count ? .badInput : .nothingFound
  }
}
