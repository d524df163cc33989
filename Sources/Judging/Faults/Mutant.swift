// SPDX-License-Identifier: MIT

import LayoutModel
import LayoutSolving
import Laws
import Oracles

/// A part of the project with one planted fault, which tests the tester itself.
package struct Mutant: Sendable {
  /// The faulty part, with the smallest input known by hand that shows the fault.
  package enum Subject: Sendable {
    case strategy(Strategy, healthy: Strategy, handMade: LayoutCase)
    /// The lowering or the importers.
    case world(WorldFault, handMade: LayoutCase)
    case session(SessionFault)
  }

  /// The name of the faulty part, then that of the fault: `simplex.weightedLevels`,
  /// `lowering.rightConstantNegated`.
  package let name: String
  package let origin: FaultOrigin
  /// The kinds of failure that must show the fault.
  ///
  /// The hunt uses the first one. A catch of any other kind is reported.
  package let seenBy: [FailureKind]
  package let subject: Subject

  /// - Precondition: `seenBy` is not empty.
  package init(name: String, origin: FaultOrigin, seenBy: [FailureKind], subject: Subject) {
    precondition(!seenBy.isEmpty, "nothing would see the mutant '\(name)'")
    self.name = name
    self.origin = origin
    // Faults that several groups of kinds may show name some kinds twice.
    self.seenBy = seenBy.indices.filter { !seenBy[..<$0].contains(seenBy[$0]) }.map { seenBy[$0] }
    self.subject = subject
  }

  /// The strategy with the fault; nil when another part has it.
  package var strategy: Strategy? {
    if case .strategy(let strategy, _, _) = subject { strategy } else { nil }
  }

  /// The fault of the lowering or the importers; nil when another part has the fault.
  package var worldFault: WorldFault? {
    if case .world(let fault, _) = subject { fault } else { nil }
  }

  /// The smallest case known by hand on which a campaign finds the fault; nil when only a script
  /// shows it.
  package var handMade: LayoutCase? {
    switch subject {
    case .strategy(_, _, let handMade), .world(_, let handMade): return handMade
    case .session: return nil
    }
  }

  /// The number of elements of the smallest known case that shows the fault, or of the steps of the
  /// smallest script.
  package var handMadeSize: Int {
    switch subject {
    case .strategy(_, _, let handMade), .world(_, let handMade): return CaseSize(handMade).elements
    case .session(let fault): return fault.handMade.steps.count
    }
  }

  /// Returns the mutant of the given name; nil when there is none.
  package static func named(_ name: String) -> Mutant? {
    MutantCatalog.all.first { $0.name == name }
  }
}

extension CaseSize {
  /// The number of views, guides and statements about them.
  package var elements: Int { items + statements }
}
