// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel

/// The smallest cases known by hand, written in as few words as possible.
///
/// The root is 400 by 300 points. It contains the views `a`, `b`, ... side by side in the tree,
/// unless they are nested.
struct HandMadeCase {
  private var constraints: [LayoutConstraint] = []
  private let viewCount: Int
  /// The changes of each view, the root included, by its index.
  private var changes: [Int: [@Sendable (inout View) -> Void]] = [:]
  private var guides: [Guide] = []

  /// - Precondition: `0 <= views <= 26`.
  init(views: Int) {
    precondition((0...26).contains(views), "there are 26 letters, not \(views)")
    viewCount = views
  }

  /// The root, or a view by its letter.
  enum Name: Int {
    case root, a, b, c, d
  }

  /// Adds `first relation constant`.
  func adding(
    _ first: Name, _ attribute: Attribute, _ relation: LayoutConstraint.Relation,
    _ constant: LayoutNumber, at priority: Priority = .required
  ) -> HandMadeCase {
    appending(
      LayoutConstraint(
        id: "c\(constraints.count + 1)", first: Anchor(.view(first.rawValue), attribute),
        relation: relation, constant: constant, priority: priority))
  }

  /// Adds `first relation second * multiplier + constant`.
  func adding(
    _ first: Name, _ attribute: Attribute, _ relation: LayoutConstraint.Relation,
    _ second: Name, _ other: Attribute, times multiplier: LayoutNumber = 1,
    plus constant: LayoutNumber = 0, at priority: Priority = .required
  ) -> HandMadeCase {
    appending(
      LayoutConstraint(
        id: "c\(constraints.count + 1)", first: Anchor(.view(first.rawValue), attribute),
        relation: relation, second: Anchor(.view(second.rawValue), other), multiplier: multiplier,
        constant: constant, priority: priority))
  }

  /// Adds `first relation constant` for a guide, by its number from zero.
  func adding(
    guide: Int, _ attribute: Attribute, _ relation: LayoutConstraint.Relation,
    _ constant: LayoutNumber
  ) -> HandMadeCase {
    appending(
      LayoutConstraint(
        id: "c\(constraints.count + 1)", first: Anchor(.guide(guide), attribute),
        relation: relation, constant: constant))
  }

  /// Adds a guide to a view.
  func guiding(_ name: Name, _ kind: Guide.Kind) -> HandMadeCase {
    var copy = self
    copy.guides.append(Guide(id: "g\(guides.count + 1)", owner: name.rawValue, kind: kind))
    return copy
  }

  /// Holds a view at a frame in its superview.
  func holding(_ name: Name, at frame: LayoutRect) -> HandMadeCase {
    holding(name, View.Hold(frame: frame, reason: .fixedFrame))
  }

  /// Sets the hold of a view.
  func holding(_ name: Name, _ hold: View.Hold) -> HandMadeCase {
    changing(name) { $0.hold = hold }
  }

  /// Turns a view into a label with as many lines as its text needs.
  func showing(_ text: String, in name: Name) -> HandMadeCase {
    changing(name) {
      $0.kind = .label
      $0.text = TextContent(text, lineLimit: 0)
    }
  }

  /// Applies a change to a view.
  func changing(_ name: Name, _ change: @escaping @Sendable (inout View) -> Void) -> HandMadeCase {
    var copy = self
    copy.changes[name.rawValue, default: []].append(change)
    return copy
  }

  /// Moves a view into another view that is named before it.
  func nesting(_ name: Name, in parent: Name) -> HandMadeCase {
    changing(name) { $0.parent = parent.rawValue }
  }

  private func appending(_ constraint: LayoutConstraint) -> HandMadeCase {
    var copy = self
    copy.constraints.append(constraint)
    return copy
  }

  var layoutCase: LayoutCase {
    let letters = (0..<viewCount).map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
    var views = [View(id: "root", parent: nil)] + letters.map { View(id: $0, parent: 0) }
    for index in views.indices {
      for change in changes[index] ?? [] { change(&views[index]) }
    }
    return LayoutCase(
      environment: LayoutCase.Environment(
        size: LayoutSize(width: 400, height: 300), direction: .leftToRight),
      views: views, guides: guides, constraints: constraints)
  }
}
