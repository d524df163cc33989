// SPDX-License-Identifier: MIT

import BenchmarkKit
import Display
import Reporting

/// The command `layoutbench save`.
enum SaveCommand {
  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "save", summary: "store the last run as a baseline", operands: "NAME",
      operandCount: 1...1,
      options: [OptionSyntax("dir", value: "DIR", "folder of stored runs (default .layoutbench)")],
      notes: """
        Store the last run as the baseline NAME, with its machine, build and suite. 'compare'
        refuses baselines of others.
        """,
      exits: ExitCode.meanings([.badInput: "there is no last run", .cannotWrite: ""]),
      examples: ["layoutbench save before", "layoutbench save before --dir results"])
  ) { (arguments) throws(CommandFailure) in
    let store = RunStore(arguments)
    try store.save(arguments.operands[0])
    Console(json: false).say("saved as '\(arguments.operands[0])'")
    return .fine
  }
}

/// The command `layoutbench explain`.
enum ExplainCommand {
  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "explain", summary: "list all samples of one instance",
      operands: "INSTANCE", operandCount: 1...1,
      options: [
        OptionSyntax("dir", value: "DIR", "folder of stored runs (default .layoutbench)"),
        OptionSyntax("baseline", value: "NAME", "samples of this baseline, not of the last run"),
      ],
      notes: "List all samples of one instance in the last run, in order. Times are per iteration.",
      exits: ExitCode.meanings([.badInput: ""]),
      examples: [
        "layoutbench explain workload/chain100",
        "layoutbench explain workload/chain100 --baseline before",
      ])
  ) { (arguments) throws(CommandFailure) in
    let store = RunStore(arguments)
    let run: StoredRun
    if let name = arguments.text("baseline") {
      run = try store.baseline(name)
    } else {
      run = try store.last()
    }
    let name = arguments.operands[0]
    let samples = run.samples.filter { $0.instance == name }
    guard !samples.isEmpty else {
      let near = nearestName(to: name, among: run.record.entries.map(\.instance))
      throw .usage(
        "the run has no instance '\(name)'" + (near.map { ", did you mean '\($0)'?" } ?? ""))
    }
    var rows = [["process", "round", "turn", "arm", "pid", "iterations", "CPU", "wall", "load"]]
    for sample in samples {
      rows.append([
        "\(sample.process + 1)", "\(sample.round + 1)", "\(sample.order + 1)", sample.arm,
        "\(sample.pid)", "\(sample.iterations)",
        sample.isCensored ? "stopped" : MeasuredText.time(nanoseconds: sample.cpu),
        sample.isCensored ? "stopped" : MeasuredText.time(nanoseconds: sample.wall),
        ShownNumber.digits(sample.load),
      ])
    }
    let console = Console(json: false)
    for line in RunHead.lines(run.record, RunAnalysis(run)) {
      console.say(Comparison.keyed(line.key, line.text))
    }
    console.say("")
    console.say(MeasuredText.table(rows))
    return .fine
  }
}

/// The command `layoutbench history`.
enum HistoryCommand {
  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "history", summary: "list the costs of all stored runs", operands: nil,
      operandCount: 0...0,
      options: [
        OptionSyntax(
          "filter", value: "A,B",
          "only these instances, or names with these words; * and ? match"),
        OptionSyntax("dir", value: "DIR", "folder of stored runs (default .layoutbench)"),
      ],
      notes: """
        List the costs of all stored runs. Only counts of work are comparable between runs, and
        steps in them are marked. Times of different runs are not paired, and only hints.
        """,
      exits: ExitCode.meanings([.badInput: "there is no baseline"]),
      examples: ["layoutbench history --filter chain", "layoutbench history --dir results"])
  ) { (arguments) throws(CommandFailure) in
    let store = RunStore(arguments)
    let names = store.baselineNames()
    if names.isEmpty {
      throw CommandFailure(
        .badInput, ["no baseline in \(store.folder): 'layoutbench save NAME' makes one"])
    }
    var runs: [(name: String, run: StoredRun)] = []
    for name in names { runs.append((name, try store.baseline(name))) }
    runs.sort { ($0.run.record.id, $0.name) < ($1.run.record.id, $1.name) }
    Console(json: false).say(text(runs, words: arguments.list("filter", omitsEmpty: true) ?? []))
    return .fine
  }

  private static func text(_ runs: [(name: String, run: StoredRun)], words: [String]) -> String {
    var rows = [
      ["instance", "strategy", "baseline", "run", "commit", "CPU", "cell operations", "step"]
    ]
    var instances: [String] = []
    for entry in runs.flatMap(\.run.record.entries) where !instances.contains(entry.instance) {
      instances.append(entry.instance)
    }
    let selected = NameFilter(words).selects(from: instances)
    instances = zip(instances, selected).filter(\.1).map(\.0)
    let tables = runs.map { SampleTable($0.run.samples) }
    for instance in instances {
      // By strategy, since different strategies do different work.
      var before: [String: Double] = [:]
      for (index, (name, run)) in runs.enumerated() {
        let arm = run.record.arms[0]
        guard let cost = tables[index].cost(instance, arm: arm, metric: .cpu) else { continue }
        let count = tables[index].counters(instance, arm: arm)["cellOperations"]?.first
        var step = ""
        let strategy = run.record.strategies[0]
        if let last = before[strategy], let count, last != count {
          step = count < last ? "less" : "more"
        }
        before[strategy] = count ?? before[strategy]
        rows.append([
          instance, strategy, name, run.record.id, run.record.build.commit,
          MeasuredText.time(nanoseconds: cost), count.map { "\(Int($0))" } ?? "-", step,
        ])
      }
    }
    return MeasuredText.table(rows)
  }
}
