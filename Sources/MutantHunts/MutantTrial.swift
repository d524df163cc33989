// SPDX-License-Identifier: MIT

import Judging

/// How the mutants of one kind are hunted: with what cases, and who looks.
package protocol MutantTrial: Sendable {
  /// Tries case after case until the fault has been made small, or there is no more time.
  ///
  /// The same plan gives the same catch but for the time, unless the time ends it.
  func run(_ plan: MutantPlan) -> MutantCatch
}

extension Mutant {
  /// How it is hunted.
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

/// What a hunt of one mutant is given.
package struct MutantPlan: Sendable {
  package let seed: UInt64
  /// The kinds of failure that may show the fault, the main one first.
  package let seenBy: [FailureKind]
  /// How many failing cases are made small at most.
  ///
  /// What dropping and simplifying can reach depends on where one starts, so the smallest of
  /// several results counts.
  package let failuresMax: Int
  private let isOver: @Sendable () -> Bool
  private let isNearlyOver: @Sendable () -> Bool

  /// - Parameter isNearlyOver: whether what is left of the time is for making small what there is;
  ///   nil for when it is over.
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

  /// Whether the hunt has to end with what it has.
  package func hasEnded() -> Bool { isOver() }

  /// Whether there is only time left to make small what the hunt has.
  func isLate() -> Bool { isNearlyOver() }
}

/// What a hunt of one mutant came to.
package struct MutantCatch: Sendable {
  /// The smallest case in which the fault shows; nil when it was not found.
  package var specimen: Specimen?
  /// How many cases it took, the first that showed the fault included; all that were tried when
  /// none did.
  package var cases: Int
  /// How many failing cases were made small, and how many of them truly fail by this fault: they
  /// pass without it, as they were found and made small.
  package var failures = 0
  package var trueFailures = 0
  /// How often which kind of failure was seen that is not one of those that may show the fault, in
  /// order of names.
  package var otherKinds: [(kind: String, count: Int)] = []
  /// The internal error that ended the hunt, if one did.
  package var problem: String?

  package init(cases: Int) { self.cases = cases }

  /// A failing case made small.
  package struct Specimen: Sendable {
    /// The name of its bucket.
    package let signature: String
    /// The kind of failure.
    package let kind: FailureKind
    /// Its elements: views and guides, and what is said about them.
    package let size: Int
    /// The constraints of the case; for a script, those that it adds.
    package let constraints: Int
    /// The case as a file: the same bytes whenever it is the same case.
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
