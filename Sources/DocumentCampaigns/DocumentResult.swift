// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Digests
import Display
import JSON
import Processes

/// The result of a campaign of documents.
package struct DocumentResult: Sendable {
  package let seed: UInt64
  package private(set) var cases = 0
  /// The number of documents that can be used.
  package private(set) var usable = 0
  package private(set) var screens = 0
  /// The number of findings of `check` by rule.
  package private(set) var rules: [String: Int] = [:]
  /// The number of documents on which each law was tried.
  package private(set) var laws: [DiagnosisLaw: Int] = [:]
  /// The findings in order of the document that first showed them.
  package internal(set) var findings: [DocumentFinding] = []
  package internal(set) var nanoseconds: UInt64 = 0
  /// The reason why the campaign ended early: the generator contradicts itself; nil without one.
  package internal(set) var internalError: String?
  /// The reason why the campaign ended early: no process starts; nil without one.
  package internal(set) var spawnError: SpawnError?
  /// The digest of all documents and the number of their screens and findings.
  package private(set) var digest = CampaignDigest()

  init(seed: UInt64) { self.seed = seed }

  mutating func note(_ document: DocumentMarkup, _ result: DocumentProbe.Result) {
    var hash = StableHash()
    document.bytes.withUnsafeBytes { hash.combine($0) }
    hash.combine(result.screens)
    hash.combine(result.findings)
    digest.add(case: cases, hash: hash.finalize())
    cases += 1
    usable += result.isUsable ? 1 : 0
    screens += result.screens
    rules.merge(result.rules, uniquingKeysWith: +)
    for law in result.laws { laws[law, default: 0] += 1 }
  }

  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(cases) * 1e9 / Double(nanoseconds)
  }

  /// The number of findings of `check`.
  package var findingsOfCheck: Int { rules.values.reduce(0, +) }

  /// The summary of the campaign for reports, without its findings.
  package var record: CampaignRecord {
    var record = CampaignRecord(
      toolVersion: ToolVersion.current, seed: seed, cases: cases, digest: digest.text,
      nanoseconds: nanoseconds,
      profiles: [.init("usable", usable), .init("refused", cases - usable)],
      strategies: [
        .init("check", [.init("screens", screens), .init("findings", findingsOfCheck)])
      ],
      laws: DiagnosisLaw.allCases.map { .init($0.rawValue, [.init("tried", laws[$0] ?? 0)]) },
      undecided: 0, occurrences: findings.occurrences())
    if let internalError {
      record.internalFailures = [.init(caseIndex: cases, message: internalError, path: nil)]
    }
    return record
  }

  /// The value that `fuzz --check --json` prints.
  package var json: JSONValue {
    [
      "seed": .number(seed), "cases": .number(cases), "digest": .string(digest.text),
      "casesPerSecond": .number((casesPerSecond * 10).rounded() / 10),
      "usable": .number(usable), "screens": .number(screens),
      "rules": .object(
        rules.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .number($0.value)) }),
      "laws": .object(
        DiagnosisLaw.allCases.map { .init(key: $0.rawValue, value: .number(laws[$0] ?? 0)) }),
      "findings": .array(
        findings.map { finding in
          [
            "signature": .string(finding.signature), "part": .string(finding.failure.accusedName),
            "verdict": .string(finding.failure.verdict.name),
            "summary": .string(finding.summary), "case": .number(finding.firstCase),
            "elements": .number(finding.smallest.elements.count),
            "seconds": .number((Double(finding.nanoseconds) / 1e7).rounded() / 100),
            "document": finding.path.map { .string($0) } ?? .null,
          ]
        }),
    ]
  }
}
