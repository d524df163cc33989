// SPDX-License-Identifier: MIT

import Clocks
import CorpusStore
import Nights
import Reporting
import StoredRuns
import ToolSupport

/// The command `layoutfuzz report`.
enum ReportCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  /// The options of the selection.
  private static let scopeSyntax = [
    OptionSyntax(
      "night", value: "N", "of folders of nights only the findings of night N"
    ).rare,
    OptionSyntax(
      "time", value: "TIME",
      "solve cases again for TIME, and report the others as stored (default: solve all)"
    ).rare,
    OptionSyntax(
      "as-stored", value: "PATH", isRepeatable: true,
      "do not solve the findings at PATH again, as one that crashes the program. May be repeated"
    ).rare,
  ]

  private static let syntax = CommandSyntax(
    name: "report",
    summary: "write findings as text, HTML, JSON, Markdown, JUnit or SARIF",
    operands: "RUN...", operandCount: 0...Int.max,
    options: [
      OptionSyntax(
        "output", value: "OUT", short: "o",
        "write to OUT: *.html, *.json, *.md, *.xml (JUnit), *.sarif or *.txt. - is standard output "
          + "(default)"),
      OptionSyntax(
        "format", value: "F", words: ReportFormat.allCases.map(\.rawValue),
        "format, whatever the ending of OUT: console, json, markdown, junit, sarif, github or html "
          + "(default for -: console)"),
      OptionSyntax("schema", "print the JSON Schema of the format json"),
      OptionSyntax("force", "replace an existing OUT that is no report of this tool"),
    ] + scopeSyntax,
    notes: """
      Write the findings of a run as a page, for a terminal, or for other programs. RUN is a folder
      of 'fuzz --out' or 'campaign nightly --state'.

      Each case is solved again for the report: by the accused strategy, by the healthy ones, and
      exactly. The page (html) is one file that needs no other file and no network. Each finding has
      a picture: expected views in green, actual ones dashed in red. Constraints on one variable
      are drawn on a number line. A table has the expected and the actual answer, with the wrong
      cells marked. A script has its steps, and a picture of each variable over the steps. The
      replay command follows, then proof, minimization and origin, which are closed at first.

      The page has wrong answers first, then crashes and hangs, then slow answers. Within each,
      those with the most cases come first. The smallest case of a bucket stands for its other
      cases, which are listed below it. In the other formats the most frequent finding is first.
      Each next one is the finding that differs most from all before it. With folders of nights,
      findings have the night in which they were new. A pending finding that also belongs to a
      bucket of its own is listed there only.

      In junit a failure is a wrong answer, and an error is a broken harness. sarif has one run,
      with the bucket as fingerprint. github writes at most ten workflow commands, and the number of
      the others. The exit code is about writing, not about findings.
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "written", .badInput: "a file of a run is missing or not valid",
      ], isStoppable: true),
    examples: [
      "layoutfuzz report nightly -o report.html",
      "layoutfuzz report nightly --format markdown >> \"$GITHUB_STEP_SUMMARY\"",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if arguments.has("schema") {
      try Console.write(ReportSchema.text)
      return .nothingFound
    }
    guard !arguments.operands.isEmpty else {
      throw .usage("'report' needs RUN..., folders of results", seeHelpOf: "report")
    }
    let output = arguments.text("output")
    let format = try format(arguments, output)
    let place = try CaseOutput(
      output, inputs: [], force: arguments.has("force"), isReport: true, command: "report")
    Interruption.watch()
    let report = try RunReader.report(arguments.operands, try scope(arguments))
    if let stopped = Interruption.exitCode { return stopped }
    let links = LinkBase(output: output == "-" ? nil : output)
    try place.write(bytes(report, format, links, isFile: output != nil && output != "-"))
    if let output, output != "-" { Console.note("layoutfuzz: \(output): \(report.verdict)") }
    for problem in report.problems where problem.kind == .unreadable {
      Console.note("layoutfuzz: \(problem.message)")
    }
    return report.problems.contains { $0.kind == .unreadable } ? .badInput : .nothingFound
  }

  private static func scope(_ arguments: ParsedArguments) throws(CommandFailure) -> ReportScope {
    let scope = ReportScope(
      night: try arguments.integer("night", in: 1...999_999_999),
      deadline: try arguments.duration("time").map { MonotonicClock.now().later(by: $0) },
      now: MonotonicClock.now,
      unsolved: arguments.texts("as-stored"))
    for path in scope.missing {
      Console.note(Printable.line("--as-stored: there is no \(path)"))
    }
    return scope
  }

  private static func format(
    _ arguments: ParsedArguments, _ output: String?
  ) throws(CommandFailure) -> ReportFormat {
    if let name = arguments.text("format") {
      // 'check' calls its format for people so.
      if let format = name == "text" ? .console : ReportFormat(rawValue: name) { return format }
      throw .usage(
        "unknown format '\(name)'"
          + NearestName.choice(for: name, among: ReportFormat.allCases.map(\.rawValue)),
        seeHelpOf: "report")
    }
    guard let output, output != "-" else { return .console }
    if let format = ReportFormat(ofName: output) { return format }
    throw .usage(
      "'\(output)' does not say which format; give --format F", seeHelpOf: "report")
  }

  private static func bytes(
    _ report: Report, _ format: ReportFormat, _ links: LinkBase, isFile: Bool
  ) -> [UInt8] {
    switch format {
    case .console:
      let console = Console(json: false)
      let writer = ConsoleReport(
        width: isFile ? 100 : Console.width, colours: !isFile && console.coloured())
      return Array(writer.text(report).utf8)
    case .json: return JSONReport.bytes(report)
    case .markdown: return Array(MarkdownReport.text(report).utf8)
    case .junit: return Array(JUnitReport.text(report).utf8)
    case .sarif: return SARIFReport.bytes(report)
    case .github: return Array(AnnotationReport.text(report).utf8)
    case .html: return Array(HTMLReport(report, link: links.link).text.utf8)
    }
  }
}
