// SPDX-License-Identifier: MIT

/// A reason why a `LayoutCase` is not well formed: the part and the problem.
package struct ValidationError: Error, Sendable, Hashable {
  /// The part of the case an error is about, by index.
  package enum Subject: Sendable, Hashable {
    case environment
    case view(Int)
    case guide(Int)
    case constraint(Int)
    case table
    /// A row of the table.
    case row(Int)
    case expectation
  }

  /// The problem of the part.
  package enum Problem: Sendable, Hashable {
    case noViews
    case emptyID
    case duplicateID(String)
    /// A first view with a parent.
    case rootHasParent
    /// A view after the first one without a parent.
    case secondRoot
    /// A parent index that is negative or not smaller than the view's own.
    case parentOutOfRange(Int)
    /// A view that does not follow its superview's subtree directly.
    case notPreorder
    case holdOnRoot
    /// A mask that follows the superview without the superview's size.
    case holdWithoutSuperviewSize
    /// A text together with an intrinsic size.
    case textWithIntrinsicSize
    /// A number of lines below 0.
    case lineLimitOutOfRange(Int)
    /// A flow layout on a view that is not a collection view, or that arranges its subviews as a
    /// stack, too.
    case misplacedFlow
    /// A font size that is not above 0.
    case fontSizeNotPositive
    /// A smallest scale of a font that is not above 0, or above 1.
    case minimumScaleOutOfRange
    case ownerOutOfRange(Int)
    case scrollGuideOnOtherView
    case itemOutOfRange(Item)
    /// An attribute that guides do not have: margins and baselines.
    case attributeNotOnGuide(Attribute)
    /// Attributes that do not measure the same kind of thing.
    case differentKinds(Attribute, Attribute)
    /// One attribute follows the reading direction, the other ignores it.
    case mixedDirections(Attribute, Attribute)
    case locationWithoutSecond(Attribute)
    case locationTimesZero(Attribute)
    case scaleOutOfRange(Int)
    case tableWidthNotPositive
    /// A row has a text for a view without text.
    case rowTextWithoutText(Int)
    /// The number of expected heights is not that of the table's rows.
    case rowHeightCount(Int, rows: Int)
    /// A number that must not be negative, with the name of its field.
    case negative(field: String)
    /// A number whose magnitude is above `LayoutCase.largestMagnitude`, with the name of its field.
    case tooLarge(field: String)
    case expectedViewOutOfRange(Int)
    case expectedViewTwice(Int)
    case expectedContentSizeOfOtherView(Int)
    /// A list that must be sorted and without repeats, with the name of its field.
    case notSorted(field: String)
  }

  package var subject: Subject
  package var problem: Problem
  /// The part and the problem in words, with ids and attributes, one sentence without a full stop.
  package var message: String

  init(_ subject: Subject, _ problem: Problem, in layoutCase: LayoutCase) {
    self.subject = subject
    self.problem = problem
    message = "\(layoutCase.name(of: subject)): \(problem.text(in: layoutCase))"
  }
}

extension ValidationError: CustomStringConvertible {
  package var description: String { message }
}

extension LayoutCase {
  /// The largest magnitude of a number in a well-formed case: beyond it doubles no longer hold a
  /// thousandth of a point, and no screen comes near.
  package static let largestMagnitude = LayoutNumber(1_000_000_000_000)

  fileprivate func name(of subject: ValidationError.Subject) -> String {
    switch subject {
    case .environment: return "environment"
    case .view(let index):
      return views.indices.contains(index) ? "view \"\(views[index].id)\"" : "views"
    case .guide(let index): return "guide \"\(guides[index].id)\""
    case .constraint(let index):
      let constraint = constraints[index]
      var text = "constraint \"\(constraint.id)\" (\(safeName(of: constraint.first))"
      if let second = constraint.second { text += ", \(safeName(of: second))" }
      return text + ")"
    case .table: return "table"
    case .row(let index): return "row \(index + 1)"
    case .expectation: return "expect"
    }
  }

  private func safeName(of anchor: Anchor) -> String {
    switch anchor.item {
    case .view(let index) where !views.indices.contains(index): return "?.\(anchor.attribute)"
    case .guide(let index) where !guides.indices.contains(index): return "?.\(anchor.attribute)"
    default: return "\(id(of: anchor.item)).\(anchor.attribute)"
    }
  }
}

