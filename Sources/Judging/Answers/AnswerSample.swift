// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import Digests
import LayoutGenerators
import LayoutModel
import LinearModel
import Pools
import Scripts

/// The first random cases of a seed, which the healthy strategies and the session solve for a
/// record.
package struct AnswerSample: Sendable {
  private let source: CaseSource
  private let seed: UInt64
  private let cases: Int
  /// The interval of cases whose script a session runs.
  private static let scriptPeriod = 8

  /// - Precondition: `cases > 0`.
  package init(seed: UInt64, cases: Int) {
    precondition(cases > 0, "no case has no record")
    self.seed = seed
    self.cases = cases
    source = CaseSource(seed: seed)
  }

  /// The measurements of one case.
  private struct Measured: Sendable {
    let profile: Profile
    let digest: UInt64
    /// The claims and the work by position in `Strategy.healthy`.
    let results: [(answer: AnswerClass, work: WorkCounters)]
    let session: SessionRecord
  }

  /// Solves all cases; the record is the same for any number of jobs.
  ///
  /// - Throws: the errors of the generator.
  package func record(jobs: Int) throws(InternalError) -> AnswerRecord {
    let measured = try OrderedPool(jobs: jobs).gather(count: cases) { index throws(InternalError) in
      try measure(index)
    }
    return Self.record(measured, seed)
  }

  /// Returns a case as a file.
  ///
  /// - Throws: the errors of the generator.
  package func file(ofCase index: Int) throws(InternalError) -> [UInt8] {
    CaseFile.encode(try source.generate(index).layoutCase)
  }

  /// Returns the script of a case as a file.
  ///
  /// - Throws: the errors of the generator.
  package func file(ofScript number: Int) throws(InternalError) -> [UInt8] {
    let index = number * Self.scriptPeriod
    return try script(of: index, try source.generate(index).layoutCase)?.encoded ?? []
  }

  /// Returns the script of a case; nil for most of them.
  private func script(
    of index: Int, _ layoutCase: LayoutCase
  ) throws(InternalError) -> SolverScript? {
    guard index.isMultiple(of: Self.scriptPeriod) else { return nil }
    let record = try CaseRunner(strategies: []).run(layoutCase)
    return ScriptGenerator.session(for: record, campaign: seed, index: index)
  }

  private func measure(_ index: Int) throws(InternalError) -> Measured {
    let generated = try source.generate(index)
    let lowered = CaseRunner.plain(generated.layoutCase)
    let script = try script(of: index, generated.layoutCase)
    var hasher = StableHash()
    hasher.combine(String(decoding: CaseFile.encode(generated.layoutCase), as: UTF8.self))
    return Measured(
      profile: generated.profile, digest: hasher.finalize(),
      results: Strategy.healthy.map { strategy in
        let result = strategy.solver.solve(lowered.system, limit: .standard)
        return (AnswerClass(result.outcome), result.work)
      }, session: SessionRecord(running: script.map { [$0] } ?? []))
  }

  private static func record(_ measured: [Measured], _ seed: UInt64) -> AnswerRecord {
    var hasher = StableHash()
    var sessions = SessionRecord()
    for one in measured {
      hasher.combine(one.digest)
      sessions.append(one.session)
    }
    var claims: [AnswerRecord.Claims] = []
    var work: [AnswerRecord.Work] = []
    for (position, strategy) in Strategy.healthy.enumerated() {
      claims.append(
        .init(strategy: strategy.name, answers: measured.map { $0.results[position].answer }))
      for profile in Profile.allCases {
        let own = measured.filter { $0.profile == profile }
        if own.isEmpty { continue }
        work.append(
          .init(
            strategy: strategy.name, profile: profile, cases: own.count,
            sums: WorkCounter.allCases.map { counter in
              own.reduce(0) { $0 + $1.results[position].work[counter] }
            }))
      }
    }
    return AnswerRecord(
      seed: seed, digest: String(hasher.finalize(), radix: 16), claims: claims, work: work,
      sessions: sessions)
  }
}
