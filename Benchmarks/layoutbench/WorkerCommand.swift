// SPDX-License-Identifier: MIT

import BenchmarkKit
import BenchmarkSuites
import Judging

/// The hidden subcommands with which the tool starts itself: one arm of a comparison.
enum WorkerCommand {
  static let serveName = "__worker"
  static let onceName = "__once"

  private static let options = [
    OptionSyntax("strategy", value: "NAME", "the strategy"),
    OptionSyntax("root", value: "DIR", "the checkout"),
    OptionSyntax("storyboard", value: "FILE", "the document to resize"),
    OptionSyntax("slow", value: "PERCENT", "do more work than requested"),
  ]

  static let serve = Subcommand(
    syntax: CommandSyntax(
      name: serveName, summary: "work on request", operands: nil, operandCount: 0...0,
      options: options, isHidden: true)
  ) { (arguments) throws(CommandFailure) in
    var worker = try ArmWorker(arguments)
    Worker.serve { worker.reply(to: $0) }
    return .fine
  }

  static let once = Subcommand(
    syntax: CommandSyntax(
      name: onceName, summary: "work N times, under valgrind", operands: "INSTANCE",
      operandCount: 1...1,
      options: options + [OptionSyntax("times", value: "N", "repetitions (default 1)")],
      isHidden: true)
  ) { (arguments) throws(CommandFailure) in
    var worker = try ArmWorker(arguments)
    let times = try arguments.integer("times", in: 1...1000) ?? 1
    do throws(SuiteFailure) {
      try worker.work(times: times, on: arguments.operands[0])
    } catch {
      throw .usage(error.message)
    }
    return .fine
  }

  /// Returns the arguments that start a worker.
  static func arguments(strategy: String, inputs: SuiteFiles, slowPercent: Int = 0) -> [String] {
    var words = ["--strategy", strategy, "--root", inputs.root]
    if let storyboard = inputs.storyboard { words += ["--storyboard", storyboard] }
    if slowPercent != 0 { words += ["--slow", "\(slowPercent)"] }
    return words
  }
}

/// A strategy with its current instance.
private struct ArmWorker {
  private let strategy: Strategy
  private let suite: Suite
  private let slowPercent: Int
  private var prepared: (name: String, work: PreparedWork)?

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let name = arguments.text("strategy") ?? "simplex"
    guard let strategy = Strategy.named(name) else { throw .usage("unknown strategy '\(name)'") }
    self.strategy = strategy
    slowPercent = try arguments.integer("slow", in: 0...1000) ?? 0
    let files = SuiteFiles(
      root: arguments.text("root") ?? ".", storyboard: arguments.text("storyboard"))
    do throws(SuiteFailure) {
      suite = try Suite(files: files)
    } catch {
      throw CommandFailure(.badInput, [error.message])
    }
  }

  private mutating func work(of instance: String) throws(SuiteFailure) -> PreparedWork {
    if let prepared, prepared.name == instance { return prepared.work }
    guard let item = suite.items.first(where: { $0.name == instance }) else {
      throw SuiteFailure("no instance '\(instance)'")
    }
    let work = try item.prepare()
    prepared = (instance, work)
    return work
  }

  mutating func reply(to request: WorkRequest) -> WorkReply {
    let work: PreparedWork
    do throws(SuiteFailure) {
      work = try self.work(of: request.instance)
    } catch {
      return WorkReply(error: error.message)
    }
    switch request.task {
    case .exactAnswers: return WorkReply(answers: work.exact())
    case .answers: return answers(work)
    case .measurement(let iterations): return measurement(work, iterations: iterations)
    }
  }

  private func measurement(_ work: PreparedWork, iterations: Int) -> WorkReply {
    let count = slowed(iterations)
    let run = work.runner(of: strategy)
    var counters: [String: Int] = [:]
    let watch = Stopwatch()
    var result = run()
    for _ in 1..<max(1, count) { result = run() }
    let reading = watch.elapsed()
    for (name, amount) in result.counters { counters[name] = amount * count }
    return WorkReply(
      iterations: iterations, wall: reading.wall, cpu: reading.cpu, counters: counters)
  }

  /// Returns more iterations than requested, which are not reported.
  ///
  /// The work is slower by at least `slowPercent`, and exactly so when that is a whole number.
  private func slowed(_ iterations: Int) -> Int {
    iterations + (iterations * slowPercent + 99) / 100
  }

  /// Runs once to warm up and once more to measure the time.
  private func answers(_ work: PreparedWork) -> WorkReply {
    let run = work.runner(of: strategy)
    let first = Stopwatch()
    var result = run()
    var reading = first.elapsed()
    if reading.wall < 100_000_000 {
      let second = Stopwatch()
      result = run()
      reading = second.elapsed()
    }
    let counters = Dictionary(uniqueKeysWithValues: result.counters.map { ($0.name, $0.count) })
    return WorkReply(
      iterations: 1, wall: reading.wall, cpu: reading.cpu, counters: counters,
      answers: result.summarized(), inputs: work.inputs(), build: .current)
  }

  /// - Throws: when there is no such instance, or its input cannot be read.
  mutating func work(times: Int, on instance: String) throws(SuiteFailure) {
    let run = try work(of: instance).runner(of: strategy)
    for _ in 0..<slowed(times) { MeasuredSection.run { _ = run() } }
  }
}