extension ValidationError.Problem {
  fileprivate func text(in layoutCase: LayoutCase) -> String {
    switch self {
    case .noViews: return "a case has at least one view, the root"
    case .emptyID: return "an id has at least one character"
    case .duplicateID(let id): return "the id \"\(id)\" is used twice"
    case .rootHasParent: return "the first view is the root and has no parent"
    case .secondRoot: return "only the first view may be without a parent"
    case .parentOutOfRange(let index):
      return "the parent \(index) is not an earlier one of the \(layoutCase.views.count) views"
    case .notPreorder:
      return
        "views are listed in preorder: a view directly follows its superview's earlier subviews"
    case .holdOnRoot: return "the root has the size of the environment and cannot be held"
    case .holdWithoutSuperviewSize:
      return "a mask that follows the superview needs the size that the superview had"
    case .textWithIntrinsicSize: return "the natural size of a text follows from the text"
    case .misplacedFlow: return "only a collection view that is no stack has a flow layout"
    case .lineLimitOutOfRange(let lines):
      return "the number of lines is 0 for any, or 1 or more, not \(lines)"
    case .fontSizeNotPositive: return "the font size must be above 0"
    case .minimumScaleOutOfRange: return "the smallest scale of a font is above 0 and at most 1"
    case .ownerOutOfRange(let index):
      return "the owner \(index) is not one of the \(layoutCase.views.count) views"
    case .scrollGuideOnOtherView: return "only a scroll view owns content and frame guides"
    case .itemOutOfRange(.view(let index)):
      return "view \(index) is not one of the \(layoutCase.views.count) views"
    case .itemOutOfRange(.guide(let index)):
      return "guide \(index) is not one of the \(layoutCase.guides.count) guides"
    case .scaleOutOfRange(let scale): return "the scale is 1, 2 or 3, not \(scale)"
    case .tableWidthNotPositive: return "the width of a table must be above 0"
    case .rowTextWithoutText(let index):
      let name = layoutCase.views.indices.contains(index) ? layoutCase.views[index].id : "\(index)"
      return "view \"\(name)\" has no text that a row could replace"
    case .rowHeightCount(let count, let rows):
      return "rowHeights has one height for each of the \(rows) rows, not \(count)"
    case .negative(let field): return "\(field) must not be negative"
    case .tooLarge(let field):
      return "\(field) is beyond \(LayoutCase.largestMagnitude.numerator)"
    case .expectedViewOutOfRange(let index):
      return "view \(index) is not one of the \(layoutCase.views.count) views"
    case .expectedViewTwice(let index):
      return "view \"\(layoutCase.views[index].id)\" is listed twice"
    case .expectedContentSizeOfOtherView(let index):
      return "view \"\(layoutCase.views[index].id)\" is not a scroll view and has no content size"
    case .notSorted(let field): return "\(field) must be sorted and without repeats"
    default: return explanation
    }
  }
}

extension ValidationError.Problem {
  /// The rule of Auto Layout that the attributes of a constraint break, one sentence without a full
  /// stop.
  ///
  /// - Precondition: the problem is about the attributes of a constraint.
  package var explanation: String {
    switch self {
    case .attributeNotOnGuide(let attribute):
      return "a guide has no \(attribute): only views have margins and baselines"
    case .differentKinds(let first, let second):
      return "\(first) is a \(first.kind.text) and \(second) is a \(second.kind.text):"
        + " only attributes of one kind can be related"
    case .mixedDirections(let first, let second):
      return
        "\(first) and \(second) cannot be related: use leading and trailing for both or neither"
    case .locationWithoutSecond(let attribute):
      return "\(attribute) is a location and needs a second item: only sizes can be constant"
    case .locationTimesZero(let attribute):
      return "\(attribute) is a location and its multiplier must not be 0"
    default: preconditionFailure("every other problem has its text in text(in:), not \(self)")
    }
  }
}

extension Attribute.Kind {
  fileprivate var text: String {
    switch self {
    case .horizontalLocation: return "horizontal location"
    case .verticalLocation: return "vertical location"
    case .dimension: return "size"
    }
  }
}
