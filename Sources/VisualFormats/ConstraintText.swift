// SPDX-License-Identifier: MIT

import LayoutModel

/// The texts of constraints in the form of Auto Layout's logs (AUTOLAYOUT 11.9).
///
/// Distances are visual formats, with the constant always in parentheses: `H:|-(20)-[title]`,
/// `V:[title]-(>=8@750)-[text]`. Those between left and right edges end with `(LTR)`. Where `|`
/// stands for a view, the end of the line names it. Everything else is an equation:
/// `title.centerX == icon.centerX + 3`, `image.width == 0.5*card.width @750`. The identifier comes
/// first, in quotes.
package enum ConstraintText {
  /// Returns the text of a constraint in one line, with the ids of its items and without its own
  /// id.
  ///
  /// `H:|-(20)-[title]   (names: '|':card)`
  ///
  /// - Precondition: the constraint's items are those of the case.
  package static func describe(
    _ constraint: LayoutConstraint, in layoutCase: LayoutCase
  ) -> String {
    describe(constraint, in: layoutCase) { layoutCase.id(of: $0) }
  }

  /// Returns the same text with other names for the items, such as labels or classes.
  package static func describe(
    _ constraint: LayoutConstraint, in layoutCase: LayoutCase, naming: (Item) -> String
  ) -> String {
    let identifier = constraint.identifier.map { "'\($0)' " } ?? ""
    let distance = VisualStatement(constraint, in: layoutCase).flatMap {
      describe(distance: $0, in: layoutCase, naming)
    }
    return identifier + (distance ?? equation(constraint, naming))
  }

  /// Returns the visual format of a distance; nil for constraints that the logs write as an
  /// equation.
  ///
  /// These are sizes, margins, baselines and relations of an item to itself.
  ///
  /// The result is also nil for a near edge and a far edge of a view and its superview. There `|`
  /// would be the other edge of the superview, and its name in brackets would make it a neighbor.
  private static func describe(
    distance statement: VisualStatement, in layoutCase: LayoutCase, _ naming: (Item) -> String
  ) -> String? {
    guard case .number(let constant) = statement.value, !statement.usesMargin,
      statement.edges != .baselines
    else { return nil }
    let relation = statement.relation == .equal ? "" : statement.relation.rawValue
    let priority = statement.priority.isRequired ? "" : "@\(statement.priority.text)"
    let connection = "-(\(relation)\(constant.text)\(priority))-"
    let format: String
    var inner: Item?
    switch statement.subject {
    case .size: return nil
    case .between(let from, let to):
      if from == to || layoutCase.superview(of: from) == to || layoutCase.superview(of: to) == from
      {
        return nil
      }
      format = "[\(naming(from))]\(connection)[\(naming(to))]"
    case .fromSuperview(let item):
      format = "|\(connection)[\(naming(item))]"
      inner = item
    case .toSuperview(let item):
      format = "[\(naming(item))]\(connection)|"
      inner = item
    }
    let names = inner.flatMap(layoutCase.superview).map { "   (names: '|':\(naming($0)))" } ?? ""
    return (statement.axis == .horizontal ? "H:" : "V:") + format
      + (statement.edges == .leftToRight ? "(LTR)" : "") + names
  }

  private static func equation(
    _ constraint: LayoutConstraint, _ naming: (Item) -> String
  ) -> String {
    func name(_ anchor: Anchor) -> String { "\(naming(anchor.item)).\(anchor.attribute.rawValue)" }
    var text = "\(name(constraint.first)) \(constraint.relation.rawValue) "
    if let second = constraint.second {
      text += factor(constraint.multiplier) + name(second)
      if constraint.constant.isNegative {
        text += " - \(constraint.constant.text.dropFirst())"
      } else if !constraint.constant.isZero {
        text += " + \(constraint.constant.text)"
      }
    } else {
      text += constraint.constant.text
    }
    return text + (constraint.priority.isRequired ? "" : " @\(constraint.priority.text)")
  }

  /// Returns a factor such as `0.5*` or `(16:9)*`; empty for 1.
  private static func factor(_ multiplier: LayoutNumber) -> String {
    if multiplier.isOne { return "" }
    return multiplier.form == .decimal ? "\(multiplier.text)*" : "(\(multiplier.text))*"
  }
}
