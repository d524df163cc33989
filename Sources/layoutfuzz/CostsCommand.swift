// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import JSON
import Judging
import ToolSupport

/// The command `layoutfuzz costs`.
enum CostsCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "costs",
    summary: "show or fit the cost models, or compare claims and work with a record",
    operands: "[show|fit|record|compare FILE]", operandCount: 0...2,
    options: [
      OptionSyntax("seed", value: "N", "fit, record: seed (default: fit as stored, record 1)"),
      OptionSyntax(
        "cases", value: "N",
        "fit, record: number of cases (default: fit as stored, record \(recordCases))"),
      OptionSyntax("jobs", value: "N", "cases solved in parallel (default: all cores)"),
      OptionSyntax(
        "output", value: "FILE", short: "o",
        "write the table, the record or the first changed case or script (default: standard output "
          + "for the table and the record)"),
      OptionSyntax("force", "replace an existing FILE"),
    ],
    notes: """
      Show the cost models of the strategies ('show'), or fit them to training cases again ('fit').
      Record what the healthy strategies and sessions claim on random cases and scripts, and how
      much they work ('record'). Compare this build with such a record ('compare').

      A cost model limits a counter of work of one strategy for one kind of cases. It is a power of
      the size of the system, and \(percent) of the training cases are below it. 'fuzz' compares the
      counters of each answer with it. More than \(ratio) times the expected cost is a finding. Work
      whose exponent of growth exceeds that of its class by more than \(margin) is a finding, too.

      'fit' measures the healthy strategies and writes the table as the Swift file that is compiled
      into the tool. Without --seed and --cases it writes the stored table again, byte for byte.

      'compare' solves the cases of a record again, and edits one in 8 of them in a session, whose
      work is summed by operation. A changed claim is a finding, such as 'feasible'
      in place of 'optimal', and so is a sum of a counter that changed by more than \(workPercent).
      Both are deterministic. A fault that makes no answer wrong and no single one too costly shows
      here. If the change is meant, record again.
      """,
    exits: ExitCode.meanings([
      .nothingFound: "done, and compare: nothing changed",
      .findings: "compare: a claim or a sum of work changed",
      .badInput: "compare: FILE cannot be read, or is about other cases", .internalError: "",
    ]),
    examples: [
      "layoutfuzz costs show",
      "layoutfuzz costs fit --cases 20k -o table.swift",
      "layoutfuzz costs record --seed 1 -o answers.json",
      "layoutfuzz costs compare answers.json",
    ])

  /// The number of cases of a record.
  private static let recordCases = 4000
  private static let words = ["show", "fit", "record", "compare"]

  private static var workPercent: String { ShownNumber.percent(AnswerComparison.margin, .whole) }

  private static var percent: String { ShownNumber.percent(CostModel.share, .tenths) }
  private static var ratio: String { "\(Int(CostOracle.ratioMax))" }
  private static var margin: String { "\(CostOracle.powerMargin)" }

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let word = arguments.operands.first ?? "show"
    guard word == "compare" || arguments.operands.count < 2 else {
      throw .usage("'\(word)' takes no FILE", seeHelpOf: arguments.command)
    }
    switch word {
    case "show":
      try arguments.refuse(["seed", "cases", "jobs", "output"], with: "show")
      for line in CostTableText.lines(.stored) { try Console.write(line + "\n") }
      return .nothingFound
    case "fit": return try fit(arguments)
    case "record": return try record(arguments)
    case "compare": return try compare(arguments)
    default:
      throw .usage(
        "'costs' takes show, fit, record or compare, not '\(word)'"
          + NearestName.suggestion(for: word, among: words),
        seeHelpOf: arguments.command)
    }
  }

  // MARK: - Records of answers

  private static func record(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    let sample = AnswerSample(
      seed: try arguments.integer("seed", in: 0...UInt64.max) ?? 1,
      cases: try arguments.integer("cases", in: 1...10_000_000) ?? recordCases)
    let output = try CaseOutput(
      arguments.text("output"), input: "", force: arguments.has("force"), command: "costs")
    let count = try arguments.jobs()
    let record = try measured { () throws(InternalError) in try sample.record(jobs: count) }
    try output.write(record.encoded)
    return .nothingFound
  }

  private static func compare(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    guard arguments.operands.count == 2 else {
      throw .usage("'compare' needs the FILE of a record", seeHelpOf: arguments.command)
    }
    try arguments.refuse(["seed", "cases"], with: "compare")
    let path = arguments.operands[1]
    let bytes = try InputFiles.contents(ofFile: path)
    let before: AnswerRecord
    do throws(JSONError) {
      before = try AnswerRecord(decoding: bytes)
    } catch {
      throw .badInput(path, bytes, error)
    }
    let output = try arguments.text("output").map { (place) throws(CommandFailure) in
      try CaseOutput(place, input: path, force: arguments.has("force"), command: "costs")
    }
    let sample = AnswerSample(seed: before.seed, cases: before.cases)
    let count = try arguments.jobs()
    let now = try measured { () throws(InternalError) in try sample.record(jobs: count) }
    let again =
      "layoutfuzz costs record --seed \(before.seed) --cases \(before.cases) -o "
      + "\(ShellWord.path(path)) --force"
    guard before.isComparable(to: now) else {
      throw .badInput(at: path, "this build has other cases or strategies; fix: \(again)")
    }
    let comparison = AnswerComparison(before: before, now: now)
    try say(comparison, of: before, again)
    if let output, let claim = comparison.claims.first, let number = claim.cases.first {
      try output.write(
        try measured { () throws(InternalError) in
          claim.subject == .case
            ? try sample.file(ofCase: number) : try sample.file(ofScript: number)
        })
    }
    return comparison.isEmpty ? .nothingFound : .findings
  }

  private static func say(
    _ comparison: AnswerComparison, of record: AnswerRecord, _ again: String
  ) throws(CommandFailure) {
    let cases = "\(ShownNumber.counted(record.cases, "case")) of seed \(record.seed)"
    if comparison.isEmpty {
      return try Console.write("no claim and no sum of work changed in \(cases)\n")
    }
    let lines = comparison.claims.map(\.text) + comparison.work.map(\.text)
    for line in lines { try Console.write(line + "\n") }
    try Console.write(
      "\(ShownNumber.counted(lines.count, "difference")) in \(cases)\n"
        + "  fix: if they are meant, \(again)\n")
  }

  private static func measured<Value>(
    _ work: () throws(InternalError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(InternalError) {
      return try work()
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }

  // MARK: - Fitting

  private static func fit(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    let stored = CostTable.stored
    let training = CostTraining(
      seed: try arguments.integer("seed", in: 0...UInt64.max) ?? stored.seed,
      cases: try arguments.integer("cases", in: 1...10_000_000) ?? stored.cases,
      jobs: try arguments.jobs())
    let output = try CaseOutput(
      arguments.text("output"), input: "", force: arguments.has("force"), command: "costs")
    let table = try measured { () throws(InternalError) in try training.run() }
    try output.write(Array(table.sourceText.utf8))
    return .nothingFound
  }
}
