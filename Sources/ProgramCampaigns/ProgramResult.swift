// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import JSON
import Judging
import Oracles

/// The result of a campaign against adapters of solvers.
package typealias ExternalResult = ProgramResult<SolverPrograms>

/// The result of a campaign against layout engines.
package typealias EngineResult = ProgramResult<EnginePrograms>

/// The result of a campaign against programs.
package struct ProgramResult<Kind: ProgramKind>: Sendable {
  package let settings: ProgramSettings<Kind.Process>
  package let counts: ProgramCounts
  package let nanoseconds: UInt64
  /// The findings in order of the case that first showed them.
  package let findings: [Finding<Kind.Subject>]
  /// The failures that known issues suppress.
  package let suppressed: SuppressedCases.State
  /// The reason why the campaign ended early; nil without one.
  package let problem: ProgramProblem?

  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(counts.cases) * 1e9 / Double(nanoseconds)
  }

  /// The programs with and without a verdict.
  package var judgedPrograms: JudgedPrograms {
    JudgedPrograms(
      cases: counts.cases,
      zip(settings.pools, counts.programs).map { pool, counts in
        .init(
          pool.command.name, isJudged: counts.hasVerdict,
          check: Kind.check(of: pool.command.command))
      })
  }

  /// Whether a finding may have more cases than are counted for it.
  ///
  /// A program's first wrong answers are diagnosed, and later ones only counted by their verdict.
  package func isCut(_ finding: Finding<Kind.Subject>) -> Bool {
    let name = finding.failure.accused.name
    let index = settings.pools.firstIndex { $0.command.name == name }
    let diagnosed = findings.lazy.filter { $0.failure.accused.name == name }
      .reduce(0) { $0 + $1.occurrences }
    return index.map { counts.programs[$0].wrong > diagnosed } ?? false
  }

  /// Returns the command that replays a finding, on one line, with the command of its program.
  package func replayCommand(of finding: Finding<Kind.Subject>) -> String {
    let pool = settings.pools.first { $0.command.name == finding.failure.accused.name }
    return ShownText.line(
      finding.replayCommand(external: pool?.command.command, timeout: pool?.unusualTimeout))
  }

  /// The summary of the campaign for reports, without its findings.
  package var record: CampaignRecord {
    var record = CampaignRecord(
      toolVersion: ToolVersion.current, seed: settings.seed, cases: counts.cases,
      digest: counts.digest.text, nanoseconds: nanoseconds,
      profiles: zip(Kind.scriptKinds, counts.scriptKinds).map { .init($0, $1) },
      strategies: zip(settings.pools, counts.programs).map { pool, counts in
        .init(
          pool.command.name,
          [
            .init("right", counts.passed), .init("gaveUp", counts.gaveUp),
            .init("\(Kind.reply)s", counts.replies), .init("wrong", counts.wrong),
          ])
      },
      undecided: counts.programs.reduce(0) { $0 + $1.undecided },
      occurrences: findings.occurrences())
    if case .internalError(let error)? = problem {
      record.internalFailures = [
        .init(caseIndex: counts.cases, message: error.message, path: nil)
      ]
    }
    record.unjudged = judgedPrograms.unjudgedNames
    return record
  }

  /// The value that `fuzz --external --json` or `fuzz --engine --json` prints.
  package var json: JSONValue {
    .members([
      ("seed", .number(settings.seed)), ("cases", .number(counts.cases)),
      ("digest", .string(counts.digest.text)),
      ("casesPerSecond", .number((casesPerSecond * 10).rounded() / 10)),
      ("\(Kind.noun)s", programsJSON), ("findings", .array(findings.map(json))),
      ("known", settings.suppressions.map { _ in suppressed.json }),
    ])
  }

  private var programsJSON: JSONValue {
    .object(
      zip(settings.pools, counts.programs).map { pool, counts in
        JSONValue.Member(
          key: pool.command.name,
          value: [
            Kind.noun: .string(Kind.version(pool.greeting)), "right": .number(counts.passed),
            "wrong": .number(counts.wrong), "gaveUp": .number(counts.gaveUp),
            "reasons": counts.reasons.json,
            "undecided": .number(counts.undecided), "\(Kind.reply)s": .number(counts.replies),
          ])
      })
  }

  private func json(_ finding: Finding<Kind.Subject>) -> JSONValue {
    let cause: JSONValue? = finding.failure.cause.map { .string($0.name) }
    let sizes: [(String, JSONValue?)] = finding.smallest.recordSize.parts.map {
      ($0.name, .number($0.count))
    }
    return .members(
      [
        ("signature", .string(finding.signature)),
        (Kind.noun, .string(finding.failure.accused.name)),
        ("verdict", .string(finding.failure.verdict.name)),
        ("cause", cause),
        ("summary", .string(finding.summary)), ("rate", finding.rate?.json),
        ("case", .number(finding.firstCase)),
      ]
        + sizes + [
          ("seconds", .number((Double(finding.nanoseconds) / 1e7).rounded() / 100)),
          ("script", finding.path.map { .string($0) } ?? .null),
          ("replay", finding.path == nil ? .null : .string(replayCommand(of: finding))),
        ])
  }
}
