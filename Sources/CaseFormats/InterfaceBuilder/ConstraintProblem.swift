// SPDX-License-Identifier: MIT

import LayoutModel

/// A problem of a constraint of a document, by the behaviour of UIKit.
///
/// An *error* is a constraint that cannot exist: UIKit raises an exception when it is made or
/// activated, so it is left out. A *doubt* is a constraint that UIKit accepts, with a result that
/// its author probably did not intend, or with an unknown behaviour of UIKit.
///
/// | problem | UIKit | source (AUTOLAYOUT) | here |
/// |---|---|---|---|
/// | `noAttribute`, `unknownAttribute`, `unknownRelation` | exception | 1.5 | error, left out |
/// | `pair` (kinds, directions, lone location, guides) | exception | 1.5, 1.10 | error, left out |
/// | `noSuchItem`, `notAnItem` | exception for a nil item | 1.5, 11.5, 11.7 | error, left out |
/// | `noCommonAncestor` | exception when activated | 11.3 | error, left out |
/// | `placedByContainer` | not known | 17.14 | doubt, left out |
/// | `wrongOwner` | exception when added | 11.4 | error, left out |
/// | `onContainer` | crash before iOS 7 | 11.10 | doubt, kept |
/// | `notFinite` | exception | 14.5 | error, left out |
/// | `notANumber` | the document does not compile | 17.8 | error, left out |
/// | `constantBeyondLimits` | a smaller constant, logged | 14.6 | doubt, kept with the limit |
/// | `multiplierBeyondLimits` | not known | 14.5 | doubt, left out |
/// | `priorityOutOfRange` | exception | 1.11 | error, left out |
/// | `priorityZero` | not known | 1.11, 19 | doubt, left out |
/// | `secondAttributeAlone` | a constant size | 1.5 | doubt, kept |
/// | `withItself` | accepted | 1.5 | doubt, kept |
enum ConstraintProblem {
  /// No attribute, or `notAnAttribute`, on a side that needs one.
  case noAttribute(side: String)
  case unknownAttribute(String)
  case unknownRelation(String)
  case pair(ValidationError.Problem)
  /// The id belongs to no element of the document, for example after its view was removed.
  case noSuchItem(String)
  /// The id belongs to an element that has no place on a screen; with its name.
  case notAnItem(String)
  /// The names of the items and of their screens.
  case noCommonAncestor(one: String, screen: String, other: String, otherScreen: String)
  /// A cell, header or similar view: its container places it.
  case placedByContainer(String)
  /// The item that is not below the view that holds the constraint.
  case wrongOwner(owner: String, item: String)
  /// A table or a table cell that holds a constraint on its subviews.
  case onContainer(owner: String, isCell: Bool)
  case notFinite(field: String, text: String)
  case notANumber(field: String, text: String)
  case constantBeyondLimits(text: String)
  case multiplierBeyondLimits(text: String)
  case priorityOutOfRange(text: String)
  case priorityZero
  case secondAttributeAlone
  case withItself

  /// Whether UIKit refuses the constraint.
  var isError: Bool {
    switch self {
    case .placedByContainer, .onContainer, .constantBeyondLimits, .multiplierBeyondLimits,
      .priorityZero, .secondAttributeAlone, .withItself:
      return false
    default: return true
    }
  }

  /// Whether UIKit has done what it means since iOS 7: a cell may hold constraints of its subviews.
  private var isHarmless: Bool {
    if case .onContainer(_, isCell: true) = self { true } else { false }
  }

  var severity: Diagnostic.Severity { isError ? .error : isHarmless ? .note : .warning }

  /// The problem, one sentence without a full stop; the text before it names the constraint.
  var text: String {
    switch self {
    case .noAttribute(let side): return "it has no \(side) attribute"
    case .unknownAttribute(let name): return "\(name) is not an attribute of Auto Layout"
    case .unknownRelation(let name):
      return "the relation \(name) is neither lessThanOrEqual nor greaterThanOrEqual"
    case .pair(let problem): return problem.explanation
    case .noSuchItem(let id):
      return "nothing in the document has the id \(id): was the view removed?"
    case .notAnItem(let name): return "\(name) is neither a view nor a layout guide"
    case .noCommonAncestor(let one, let screen, let other, let otherScreen):
      return "\(one) is in \(screen) and \(other) in \(otherScreen):"
        + " views without a common superview cannot be related"
    case .placedByContainer(let name):
      return "\(name) is placed by its container, not by constraints; the constraint is left out"
    case .wrongOwner(let owner, let item):
      return "\(owner) holds it, but \(item) is not below that view;"
        + " a constraint belongs to the nearest common superview of its items"
    case .onContainer(let owner, let isCell):
      return "it is held by \(owner); "
        + (isCell
          ? "add it to the content view of the cell" : "a table lays out its subviews itself")
    case .notFinite(let field, let text): return "its \(field) \(text) is not finite"
    case .notANumber(let field, let text): return "its \(field) \"\(text)\" is not a number"
    case .constantBeyondLimits(let text):
      return "its constant \(text) is beyond \(ImportLimits.magnitude), which is used instead"
    case .multiplierBeyondLimits(let text):
      return "its multiplier \(text) is beyond what a layout can use; the constraint is left out"
    case .priorityOutOfRange(let text):
      return "its priority \(text) is not above 0 and at most 1000"
    case .priorityZero: return "its priority is 0: it is left out, as it has no effect"
    case .secondAttributeAlone:
      return "it has a second attribute without a second item and is taken as a constant size"
    case .withItself: return "it relates an attribute to itself"
    }
  }
}
