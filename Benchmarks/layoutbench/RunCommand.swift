// SPDX-License-Identifier: MIT

import JSON

/// The command `layoutbench run`.
enum RunCommand {
  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "run", summary: "measure strategies side by side on the suites", operands: nil,
      operandCount: 0...0,
      options: [
        OptionSyntax(
          "strategies", value: "A,B",
          "the first is the baseline (default simplex,relaxation,naive)")
      ] + MeasurementOptions.syntax(),
      notes: """
        Measure strategies side by side on the instances of the suites, and compare their answers.

        First every strategy answers every instance, and the answers are compared. If a strategy
        proves less than an optimum, an exact solver runs, too, within its limit. Then fresh
        processes take turns in random orders, and in the same orders backwards. DIR/runs/ID has all
        samples in samples.jsonl. 'layoutbench save NAME' stores the last run as a baseline. The
        exit code is also in DIR/verdict.json, because make changes it.
        """,
      exits: ExitCode.meanings([.badInput: "", .outputsDiffer: "", .cannotWrite: ""]),
      examples: [
        "layoutbench run --filter chain", "layoutbench run --strategies simplex,naive --smoke",
      ]), run: run)

  @Sendable private static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode
  {
    let options = try MeasurementOptions(arguments)
    let strategies = try MeasurementOptions.strategies(arguments)
    let arms =
      strategies.map { options.arm($0, strategy: $0) } + [
        options.arm(
          Measurement.controlName, strategy: strategies[0], follows: strategies[0])
      ]
    let run = try Measurement.run(arms, options, doSame: false, provesOptima: true)
    try options.store.setLast(run.record.id)
    let report = RunReport(RunAnalysis(run))
    Console(json: options.json).say(report.text)
    if options.json {
      Console.write(String(decoding: JSONWriter.document(report.json), as: UTF8.self))
    }
    return .fine
  }
}
