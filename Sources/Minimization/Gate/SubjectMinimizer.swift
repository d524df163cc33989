// SPDX-License-Identifier: MIT

/// A minimizer of scripts or documents: passes that make proposals to one gate.
package protocol SubjectMinimizer {
  associatedtype Subject: ReducibleSubject

  var gate: SubjectGate<Subject> { get set }
}

extension SubjectMinimizer {
  /// The smallest subject so far.
  package var best: Subject { gate.current }

  /// Whether every further proposal is refused without a run.
  package var isExhausted: Bool { gate.isExhausted }

  /// Tries a proposal and keeps it if it is smaller, well formed, and fails in the same way.
  ///
  /// - Returns: whether the proposal was accepted.
  @discardableResult
  package mutating func tryAndCommit(_ candidate: Subject) -> Bool { gate.testAndCommit(candidate) }

  /// Runs a pass over the subject; it may try several proposals at a time.
  ///
  /// `pass` makes the same proposals whenever it gets the same answers.
  package mutating func run(_ pass: (inout Self) -> Void) {
    TrialLedger.run(&self, \.gate.ledger, pass: pass)
  }

  /// Runs passes in rounds until a round changes nothing, or the gate is exhausted.
  package mutating func repeatToFixpoint(_ round: (inout Self) -> Void) {
    var before = -1
    while gate.acceptedSteps != before, !isExhausted {
      before = gate.acceptedSteps
      round(&self)
    }
  }
}
