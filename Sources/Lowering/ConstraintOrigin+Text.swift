// SPDX-License-Identifier: MIT

import LayoutModel

extension LayoutCase {
  /// Returns the text of a linear constraint: `label.leading == root.leading * 1/3 + 8 @750`.
  package func describe(_ origin: ConstraintOrigin) -> String {
    switch origin {
    case .root(let attribute):
      return "\(views[0].id).\(attribute) == \(rootText(attribute))"
    case .nonNegativeSize(let item, let axis):
      return "\(id(of: item)).\(axis.sizeName) >= 0"
    case .nonNegativeContent(let view, let axis):
      return "\(views[view].id).\(axis.contentSizeName) >= 0"
    case .constraint(let index):
      return describe(constraints[index])
    case .hugging(let view, let axis):
      return "\(views[view].id) hugging \(axis.sizeName) <= \(naturalText(view, axis))"
        + views[view].hugging[axis].text
    case .compressionResistance(let view, let axis):
      return "\(views[view].id) compression resistance \(axis.sizeName)"
        + " >= \(naturalText(view, axis))" + views[view].compressionResistance[axis].text
    case .hold(let view, let attribute):
      return describeHold(of: view, attribute)
    }
  }

  /// Returns the text of an equation that holds a view.
  ///
  /// An equation of a mask is written as in the log of a conflict, which names it by its class and
  /// shows the whole mask (AUTOLAYOUT 4.3).
  private func describeHold(of view: Int, _ attribute: Attribute) -> String {
    let text = holdText(of: view, attribute) { views[$0].id }
    guard let hold = views[view].hold else { return text }
    switch hold.reason {
    case .autoresizing:
      return "NSAutoresizingMaskLayoutConstraint \(hold.mask.logText) \(text) (translated)"
    case .fixedFrame, .springsAndStruts: return "\(text) (\(hold.reason))"
    }
  }

  /// Returns the text of one of the equations that hold a view, with names for views by index.
  ///
  /// Example: `logo.right == root.width - 10`.
  ///
  /// - Precondition: the view is held, and the attribute is one that its equations give.
  package func holdText(
    of view: Int, _ attribute: Attribute, naming: (Int) -> String
  ) -> String {
    let axis: Axis =
      [.left, .right, .width].contains(attribute) ? .horizontal : .vertical
    guard let hold = views[view].hold, let parent = views[view].parent,
      let equation = MaskEquation.pair(of: hold, axis).first(where: {
        $0.part.attribute(axis) == attribute
      })
    else { preconditionFailure("view \(view) is not held: the origin is of another case") }
    return equation.text(view: naming(view), superview: naming(parent), axis)
  }

  /// Returns the text of a constraint, without its id.
  package func describe(_ constraint: LayoutConstraint) -> String {
    var text = "\(name(of: constraint.first)) \(constraint.relation.rawValue) "
    if let second = constraint.second {
      text += name(of: second)
      if constraint.multiplier != .one { text += " * \(constraint.multiplier.text)" }
      if constraint.constant.isNegative {
        text += " - \(constraint.constant.text.dropFirst())"
      } else if constraint.constant != .zero {
        text += " + \(constraint.constant.text)"
      }
    } else {
      text += constraint.constant.text
    }
    return text + constraint.priority.text
  }

  /// Returns a name for a linear constraint that stays the same when other parts of the case
  /// change.
  ///
  /// Expectations use it.
  ///
  /// It is the id of a constraint of the case, else for example `root.width`, `label.width>=0`,
  /// `label.hold.left`, `label.hugging.width`.
  package func originID(_ origin: ConstraintOrigin) -> String {
    switch origin {
    case .root(let attribute): return "\(views[0].id).\(attribute)"
    case .nonNegativeSize(let item, let axis): return "\(id(of: item)).\(axis.sizeName)>=0"
    case .nonNegativeContent(let view, let axis):
      return "\(views[view].id).\(axis.contentSizeName)>=0"
    case .constraint(let index): return constraints[index].id
    case .hugging(let view, let axis): return "\(views[view].id).hugging.\(axis.sizeName)"
    case .compressionResistance(let view, let axis):
      return "\(views[view].id).compressionResistance.\(axis.sizeName)"
    case .hold(let view, let attribute): return "\(views[view].id).hold.\(attribute)"
    }
  }

  private func name(of anchor: Anchor) -> String { "\(id(of: anchor.item)).\(anchor.attribute)" }

  private func rootText(_ attribute: Attribute) -> String {
    switch attribute {
    case .width: return environment.size.width.text
    case .height: return environment.size.height.text
    default: return "0"
    }
  }

  private func naturalText(_ view: Int, _ axis: Axis) -> String {
    views[view].intrinsicSize(along: axis)?.text ?? "none"
  }
}

extension LoweredCase {
  /// Returns the text of a linear constraint.
  package func describe(_ constraint: Int) -> String { layoutCase.describe(origins[constraint]) }

  /// Returns the stable name of a linear constraint; see `LayoutCase.originID(_:)`.
  package func originID(of constraint: Int) -> String {
    layoutCase.originID(origins[constraint])
  }
}

extension Axis {
  fileprivate var sizeName: String { self == .horizontal ? "width" : "height" }
  fileprivate var contentSizeName: String {
    self == .horizontal ? "contentWidth" : "contentHeight"
  }
}

extension Priority {
  /// The text ` @750`; empty when required.
  fileprivate var text: String {
    if isRequired { return "" }
    if let whole = Int(exactly: value) { return " @\(whole)" }
    return " @\(value)"
  }
}
