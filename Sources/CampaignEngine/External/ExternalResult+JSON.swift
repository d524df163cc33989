// SPDX-License-Identifier: MIT

import Display
import ExternalSolvers
import JSON
import Judging
import Scripts

extension ExternalResult {
  /// The value that `fuzz --external --json` prints.
  package var json: JSONValue {
    [
      "seed": .number(settings.seed), "cases": .number(counts.cases),
      "digest": .string(counts.digest.text),
      "casesPerSecond": .number((casesPerSecond * 10).rounded() / 10),
      "solvers": .object(
        zip(settings.pools, counts.solvers).map { pool, counts in
          JSONValue.Member(
            key: pool.command.name,
            value: [
              "solver": .string(pool.greeting.solver), "right": .number(counts.passed),
              "wrong": .number(counts.wrong), "gaveUp": .number(counts.gaveUp),
              "undecided": .number(counts.undecided), "answers": .number(counts.answers),
            ])
        }),
      "findings": .array(
        findings.map { finding in
          [
            "signature": .string(finding.signature), "solver": .string(finding.failure.solver),
            "verdict": .string(finding.failure.verdict.name),
            "cause": .string(finding.failure.cause.rawValue),
            "summary": .string(finding.summary), "case": .number(finding.firstCase),
            "constraints": .number(finding.smallest.constraintCount),
            "steps": .number(finding.smallest.steps.count),
            "seconds": .number((Double(finding.nanoseconds) / 1e7).rounded() / 100),
            "script": finding.path.map { .string($0) } ?? .null,
            "replay": finding.path == nil ? .null : .string(replayCommand(of: finding)),
          ]
        }),
    ]
  }

  /// Returns the command that replays a finding, on one line, with the command of its program.
  package func replayCommand(of finding: ScriptFinding) -> String {
    let pool = settings.pools.first { $0.command.name == finding.failure.solver }
    return ShownText.line(finding.replayCommand(external: pool?.command.command))
  }
}
