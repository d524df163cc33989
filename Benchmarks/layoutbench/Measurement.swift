// SPDX-License-Identifier: MIT

import BenchmarkKit
import BenchmarkSuites
import Choices
import Digests
import RegularFiles
import Statistics

/// Measures arms and stores the samples.
enum Measurement {
  /// The name of the arm that does the same as the first arm, in its own processes.
  static let controlName = "control"

  /// Compares answers, then measures.
  ///
  /// - Parameters:
  ///   - arms: the programs that are measured.
  ///   - options: the instances and the settings.
  ///   - doSame: whether all arms should do the same work, as two builds of one strategy.
  ///   - provesOptima: whether an exact solver checks answers that claim less than an optimum.
  ///   - gates: the metrics that decide the comparison of the first two arms; nil for no verdict.
  ///   - isForced: whether arms of different builds, or with different inputs, are compared all the
  ///     same.
  /// - Returns: the run with its samples.
  /// - Throws: with exit code 70 when a worker crashes or answers differ, 64 when arms must not be
  ///   compared.
  static func run(
    _ arms: [Arm], _ options: MeasurementOptions, doSame: Bool, provesOptima: Bool = false,
    gates: Set<Metric>? = nil, isForced: Bool = false
  ) throws(CommandFailure) -> StoredRun {
    let machine = MachineFacts.current()
    let names = options.items.map(\.name)
    var experiment = Experiment(
      arms: arms, instances: names, settings: options.settings,
      source: Xoshiro256(seed: options.settings.seed), machine: machine)
    var bar = ProgressBar()
    defer { bar.clear() }
    do throws(WorkerFailure) {
      let trials = try experiment.tryOut { progress in
        bar.show(
          progress.text, doneSeconds: progress.doneSeconds,
          expectedSeconds: progress.expectedSeconds)
      }
      let obstacles = Measurement.obstacles(trials, arms)
      if !obstacles.isEmpty, !isForced {
        throw WorkerFailure.refused(
          (["these cannot be compared without --force:"] + obstacles).joined(separator: "\n  "))
      }
      let open = provesOptima ? Measurement.unproved(trials) : []
      let exact = try experiment.exactAnswers(open, of: arms[0]) { progress in
        bar.show(
          progress.text, doneSeconds: progress.doneSeconds,
          expectedSeconds: progress.expectedSeconds)
      }
      let differences =
        Measurement.differences(trials, arms, doSame: doSame)
        + Measurement.falsehoods(trials, arms, exact)
      if !differences.isEmpty { throw WorkerFailure.crashed(differences.joined(separator: "\n")) }
      let id = try start(options.store)
      let folder = options.store.runFolder(id)
      let samples = try record(&experiment, trials, folder, &bar)
      let inputs = trials.map { trial in
        (name: trial.instance, inputs: trial.replies.lazy.compactMap { $0?.inputs }.first)
      }
      var record = RunRecord(
        id: id, arms: arms, suite: Suite.fingerprint(of: inputs), settings: options.settings,
        processes: (samples.map(\.process).max() ?? 0) + 1, machine: machine,
        build: trials.lazy.compactMap { $0.replies[0]?.build }.first ?? .unknown,
        hardwareCounters: HardwareCounters.probe(),
        entries: placed(entries(trials, arms, exact), options.items))
      record.gates = gates.map { $0.map(\.rawValue).sorted() }
      record.isSmoke = options.isSmoke
      record.command = Array(CommandLine.arguments.dropFirst())
      record.programs = programs(of: arms)
      try keep(record, options.store)
      return StoredRun(record: record, samples: samples)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Returns the entries with their places in series of sizes.
  private static func placed(
    _ entries: [RunRecord.Entry], _ items: [SuiteItem]
  ) -> [RunRecord.Entry] {
    entries.map { entry in
      var entry = entry
      entry.growth = items.first { $0.name == entry.instance }?.growth.map {
        .init(series: $0.series, size: $0.size)
      }
      return entry
    }
  }

  private static func start(_ store: RunStore) throws(WorkerFailure) -> String {
    do throws(CommandFailure) {
      return try store.startRun()
    } catch {
      throw .cannotWrite(error.messages.joined(separator: "\n"))
    }
  }

  /// Returns the path of the program of each arm, with a hash of its content.
  private static func programs(of arms: [Arm]) -> [String] {
    var known: [String: String] = [:]
    return arms.map { arm in
      if let text = known[arm.executable] { return text }
      let bytes = try? RegularFile.read(arm.executable)
      let text = arm.executable + (bytes.map { " (\(ContentHash.text($0, digits: 8)))" } ?? "")
      known[arm.executable] = text
      return text
    }
  }

  private static func record(
    _ experiment: inout Experiment<Xoshiro256>, _ trials: [Experiment<Xoshiro256>.Trial],
    _ folder: String, _ bar: inout ProgressBar
  ) throws(WorkerFailure) -> [Sample] {
    let log: SampleLog
    do throws(StoreFailure) {
      log = try SampleLog(path: "\(folder)/\(StoredRun.samplesName)")
    } catch {
      throw .cannotWrite("\(error)")
    }
    var samples: [Sample] = []
    var failure: StoreFailure?
    try experiment.measure(trials) { sample in
      samples.append(sample)
      do throws(StoreFailure) {
        try log.append(sample)
      } catch {
        failure = failure ?? error
      }
    } report: { progress in
      bar.show(
        progress.text, doneSeconds: progress.doneSeconds,
        expectedSeconds: progress.expectedSeconds)
    }
    if let failure { throw .cannotWrite("\(failure)") }
    return samples
  }

  private static func keep(_ record: RunRecord, _ store: RunStore) throws(WorkerFailure) {
    let path = "\(store.runFolder(record.id))/\(StoredRun.recordName)"
    do {
      try store.write(StoredRun.bytes(of: record), to: path)
    } catch let failure as CommandFailure {
      throw .cannotWrite(failure.messages.joined(separator: "\n"))
    } catch {
      throw .cannotWrite("\(error)")
    }
  }

  /// Returns the reasons against comparing the arms: different builds or different inputs.
  static func obstacles(
    _ trials: [Experiment<Xoshiro256>.Trial], _ arms: [Arm]
  ) -> [String] {
    var lines: [String] = []
    for (index, arm) in arms.enumerated().dropFirst() {
      // An arm that was stopped on every instance has reported no build.
      let builds = trials.compactMap { trial -> (BuildFacts, BuildFacts)? in
        guard let first = trial.replies[0], let own = trial.replies[index] else { return nil }
        return (first.build ?? .unknown, own.build ?? .unknown)
      }
      guard let (first, own) = builds.first else { continue }
      lines += own.differences(from: first).map { "\(arm.name) (here) and \(arms[0].name): \($0)" }
    }
    for trial in trials {
      for (arm, reply) in zip(arms, trial.replies).dropFirst() {
        guard let first = trial.replies[0], let reply, reply.inputs != first.inputs else {
          continue
        }
        lines.append("\(trial.instance): \(arms[0].name) and \(arm.name) work on different inputs")
      }
    }
    return lines
  }

  /// Returns the contradictions of any two arms, one a line.
  static func differences(
    _ trials: [Experiment<Xoshiro256>.Trial], _ arms: [Arm], doSame: Bool
  ) -> [String] {
    var lines: [String] = []
    for trial in trials {
      for (later, two) in arms.enumerated() {
        for (one, first) in zip(arms, trial.replies).prefix(later) {
          guard let first, let second = trial.replies[later] else { continue }
          let isSame = doSame || (one.follows ?? one.name) == (two.follows ?? two.name)
          let text = AnswerCheck.contradiction(
            first.answers, second.answers, isSameStrategy: isSame)
          if let text {
            lines.append("\(trial.instance): \(one.name) and \(two.name) differ: \(text)")
          }
        }
      }
    }
    return lines
  }

  /// Returns the instances to which an arm has an answer without a proof.
  private static func unproved(_ trials: [Experiment<Xoshiro256>.Trial]) -> [String] {
    trials.filter { trial in
      trial.replies.contains { $0?.answers.contains { $0.outcome == .feasible } ?? false }
    }.map(\.instance)
  }

  /// Returns the contradictions to the exact answers, one a line.
  static func falsehoods(
    _ trials: [Experiment<Xoshiro256>.Trial], _ arms: [Arm], _ exact: [String: [Answer]]
  ) -> [String] {
    var lines: [String] = []
    for trial in trials {
      guard let known = exact[trial.instance], !known.isEmpty else { continue }
      for (arm, reply) in zip(arms, trial.replies) {
        guard let reply else { continue }
        let text = AnswerCheck.contradiction(known, reply.answers, isSameStrategy: false)
        if let text {
          lines.append("\(trial.instance): the exact solver and \(arm.name) differ: \(text)")
        }
      }
    }
    return lines
  }

  /// Returns the summaries of answers, compared with the proved optimum of each problem, or else
  /// with the best answer.
  static func entries(
    _ trials: [Experiment<Xoshiro256>.Trial], _ arms: [Arm], _ exact: [String: [Answer]]
  ) -> [RunRecord.Entry] {
    trials.map { trial in
      let count = trial.replies.compactMap { $0?.answers.count }.max() ?? 0
      let known = exact[trial.instance] ?? []
      let best = (0..<count).map { problem in
        problem < known.count && known[problem].outcome == .optimal
          ? known[problem]
          : AnswerCheck.best(trial.replies.compactMap { $0?.answers[problem] })
      }
      var tallies: [String: AnswerTally] = [:]
      for (arm, reply) in zip(arms, trial.replies) {
        tallies[arm.name] = AnswerTally(reply?.answers, best: best)
      }
      return RunRecord.Entry(
        instance: trial.instance, tallies: tallies,
        proved: known.count { $0.outcome == .optimal || $0.outcome == .infeasible })
    }
  }
}
