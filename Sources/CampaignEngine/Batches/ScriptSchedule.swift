// SPDX-License-Identifier: MIT

import Diagnosis
import Digests
import Judging
import Oracles
import Scripts

/// The choice of cases that get a script for the session, and the runs of these scripts.
///
/// It depends only on the seed and the index of the case.
struct ScriptSchedule: Sendable {
  private var seed: UInt64
  private var frequency: CampaignSettings.ScriptFrequency
  let runner: ScriptRunner

  init(_ settings: CampaignSettings) {
    seed = settings.seed
    // With a fault of the lowering or the importers there is no correct case to compare with.
    frequency = settings.fault == nil ? settings.scriptFrequency : .never
    runner = ScriptRunner(settings.session)
  }

  /// Gives every case the script that it has in the campaign of this seed; nil for its own.
  mutating func look(into seed: UInt64?) {
    self.seed = seed ?? self.seed
    if frequency == .sampled { frequency = .always }
  }

  /// The remainder of the indices that get a script; laws are checked at another one.
  private static let turn = 2

  private func isTurn(of index: Int) -> Bool {
    switch frequency {
    case .never: return false
    case .always: return true
    case .sampled: return index % CampaignSettings.scriptPeriod == Self.turn
    }
  }

  /// Runs the script of a case, if there is one.
  ///
  /// - Returns: the hash of all results that must not depend on the machine. With it, the script
  ///   and the kind of verdict when the session fails on it. Nil without a script or if the oracle
  ///   reached its limit.
  func run(
    case index: Int, _ record: CaseRecord, _ counts: inout ScriptCounts
  ) throws(InternalError) -> (hash: UInt64, failing: (script: SolverScript, verdict: FailureKind)?)?
  {
    guard isTurn(of: index),
      let script = ScriptGenerator.session(for: record, campaign: seed, index: index)
    else { return nil }
    do throws(OracleError) {
      guard let truth = try runner.truth(of: script) else { return nil }
      let judgement = try judgement(script, truth)
      counts.count(script, truth, judgement)
      return (
        hash(truth, judgement), judgement.verdict.failureKind.map { (script, $0) }
      )
    } catch .limitReached {
      counts.skipped += 1
      return nil
    } catch {
      throw InternalError("\(error)", on: record.lowered.layoutCase)
    }
  }

  private func judgement(
    _ script: SolverScript, _ truth: ScriptTruth
  ) throws(OracleError) -> ScriptJudgement {
    guard case .session(let session) = runner.target else {
      preconditionFailure("a campaign of layouts edits them in a session")
    }
    return try session.run(script, truth, limit: runner.oracleLimit)
  }

  private func hash(_ truth: ScriptTruth, _ judgement: ScriptJudgement) -> UInt64 {
    var hasher = judgement.answers
    truth.combine(into: &hasher)
    hasher.combine(judgement.verdict.name)
    hasher.combine(judgement.cellOperations)
    return hasher.finalize()
  }
}
