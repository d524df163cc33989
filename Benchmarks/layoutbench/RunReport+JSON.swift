// SPDX-License-Identifier: MIT

import BenchmarkKit
import JSON
import Statistics

extension RunReport {
  var json: JSONValue {
    .object([
      .init(key: "schema", value: 1),
      .init(key: "run", value: .string(analysis.run.record.id)),
      .init(key: "head", value: JSONParts.head(analysis)),
      .init(key: "instances", value: .array(analysis.run.record.entries.map(instance))),
      .init(key: "rows", value: .array(analysis.rows.map(JSONParts.row))),
      .init(key: "exponents", value: .array(growth.map(exponent))),
      .init(key: "profile", value: profileJSON),
    ])
  }

  private func instance(_ entry: RunRecord.Entry) -> JSONValue {
    let arms = entry.tallies.keys.filter { $0 != Measurement.controlName }.sorted().map { arm in
      JSONValue.Member(key: arm, value: self.arm(arm, entry))
    }
    return [
      "instance": .string(entry.instance), "provedOptima": .number(entry.proved),
      "arms": .object(arms),
    ]
  }

  private func arm(_ arm: String, _ entry: RunRecord.Entry) -> JSONValue {
    guard let tally = entry.tallies[arm] else { return .null }
    func time(_ metric: Metric) -> JSONValue {
      analysis.table.cost(entry.instance, arm: arm, metric: metric).map { .number($0) } ?? .null
    }
    let counters = analysis.table.counters(entry.instance, arm: arm).sorted { $0.key < $1.key }
    return [
      "cpuNanoseconds": time(.cpu), "wallNanoseconds": time(.wall),
      "optimal": .number(tally.optimal), "feasible": .number(tally.feasible),
      "infeasible": .number(tally.infeasible), "gaveUp": .number(tally.gaveUp),
      "isCensored": .bool(tally.isCensored),
      "gaps": .array(
        tally.gaps.map {
          ["priority": .number($0.strength), "points": .number($0.violation)]
        }),
      "counters": .object(
        counters.map { .init(key: $0.key, value: .number($0.value.first ?? 0)) }),
    ]
  }

  private func exponent(_ row: RunAnalysis.Growth) -> JSONValue {
    [
      "series": .string(row.series), "arm": .string(row.arm), "of": .string(row.measure),
      "exponent": .number(row.fit.exponent), "low": row.fit.low.map { .number($0) } ?? .null,
      "high": row.fit.high.map { .number($0) } ?? .null,
      "localSlopes": .array(row.fit.localSlopes.map { .number($0) }),
      "isLinearithmic": .bool(row.fit.isLinearithmic),
    ]
  }

  private var profileJSON: JSONValue {
    let profile = performanceProfile
    return .array(
      arms.enumerated().map { index, arm in
        [
          "arm": .string(arm),
          "factors": .array(RunReport.profileFactors.map { .number($0) }),
          "shares": .array(
            RunReport.profileFactors.map { .number(profile.share(of: index, within: $0)) }),
          "solved": .number(profile.solvedShare(of: index)),
        ]
      })
  }
}

/// Parts that several reports have.
enum JSONParts {
  static func head(_ analysis: RunAnalysis) -> JSONValue {
    let record = analysis.run.record
    let machine = record.machine
    var members: [JSONValue.Member] = [
      .init(key: "commit", value: .string(record.build.commit)),
      .init(key: "build", value: .string(record.build.flags)),
      .init(key: "compiler", value: .string(record.build.compiler)),
      .init(key: "cpuModel", value: .string(machine.cpuModel)),
      .init(key: "cores", value: .number(machine.cores)),
      .init(key: "kernel", value: .string(machine.kernel)),
      .init(key: "governor", value: .string(machine.governor)),
      .init(key: "hardwareCounters", value: .string(record.hardwareCounters)),
      .init(key: "seed", value: .number(record.seed)),
      .init(key: "processes", value: .number(record.processes)),
      .init(key: "suite", value: .string(record.suite)),
      .init(key: "tests", value: .number(analysis.gateTests)),
    ]
    if let control = analysis.control {
      members.append(
        .init(
          key: "control",
          value: [
            "cpu": estimate(control.cpu), "wall": estimate(control.wall),
            "isCPUNoisy": .bool(control.isCPUNoisy), "isWallNoisy": .bool(control.isWallNoisy),
            "falseChanges": .number(control.falseChanges),
            "instances": .number(control.instances),
          ]))
    }
    members.append(
      .init(
        key: "unsteadyCounts", value: .array(analysis.unsteadyCounts.map { .string($0) })))
    return .object(members)
  }

  static func estimate(_ estimate: RatioEstimate) -> JSONValue {
    [
      "ratio": .number(estimate.ratio), "low": estimate.low.map { .number($0) } ?? .null,
      "high": estimate.high.map { .number($0) } ?? .null,
    ]
  }

  static func row(_ row: RunAnalysis.Row) -> JSONValue {
    func judged(_ row: ChangeTest.Row?) -> JSONValue {
      guard let row else { return .null }
      return [
        "ratio": .number(row.estimate.ratio),
        "low": row.estimate.low.map { .number($0) } ?? .null,
        "high": row.estimate.high.map { .number($0) } ?? .null,
        "probability": .number(row.probability), "verdict": .string(row.verdict.rawValue),
      ]
    }
    return [
      "instance": .string(row.instance), "arm": .string(row.arm), "cpu": judged(row.cpu),
      "wall": judged(row.wall),
      "counts": .array(
        row.counts.map {
          [
            "name": .string($0.name),
            "baseline": $0.baseline.first.map { .number($0) } ?? .null,
            "candidate": $0.candidate.first.map { .number($0) } ?? .null,
            "verdict": .string($0.verdict.rawValue),
          ]
        }),
      "outliers": [
        "samples": .number(row.outliers.samples), "lowSevere": .number(row.outliers.lowSevere),
        "lowMild": .number(row.outliers.lowMild), "highMild": .number(row.outliers.highMild),
        "highSevere": .number(row.outliers.highSevere),
      ],
    ]
  }
}
