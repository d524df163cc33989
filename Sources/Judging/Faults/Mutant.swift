// SPDX-License-Identifier: MIT

import LayoutModel
import LayoutSolving
import Laws

/// A part of the project with one planted fault, by which the tester itself is tested.
package struct Mutant: Sendable {
  /// The part that has the fault, with the smallest input known by hand on which it shows.
  package enum Subject: Sendable {
    case strategy(Strategy, healthy: Strategy, handMade: LayoutCase)
    /// The lowering or the importers.
    case world(WorldFault, handMade: LayoutCase)
    case session(SessionFault)
  }

  /// What has the fault, and the fault: `simplex.weightedLevels`, `lowering.rightConstantNegated`.
  package let name: String
  package let origin: FaultOrigin
  /// The kinds of failure that must show the fault.
  ///
  /// The first is the one by which it is hunted; a catch of any other kind is reported.
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

  /// The strategy with the fault; nil when something else has it.
  package var strategy: Strategy? {
    if case .strategy(let strategy, _, _) = subject { strategy } else { nil }
  }

  /// The fault of the lowering or the importers; nil when something else has one.
  package var worldFault: WorldFault? {
    if case .world(let fault, _) = subject { fault } else { nil }
  }

  /// The smallest case known by hand on which a campaign sees the fault; nil when no case shows it,
  /// but a script.
  package var handMade: LayoutCase? {
    switch subject {
    case .strategy(_, _, let handMade), .world(_, let handMade): return handMade
    case .session: return nil
    }
  }

  /// The elements of the smallest case known by hand on which the fault shows, or the steps of the
  /// smallest script.
  package var handMadeSize: Int {
    switch subject {
    case .strategy(_, _, let handMade), .world(_, let handMade): return CaseSize(handMade).elements
    case .session(let fault): return fault.handMade.steps.count
    }
  }

  /// The mutant of the given name; nil when there is none.
  package static func named(_ name: String) -> Mutant? {
    MutantCatalog.all.first { $0.name == name }
  }
}

extension CaseSize {
  /// Views, guides, and what is said about them.
  package var elements: Int { items + statements }
}
