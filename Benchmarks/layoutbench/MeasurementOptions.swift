// SPDX-License-Identifier: MIT

import BenchmarkKit
import BenchmarkSuites
import Display
import Foundation
import Judging

/// The options for the selection and the amount of measurement.
struct MeasurementOptions {
  /// Returns the options with the defaults of a command.
  static func syntax(_ standard: Standard = Standard()) -> [OptionSyntax] {
    [
      OptionSyntax(
        "filter", value: "A,B",
        "only these instances, or names with these words; * and ? match"),
      OptionSyntax("smoke", "few quick instances and rounds: a test of the tool, not of speed"),
      OptionSyntax(
        "processes", value: "N",
        "least number of processes of each arm (default "
          + "\(standard.processes))"),
      OptionSyntax(
        "rounds", value: "N",
        "largest number of rounds in each process (default "
          + "\(standard.rounds))"),
      OptionSyntax(
        "sample", value: "TIME",
        "least time of one sample (default "
          + "\(Int(standard.sampleSeconds * 1000))ms)"
      ).rare,
      OptionSyntax(
        "limit", value: "TIME", "stop longer work, and count it as censored (default 20s)"
      ).rare,
      OptionSyntax("seed", value: "N", "seed of the order of turns (default 1)").rare,
      OptionSyntax("storyboard", value: "FILE", "also resize the first screen of this document")
        .rare,
      OptionSyntax("dir", value: "DIR", "folder of stored runs (default .layoutbench)"),
      OptionSyntax("json", "print the result as JSON"),
    ]
  }

  /// Returns the options of commands that continue until intervals are narrow.
  ///
  /// `width` is the default half width in words.
  static func stoppingSyntax(processesMax: Int, width: String) -> [OptionSyntax] {
    [
      OptionSyntax(
        "processes-max", value: "N",
        "largest number of processes of each arm (default \(processesMax))"
      ).rare,
      OptionSyntax(
        "width", value: "PERCENT", "stop at intervals of this half width (default: \(width))"
      ).rare,
    ]
  }

  let settings: ExperimentSettings
  let inputs: SuiteFiles
  let suite: Suite
  let items: [SuiteItem]
  let store: RunStore
  let json: Bool
  let isSmoke: Bool

  /// The default selection and amount of a command.
  struct Standard {
    var filter: [String] = []
    var processes = 5
    var rounds = 50
    var sampleSeconds = 0.001
    var leastIterations = 1
    /// The stopping rule; nil for a fixed number of processes.
    var stopping: StoppingRule?
  }

  /// Reads the options.
  ///
  /// `seedOffset` is added to `--seed`.
  ///
  /// - Throws: usage errors; `.badInput` without the files of the suite.
  init(
    _ arguments: ParsedArguments, standard: Standard = Standard(), seedOffset: UInt64 = 0
  ) throws(CommandFailure) {
    let smoke = arguments.has("smoke")
    var settings = ExperimentSettings()
    settings.processes =
      try arguments.integer("processes", in: 1...1000) ?? (smoke ? 2 : standard.processes)
    settings.rounds =
      try arguments.integer("rounds", in: 1...10_000) ?? (smoke ? 2 : standard.rounds)
    settings.sampleSeconds =
      try arguments.seconds("sample") ?? (smoke ? 0.0005 : standard.sampleSeconds)
    settings.leastIterations = standard.leastIterations
    if var rule = standard.stopping {
      rule.processesMax =
        try arguments.integer("processes-max", in: settings.processes...1000)
        ?? max(settings.processes, smoke ? 0 : rule.processesMax)
      rule.halfWidth = try arguments.percent("width") ?? rule.halfWidth
      settings.stopping = rule
    }
    settings.limitSeconds = try arguments.seconds("limit") ?? 20
    settings.seed = (try arguments.integer("seed", in: 0...UInt64.max) ?? 1) &+ seedOffset
    self.settings = settings
    store = RunStore(arguments)
    json = arguments.has("json")
    isSmoke = smoke
    let places = [FileManager.default.currentDirectoryPath, ThisProgram.path]
    guard let root = SuiteFiles.checkout(around: places) else {
      throw CommandFailure(
        .badInput, ["no folder Corpus/scenes around here: run inside of a checkout of LayoutFuzz"])
    }
    let storyboard = arguments.text("storyboard").map { URL(fileURLWithPath: $0).path }
    inputs = SuiteFiles(root: root, storyboard: storyboard)
    do throws(SuiteFailure) {
      suite = try Suite(files: inputs)
    } catch {
      throw CommandFailure(.badInput, [error.message])
    }
    items = suite.items(
      matching: arguments.list("filter", omitsEmpty: true) ?? standard.filter, smoke: smoke)
    if items.isEmpty {
      let names = suite.items.filter { !smoke || $0.isSmoke }.map(\.name)
      let word = arguments.text("filter") ?? ""
      let near = nearestName(to: word, among: names) ?? names.first
      throw .usage(
        "no workload\(smoke ? " of --smoke" : "") has the name '\(word)'; fix: use "
          + (near.map { "'\($0)' or " } ?? "") + "a part such as 'chain' or 'mix/*'")
    }
  }

  /// Returns the arm for a strategy of a program.
  func arm(
    _ name: String, strategy: String, executable: String = ThisProgram.path,
    follows: String? = nil, slowPercent: Int = 0
  ) -> Arm {
    Arm(
      name: name, strategy: strategy, executable: executable,
      arguments: [WorkerCommand.serveName]
        + WorkerCommand.arguments(strategy: strategy, inputs: inputs, slowPercent: slowPercent),
      follows: follows)
  }

  /// Returns the strategies of `--strategies`, or all healthy ones.
  static func strategies(_ arguments: ParsedArguments) throws(CommandFailure) -> [String] {
    guard let names = arguments.list("strategies", omitsEmpty: true) else {
      return Strategy.healthy.map(\.name)
    }
    for name in names where Strategy.named(name) == nil {
      throw .usage("unknown strategy '\(name)'", seeHelpOf: arguments.command)
    }
    if names.isEmpty || Set(names).count < names.count {
      throw .usage("--strategies takes different names", seeHelpOf: arguments.command)
    }
    return names
  }
}

/// The running executable.
enum ThisProgram {
  /// Its full path.
  static let path =
    (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
    .resolvingSymlinksInPath().path
}
