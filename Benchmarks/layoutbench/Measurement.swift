// SPDX-License-Identifier: MIT

import BenchmarkKit
import BenchmarkSuites
import Choices

/// Measures arms, and keeps the samples.
enum Measurement {
  /// The arm that does what the first arm does, in processes of its own.
  static let controlName = "control"

  /// Compares answers, then measures.
  ///
  /// - Parameter doSame: whether all arms should do the same, as two builds of one strategy.
  /// - Throws: with exit code 3 when a worker crashes or answers differ.
  static func run(
    _ arms: [Arm], _ options: MeasurementOptions, doSame: Bool
  ) throws(CommandFailure) -> StoredRun {
    let machine = MachineFacts.current()
    let build = BuildFacts.current()
    let names = options.items.map(\.name)
    var experiment = Experiment(
      arms: arms, instances: names, settings: options.settings,
      source: Xoshiro256(seed: options.settings.seed), machine: machine, build: build)
    var bar = ProgressBar()
    defer { bar.clear() }
    do throws(WorkerFailure) {
      let trials = try experiment.tryOut { progress in
        bar.show(
          progress.text, doneSeconds: progress.doneSeconds,
          expectedSeconds: progress.expectedSeconds)
      }
      let differences = Measurement.differences(trials, arms, doSame: doSame)
      if !differences.isEmpty { throw WorkerFailure.crashed(differences.joined(separator: "\n")) }
      let id = options.store.newID()
      let folder = options.store.runFolder(id)
      let samples = try record(&experiment, trials, folder, &bar)
      let record = RunRecord(
        id: id, arms: arms.map(\.name), suite: options.suite.fingerprint(of: options.items),
        settings: options.settings, machine: machine, build: build,
        hardwareCounters: HardwareCounters.probe(), entries: entries(trials, arms))
      try keep(record, folder)
      return StoredRun(record: record, samples: samples)
    } catch {
      throw CommandFailure(error)
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
      throw .cannotStart("the file of samples: \(error)")
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
    if let failure { throw .cannotStart("writing samples: \(failure)") }
    return samples
  }

  private static func keep(_ record: RunRecord, _ folder: String) throws(WorkerFailure) {
    do throws(StoreFailure) {
      try StoredRun.write(record, folder: folder)
    } catch {
      throw .cannotStart("writing the run: \(error)")
    }
  }

  /// What the arms contradict each other in, a line each.
  private static func differences(
    _ trials: [Experiment<Xoshiro256>.Trial], _ arms: [Arm], doSame: Bool
  ) -> [String] {
    var lines: [String] = []
    for trial in trials {
      for (arm, reply) in trial.replies.enumerated().dropFirst() {
        guard let first = trial.replies[0], let reply else { continue }
        let isSame = doSame || arms[arm].follows == arms[0].name
        let text = AnswerCheck.contradiction(
          first.answers, reply.answers, isSameStrategy: isSame)
        if let text {
          lines.append("\(trial.instance): \(arms[0].name) and \(arms[arm].name) differ: \(text)")
        }
      }
    }
    return lines
  }

  private static func entries(
    _ trials: [Experiment<Xoshiro256>.Trial], _ arms: [Arm]
  ) -> [RunRecord.Entry] {
    trials.map { trial in
      let count = trial.replies.compactMap { $0?.answers.count }.max() ?? 0
      let best = (0..<count).map { problem in
        AnswerCheck.best(trial.replies.compactMap { $0?.answers[problem] })
      }
      var tallies: [String: AnswerTally] = [:]
      for (arm, reply) in zip(arms, trial.replies) {
        tallies[arm.name] = AnswerTally(reply?.answers, best: best)
      }
      return RunRecord.Entry(instance: trial.instance, tallies: tallies)
    }
  }
}
