// SPDX-License-Identifier: MIT

import Checking
import Diagnosis
import Judging
import LayoutEngine
import LayoutModel
import ToolSupport

/// The command `layoutfuzz fit`.
enum FitCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "fit",
    summary: "compute the smallest size that a view's constraints allow",
    operands: "CASE", operandCount: 1...1,
    options: [
      OptionSyntax("view", value: "ID", "the view, by id or name (default: the root)"),
      OptionSyntax("width", value: "W", "fit to this width, in points"),
      OptionSyntax("height", value: "H", "fit to this height, in points"),
      OptionSyntax(
        "h-priority", value: "P",
        "priority of the width, above 0 and up to 1000 (default: required with --width, else 50)"
      ).rare,
      OptionSyntax(
        "v-priority", value: "P",
        "priority of the height (default: required with --height, else 50)"
      ).rare,
      OptionSyntax("expanded", "compute the largest size, up to 10,000 points, instead"),
      OptionSyntax(
        "rows", value: "N,N", "instead: lay out tables with N rows of the case, all different"),
      OptionSyntax("table", "instead: lay out the rows of the table in the case file"),
      OptionSyntax("json", "print the result as JSON"),
    ] + ChosenScreen.syntax,
    notes: """
      Compute the smallest size that the constraints of a view allow, as self-sizing cells request
      it. CASE is a case file, a storyboard or a xib.

      The view is laid out alone, with the constraints inside it and no others. Its size is free. A
      given width or height is required. Others have priority 50, less than the priorities of
      contents. The size is rounded up to device pixels. If contents do not push a view open, the
      missing constraint is named. A missing constraint, a conflict and an ambiguous size are
      findings (1).

      With --rows the case is the cell of tables of the given width, whose rows have different
      texts. Their heights and their work are printed, with the exponent of growth. The times of
      this machine are on standard error. With --table the rows are those of the case file. A row
      with a conflict, or with another height than expected, is a finding (1).
      """,
    exits: ExitCode.meanings(
      [
        .findings: "findings, or more work than the exact oracle may do", .badInput: "",
        .internalError: "",
      ]),
    examples: [
      "layoutfuzz fit cell.case.json --width 320",
      "layoutfuzz fit cell.case.json --rows 1k,10k",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    if arguments.text("rows") != nil, arguments.has("table") {
      throw .usage("--rows and --table cannot be given together", seeHelpOf: arguments.command)
    }
    let screen = try ChosenScreen(arguments)
    if let words = arguments.list("rows") { return try tables(words, arguments, screen) }
    if arguments.has("table") { return try table(arguments, screen) }
    let request = try request(arguments, screen)
    let report: FitReport
    do throws(InternalError) {
      report = FitReport(
        label: screen.label, heading: screen.heading, phrases: phrases(screen),
        answer: try FittingAnswer(request, of: screen.layoutCase))
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
    if arguments.has("json") {
      try Console.write(JSONText.document(report.json))
    } else {
      try Console(json: false).say(report.text)
    }
    return report.isFinding ? .findings : .nothingFound
  }

  /// Returns the names of the views for people, by id.
  private static func phrases(_ screen: ChosenScreen) -> [String: String] {
    let views = screen.layoutCase.views
    return [String: String](
      views.indices.map { index in
        (
          views[index].id,
          screen.diagnosed.rootKind != nil && index == screen.diagnosed.root
            ? "the root view" : screen.diagnosed.phrase(ofView: index)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func table(
    _ arguments: ParsedArguments, _ screen: ChosenScreen
  ) throws(CommandFailure) -> ExitCode {
    let width = try tableWidth(arguments)
    guard let answer = TableAnswer(of: screen.layoutCase, width: width) else {
      throw .badInput(
        at: screen.label,
        "this case file has no table"
          + "; fix: add \"table\" and \"rows\", or lay out N rows of a cell with --rows N")
    }
    let report = TableReport(label: screen.label, answer: answer)
    if arguments.has("json") {
      try Console.write(JSONText.document(report.json))
    } else {
      try Console(json: false).say(report.text)
    }
    return answer.isFinding ? .findings : .nothingFound
  }

  private static func tableWidth(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> LayoutNumber? {
    guard let width = try length("width", arguments) else { return nil }
    if width.numerator > 0 { return width }
    throw .usage("a table has a width above 0", seeHelpOf: arguments.command)
  }

  private static func tables(
    _ words: [String], _ arguments: ParsedArguments, _ screen: ChosenScreen
  ) throws(CommandFailure) -> ExitCode {
    var counts: [Int] = []
    for word in words {
      guard let count: Int = CountText.number(word), (1...RowGrowth.rowLimit).contains(count),
        counts.count < 20
      else {
        throw .usage(
          "--rows takes up to 20 numbers from 1 to \(RowGrowth.rowLimit) between commas,"
            + " not '\(word)'", seeHelpOf: arguments.command)
      }
      counts.append(count)
    }
    let width = try tableWidth(arguments) ?? screen.layoutCase.environment.size.width
    guard width.numerator > 0 else {
      throw .badInput(at: screen.label, "the cell has no width; fix: give --width")
    }
    guard screen.layoutCase.views.contains(where: { $0.text != nil }) else {
      throw .badInput(
        at: screen.label, "no view has a text, so rows cannot differ; fix: give a cell with texts")
    }
    let report = RowGrowthReport(
      label: screen.label,
      growth: RowGrowth(
        cell: screen.layoutCase, width: width, rowCounts: counts, now: MonotonicClock.now))
    if arguments.has("json") {
      try Console.write(JSONText.document(report.json))
    } else {
      try Console(json: false).say(report.text)
    }
    for line in report.timing.split(separator: "\n") { Console.note(String(line)) }
    return .nothingFound
  }

  private static func request(
    _ arguments: ParsedArguments, _ screen: ChosenScreen
  ) throws(CommandFailure) -> FittingRequest {
    var request = FittingRequest.compressed()
    if arguments.has("expanded") { request.target = FittingRequest.expandedTarget }
    if let id = arguments.text("view") { request.view = try screen.view(named: id) }
    if let width = try length("width", arguments) {
      request.target.width = width
      request.priorities.horizontal = .required
    }
    if let height = try length("height", arguments) {
      request.target.height = height
      request.priorities.vertical = .required
    }
    if let priority = try priority("h-priority", arguments) {
      request.priorities.horizontal = priority
    }
    if let priority = try priority("v-priority", arguments) {
      request.priorities.vertical = priority
    }
    return request
  }

  private static func length(
    _ name: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> LayoutNumber? {
    guard let text = arguments.text(name) else { return nil }
    for parsed in [LayoutNumber.parse(decimal: text), LayoutNumber.parse(quotient: text)] {
      if case .number(let number) = parsed, !number.isNegative, !number.isTooLarge {
        return number
      }
    }
    throw .usage(
      "--\(name) takes a number of points as 320, 57.5 or 290/3, not '\(text)'",
      seeHelpOf: arguments.command)
  }

  private static func priority(
    _ name: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Priority? {
    guard let text = arguments.text(name) else { return nil }
    guard let value = Float(text), value > 0, value <= 1000 else {
      throw .usage(
        "--\(name) takes a priority above 0, up to 1000, not '\(text)'",
        seeHelpOf: arguments.command)
    }
    return Priority(value)
  }
}
