// SPDX-License-Identifier: MIT

import LayoutModel
import Oracles

/// A small error in an otherwise right answer, just beyond what the judge may accept.
///
/// Other faults change much, and a weaker judge would see them, too. These show that the judge is
/// as strict as it claims.
package enum AnswerFault: String, Sendable, Hashable, CaseIterable {
  /// A required constraint is off by three times the tolerance.
  case requiredJustOff
  /// At some priority, the violations are off by three times the tolerance.
  case levelJustOff
  /// All constraints are as good as in the right answer, within the tolerance; one coordinate of
  /// the only layout is not.
  case coordinateJustOff
  /// A conflict has one more constraint than it needs.
  case needlessMember

  /// The effect of the fault.
  var origin: FaultOrigin {
    switch self {
    case .requiredJustOff:
      return .invented("a required constraint is off by three times the tolerance")
    case .levelJustOff:
      return .invented("a priority's violations are off by three times the tolerance")
    case .coordinateJustOff:
      return .invented("all constraints hold within the tolerance, one coordinate does not")
    case .needlessMember:
      return .invented("a conflict has one more constraint than it needs")
    }
  }

  /// The kind of failure that shows the fault.
  var seenBy: [FailureKind] {
    switch self {
    case .requiredJustOff: return [.requiredViolated]
    case .levelJustOff: return [.worseThanOptimal]
    case .coordinateJustOff: return [.wrongValue]
    case .needlessMember: return [.wrongConflict]
    }
  }

  /// The smallest case known by hand on which the fault shows.
  var handMade: HandMadeCase {
    switch self {
    case .requiredJustOff: return HandMadeCase(views: 0)
    case .levelJustOff: return HandMadeCase(views: 1).adding(.a, .width, .equal, 10, at: 750)
    case .coordinateJustOff:
      return HandMadeCase(views: 1)
        .holding(.a, at: LayoutRect(x: 0, y: 0, width: 0, height: 0))
    case .needlessMember: return HandMadeCase(views: 0).adding(.root, .width, .equal, 10)
    }
  }
}
