// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import LayoutModel
import Reporting

/// `layoutfuzz check`
enum CheckCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "check",
    summary: "storyboards, xibs, case files: diagnose each screen on devices x texts x directions",
    operands: "FILE|DIR...", operandCount: 0...Int.max,
    options: CheckOptions.syntax + BaselineOption.syntax + [
      OptionSyntax("rules", "list the rules"),
      OptionSyntax(
        "explain-rule", value: "ID", words: LayoutRule.allCases.map(\.id), "say what a rule means"),
      OptionSyntax(
        "fidelity",
        "compare solved frames with those that Interface Builder\nrecorded, for storyboards and xibs"
      ),
      OptionSyntax(
        "scope", value: "ID", "only this screen of a storyboard or xib, by id or name"),
      OptionSyntax(
        "output", value: "FILE", short: "o",
        "a gallery, *.html: pictures of what is wrong, and a table of\nscreens and devices; - for standard output"
      ),
      OptionSyntax("force", "replace a FILE that is written if it exists"),
      OptionSyntax("jobs", value: "N", "how many files at a time (default: all cores)"),
      OptionSyntax("json", "the result as JSON on standard output"),
    ],
    notes: """
      A folder stands for all *.storyboard, *.xib, *.vfl and *.case.json files below it, and for the
      case.json of findings. A document is looked at as it was drawn, on the smallest and the largest
      device of its family, right to left, with each variant of its texts, and on the smallest device
      right to left, with doubled texts and with a long word. With --device, --direction, --text or
      --size all combinations of what was asked for are made, and nothing else. Case files are looked
      at as they are, unless --direction, --text or --size say otherwise.

      Words of --device add up, as in --device smoke,'iPad mini 8.3-inch'. Its groups are
        own      the device that the document was drawn for
        smoke    that and the smallest of its family, phones or tablets
        default  those and the largest of the family
        all      the whole family, the smallest and the largest turned, too
      and its names and ids are
      \(CheckOptions.deviceList)

      One cause is one finding, whatever the number of configurations that show it; the first one named
      is the nearest to what the document shows. A finding that only shows with texts that nobody wrote
      counts a step less. Findings of warnings and errors make the exit code 1; see --fail-on.
      A case file that says what is expected of it is a finding when that is not met; its other
      findings are only counted, in a note.

      Not done: no code of view controllers is run, nothing is drawn, and texts are measured by a model,
      not by the system's fonts. With --fidelity a disagreement is no finding: the report says how many
      views agree, that is, have a frame within a point of the recorded one; case files are left out.

      A project with many problems writes them down once with --write-baseline, and fails from then on
      for new ones only, with --baseline and the same options. A problem is known by its file, screen,
      rule and ids, whatever links lead to the file. What is known is counted, and what is known and
      gone is named, with all of a file that is not there any more; giving both options the same file
      brings it up to date.

      With -o a page is written, too: a card for each screen and configuration that has a finding of
      --fail-on or worse, with a picture in which the views of the finding stand out and constraints
      that contradict each other are red. The page is one file and needs no script. With --baseline it
      says of each problem whether it is known or new, and can hide what is known.

      A file of the command line that cannot be used is an error (65); one found in a folder is
      named with its reason and passed over, unless none of the folder's files can be used.
      """,
    examples: [
      "layoutfuzz check Main.storyboard",
      "layoutfuzz check Screens --device smoke,'iPad mini 8.3-inch' --text doubled --json",
      "layoutfuzz check Screens -o gallery.html",
      "layoutfuzz check Screens --write-baseline known.json",
      "layoutfuzz check Screens --baseline known.json",
      "layoutfuzz check --explain-rule priority-tie",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if arguments.has("rules") || arguments.text("explain-rule") != nil {
      return try tellRules(arguments)
    }
    guard !arguments.operands.isEmpty else {
      throw .usage("'check' needs FILE|DIR...", seeHelpOf: "check")
    }
    let options = try CheckOptions(arguments)
    let paths = try InputFiles.paths(arguments.operands, takesDocuments: true)
    if arguments.text("scope") != nil,
      paths != arguments.operands || paths.count != 1
        || arguments.has("fidelity")
    {
      throw .usage(
        "--scope chooses a screen of one storyboard or xib, without --fidelity", seeHelpOf: "check")
    }
    let baseline = try BaselineOption(arguments, inputs: paths)
    let place = try galleryPlace(arguments, paths)
    if arguments.has("fidelity") { return try fidelity(paths, arguments) }
    let gallery = place.map { _ in
      CheckGallery(failOn: options.failOn, caseSize: options.matrix.caseSize)
    }
    var report = try report(paths, arguments, options, gallery)
    // What was cut short knows only some of the problems.
    if Interruption.exitCode == nil { try baseline.apply(to: &report) }
    if let place {
      try place.write(Array(GalleryPage.html(report.gallery(failOn: options.failOn)).utf8))
    }
    // A page on standard output is alone there.
    let takesOutput = arguments.text("output") == "-"
    let console = Console(json: arguments.has("json") || takesOutput)
    for failure in report.refusals { Console.complain(failure) }
    for message in report.remarks { Console.complain("layoutfuzz: \(message)") }
    if report.usableFiles > 0 || !console.json {
      if arguments.has("json") {
        try Console.write(JSONText.document(report.json))
      } else if report.usableFiles > 0 {
        try console.say(report.text(Palette(isOn: console.coloured())))
      }
    }
    return exitCode(report, options.failOn)
  }

  /// Lists the rules, or explains one.
  private static func tellRules(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    let id = arguments.text("explain-rule")
    let others = arguments.given.filter { !["rules", "explain-rule", "json"].contains($0) }
    guard arguments.operands.isEmpty, others.isEmpty else {
      throw .usage(
        "--rules and --explain-rule check nothing, and go with no file and no option but --json",
        seeHelpOf: "check")
    }
    if arguments.has("json") {
      try Console.write(JSONText.document(try RuleList.json(explaining: id)))
    } else {
      try Console.write(try RuleList.text(explaining: id))
    }
    return .nothingFound
  }

  /// Where a gallery goes; nil for none.
  private static func galleryPlace(
    _ arguments: ParsedArguments, _ paths: [String]
  ) throws(CommandFailure) -> CaseOutput? {
    guard let output = arguments.text("output") else {
      if arguments.has("force"), arguments.text("write-baseline") == nil {
        throw .usage("--force is of -o FILE and --write-baseline FILE", seeHelpOf: "check")
      }
      return nil
    }
    if arguments.has("fidelity") {
      throw .usage("--fidelity has no gallery", seeHelpOf: "check")
    }
    if output == "-", arguments.has("json") {
      throw .usage("--json and -o - both want standard output", seeHelpOf: "check")
    }
    guard output == "-" || output.hasSuffix(".html") else {
      throw .usage("'\(output)' does not end in .html", seeHelpOf: "check")
    }
    return try CaseOutput(
      output, inputs: paths, force: arguments.has("force"), command: "check")
  }

  private static func report(
    _ paths: [String], _ arguments: ParsedArguments, _ options: CheckOptions,
    _ gallery: CheckGallery?
  ) throws(CommandFailure) -> CheckReport {
    let named = Set(arguments.operands)
    let matrix = options.matrix
    let scope = arguments.text("scope")
    var report = CheckReport(caseSize: matrix.caseSize)
    var failure: CommandFailure?
    Interruption.watch()
    OrderedPool(jobs: try CommonOptions.jobs(arguments)).run(
      count: paths.count, shouldStop: { Interruption.signal != 0 },
      unit: { CheckedFile(path: paths[$0], matrix: matrix, scope: scope, gallery: gallery) },
      fold: { _, file in
        if case .internalError(let message) = file.outcome {
          failure = CommandFailure(.internalError, ["\(file.path): \(message)"])
          return .stop
        }
        report.add(file, isNamed: named.contains(file.path))
        return .next
      })
    if let failure { throw failure }
    return report
  }

  private static func exitCode(_ report: CheckReport, _ failOn: FindingSeverity) -> ExitCode {
    if let stopped = Interruption.exitCode { return stopped }
    if report.refusesNamed || report.usableFiles == 0 { return .badInput }
    return report.hasFinding(atLeast: failOn) ? .findings : .nothingFound
  }

  private static func fidelity(
    _ paths: [String], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let documents = paths.filter(InputFiles.isDocument)
    guard !documents.isEmpty else {
      throw .badInput("--fidelity needs storyboards or xibs; there are none")
    }
    let report = FidelityReport.run(files: documents) {
      (path) throws(FidelityReport.UnreadableFile) in
      do throws(CommandFailure) {
        return try InputFiles.read(path).bytes
      } catch {
        let reason = error.messages.joined(separator: "; ")
        throw FidelityReport.UnreadableFile(reason: reason.removingPrefix("\(path): "))
      }
    }
    for file in report.unusable { Console.complain("layoutfuzz: \(file.file): \(file.reason)") }
    if arguments.has("json") {
      try Console.write(JSONText.document(report.json))
    } else {
      try Console(json: false).say(report.text)
    }
    let named = Set(arguments.operands)
    let refusesNamed = report.unusable.contains { named.contains($0.file) }
    return refusesNamed || report.unusable.count == documents.count ? .badInput : .nothingFound
  }
}

extension String {
  fileprivate func removingPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
