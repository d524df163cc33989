// SPDX-License-Identifier: MIT

import Checking
import Clocks
import Diagnosis
import Display
import ToolSupport

/// The command `layoutfuzz check`.
enum CheckCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "check",
    summary: "find conflicts, ambiguities and clipped text in layout files",
    operands: "FILE|DIR...", operandCount: 0...Int.max,
    options: CheckOptions.syntax + CheckSelection.syntax + [
      OptionSyntax("scope", value: "ID", "only this screen of a storyboard or xib, by id or name")
    ] + BaselineOption.syntax + CheckOutputs.syntax + [
      OptionSyntax(
        "explain-rule", value: "ID", words: LayoutRule.allCases.map(\.id),
        "describe a rule and its known limitations"),
      OptionSyntax("rules", "list the rules"),
      OptionSyntax(
        "fidelity",
        "compare solved frames with those that Interface Builder recorded, for storyboards and xibs"
      ).rare,
      OptionSyntax("jobs", value: "N", "files checked in parallel (default: all cores)").rare,
    ] + SupervisionOptions.checkSyntax.map(\.rare),
    notes: """
      Find conflicts, ambiguities, clipped text and other problems in storyboards, xibs, .vfl files
      and case files. Each screen is checked on several devices, with several texts, and in both
      directions.

      A folder stands for all *.storyboard, *.xib, *.vfl and *.case.json files below it, and for the
      case.json of findings. Each screen is checked as drawn, and on the smallest and the largest
      device of its family. It is also checked right to left, and with each variant of its texts. On
      the smallest device it is checked right to left, with doubled texts and with a long word. With
      --text alone, all default devices and directions are checked with the given texts only. With
      --device, --direction or --size only all combinations of the given values are checked.
      Case files are checked as they are, unless --direction, --text or --size is given.

      Words of --device add up, as in --device smoke,'iPad mini 8.3-inch'. The groups are:

        own      the device of the document
        smoke    own, and the smallest device of its family, phones or tablets
        default  smoke, and the largest device of the family
        all      the whole family, the smallest and the largest also turned

      The names and ids of devices are:

      \(CheckOptions.deviceList)

      A frame such as 57.5 x 20 pt at (16, 72) is width x height at (x, y). Its place is that of the
      left upper corner in the superview, or in the root where the text names it.

      One cause is one finding, however many configurations show it. Those with the document's own
      texts are named first, the nearest to the document before others. A finding that appears only
      with invented texts counts one severity less. Errors and warnings make the exit code 1 (see
      --fail-on). An unmet expectation of a case file is a finding. The other findings of such a
      file are only counted, in a note.

      The check runs no code of view controllers and draws nothing. A model measures texts, not the
      fonts of the system. With --fidelity a difference is no finding. The report counts the views
      whose frame is within 1 pt of the recorded one, and skips case files.

      A project with many problems stores them once with --write-baseline. With --baseline and the
      same options, only new problems fail later, and those that became more severe. File, screen,
      rule and ids identify a problem, also through links, and after a document was moved. Notes are
      stored, too, so that --notes lists only new ones. Damaged files are stored only when they are
      accepted. Known problems, and those that are gone, are counted. --all lists them, also those of
      removed files. With the same file in both options, the baseline is updated. Entries that were
      not checked are kept, unless --force is given, as are those that a run with other options does
      not find.

      With --accept FILE:LINE and --reason TEXT, the findings that are listed with a place become
      known, and the file keeps the reason. FILE:LINE:RULE is one rule there, FILE alone means the
      findings without a line. The options are those of the baseline, which is made if it is missing.

      The gallery of -o page.html, or -o - for standard output, has a card for each listed finding,
      with its configurations as small pictures. The picture marks the views of the finding, and
      contradictory constraints in red. The page is one file and needs no script. With --baseline it
      marks problems as known or new, and can hide the known ones.

      A worker process checks each file. A file that crashes the tool, hangs or takes too much
      memory is an 'internal' finding. All other results are printed, and the exit code is 70.

      The report begins with the number of findings by rule. Notes are only counted, unless --notes
      is given. Over several files it takes at most 120 lines, unless --all is given. If findings
      need more lines, the errors that fit are printed in full. Other findings take a line each, and
      the rest is counted.

      A file of the command line that cannot be used is an error (65). A damaged file in a folder,
      as one with the marks of a merge, is a finding of the rule 'unreadable'. Other files that
      cannot be used are skipped and counted, as those of old formats. A folder without any usable
      file is an error (65).
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "no finding of --fail-on or worse", .findings: "findings", .badInput: "",
        .internalError: "internal error, or a file that crashes the tool or hangs",
        .unavailable: "try again: no worker starts, or other programs end workers",
      ], isStoppable: true),
    examples: [
      "layoutfuzz check Main.storyboard",
      "layoutfuzz check Screens --device smoke -o gallery.html -o check.sarif",
      "layoutfuzz check Screens --baseline known.json",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if arguments.has("rules") || arguments.text("explain-rule") != nil {
      return try listRules(arguments)
    }
    guard !arguments.operands.isEmpty else {
      throw .usage("'check' needs FILE|DIR...", seeHelpOf: "check")
    }
    let options = try CheckOptions(arguments)
    let selection = try CheckSelection(arguments, failOn: options.failOn)
    // Usage errors come before any file is read.
    _ = try CheckOutputs.hasPage(arguments)
    let paths = try selection.included(
      try InputFiles.paths(arguments.operands, takesDocuments: true), of: arguments.operands)
    try ensureOptionsFit(arguments, paths)
    let baseline = try BaselineOption(arguments, inputs: paths, selection)
    let outputs = try CheckOutputs(arguments, inputs: paths)
    if arguments.has("fidelity") { return try FidelityCheck.run(paths, arguments) }
    let run = CheckRun(
      paths: paths, named: Set(arguments.operands), failOn: options.failOn, selection: selection,
      baseline: baseline, outputs: outputs)
    var line = ProgressLine()
    let start = MonotonicClock.now()
    return try run.run(on: try CheckDesk(arguments, fileCount: paths.count)) { count in
      guard let count else { return line.clear() }
      line.show(
        "\(ShownNumber.grouped(count)) of \(ShownNumber.counted(paths.count, "file")) checked",
        at: MonotonicClock.now().elapsed(since: start))
    }
  }

  /// Refuses --scope without a single document, and options without an effect on --fidelity.
  private static func ensureOptionsFit(
    _ arguments: ParsedArguments, _ paths: [String]
  ) throws(CommandFailure) {
    if arguments.text("scope") != nil, paths != arguments.operands || paths.count != 1 {
      throw .usage("--scope needs a single storyboard or xib", seeHelpOf: "check")
    }
    guard arguments.has("fidelity") else { return }
    for name in ["scope", "device", "size", "direction", "text"] where arguments.text(name) != nil {
      throw .usage(
        "--\(name) does not go with --fidelity, which compares documents as they were drawn",
        seeHelpOf: "check")
    }
  }

  /// Lists the rules, or explains one.
  private static func listRules(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
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
}
