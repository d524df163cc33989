// SPDX-License-Identifier: MIT

import Display
import LayoutModel
import Lowering

extension DiagnosedLayout {
  /// Returns a constraint as a fact: its words, and its maker and line.
  ///
  /// - Parameters:
  ///   - origin: the constraint.
  ///   - view: the subject of the text around it, which the words leave out; nil for none.
  /// - Returns: the fact in one line.
  package func fact(_ origin: ConstraintOrigin, of view: Int? = nil) -> FindingWording.Fact {
    let line = location(of: origin).map { "line \($0.line)" }
    let maker = maker(of: origin).map { $0.removing(prefix: "system: ") ?? $0 }
    return FindingWording.Fact(
      sentence(origin, of: view), source: [maker, line].compactMap(\.self).joined(separator: ", "))
  }

  /// Returns a constraint in words, with the names of its items; its text where there are no words
  /// for it.
  ///
  /// `'Username' label: top is 8 pt below the bottom of the top bars`, or without its subject `top
  /// is 8 pt below the bottom of the top bars`.
  ///
  /// In a case file ids are names, so the text stays as it is.
  func sentence(_ origin: ConstraintOrigin, of view: Int? = nil) -> String {
    guard diagnosed.isOfDocument else { return formula(origin) }
    switch origin {
    case .constraint(let index): return sentence(plain.constraints[index], of: view)
    case .hugging(let owner, let axis):
      return "\(subject(.view(owner), view))\(axis.sizeName) hugs the content"
        + size(owner, axis) + " @\(plain.views[owner].hugging[axis].number)"
    case .compressionResistance(let owner, let axis):
      return "\(subject(.view(owner), view))\(axis.sizeName) resists compression"
        + size(owner, axis) + " @\(plain.views[owner].compressionResistance[axis].number)"
    case .nonNegativeSize(let item, let axis):
      return "\(subject(item, view))\(axis.sizeName) is at least 0 pt"
    case .root(let attribute):
      return "the root view: \(attribute.words) is \(rootValue(attribute)) pt"
    case .hold, .nonNegativeContent: return formula(origin)
    }
  }

  /// Returns the start of a sentence about an item; empty for the view that the text around it is
  /// about.
  private func subject(_ item: Item, _ view: Int?) -> String {
    if case .view(let index) = item, index == view { return "" }
    return "\(phrase(of: item)): "
  }

  /// Returns the text of a constraint without the name of the superview, which is `|` in it.
  private func formula(_ origin: ConstraintOrigin) -> String {
    let text = text(origin)
    return text.ranges(of: "   (names:").first.map { String(text[..<$0.lowerBound]) } ?? text
  }

  private func size(_ view: Int, _ axis: Axis) -> String {
    plain.views[view].intrinsicSize(along: axis).map { " (\($0.shown) pt)" } ?? ""
  }

  func sentence(_ constraint: LayoutConstraint, of view: Int? = nil) -> String {
    let name = constraint.identifier.map { "'\($0)': " } ?? ""
    let first = constraint.first
    let start = "\(name)\(subject(first.item, view))\(first.attribute.words) is "
    let priority =
      constraint.priority.isRequired ? "" : " @\(constraint.priority.number)"
    guard let second = constraint.second else {
      return start + constraint.relation.words + "\(constraint.constant.shown) pt" + priority
    }
    let other = "the \(second.attribute.words) of \(phrase(of: second.item))"
    let isPlain = constraint.multiplier.shown == "1"
    if isPlain, let words = first.attribute.distanceWords {
      return start + distance(constraint, words, to: other) + priority
    }
    let factor = isPlain ? "" : "\(constraint.multiplier.shown) x "
    var sum = ""
    if !constraint.constant.isZero {
      let sign = constraint.constant.isNegative ? "-" : "+"
      sum = " \(sign) \(constraint.constant.magnitudeShown) pt"
    }
    return start + constraint.relation.words + factor + other + sum + priority
  }

  /// Returns `8 pt below the bottom of the top bars`.
  private func distance(
    _ constraint: LayoutConstraint, _ words: (after: String, before: String), to other: String
  ) -> String {
    if constraint.constant.isZero {
      switch constraint.relation {
      case .equal: return "at \(other)"
      case .greaterThanOrEqual: return "at or \(words.after) \(other)"
      case .lessThanOrEqual: return "at or \(words.before) \(other)"
      }
    }
    guard constraint.constant.isNegative else {
      return constraint.relation.words
        + "\(constraint.constant.magnitudeShown) pt \(words.after) \(other)"
    }
    // At least -8 pt below is at most 8 pt above.
    return constraint.relation.reversed.words
      + "\(constraint.constant.magnitudeShown) pt \(words.before) \(other)"
  }

  /// Returns the name of an item in a sentence.
  func phrase(of item: Item) -> String {
    switch item {
    case .view(let index):
      return index == diagnosed.root ? "the root view" : diagnosed.phrase(ofView: index)
    case .guide(let index):
      let owner = phrase(of: .view(plain.guides[index].owner))
      switch kind(ofGuide: index) {
      case .area(.safeArea):
        return owner == "the root view" ? "the safe area" : "the safe area of \(owner)"
      case .area(.margins): return "the margins of \(owner)"
      case .area(.readable): return "the readable content of \(owner)"
      case .topStrip where diagnosed.isOfDocument: return "the top bars"
      case .bottomStrip where diagnosed.isOfDocument: return "the bottom bars"
      default: return name(of: item)
      }
    }
  }
}

extension LayoutConstraint.Relation {
  /// The words before a number.
  fileprivate var words: String {
    switch self {
    case .equal: return ""
    case .greaterThanOrEqual: return "at least "
    case .lessThanOrEqual: return "at most "
    }
  }

  fileprivate var reversed: Self {
    switch self {
    case .equal: return .equal
    case .greaterThanOrEqual: return .lessThanOrEqual
    case .lessThanOrEqual: return .greaterThanOrEqual
    }
  }
}

extension LayoutNumber {
  /// The number without its sign.
  fileprivate var magnitudeShown: String {
    isNegative ? String(shown.drop { $0 == "-" }) : shown
  }
}

extension Attribute {
  /// The attribute in words, as `leading edge`.
  fileprivate var words: String {
    switch self {
    case .left, .right, .leading, .trailing: return "\(rawValue) edge"
    case .top, .bottom, .width, .height: return rawValue
    case .centerX: return "horizontal center"
    case .centerY: return "vertical center"
    case .firstBaseline: return "first baseline"
    case .lastBaseline: return "last baseline"
    case .leftMargin: return "left margin"
    case .rightMargin: return "right margin"
    case .topMargin: return "top margin"
    case .bottomMargin: return "bottom margin"
    case .leadingMargin: return "leading margin"
    case .trailingMargin: return "trailing margin"
    case .centerXWithinMargins: return "horizontal center within margins"
    case .centerYWithinMargins: return "vertical center within margins"
    }
  }

  /// The words for places farther and less far along the axis; nil for sizes.
  fileprivate var distanceWords: (after: String, before: String)? {
    switch kind {
    case .dimension: return nil
    case .verticalLocation: return ("below", "above")
    case .horizontalLocation:
      return followsDirection == true ? ("after", "before") : ("right of", "left of")
    }
  }
}
