// SPDX-License-Identifier: MIT

import BenchmarkKit
import CaseFormats

extension FeedbackDuel {
  /// One mutant.
  ///
  /// - Parameter probability: the chance of so large a difference by luck, corrected for the number of mutants.
  fileprivate func json(probability: Double) -> JSONValue {
    [
      "name": .string(mutant.name), "isHard": .bool(isHard),
      "plain": json(plain), "guided": json(guided),
      "probability": Self.rounded(probability),
      "runs": .array(
        runs.map { run in
          [
            "seed": .number(run.seed), "plain": Self.json(run.plain),
            "guided": Self.json(run.guided),
          ]
        }),
      "problems": .array(problems.map { .string($0) }),
    ]
  }

  private func json(_ times: RestrictedTime) -> JSONValue {
    ["found": .number(times.happened), "mean": Self.rounded(times.mean)]
  }

  /// The case that showed the fault, or null; how many were run, and the constraints of their systems.
  private static func json(_ detection: Detection) -> JSONValue {
    [
      "cases": detection.cases.map { .number($0) } ?? .null, "run": .number(detection.run),
      "constraints": .number(detection.rows),
    ]
  }

  /// To a millionth: a probability is at least one in twenty thousand.
  fileprivate static func rounded(_ value: Double) -> JSONValue {
    .number((value * 1_000_000).rounded() / 1_000_000)
  }
}

extension FeedbackResult {
  /// What `mutants compare --json` prints.
  package var json: JSONValue {
    [
      "all": all?.json ?? .null, "hard": hard?.json ?? .null,
      "mutants": .array(zip(duels, probabilities).map { $0.json(probability: $1) }),
    ]
  }
}

extension FeedbackVerdict {
  fileprivate var json: JSONValue {
    [
      "mutants": .number(mutants), "hunts": .number(hunts),
      "plain": [
        "found": .number(plainFound), "mean": FeedbackDuel.rounded(plainMean),
        "constraints": FeedbackDuel.rounded(plainRows),
      ],
      "guided": [
        "found": .number(guidedFound), "mean": FeedbackDuel.rounded(guidedMean),
        "constraints": FeedbackDuel.rounded(guidedRows),
      ],
      "ratio": FeedbackDuel.rounded(ratio), "probability": FeedbackDuel.rounded(probability),
      "workRatio": FeedbackDuel.rounded(workRatio),
      "workProbability": FeedbackDuel.rounded(workProbability),
    ]
  }
}
