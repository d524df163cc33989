// SPDX-License-Identifier: MIT

import BenchmarkKit
import JSON

extension PeerReport {
  /// The version of the format; it changes when a member changes its meaning, not when members are
  /// added.
  package static let schema = 1

  /// The report as JSON: `rows`, `exponents` and all other facts.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "schema", value: .number(PeerReport.schema)),
      .init(key: "programs", value: .array(programs.map { .string($0) })),
      .init(key: "rows", value: .array(rows.map(\.json))),
      .init(key: "exponents", value: .array(exponents.map(\.json))),
      .init(key: "memory", value: .array(memory.map(\.json))),
    ]
    if let machine { members.append(.init(key: "machine", value: machine.json)) }
    if let build { members.append(.init(key: "build", value: build.json)) }
    if !command.isEmpty {
      members.append(.init(key: "command", value: .array(command.map { .string($0) })))
    }
    return .object(members)
  }
}

extension PeerReport.Row {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "workload", value: .string(workload)),
      .init(key: "phase", value: .string(phase.rawValue)),
      .init(key: "peer", value: .string(peer)), .init(key: "ratio", value: number(ratio)),
      .init(key: "low", value: number(low)), .init(key: "high", value: number(high)),
      .init(key: "ours", value: number(ours)), .init(key: "theirs", value: number(theirs)),
      .init(key: "unit", value: "ms"), .init(key: "rounds", value: .number(rounds)),
      .init(key: "steps", value: .number(steps)),
    ]
    switch status {
    case .measured: break
    case .censored: members.append(.init(key: "censored", value: true))
    case .skipped(let reason): members.append(.init(key: "skipped", value: .string(reason)))
    }
    for (key, rounds) in [("oursRounds", oursRounds), ("theirsRounds", theirsRounds)]
    where !rounds.isEmpty {
      members.append(.init(key: key, value: .array(rounds.map { number($0) })))
    }
    return .object(members)
  }
}

extension PeerReport.Memory {
  fileprivate var json: JSONValue {
    .object([
      "workload": .string(workload), "peer": .string(peer), "ours": number(ours),
      "theirs": number(theirs), "oursEmpty": number(oursEmpty), "theirsEmpty": number(theirsEmpty),
      "unit": "MB",
    ])
  }
}

extension PeerReport.Growth {
  fileprivate var json: JSONValue {
    .object([
      "workload": .string(workload), "phase": .string(phase.rawValue),
      "exponent": number(exponent), "low": number(low), "high": number(high),
      "sizes": .array(sizes.map { .number($0) }), "times": .array(times.map { number($0) }),
      "localSlopes": .array(localSlopes.map { number($0) }), "unit": "ms",
    ])
  }
}

extension MachineFacts {
  fileprivate var json: JSONValue {
    [
      "cpuModel": .string(cpuModel), "cores": .number(cores),
      "memoryMegabytes": .number(memoryMegabytes), "kernel": .string(kernel),
      "governor": .string(governor),
    ]
  }
}

extension BuildFacts {
  fileprivate var json: JSONValue {
    ["commit": .string(commit), "flags": .string(flags), "compiler": .string(compiler)]
  }
}

/// Returns a number, or null for a missing one.
private func number(_ value: Double?) -> JSONValue {
  guard let value, value.isFinite else { return .null }
  return .number(value)
}
