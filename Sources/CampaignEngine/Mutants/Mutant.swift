// SPDX-License-Identifier: MIT

import LayoutModel
import Laws

/// A part of the project with one planted fault, by which the tester itself is tested.
package struct Mutant: Sendable {
  /// What has the fault, and the fault: `simplex.weightedLevels`, `lowering.rightConstantNegated`.
  package let name: String
  package let origin: FaultOrigin
  /// The kinds of failure that must show the fault, as findings name them: `worseThanOptimal`,
  /// `lawBroken.mirror`. The first is the one by which it is hunted; any that is not listed is
  /// told.
  package let seenBy: [String]
  /// How it is hunted.
  package let trial: any MutantTrial

  /// - Precondition: `seenBy` is not empty.
  package init(name: String, origin: FaultOrigin, seenBy: [String], trial: any MutantTrial) {
    precondition(!seenBy.isEmpty, "nothing would see the mutant '\(name)'")
    self.name = name
    self.origin = origin
    // Faults that several groups of kinds may show name some kinds twice.
    self.seenBy = seenBy.indices.filter { !seenBy[..<$0].contains(seenBy[$0]) }.map { seenBy[$0] }
    self.trial = trial
  }

  /// The strategy with the fault; nil when something else has it.
  package var strategy: Strategy? {
    guard case .strategy(let strategy, _)? = (trial as? CampaignTrial)?.subject else { return nil }
    return strategy
  }

  /// The fault of the lowering or the importers; nil when something else has one.
  package var worldFault: WorldFault? {
    guard case .world(let fault)? = (trial as? CampaignTrial)?.subject else { return nil }
    return fault
  }

  /// The smallest case known by hand on which a campaign sees the fault; nil when no case shows it,
  /// but a script or such.
  package var handMade: LayoutCase? { (trial as? CampaignTrial)?.handMade }

  /// The mutant of the given name; nil when there is none.
  package static func named(_ name: String) -> Mutant? {
    MutantCatalog.all.first { $0.name == name }
  }
}
