// SPDX-License-Identifier: MIT

import Digests
import Foundation
import RegularFiles

/// A summary of the answers of an arm to an instance.
package struct AnswerTally: Sendable, Hashable, Codable {
  package private(set) var optimal = 0
  package private(set) var feasible = 0
  package private(set) var infeasible = 0
  package private(set) var gaveUp = 0
  /// Whether the time limit was reached before any answer.
  package private(set) var isCensored = false
  /// The largest excess by priority over the optimum or the best known answer, where that priority
  /// is the first that differs.
  package private(set) var gaps: [LevelViolation] = []
  /// A hash that is equal for arms with the same answers to 0.001 pt.
  package private(set) var digest: UInt64 = 0

  package var problems: Int { optimal + feasible + infeasible + gaveUp }

  /// The number of solved problems: claimed optimal or infeasible.
  package var solved: Int { optimal + infeasible }

  /// Whether every problem was solved.
  package var isSolved: Bool { !isCensored && solved == problems }

  /// - Parameters:
  ///   - answers: nil when the limit was reached.
  ///   - best: the best known answer to each problem.
  package init(_ answers: [Answer]?, best: [Answer?]) {
    guard let answers else {
      isCensored = true
      return
    }
    var worst: [Double: Double] = [:]
    for (index, answer) in answers.enumerated() {
      switch answer.outcome {
      case .optimal: optimal += 1
      case .feasible: feasible += 1
      case .infeasible: infeasible += 1
      case .gaveUp: gaveUp += 1
      }
      digest = digest &* FNV1a.prime ^ answer.digest
      guard let known = best[index], !answer.levels.isEmpty,
        let gap = AnswerCheck.gap(of: answer, to: known)
      else { continue }
      worst[gap.strength] = max(worst[gap.strength] ?? 0, gap.violation)
    }
    gaps = worst.sorted { $0.key > $1.key }.map {
      LevelViolation(strength: $0.key, violation: $0.value)
    }
  }
}

/// The record of a run, stored with its samples.
package struct RunRecord: Sendable, Codable {
  package static let currentSchema = 2

  /// An instance with the summaries of its answers.
  package struct Entry: Sendable, Codable {
    package var instance: String
    /// The summaries by arm.
    package var tallies: [String: AnswerTally]
    /// The place among the instances whose costs are fitted together; nil for an instance without a
    /// series, and in runs of older tools.
    package var growth: Growth?
    /// The number of problems whose gaps are to the proved optimum; the other gaps are to the best
    /// answer of an arm.
    package var proved: Int

    package init(
      instance: String, tallies: [String: AnswerTally], proved: Int = 0, growth: Growth? = nil
    ) {
      self.instance = instance
      self.tallies = tallies
      self.proved = proved
      self.growth = growth
    }
  }

  /// A series of instances of different sizes, with the size of this one.
  package struct Growth: Sendable, Hashable, Codable {
    package var series: String
    package var size: Int

    package init(series: String, size: Int) {
      self.series = series
      self.size = size
    }
  }

  package var schema = RunRecord.currentSchema
  /// The start of the run, as `20261121-174500`.
  package var id: String
  /// The arms; the first is the baseline, `control` is a copy of it.
  package var arms: [String]
  /// The strategy of each arm, as `simplex`.
  package var strategies: [String]
  package var suite: String
  package var seed: UInt64
  /// Whether only the quick instances were measured, in few rounds; nil in runs of older tools.
  package var isSmoke: Bool?
  /// The number of fresh processes of each arm, of the instance that had most.
  package var processes: Int
  package var limitSeconds: Double
  /// The names of the metrics that decide a comparison of the first two arms; nil for a run without
  /// a verdict.
  package var gates: [String]?
  package var machine: MachineFacts
  package var build: BuildFacts
  package var hardwareCounters: String
  package var entries: [Entry]
  /// The words of the command that measured it, without the program; nil in runs of older tools.
  package var command: [String]?
  /// The path and the hash of the program of each arm; nil in runs of older tools.
  package var programs: [String]?

  package init(
    id: String, arms: [Arm], suite: String, settings: ExperimentSettings, processes: Int,
    machine: MachineFacts, build: BuildFacts, hardwareCounters: String, entries: [Entry]
  ) {
    self.id = id
    self.arms = arms.map(\.name)
    strategies = arms.map(\.strategy)
    self.suite = suite
    seed = settings.seed
    self.processes = processes
    limitSeconds = settings.limitSeconds
    self.machine = machine
    self.build = build
    self.hardwareCounters = hardwareCounters
    self.entries = entries
  }

  /// The series of instances that are fitted together, in the order of their first instances.
  package var series: [(name: String, instances: [(name: String, size: Int)])] {
    var series: [(name: String, instances: [(name: String, size: Int)])] = []
    for entry in entries {
      guard let growth = entry.growth else { continue }
      if let index = series.firstIndex(where: { $0.name == growth.series }) {
        series[index].instances.append((entry.instance, growth.size))
      } else {
        series.append((growth.series, [(entry.instance, growth.size)]))
      }
    }
    return series
  }

  /// Returns the fields that forbid a comparison with another run, with both values.
  package func differences(from other: RunRecord) -> [String] {
    var result = machine.differences(from: other.machine) + build.differences(from: other.build)
    if suite != other.suite { result.append("suite: \(suite) here, \(other.suite) there") }
    if strategies.first != other.strategies.first {
      let (own, others) = (strategies.first ?? "none", other.strategies.first ?? "none")
      result.append("strategy: \(own) here, \(others) there")
    }
    return result
  }
}

