// SPDX-License-Identifier: MIT

import Judging
import Oracles

/// A way to hunt the mutants of one kind: the cases and the judges.
package protocol MutantTrial: Sendable {
  /// Tries cases until the fault is found and minimized, or the time is over.
  ///
  /// The same plan gives the same catch, except for the time, unless the time ends it.
  func run(_ plan: MutantPlan) -> MutantCatch
}

extension Mutant {
  /// The trial that hunts it.
  package var trial: any MutantTrial {
    switch subject {
    case .strategy(let strategy, let healthy, _):
      return CampaignTrial(
        subject: .strategy(strategy, healthy: healthy), handMadeSize: handMadeSize)
    case .world(let fault, _):
      return CampaignTrial(subject: .world(fault), handMadeSize: handMadeSize)
    case .session(let fault): return ScriptTrial(fault)
    }
  }
}

/// The inputs of a hunt of one mutant.
package struct MutantPlan: Sendable {
  package let seed: UInt64
  /// The kinds of failure that may show the fault, the main one first.
  package let seenBy: [FailureKind]
  /// The most failing cases that are minimized.
  ///
  /// The result of a minimization depends on its start, so the smallest of several results counts.
  package let failuresMax: Int
  private let isOver: @Sendable () -> Bool
  private let isNearlyOver: @Sendable () -> Bool

  /// - Parameters:
  ///   - seed: the seed.
  ///   - seenBy: the kinds of failure that may show the fault, the main one first.
  ///   - failuresMax: the most failing cases that are minimized.
  ///   - isOver: whether the time is over.
  ///   - isNearlyOver: whether the rest of the time is reserved for minimizing; nil for `isOver`.
  package init(
    seed: UInt64, seenBy: [FailureKind], failuresMax: Int = 8,
    isOver: @escaping @Sendable () -> Bool,
    isNearlyOver: (@Sendable () -> Bool)? = nil
  ) {
    self.seed = seed
    self.seenBy = seenBy
    self.failuresMax = failuresMax
    self.isOver = isOver
    self.isNearlyOver = isNearlyOver ?? isOver
  }

  /// Whether the time is over.
  package func hasEnded() -> Bool { isOver() }

  /// Whether the rest of the time is reserved for minimizing the failures of the hunt.
  func isLate() -> Bool { isNearlyOver() }
}

/// The result of a hunt of one mutant.
package struct MutantCatch: Sendable {
  /// The smallest case that shows the fault; nil when it was not found.
  package var specimen: Specimen?
  /// The number of cases up to the first that showed the fault; of all cases when none did.
  package var cases: Int
  /// The number of failing cases that were minimized, and the number of them that the fault truly
  /// causes.
  ///
  /// Their original and minimized cases pass without it.
  package var failures = 0
  package var trueFailures = 0
  /// The number of failures of each kind that may not show the fault, in order of names.
  package var otherKinds: [(kind: String, count: Int)] = []
  /// The internal error that ended the hunt, if any.
  package var problem: String?

  package init(cases: Int) { self.cases = cases }

  /// A minimized failing case.
  package struct Specimen: Sendable {
    /// The name of its bucket.
    package let signature: String
    /// The kind of failure.
    package let kind: FailureKind
    /// The number of its elements: views, guides, and statements about them.
    package let size: Int
    /// The number of constraints of the case; for a script, of those that it adds.
    package let constraints: Int
    /// The case as a file: the same case always gives the same bytes.
    package let file: [UInt8]

    package init(signature: String, kind: FailureKind, size: Int, constraints: Int, file: [UInt8]) {
      self.signature = signature
      self.kind = kind
      self.size = size
      self.constraints = constraints
      self.file = file
    }
  }
}
