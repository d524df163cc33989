// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Engines
import JSON

extension EngineResult {
  /// The summary of the campaign for reports, without its findings.
  package var record: CampaignRecord {
    var record = CampaignRecord(
      toolVersion: ToolVersion.current, seed: settings.seed, cases: counts.cases,
      digest: counts.digest.text, nanoseconds: nanoseconds, profiles: [],
      strategies: zip(settings.pools, counts.engines).map { pool, counts in
        .init(
          pool.command.name,
          [
            .init("right", counts.passed), .init("gaveUp", counts.gaveUp),
            .init("readings", counts.readings), .init("wrong", counts.wrong),
          ])
      },
      undecided: counts.engines.reduce(0) { $0 + $1.undecided },
      occurrences: findings.occurrences())
    if case .oracle(let error)? = problem {
      record.internalFailures = [
        .init(caseIndex: counts.cases, message: "\(error)", path: nil)
      ]
    }
    record.unjudged = programs.filter { !$0.isJudged }.map(\.name)
    return record
  }

  /// The value that `fuzz --engine --json` prints.
  package var json: JSONValue {
    [
      "seed": .number(settings.seed), "cases": .number(counts.cases),
      "digest": .string(counts.digest.text),
      "casesPerSecond": .number((casesPerSecond * 10).rounded() / 10),
      "engines": .object(
        zip(settings.pools, counts.engines).map { pool, counts in
          JSONValue.Member(
            key: pool.command.name,
            value: [
              "engine": .string(pool.greeting.engine), "right": .number(counts.passed),
              "wrong": .number(counts.wrong), "gaveUp": .number(counts.gaveUp),
              "undecided": .number(counts.undecided), "readings": .number(counts.readings),
            ])
        }),
      "findings": .array(
        findings.map { finding in
          [
            "signature": .string(finding.signature), "engine": .string(finding.failure.engine),
            "verdict": .string(finding.failure.verdictName),
            "cause": .string(finding.failure.cause.rawValue),
            "summary": .string(finding.summary), "case": .number(finding.firstCase),
            "views": .number(finding.smallest.views.count),
            "steps": .number(finding.smallest.steps.count),
            "seconds": .number((Double(finding.nanoseconds) / 1e7).rounded() / 100),
            "script": finding.path.map { .string($0) } ?? .null,
            "replay": finding.path == nil ? .null : .string(replayCommand(of: finding)),
          ]
        }),
    ]
  }

  /// Returns the command that replays a finding, on one line, with the command of its engine.
  package func replayCommand(of finding: EngineFinding) -> String {
    let pool = settings.pools.first { $0.command.name == finding.failure.engine }
    return ShownText.line(finding.replayCommand(external: pool?.command.command))
  }
}