/// A run with its samples, in its own folder.
package struct StoredRun: Sendable {
  package let record: RunRecord
  package let samples: [Sample]

  package init(record: RunRecord, samples: [Sample]) {
    self.record = record
    self.samples = samples
  }

  package static let samplesName = "samples.jsonl"
  package static let recordName = "run.json"

  /// - Throws: `.missing` without such a folder, `.malformed` for a folder without a run or with a
  ///   damaged one.
  package static func read(folder: String) throws(StoreFailure) -> StoredRun {
    let path = "\(folder)/\(recordName)"
    let data: Data
    do throws(RegularFile.Problem) {
      data = Data(try RegularFile.read(path))
    } catch {
      throw StoreFailure(error, of: path, missing: folder)
    }
    let record: RunRecord
    do {
      // First: a missing key would be a misleading message about another schema.
      let schema = try JSONDecoder().decode(Versioned.self, from: data).schema
      guard schema == RunRecord.currentSchema else {
        throw StoreFailure.malformed(
          "\(path): schema \(schema), this tool knows \(RunRecord.currentSchema)")
      }
      record = try JSONDecoder().decode(RunRecord.self, from: data)
    } catch let failure as StoreFailure {
      throw failure
    } catch {
      throw .malformed("\(path): \(error)")
    }
    let run = StoredRun(
      record: record, samples: try SampleLog.read(path: "\(folder)/\(samplesName)"))
    if let damage = run.damage { throw .malformed("\(folder): \(damage)") }
    return run
  }

  private struct Versioned: Codable {
    let schema: Int
  }

  /// The contradiction in a damaged run; nil when there is none.
  private var damage: String? {
    let arms = record.arms
    if arms.isEmpty || Set(arms).count < arms.count { return "arms \(arms)" }
    if record.strategies.count != arms.count { return "strategies \(record.strategies)" }
    for entry in record.entries {
      if let size = entry.growth?.size, size < 2 { return "\(entry.instance): size \(size)" }
    }
    /// The rounds of each arm, by instance.
    var rounds: [String: [String: Set<[Int]>]] = [:]
    for sample in samples {
      let place = "\(sample.instance), process \(sample.process), round \(sample.round)"
      if !arms.contains(sample.arm) { return "\(place): there is no arm '\(sample.arm)'" }
      guard sample.cpu > 0, sample.wall > 0, sample.cpu.isFinite, sample.wall.isFinite,
        sample.iterations >= 0
      else { return "\(place): no time" }
      let round = [sample.process, sample.round]
      let isNew = rounds[sample.instance, default: [:]][sample.arm, default: []].insert(round)
      if !isNew.inserted { return "\(place): twice" }
    }
    for (instance, byArm) in rounds.sorted(by: { $0.key < $1.key }) {
      if byArm.count < arms.count || Set(byArm.values).count > 1 {
        return "\(instance): not every arm has every round"
      }
    }
    return nil
  }

  /// Returns the bytes of `run.json`, which is stored with the samples of a `SampleLog`.
  package static func bytes(of record: RunRecord) throws(StoreFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    do {
      return try Array(encoder.encode(record))
    } catch {
      throw .cannotWrite("the record of a run: \(error)")
    }
  }
}
