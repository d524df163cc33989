// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import JSON
import Processes

/// The result of a campaign of documents.
package struct DocumentResult: Sendable {
  /// The reason why a campaign ended early.
  package enum Problem: Sendable {
    /// The generator contradicts itself, in the given words.
    case internalError(String)
    /// No process starts.
    case spawn(SpawnError)
  }

  package let seed: UInt64
  package let counts: DocumentCounts
  /// The findings in order of the document that first showed them.
  package let findings: [DocumentFinding]
  package let nanoseconds: UInt64
  /// The reason why the campaign ended early; nil without one.
  package let problem: Problem?

  init(seed: UInt64, _ tally: DocumentTally, nanoseconds: UInt64) {
    self.seed = seed
    counts = tally.counts
    findings = tally.findings
    problem = tally.problem
    self.nanoseconds = nanoseconds
  }

  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(counts.cases) * 1e9 / Double(nanoseconds)
  }

  /// The summary of the campaign for reports, without its findings.
  package var record: CampaignRecord {
    var record = CampaignRecord(
      toolVersion: ToolVersion.current, seed: seed, cases: counts.cases,
      digest: counts.digest.text, nanoseconds: nanoseconds,
      profiles: [
        .init("usable", counts.usable), .init("refused", counts.cases - counts.usable),
      ],
      strategies: [
        .init(
          "check",
          [.init("screens", counts.screens), .init("findings", counts.findingsOfCheck)])
      ],
      laws: DiagnosisLaw.allCases.map {
        .init($0.rawValue, [.init("tried", counts.laws[$0] ?? 0)])
      },
      undecided: 0, occurrences: findings.occurrences())
    if case .internalError(let error) = problem {
      record.internalFailures = [.init(caseIndex: counts.cases, message: error, path: nil)]
    }
    return record
  }

  /// The value that `fuzz --check --json` prints.
  package var json: JSONValue {
    let counted = counts.json
    return .members([
      ("seed", .number(seed)), ("cases", counted["cases"]), ("digest", counted["digest"]),
      ("casesPerSecond", .number((casesPerSecond * 10).rounded() / 10)),
      ("usable", counted["usable"]), ("screens", counted["screens"]),
      ("rules", counted["rules"]), ("laws", counted["laws"]),
      ("findings", .array(findings.map(Self.json))),
    ])
  }

  private static func json(_ finding: DocumentFinding) -> JSONValue {
    [
      "signature": .string(finding.signature), "part": .string(finding.failure.accused.name),
      "verdict": .string(finding.failure.verdict.name), "summary": .string(finding.summary),
      "case": .number(finding.firstCase), "elements": .number(finding.smallest.elements.count),
      "seconds": .number((Double(finding.nanoseconds) / 1e7).rounded() / 100),
      "document": finding.path.map { .string($0) } ?? .null,
    ]
  }
}
