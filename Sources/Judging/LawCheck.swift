// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Diagnosis
import Laws
import LayoutModel
import LinearModel
import Oracles

/// One law in one world, by which findings about laws are found, minimized and replayed.
package struct LawCheck: Sendable {
  package let law: any Law
  package let world: LawWorld

  package init(_ law: any Law, fault: WorldFault? = nil) {
    self.law = law
    world = LawWorld(fault: fault)
  }

  /// The number of ways of changing a case that are tried.
  ///
  /// A failure in one of them still fails in one of them after minimization. All of them can be
  /// tried.
  ///
  /// A way is known by its number, so a finding needs no seed to be run again.
  package static let waysMax = 8

  /// A note for readers where a planted fault changed the displayed system; nil where the layout
  /// itself is displayed.
  package var worldNote: String? {
    world.fault?.lowering.map {
      "All numbers here are those of the system that the planted fault '\($0.rawValue)' makes of the "
        + "layout, the exact answer and its proof, too: the layout itself has other answers."
    }
  }

  /// The accused part and its kind of failure.
  package var failure: FailureIdentity {
    .init(world.fault.map { .fault($0) } ?? .stage(law.stage), .lawBroken(law.name))
  }

  /// Creates the check that finds failures of this kind; nil when there is no such law.
  package init?(_ kind: FailureIdentity) {
    guard let law = kind.verdict.law.flatMap(LawCatalog.law(named:)) else { return nil }
    switch kind.accused {
    case .stage(law.stage): self.init(law)
    case .fault(let fault): self.init(law, fault: fault)
    case .stage, .strategy, .part, .solver, .engine, .check: return nil
    }
  }

  /// Whether the law is about the plain case.
  ///
  /// It is about the generated case for tables, which are defined by their texts, and for files.
  package var isAboutPlainCase: Bool {
    switch law.stage {
    case .tables, .formats: return false
    case .lowering, .session: return true
    }
  }

  /// Tries the law in one way; nil when the oracle has no answer to start from.
  package func outcome(
    on original: LayoutCase, _ record: CaseRecord, way: Int
  ) throws(InternalError) -> LawOutcome {
    guard let answer = record.answer else { return .undecided }
    var choices = Xoshiro256(seed: UInt64(way))
    let subject = LawSubject(original: original, lowered: record.lowered, answer: answer)
    do throws(OracleError) {
      return try law.outcome(on: subject, in: world, &choices)
    } catch {
      throw InternalError("\(error)", on: original)
    }
  }

  /// Returns the law on a case: broken when it is in one of the ways.
  package func run(on layoutCase: LayoutCase) throws(InternalError) -> CaseRecord {
    let runner = CaseRunner(
      strategies: [], oracleLimit: world.limit, loweringFault: world.fault?.lowering)
    let record = try runner.run(layoutCase)
    var last = LawOutcome.notApplicable
    for way in 0..<LawCheck.waysMax {
      let outcome = try outcome(on: layoutCase, record, way: way)
      if last == .notApplicable || outcome != .notApplicable { last = outcome }
      if case .broken = outcome { break }
    }
    let law = strategyRecord(last, record)
    return CaseRecord(lowered: record.lowered, answer: record.answer, strategies: [law])
  }

  /// Returns the failure on a case that breaks the law, else nil.
  ///
  /// A case on which the tool contradicts itself does not count.
  func failure(on layoutCase: LayoutCase) -> (CaseRecord, StrategyRecord)? {
    guard let record = try? run(on: layoutCase), let failure = record.failures.first else {
      return nil
    }
    return (record, failure)
  }

  /// Returns the outcome as the record of a strategy, which represents all steps from the case to
  /// its exact layout.
  package func strategyRecord(_ outcome: LawOutcome, _ record: CaseRecord) -> StrategyRecord {
    var claim = SolveOutcome.gaveUp(.workLimit)
    switch record.answer?.status {
    case .feasible(let optimum):
      claim = .optimal(Solution(values: optimum.point.map(\.doubleValue)))
    case .infeasible: claim = .infeasible(conflict: [])
    case nil: break
    }
    let verdict: Verdict
    switch outcome {
    case .broken(let detail): verdict = .lawBroken(law: law.name, detail: detail)
    case .undecided: verdict = .undecided(.oracleLimit)
    case .holds, .notApplicable: verdict = .pass
    }
    return StrategyRecord(
      strategy: failure.accused.name, result: SolveResult(claim, work: WorkCounters()),
      judgement: Judgement(verdict))
  }
}
