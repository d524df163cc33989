// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import LayoutModel
import Laws

/// Tests the tester: fuzzes each mutant by itself until it is found, and makes the case small.
///
/// What can be reached by dropping and simplifying depends on where one starts, so the first few failing
/// cases are made small and the smallest of the results counts.
///
/// Mutants run side by side; each of them by itself uses one core.
package struct MutantHunt: Sendable {
  private let mutants: [Mutant]
  private let seed: UInt64
  private let nanosecondsMax: UInt64
  private let jobs: Int
  /// How many failing cases of a mutant are looked at.
  private let failuresMax: Int
  private let now: @Sendable () -> UInt64
  private let isStopped: @Sendable () -> Bool

  package init(
    mutants: [Mutant], seed: UInt64, nanosecondsMax: UInt64, jobs: Int, failuresMax: Int = 8,
    now: @escaping @Sendable () -> UInt64, isStopped: @escaping @Sendable () -> Bool
  ) {
    self.mutants = mutants
    self.seed = seed
    self.nanosecondsMax = nanosecondsMax
    self.jobs = jobs
    self.failuresMax = failuresMax
    self.now = now
    self.isStopped = isStopped
  }

  /// What became of one mutant.
  package struct Outcome: Sendable {
    package let mutant: Mutant
    /// The smallest of its findings; nil when there is none.
    package let found: CampaignFinding?
    /// How many cases it took, the one that found it included.
    package let cases: Int
    /// The time from the start to the smallest case.
    package let nanoseconds: UInt64
    /// The internal error that ended the hunt, if one did.
    package let problem: String?
  }

  /// Hunts all mutants.
  ///
  /// - Parameter onOutcome: called on the calling thread, in the order of the mutants.
  /// - Returns: the outcomes in the order of the mutants; those not begun before a stop are left out.
  package func run(onOutcome: (Outcome) -> Void = { _ in }) -> [Outcome] {
    var outcomes: [Outcome] = []
    OrderedPool(jobs: jobs).run(
      count: mutants.count, shouldStop: isStopped, unit: { hunt(mutants[$0]) },
      fold: { _, outcome in
        outcomes.append(outcome)
        onOutcome(outcome)
        return .next
      })
    return outcomes
  }

  private func hunt(_ mutant: Mutant) -> Outcome {
    let settings = CampaignSettings(
      seed: seed, caseCount: nil, nanosecondsMax: nanosecondsMax, jobs: 1,
      strategies: [mutant.strategy], failuresMax: failuresMax,
      laws: mutant.loweringFault == nil ? [] : LawCatalog.all, lawFrequency: .always,
      loweringFault: mutant.loweringFault,
      costs: SlowdownCatalog.contains(mutant.name) ? CostOracle() : nil, growthPeriod: 1)
    let campaign = Campaign(settings, now: now, isStopped: isStopped)
    do throws(WriteError) {
      let result = try campaign.run()
      let smallest = result.findings.min { CaseSize($0.smallest) < CaseSize($1.smallest) }
      return Outcome(
        mutant: mutant, found: smallest,
        cases: result.findings.first.map { $0.firstCase + 1 } ?? result.counts.cases,
        nanoseconds: result.nanoseconds, problem: result.internalErrors.first?.error.message)
    } catch {
      // Nothing is kept on disk, so there is nothing that cannot be written.
      preconditionFailure("a hunt without a folder wrote to \(error.path)")
    }
  }
}

extension MutantHunt {
  /// The value that `mutants run --json` prints.
  package static func json(_ outcomes: [Outcome]) -> JSONValue {
    let values = outcomes.map { outcome -> JSONValue in
      [
        "name": .string(outcome.mutant.name), "found": .bool(outcome.found != nil),
        "cases": .number(outcome.cases),
        "seconds": .number(Double(outcome.nanoseconds / 1_000_000) / 1000),
        "minimizedConstraints": outcome.found.map { .number($0.smallest.constraints.count) }
          ?? .null,
        "handMadeConstraints": .number(outcome.mutant.handMade.constraints.count),
        "signature": outcome.found.map { .string($0.signature) } ?? .null,
      ]
    }
    return ["mutants": .array(values)]
  }
}
