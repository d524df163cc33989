// SPDX-License-Identifier: MIT

import ExactNumerics
import JSON
import LinearModel

/// The abilities and promises of a layout engine, as its adapter declares them in the handshake.
///
/// Scripts use nothing else, and answers are judged by these promises.
package struct EngineOffer: Sendable, Hashable {
  /// The operations on a live layout.
  package enum Operation: String, Sendable, Hashable, CaseIterable {
    case add, remove, change, resize, hint, move, reroot, drop
  }

  /// The way in which a number is rounded to a multiple of the unit.
  package enum Rounding: String, Sendable, Hashable, CaseIterable {
    case down, up, nearest
  }

  /// The meaning of leading edges of a right-to-left layout.
  package enum Leading: String, Sendable, Hashable, CaseIterable {
    /// A leading edge is the right one, and distances count as they are.
    case renamed
    /// A leading edge is the right one, and horizontal distances between leading or trailing edges
    /// count to the left.
    case mirrored
  }

  /// The parts of a constraint that a change may replace, besides its constant and relation.
  package enum Change: String, Sendable, Hashable, CaseIterable {
    /// An optional priority by another optional one.
    case priority
    /// Whether it is required.
    case required
    case multiplier
    /// The two items.
    case items
  }

  /// The parts of the Visual Format Language that its reader knows.
  package enum FormatPart: String, Sendable, Hashable, CaseIterable {
    /// Formats along an axis.
    case horizontal, vertical
    /// Dashes without a number, whose distance the request names.
    case spacing
    /// Numbers by name, and priorities by name.
    case metrics, metricPriorities
    case priorities
    /// Other views as sizes.
    case views
    case negative
    /// Attributes that neighbours share.
    case alignment
  }

  /// The attributes that constraints may have.
  package var attributes: Set<EngineAttribute> = []
  package var relations: Set<Relation> = []
  /// The optional priorities that it distinguishes, highest first: nil for all of them, empty if
  /// every constraint is required.
  package var priorities: [Double]?
  /// Whether a constraint may have a second item.
  package var hasSecondItems = false
  /// Whether the factor of the second item may differ from one.
  package var hasMultipliers = false
  /// Whether edges and centers may have such a factor, too.
  package var hasEdgeMultipliers = false
  /// Whether the factor may be below zero.
  package var hasNegativeMultipliers = false
  /// Whether a constraint may relate a width and a height.
  package var crossesAxes = false
  /// Whether views may have other superviews than the root.
  package var isNested = false
  package var hasGuides = false
  package var directions: Set<EngineDirection> = [.leftToRight]
  package var leading = Leading.mirrored
  /// The priority at which each kind of size of a view is kept; a missing kind is not supported.
  package var hints: [EngineHints.Kind: Strength] = [:]
  /// The sizes that views may have, and that the engine reads without a promise to keep them.
  package var unpromisedHints: Set<EngineHints.Kind> = []
  /// The same for guides.
  package var guideHints: [EngineHints.Kind: Strength] = [:]
  /// Whether every view and guide has a natural size: its minimum, else 0, if a script names none.
  package var isNaturalAlways = false
  /// Whether readings have the frames of guides.
  package var hasGuideFrames = true
  /// The size hints of the root that it answers: minimum and natural.
  package var rootHints: Set<EngineHints.Kind> = []
  package var operations: Set<Operation> = []
  /// The parts of a constraint that the operation `change` may replace, besides its constant and
  /// relation.
  package var changes: Set<Change> = []
  /// Whether a frame is promised only where required constraints connect each view with the root
  /// along each axis.
  package var needsConnections = false
  /// Whether two edges have at most one constraint between them.
  package var hasDistinctPairs = false
  /// Whether a message is right while required constraints contradict each other.
  package var warnsOfConflicts = false
  package var formats: Set<FormatPart> = []
  /// The unit to which frames are rounded, in points; zero for none.
  package var unit = Rational.zero
  package var positionRounding = Rounding.nearest
  package var sizeRounding = Rounding.nearest
  /// Whether it refuses a required constraint that contradicts others.
  package var refuses = false
  /// The axes along which it reads visual formats.
  package var formatAxes: [EngineAxis] {
    EngineAxis.allCases.filter {
      formats.contains($0 == .horizontal ? .horizontal : .vertical)
    }
  }
  /// Whether it promises the same layout each time if several are right.
  package var isRepeatable = false
  /// The formats of programs that show its findings to its authors, as `convert --to` names them.
  package var programs: [String] = []

  /// Returns the priorities at which the sizes of views or of guides are kept.
  package func hints(ofGuide isGuide: Bool) -> [EngineHints.Kind: Strength] {
    isGuide ? guideHints : hints
  }

  /// An offer of nothing but frames.
  package init() {}

  /// An engine that can do everything, exactly.
  package static let everything: EngineOffer = {
    var offer = EngineOffer()
    offer.attributes = Set(EngineAttribute.allCases)
    offer.relations = Set(Relation.allCases)
    (offer.hasSecondItems, offer.hasMultipliers, offer.crossesAxes) = (true, true, true)
    (offer.hasEdgeMultipliers, offer.hasNegativeMultipliers) = (true, true)
    (offer.isNested, offer.hasGuides) = (true, true)
    offer.directions = Set(EngineDirection.allCases)
    offer.hints = [.minimum: .required, .natural: Strength(250), .maximum: .required]
    offer.guideHints = offer.hints
    offer.rootHints = [.minimum, .natural]
    offer.operations = Set(Operation.allCases)
    offer.changes = Set(Change.allCases)
    offer.formats = Set(FormatPart.allCases)
    (offer.refuses, offer.isRepeatable) = (true, true)
    return offer
  }()
}
