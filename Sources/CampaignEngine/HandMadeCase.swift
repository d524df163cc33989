// SPDX-License-Identifier: MIT

import LayoutModel

/// Writes the smallest cases known by hand in as few words as a person would use.
///
/// The root is 400 by 300 points; it contains the views `a`, `b`, ... side by side in the tree.
struct HandMadeCase {
  private var constraints: [LayoutConstraint] = []
  private let viewCount: Int

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

  private func appending(_ constraint: LayoutConstraint) -> HandMadeCase {
    var copy = self
    copy.constraints.append(constraint)
    return copy
  }

  var layoutCase: LayoutCase {
    let letters = (0..<viewCount).map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
    let views = [View(id: "root", parent: nil)] + letters.map { View(id: $0, parent: 0) }
    return LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 400, height: 300)), views: views,
      constraints: constraints)
  }
}
