// SPDX-License-Identifier: MIT

import CorpusStore
import Nights
import Platform
import Reporting
import StoredRuns
import ToolSupport

/// The command `layoutfuzz report`.
enum ReportCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  /// The output format of a report.
  private enum Format: String, CaseIterable {
    case console, json, markdown, junit, sarif, github, html

    private static let endings: [(ending: String, format: Format)] = [
      (".html", .html), (".htm", .html), (".sarif", .sarif), (".sarif.json", .sarif),
      (".json", .json), (".md", .markdown), (".xml", .junit), (".txt", .console),
    ]

    /// Makes the format of a file name; nil for an unknown ending.
    init?(ofName path: String) {
      guard let found = Self.endings.first(where: { path.ends(with: $0.ending) }) else {
        return nil
      }
      self = found.format
    }
  }

  /// The options of the selection.
  private static let scopeSyntax = [
    OptionSyntax(
      "night", value: "N", "of folders of nights only the findings of night N"),
    OptionSyntax(
      "time", value: "TIME",
      "solve cases again for so long, and report the rest as\nstored (default: all)"),
    OptionSyntax(
      "as-stored", value: "PATH", isRepeatable: true,
      "findings here are not solved again, as one whose case ends the program;\n"
        + "may be given more than once"),
  ]

  private static let syntax = CommandSyntax(
    name: "report",
    summary: "what runs found, as a page, for a terminal, or for other programs",
    operands: "RUN...", operandCount: 0...Int.max,
    options: [
      OptionSyntax(
        "output", value: "OUT", short: "o",
        "*.html, *.json, *.md, *.xml (JUnit), *.sarif or *.txt; - for standard output\n(default)"),
      OptionSyntax(
        "format", value: "F", words: Format.allCases.map(\.rawValue),
        "console, json, markdown, junit, sarif, github or html, whatever OUT is called\n"
          + "(default for -: console)"),
      OptionSyntax("schema", "print the JSON Schema of the format json, and nothing else"),
      OptionSyntax("force", "replace OUT if it exists"),
    ] + scopeSyntax,
    notes: """
      RUN is a folder that 'fuzz --out' wrote: its findings and its campaign.json. Each case is solved
      again for its page: by the strategy that the finding is about, by the healthy ones, and exactly.
      The page (html) is one file that needs no other one and no network: a table of the findings, and of
      each the layout as a picture with the wrong one in broken lines, the frames by strategy, the
      constraints with the conflict marked, the violations by priority beside the least possible ones,
      and the command that runs it again. Of scripts it is a table of steps with what each must come
      to, and each variable over the steps as a picture. What a process wrote that a case ended is to be
      opened below it. In every format the most frequent finding comes first, then each time the one
      that is most unlike all before it; what is the same for all findings of a bucket is told once in
      the index of the page and in Markdown. RUN may be a folder of nights ('campaign nightly --state'):
      then findings say since when they are known. A case that waits to be made small and lies in a
      bucket of its own, too, is told there only.

      junit: a failure is a wrong answer, an error is a harness that broke. sarif: one run, the bucket
      as fingerprint. github: workflow commands, at most ten and the number of the rest. The exit code
      says how writing went, not what was found: 0, or 65 where a file of a run cannot be read.
      """,
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
    guard let first = arguments.operands.first else {
      throw .usage("'report' needs RUN..., folders of results", seeHelpOf: "report")
    }
    let output = arguments.text("output")
    let format = try format(arguments, output)
    let place = try CaseOutput(
      output, input: first, force: arguments.has("force"), command: "report")
    Interruption.watch()
    let report = try RunReader.report(arguments.operands, try scope(arguments))
    if let stopped = Interruption.exitCode { return stopped }
    let links = LinkBase(output: output == "-" ? nil : output)
    try place.write(bytes(report, format, links, isFile: output != nil && output != "-"))
    if let output, output != "-" { Console.complain("layoutfuzz: \(output): \(report.verdict)") }
    for problem in report.problems where problem.kind == .unreadable {
      Console.complain("layoutfuzz: \(problem.message)")
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
      Console.complain(Printable.line("--as-stored: there is no \(path)"))
    }
    return scope
  }

  private static func format(
    _ arguments: ParsedArguments, _ output: String?
  ) throws(CommandFailure) -> Format {
    if let name = arguments.text("format") {
      if let format = Format(rawValue: name) { return format }
      throw .usage(
        "unknown format '\(name)'"
          + NearestName.choice(for: name, among: Format.allCases.map(\.rawValue)),
        seeHelpOf: "report")
    }
    guard let output, output != "-" else { return .console }
    if let format = Format(ofName: output) { return format }
    throw .usage(
      "'\(output)' does not say which format; give --format F", seeHelpOf: "report")
  }

  private static func bytes(
    _ report: Report, _ format: Format, _ links: LinkBase, isFile: Bool
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
