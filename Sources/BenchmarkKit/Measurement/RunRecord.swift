// SPDX-License-Identifier: MIT

import Foundation

/// What an arm answered to an instance, in short.
package struct AnswerTally: Sendable, Hashable, Codable {
  package private(set) var optimal = 0
  package private(set) var feasible = 0
  package private(set) var infeasible = 0
  package private(set) var gaveUp = 0
  /// Whether the limit of time was reached before there was any answer.
  package private(set) var isCensored = false
  /// By priority, the largest excess over the best answer known, where that priority is the first that differs.
  package private(set) var gaps: [LevelViolation] = []
  /// Equal for arms whose answers are the same bit for bit.
  package private(set) var digest: UInt64 = 0

  package var problems: Int { optimal + feasible + infeasible + gaveUp }

  /// Whether every problem was solved: proved optimal or infeasible.
  package var isSolved: Bool { !isCensored && feasible == 0 && gaveUp == 0 }

  /// - Parameters:
  ///   - answers: nil when the limit was reached.
  ///   - best: the best answer known to each problem.
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
      digest = digest &* 0x0000_0100_0000_01B3 ^ answer.digest
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

/// A run as it is stored beside its samples.
package struct RunRecord: Sendable, Codable {
  package static let currentSchema = 1

  /// An instance with what was answered to it.
  package struct Entry: Sendable, Codable {
    package var instance: String
    /// By arm.
    package var tallies: [String: AnswerTally]

    package init(instance: String, tallies: [String: AnswerTally]) {
      self.instance = instance
      self.tallies = tallies
    }
  }

  package var schema = RunRecord.currentSchema
  /// The moment the run began, as `20261121-174500`.
  package var id: String
  /// The first is the baseline; `control` is a copy of it.
  package var arms: [String]
  package var suite: String
  package var seed: UInt64
  package var processes: Int
  package var limitSeconds: Double
  package var machine: MachineFacts
  package var build: BuildFacts
  package var hardwareCounters: String
  package var entries: [Entry]

  package init(
    id: String, arms: [String], suite: String, settings: ExperimentSettings,
    machine: MachineFacts, build: BuildFacts, hardwareCounters: String, entries: [Entry]
  ) {
    self.id = id
    self.arms = arms
    self.suite = suite
    seed = settings.seed
    processes = settings.processes
    limitSeconds = settings.limitSeconds
    self.machine = machine
    self.build = build
    self.hardwareCounters = hardwareCounters
    self.entries = entries
  }

  /// The fields that forbid a comparison with another run, with both values.
  package func differences(from other: RunRecord) -> [String] {
    var result = machine.differences(from: other.machine) + build.differences(from: other.build)
    if suite != other.suite { result.append("suite: \(suite) here, \(other.suite) there") }
    return result
  }
}

/// A run with its samples, in a folder of its own.
package struct StoredRun: Sendable {
  package let record: RunRecord
  package let samples: [Sample]

  package init(record: RunRecord, samples: [Sample]) {
    self.record = record
    self.samples = samples
  }

  package static let samplesName = "samples.jsonl"
  private static let recordName = "run.json"

  /// - Throws: `.missing` without such a folder, `.malformed` for one that is no run.
  package static func read(folder: String) throws(StoreFailure) -> StoredRun {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(recordName)") else {
      throw .missing(folder)
    }
    let record: RunRecord
    do {
      record = try JSONDecoder().decode(RunRecord.self, from: data)
    } catch {
      throw .malformed("\(folder)/\(recordName): \(error)")
    }
    guard record.schema == RunRecord.currentSchema else {
      throw .malformed(
        "\(folder)/\(recordName): schema \(record.schema), this tool knows \(RunRecord.currentSchema)"
      )
    }
    return StoredRun(
      record: record, samples: try SampleLog.read(path: "\(folder)/\(samplesName)"))
  }

  /// Writes the record beside the samples that a `SampleLog` has written.
  package static func write(_ record: RunRecord, folder: String) throws(StoreFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    do {
      try encoder.encode(record).write(
        to: URL(fileURLWithPath: "\(folder)/\(recordName)"), options: .atomic)
    } catch {
      throw .cannotWrite("\(folder): \(error.localizedDescription)")
    }
  }
}
