// SPDX-License-Identifier: MIT

import Checking
import Diagnosis
import ToolSupport

/// The command `layoutfuzz check`.
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
    ] + SupervisionOptions.checkSyntax,
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

      Each file is checked in a process of its own. One that crashes the tool, hangs or takes too much
      memory is an 'internal' finding about that file. All other results are printed, and the exit code
      is 70. Results are printed in the order of files, as soon as all files before are done.

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
      return try listRules(arguments)
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
    if arguments.has("fidelity") { return try FidelityCheck.run(paths, arguments) }
    let run = CheckRun(
      paths: paths, named: Set(arguments.operands), failOn: options.failOn, baseline: baseline,
      place: place, printsJSON: arguments.has("json"), takesOutput: arguments.text("output") == "-")
    return try run.run(on: try CheckDesk(arguments, fileCount: paths.count))
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

  /// Returns the place of a gallery; nil for none.
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
    guard output == "-" || output.ends(with: ".html") else {
      throw .usage("'\(output)' does not end in .html", seeHelpOf: "check")
    }
    return try CaseOutput(
      output, inputs: paths, force: arguments.has("force"), command: "check")
  }
}
